//! Files and memory that are read at any place.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read};
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::path::Path;
use std::sync::Arc;

use crate::stream::uninterrupted;

/// A file, or bytes in memory, for several threads; on systems other than Unix and Windows, they read one at a time.
pub struct Positioned(Kind);

enum Kind {
    #[cfg(any(unix, windows))]
    File(File),
    #[cfg(not(any(unix, windows)))]
    File(std::sync::Mutex<File>),
    Memory(Arc<dyn AsRef<[u8]> + Send + Sync>),
}

// Bytes in memory do not change.
impl UnwindSafe for Positioned {}
impl RefUnwindSafe for Positioned {}

impl Positioned {
    /// Reads this file at any place.
    pub fn new(file: File) -> Self {
        #[cfg(not(any(unix, windows)))]
        let file = std::sync::Mutex::new(file);
        Self(Kind::File(file))
    }

    /// Reads these bytes at any place.
    pub const fn from_memory(bytes: Arc<dyn AsRef<[u8]> + Send + Sync>) -> Self {
        Self(Kind::Memory(bytes))
    }

    /// Returns the number of bytes.
    ///
    /// # Errors
    ///
    /// Returns the error of the file, if there is one.
    pub fn length(&self) -> io::Result<u64> {
        let metadata = match &self.0 {
            #[cfg(any(unix, windows))]
            Kind::File(file) => file.metadata(),
            #[cfg(not(any(unix, windows)))]
            Kind::File(file) => file.lock().unwrap_or_else(std::sync::PoisonError::into_inner).metadata(),
            Kind::Memory(bytes) => return Ok((**bytes).as_ref().len() as u64),
        };
        Ok(metadata?.len())
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

    fn read_some(&self, at: u64, bytes: &mut [u8]) -> io::Result<usize> {
        match &self.0 {
            #[cfg(unix)]
            Kind::File(file) => std::os::unix::fs::FileExt::read_at(file, bytes, at),
            #[cfg(windows)]
            Kind::File(file) => std::os::windows::fs::FileExt::seek_read(file, bytes, at),
            #[cfg(not(any(unix, windows)))]
            Kind::File(file) => {
                use std::io::{Seek, SeekFrom};
                let mut file = file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                file.seek(SeekFrom::Start(at))?;
                file.read(bytes)
            }
            Kind::Memory(memory) => {
                let memory = (**memory).as_ref();
                let mut rest = &memory[usize::try_from(at).map_or(memory.len(), |at| at.min(memory.len()))..];
                rest.read(bytes)
            }
        }
    }
}

impl fmt::Debug for Positioned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Positioned").finish_non_exhaustive()
    }
}

/// A part of a file, as a stream.
#[derive(Debug)]
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

/// Opens a file that is read at any place, or more than once.
///
/// # Errors
///
/// Returns the error of the system if the file cannot be opened. A pipe or a device is an error of the kind
/// [`NotSeekable`](io::ErrorKind::NotSeekable), because opening a pipe may wait for ever.
pub fn open_regular(path: impl AsRef<Path>) -> io::Result<File> {
    let metadata = fs::metadata(&path)?;
    if metadata.is_file() {
        File::open(path)
    } else if metadata.is_dir() {
        Err(io::ErrorKind::IsADirectory.into())
    } else {
        Err(io::Error::new(io::ErrorKind::NotSeekable, "not a regular file"))
    }
}
