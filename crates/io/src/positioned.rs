//! A file that is read at any place.

use std::fs::File;
use std::io::{self, Read};
use std::sync::Arc;

use crate::stream::uninterrupted;

/// A file that several threads can read at different places, one at a time on systems other than Unix and Windows.
#[derive(Debug)]
#[cfg_attr(docsrs, doc(cfg(feature = "std")))]
pub struct Positioned {
    #[cfg(any(unix, windows))]
    file: File,
    #[cfg(not(any(unix, windows)))]
    file: std::sync::Mutex<File>,
}

impl Positioned {
    /// Reads this file at any place.
    pub fn new(file: File) -> Self {
        #[cfg(not(any(unix, windows)))]
        let file = std::sync::Mutex::new(file);
        Self { file }
    }

    /// Reads bytes from this place on. Returns their number, which is less than asked for only at the end of the file.
    ///
    /// # Errors
    ///
    /// Returns the error of the file, if there is one.
    pub fn read_at(&self, at: u64, bytes: &mut [u8]) -> io::Result<usize> {
        let mut filled = 0;
        while filled < bytes.len() {
            match uninterrupted(|| self.read_some(at.saturating_add(filled as u64), &mut bytes[filled..]))? {
                0 => break,
                count => filled += count,
            }
        }
        Ok(filled)
    }

    /// Fills `bytes` from this place on.
    ///
    /// # Errors
    ///
    /// Returns the error of the file, or [`io::ErrorKind::UnexpectedEof`] if it ends before.
    pub fn read_exact_at(&self, at: u64, bytes: &mut [u8]) -> io::Result<()> {
        if self.read_at(at, bytes)? == bytes.len() { Ok(()) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
    }

    #[cfg(unix)]
    fn read_some(&self, at: u64, bytes: &mut [u8]) -> io::Result<usize> {
        std::os::unix::fs::FileExt::read_at(&self.file, bytes, at)
    }

    #[cfg(windows)]
    fn read_some(&self, at: u64, bytes: &mut [u8]) -> io::Result<usize> {
        std::os::windows::fs::FileExt::seek_read(&self.file, bytes, at)
    }

    #[cfg(not(any(unix, windows)))]
    fn read_some(&self, at: u64, bytes: &mut [u8]) -> io::Result<usize> {
        use std::io::{Read, Seek, SeekFrom};
        let mut file = self.file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        file.seek(SeekFrom::Start(at))?;
        file.read(bytes)
    }
}

/// A part of a file, as a stream.
#[derive(Debug)]
#[cfg_attr(docsrs, doc(cfg(feature = "std")))]
pub struct Section {
    file: Arc<Positioned>,
    at: u64,
    end: u64,
}

impl Section {
    /// Reads this many bytes of a file, from a place on.
    pub const fn new(file: Arc<Positioned>, at: u64, length: u64) -> Self {
        Self { file, at, end: at.saturating_add(length) }
    }
}

impl Read for Section {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = usize::try_from(self.end - self.at).unwrap_or(usize::MAX).min(buffer.len());
        let read = self.file.read_at(self.at, &mut buffer[..length])?;
        self.at += read as u64;
        Ok(read)
    }
}
