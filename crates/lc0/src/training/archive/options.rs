//! The settings for reading archives.

use gardez_io::DecompressLimits;

/// The settings for reading archives.
///
/// ```
/// use gardez_lc0::training::ArchiveOptions;
///
/// let options = ArchiveOptions::default().with_longest_chunk(16 << 20);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ArchiveOptions {
    limits: DecompressLimits,
    longest_chunk: u64,
}

impl Default for ArchiveOptions {
    /// Limits the window of Zstandard to 8 MiB in a chunk, and a chunk in memory to 64 MiB: 8,000 records.
    fn default() -> Self {
        let limits = DecompressLimits::default().with_window(8 << 20);
        Self { limits, longest_chunk: 64 << 20 }
    }
}

impl ArchiveOptions {
    /// Sets the limits for unpacking a chunk. A compressed tar may need a larger window, up to 128 MiB.
    #[must_use]
    pub const fn with_limits(mut self, limits: DecompressLimits) -> Self {
        self.limits = limits;
        self
    }

    /// Sets the greatest size of an unpacked chunk in memory.
    #[must_use]
    pub const fn with_longest_chunk(mut self, bytes: u64) -> Self {
        self.longest_chunk = bytes;
        self
    }

    pub(super) const fn limits(&self) -> DecompressLimits {
        self.limits
    }

    pub(super) const fn stream_limits(&self) -> DecompressLimits {
        let window = if self.limits.window < WINDOW { WINDOW } else { self.limits.window };
        self.limits.with_window(window)
    }

    pub(super) const fn longest_chunk(&self) -> u64 {
        self.longest_chunk
    }
}

/// The largest window of the program `zstd` by default.
const WINDOW: u64 = 128 << 20;
