//! A file that several threads can read at different places.

use std::fs::File;
use std::io;

/// A file without a place of its own, or, on other systems than Unix and Windows, a file that one thread reads at a time.
pub(super) struct Positioned {
    #[cfg(any(unix, windows))]
    file: File,
    #[cfg(not(any(unix, windows)))]
    file: std::sync::Mutex<File>,
}

impl Positioned {
    #[cfg(any(unix, windows))]
    pub(super) fn new(file: File) -> Self {
        Self { file }
    }

    #[cfg(not(any(unix, windows)))]
    pub(super) fn new(file: File) -> Self {
        Self { file: std::sync::Mutex::new(file) }
    }

    /// Fills `bytes` with the bytes from `at` on. If the file ends before, the error is an unexpected end.
    #[cfg(unix)]
    pub(super) fn read(&self, at: u64, bytes: &mut [u8]) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(&self.file, bytes, at)
    }

    /// Fills `bytes` with the bytes from `at` on. If the file ends before, the error is an unexpected end.
    #[cfg(windows)]
    pub(super) fn read(&self, mut at: u64, mut bytes: &mut [u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            match std::os::windows::fs::FileExt::seek_read(&self.file, bytes, at) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(count) => {
                    at += count as u64;
                    bytes = &mut bytes[count..];
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Fills `bytes` with the bytes from `at` on. If the file ends before, the error is an unexpected end.
    #[cfg(not(any(unix, windows)))]
    pub(super) fn read(&self, at: u64, bytes: &mut [u8]) -> io::Result<()> {
        use std::io::{Read, Seek, SeekFrom};
        let mut file = self.file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        file.seek(SeekFrom::Start(at))?;
        file.read_exact(bytes)
    }
}
