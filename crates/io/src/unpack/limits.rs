//! The format of a stream, bounds on what it may require, and its errors.

use gardez_types::errors;

use crate::foreign::{GZIP, ZSTANDARD};

/// Bounds on the memory and the work that a compressed stream may require.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct DecompressLimits {
    /// Bytes in the window of a Zstandard frame: how far back the frame may refer. By default 128 MiB, as in the program
    /// `zstd`; never more than 2 GiB, and 1 GiB on 32 bits. The window of gzip is 32 KiB.
    pub window: u64,
    /// The greatest number of bytes unpacked from each byte of the stream so far, after the first MiB. By default 32,768,
    /// which no valid Zstandard stream exceeds. No gzip stream exceeds 1,032.
    pub growth: u64,
    /// The greatest number of bytes that may be unpacked. By default unlimited.
    pub length: u64,
}

impl Default for DecompressLimits {
    fn default() -> Self {
        Self { window: 128 << 20, growth: 32_768, length: u64::MAX }
    }
}

impl DecompressLimits {
    /// Sets the number of bytes in the window of a Zstandard frame.
    #[must_use]
    pub const fn with_window(mut self, bytes: u64) -> Self {
        self.window = bytes;
        self
    }

    /// Sets the number of bytes that may be unpacked from each byte of the stream.
    #[must_use]
    pub const fn with_growth(mut self, bytes: u64) -> Self {
        self.growth = bytes;
        self
    }

    /// Sets the number of bytes that may be unpacked.
    #[must_use]
    pub const fn with_length(mut self, bytes: u64) -> Self {
        self.length = bytes;
        self
    }
}

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
    /// Returns the format of a stream by its first bytes, of which four are enough, or `None` if it is not compressed.
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

pub(crate) fn is_skippable(front: &[u8]) -> bool {
    front.len() >= 4 && front[0] & 0xf0 == 0x50 && front[1..4] == SKIPPABLE
}

errors! {
    /// An error in a compressed stream. It is the inner error of an
    /// [`io::Error`](std::io::Error).
    ///
    /// ```
    /// # #[cfg(feature = "gzip")] {
    /// use std::io::Read;
    ///
    /// use gardez_io::{DecompressError, DecompressErrorKind, decompress};
    ///
    /// let mut reader = decompress(&[0x1f, 0x8b, 8, 0][..])?;
    /// let error = reader.read(&mut [0; 100]).expect_err("the header is cut");
    /// let inner = error.get_ref().and_then(|inner| inner.downcast_ref::<DecompressError>()).expect("it has a kind");
    /// assert_eq!((inner.kind, inner.offset), (DecompressErrorKind::Cut, 4));
    /// # }
    /// # Ok::<_, std::io::Error>(())
    /// ```
    #[derive(Clone, PartialEq, Eq, Debug)]
    #[non_exhaustive]
    pub struct DecompressError {
        /// The kind of the error.
        pub kind: DecompressErrorKind,
        /// The number of bytes of the compressed stream that were read before the error was found.
        pub offset: u64,
    } = kind, "{kind}, at byte {offset}";
}

errors! {
    /// The kind of an error in a compressed stream.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum DecompressErrorKind {
        Cut = "cut", "the compressed stream is cut";
        Trailing = "trailing", "other bytes after the compressed stream";
        /// The bytes are not what the format allows; the text says which part of it.
        Corrupt(part: &'static str) = "corrupt", "damaged compressed stream: {part}";
        Checksum = "checksum", "the unpacked bytes do not have the stated checksum or length";
        Dictionary { id: u32 } = "dictionary", "the compressed stream needs dictionary {id}";
        /// A Zstandard frame requires a larger window than the [limit](crate::DecompressLimits::window).
        Window { required: u64, limit: u64 } = "window",
            "the compressed stream requires a window of {required} bytes, but the limit is {limit}";
        /// More was unpacked from each byte than the [limit](crate::DecompressLimits::growth) allows.
        Growth { unpacked: u64, limit: u64 } = "growth",
            "unpacked {unpacked} bytes, more than {limit} for each byte of the compressed stream";
        /// More was unpacked than the [limit](crate::DecompressLimits::length) allows.
        Length { limit: u64 } = "length", "the compressed stream unpacks to more than {limit} bytes";
    }
}
