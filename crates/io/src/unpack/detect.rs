//! The format of a stream.

use crate::foreign::{GZIP, ZSTANDARD};

/// The last three bytes at the start of a frame that Zstandard skips.
const SKIPPABLE: [u8; 3] = [0x2a, 0x4d, 0x18];

/// A format of compressed streams.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Compression {
    /// gzip (RFC 1952).
    Gzip,
    /// Zstandard (RFC 8878).
    Zstandard,
}

impl Compression {
    /// Returns the format of a stream that begins with these bytes. Four bytes are enough. `None` if the stream is not
    /// compressed in one of these formats.
    ///
    /// ```
    /// use gardez_io::Compression;
    ///
    /// assert_eq!(Compression::detect(&[0x1f, 0x8b, 8, 0]), Some(Compression::Gzip));
    /// assert_eq!(Compression::detect(b"1. e4 *"), None);
    /// ```
    pub fn detect(front: &[u8]) -> Option<Self> {
        if front.starts_with(&GZIP) {
            Some(Self::Gzip)
        } else if front.starts_with(&ZSTANDARD) || is_skippable(front) {
            Some(Self::Zstandard)
        } else {
            None
        }
    }
}

/// Returns `true` for the first bytes of a frame that Zstandard skips.
pub(crate) fn is_skippable(front: &[u8]) -> bool {
    front.len() >= 4 && front[0] & 0xf0 == 0x50 && front[1..4] == SKIPPABLE
}
