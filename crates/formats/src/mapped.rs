//! The one unsafe call of this crate: mapping a file into memory.

#![allow(unsafe_code)]

use core::ops::Deref;
use std::io;
use std::path::Path;

use gardez_io::open_regular;
use memmap2::Mmap;

/// A file mapped into memory for reading: its bytes as a slice.
///
/// Readers do not copy its bytes. A [`Stream`](gardez_io::Stream) reads a file without a promise of its caller.
///
/// ```no_run
/// use gardez_formats::{Mapped, ReadEntries, binpack};
///
/// // SAFETY: no other program writes to this file.
/// let file = unsafe { Mapped::open("test80.binpack") }?;
/// let mut reader = binpack::Reader::new(&file[..]);
/// while let Some(entry) = reader.next_entry()? {
///     println!("{} {}", entry.board, entry.score);
/// }
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Mapped(Mmap);

impl Mapped {
    /// Opens a file for reading and maps it.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be opened or mapped, or is a pipe.
    ///
    /// # Safety
    ///
    /// No program may write to the file or truncate it while it is mapped.
    pub unsafe fn open(path: impl AsRef<Path>) -> io::Result<Self> {
        let file = open_regular(path)?;
        // SAFETY: the caller promises that the bytes do not change.
        unsafe { Mmap::map(&file) }.map(Self)
    }
}

impl Deref for Mapped {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}
