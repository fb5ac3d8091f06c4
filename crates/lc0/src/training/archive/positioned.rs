//! A file that several threads can read at different places.

use std::fs::File;
use std::io::{self, Read};
use std::sync::Arc;

/// A file without a place of its own, or, on other systems than Unix and Windows, a file that one thread reads at a time.
#[derive(Debug)]
pub(super) struct Positioned {
    #[cfg(any(unix, windows))]
    file: File,
    #[cfg(not(any(unix, windows)))]
    file: std::sync::Mutex<File>,
}

impl Positioned {
    pub(super) fn new(file: File) -> Self {
        #[cfg(not(any(unix, windows)))]
        let file = std::sync::Mutex::new(file);
        Self { file }
    }

    /// Reads bytes from this place on. Returns their number, less than asked for only at the end of the file.
    pub(super) fn read_at(&self, at: u64, bytes: &mut [u8]) -> io::Result<usize> {
        let mut filled = 0;
        while filled < bytes.len() {
            match self.read_some(at.saturating_add(filled as u64), &mut bytes[filled..]) {
                Ok(0) => break,
                Ok(count) => filled += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(filled)
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
        use std::io::{Seek, SeekFrom};
        let mut file = self.file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        file.seek(SeekFrom::Start(at))?;
        file.read(bytes)
    }
}

/// A part of a file, as a stream.
#[derive(Debug)]
pub(super) struct Section {
    file: Arc<Positioned>,
    at: u64,
    end: u64,
}

impl Section {
    pub(super) fn new(file: Arc<Positioned>, at: u64, length: u64) -> Self {
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
