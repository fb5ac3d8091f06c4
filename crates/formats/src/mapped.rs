//! The one unsafe call of this crate: mapping a file into memory.

// A mapped file is a slice, so readers use its bytes where they are, without a copy.
#![allow(unsafe_code)]

use core::ops::Deref;
use std::fs::File;
use std::io;
use std::path::Path;

use memmap2::Mmap;

/// A file mapped into memory for reading: its bytes as a slice.
///
/// If another program truncates the file while it is mapped, reading the missing part ends this program with a signal. Use
/// a [`Stream`](crate::source::Stream) if that can happen.
///
/// ```no_run
/// use gardez_formats::{Mapped, ReadEntries, binpack};
///
/// let file = Mapped::open("test80.binpack")?;
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
    /// Returns an error if the file cannot be opened or mapped.
    pub fn open(path: impl AsRef<Path>) -> io::Result<Self> {
        let file = File::open(path)?;
        // SAFETY: the mapped memory is read only as bytes, of which every value is valid, and readers check every number that
        // they make of them before they use it as an index. The docs of this type warn of a file that is truncated.
        unsafe { Mmap::map(&file) }.map(Self)
    }
}

impl Deref for Mapped {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}
