//! The memory and the directory for temporary files.

use std::io;
use std::path::PathBuf;

use gardez_types::errors;

/// The memory for entries, and the directory for temporary files of entries that do not fit.
///
/// The files have no names, so nothing is left of them if the program is killed. They need 56 bytes an entry for
/// [`Shuffled`](super::Shuffled), and 96 or 104 for [`Shuffled::unique`](super::Shuffled::unique), in order or shuffled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Memory {
    /// The number of bytes. At least 256 KiB are used.
    pub bytes: usize,
    /// The directory for temporary files.
    pub directory: PathBuf,
}

impl Memory {
    /// Creates a value with this directory, such as `std::env::temp_dir()`.
    pub fn new(bytes: usize, directory: impl Into<PathBuf>) -> Self {
        Self { bytes, directory: directory.into() }
    }

    /// Returns the bytes for what threads read and make before it is put in order.
    #[cfg(all(feature = "lc0", feature = "syzygy"))] // only conversions ask
    pub(crate) fn of_threads(&self) -> usize {
        (self.bytes / 8).max(1 << 20)
    }
}

errors! {
    /// The reason entries cannot be put in another order.
    #[derive(Debug)]
    pub enum SortError {
        Disk(error: io::Error) = "disk", "cannot use a temporary file: {error}" => source error => from io::Error;
        TooManyPieces { entry: u64, found: u32 } = "too-many-pieces",
            "entry {entry} has {found} pieces, and temporary files have room for 32";
    }
}
