//! A book that the system maps into memory.
//!
//! Mapping needs `unsafe` because nothing keeps another program from changing the file meanwhile.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;

use memmap2::Mmap;

use super::Book;

/// A book in a file that is mapped into memory: opened at once, and read only where it is looked at.
pub type MappedBook = Book<Mmap>;

impl MappedBook {
    /// Maps a file that has been opened for reading.
    ///
    /// The file must not be made shorter or be changed while the book is in use: then the system may end the program, or
    /// moves may be found that are in neither version.
    ///
    /// # Errors
    ///
    /// If the file cannot be mapped, or its length is no multiple of 16.
    pub fn map(file: &File) -> io::Result<Self> {
        // SAFETY: the map is read-only and read as plain bytes, so any content is valid; that the file does not change
        // is the duty that the documentation lays on the caller, as every program that maps a book has it.
        let map = unsafe { Mmap::map(file)? };
        Self::new(map).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
    }
}
