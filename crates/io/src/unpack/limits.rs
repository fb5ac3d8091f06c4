//! Bounds on what a compressed stream may require.

/// Bounds on the memory and the work that a compressed stream may require.
///
/// ```
/// use gardez_io::{DecompressLimits, decompress_with};
///
/// let limits = DecompressLimits::default().with_window(8 << 20).with_growth(1000);
/// let reader = decompress_with(&b"1. e4 *"[..], limits)?;
/// # let _ = reader;
/// # Ok::<_, std::io::Error>(())
/// ```
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
