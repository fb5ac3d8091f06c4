//! A book file mapped into memory, the only way to open a book of any size at once and without memory of its own.
//!
//! Mapping needs `unsafe` because another program can change the file at any time.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;

use memmap2::Mmap;

use crate::polyglot::Book;

/// The bytes of a file that is mapped into memory.
#[derive(Debug)]
pub struct MappedBytes(Mmap);

impl AsRef<[u8]> for MappedBytes {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// A book in a file that is mapped into memory: opening takes no time, and only used parts are read.
pub type MappedBook = Book<MappedBytes>;

impl MappedBook {
    /// Maps a file that is open for reading. [`Book::new`] with the bytes of a file is safe.
    ///
    /// # Safety
    ///
    /// While the book exists, no program may cut the file or write to it.
    ///
    /// **On Unix, a file that is cut while it is mapped ends the process**: reading past the new end raises the signal
    /// SIGBUS. If bytes change while they are read, the behavior is undefined.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be mapped, or its length is not a multiple of 16.
    pub unsafe fn map(file: &File) -> io::Result<Self> {
        // SAFETY: the map is read-only. The language promises nothing about memory that another program changes or
        // takes away while it is borrowed; the caller promises that no program does (see `# Safety`).
        let map = unsafe { Mmap::map(file)? };
        Self::new(MappedBytes(map)).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
    }
}
