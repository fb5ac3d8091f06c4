//! A book file mapped into memory.
//!
//! Mapping needs `unsafe` because another program can change the file at any time.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;

use memmap2::Mmap;

use crate::polyglot::Book;

/// The bytes of a file that is mapped into memory.
#[cfg_attr(docsrs, doc(cfg(feature = "mmap")))]
#[derive(Debug)]
pub struct MappedBytes(Mmap);

impl AsRef<[u8]> for MappedBytes {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// A book in a file that is mapped into memory: opening takes no time, and only the parts in use are read.
#[cfg_attr(docsrs, doc(cfg(feature = "mmap")))]
pub type MappedBook = Book<MappedBytes>;

impl MappedBook {
    /// Maps a file that is open for reading.
    ///
    /// The file must not be changed or truncated while the book is in use. Otherwise the operating system may stop the
    /// program, or the book may return moves that are in neither version of the file.
    ///
    /// # Errors
    ///
    /// If the file cannot be mapped, or its length is not a multiple of 16.
    pub fn map(file: &File) -> io::Result<Self> {
        // SAFETY: the map is read-only and read as plain bytes, so any content is valid. The documentation above
        // requires the caller to leave the file unchanged, as every program that maps a file must.
        let map = unsafe { Mmap::map(file)? };
        Self::new(MappedBytes(map)).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
    }
}
