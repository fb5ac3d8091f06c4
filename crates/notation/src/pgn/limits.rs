//! How much of anything is put up with.

/// Bounds on what a reader keeps or follows; what is beyond is reported, and never a reason to stop reading the file.
///
/// ```
/// use gardez_notation::pgn::{Limits, Reader};
///
/// let limits = Limits { comment: 4096, ..Limits::default() };
/// let reader = Reader::from_bytes(b"1. e4 *").with_limits(limits);
/// # let _ = reader;
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Bytes in a line; the game in which a longer one stands is given up. By default 16 MiB.
    pub line: u64,
    /// Bytes in a comment; the rest of a longer one is dropped. By default 1 MiB. A reader of a stream keeps a comment in
    /// memory as a whole.
    pub comment: usize,
    /// Bytes in a tag pair, at least 512; a longer one is dropped. By default 64 KiB.
    pub tag: usize,
    /// How deep variations may be nested; what lies deeper is dropped. By default 256. Each that is open takes some
    /// 540 bytes.
    pub depth: usize,
    /// Bytes in a game, with its tags; the rest of a longer one is given up. By default 64 MiB.
    pub game: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { line: 16 << 20, comment: 1 << 20, tag: 64 << 10, depth: 256, game: 64 << 20 }
    }
}
