//! A file that is read at any place.

use std::fs::File;
use std::io::{self, Read};
use std::sync::Arc;
use std::vec::Vec;

use crate::input::Input;

/// The bytes by which a buffer grows at least.
const STEP: usize = 1 << 16;

/// A file that several threads can read at different places.
///
/// It has no place of its own. On systems other than Unix and Windows, one thread reads at a time.
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
            match self.read_some(at.saturating_add(filled as u64), &mut bytes[filled..]) {
                Ok(0) => break,
                Ok(count) => filled += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
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

/// A part of a file: an [`Input`] that reads no byte that is not asked for and jumps over what is skipped, and a stream.
///
/// ```
/// use std::io::Write;
/// use std::sync::Arc;
///
/// use gardez_io::{Input, Positioned, Section};
///
/// # let path = std::env::temp_dir().join(format!("gardez-io-section-{}", std::process::id()));
/// std::fs::File::create(&path)?.write_all(b"header, body, end")?;
/// let file = Arc::new(Positioned::new(std::fs::File::open(&path)?));
/// # std::fs::remove_file(&path)?;
/// let mut body = Section::new(file, 8, 4);
/// assert_eq!(body.peek(2), b"bo");
/// body.skip(3);
/// assert_eq!(body.peek(10), b"y");
/// # Ok::<_, std::io::Error>(())
/// ```
#[derive(Debug)]
#[cfg_attr(docsrs, doc(cfg(feature = "std")))]
pub struct Section {
    file: Arc<Positioned>,
    /// The place of the first byte that is not consumed.
    at: u64,
    end: u64,
    buffer: Vec<u8>,
    /// The bytes of the buffer that are consumed.
    start: usize,
    /// The error after the bytes of the buffer.
    error: Option<io::Error>,
}

impl Section {
    /// Reads this many bytes of a file, from a place on.
    pub const fn new(file: Arc<Positioned>, at: u64, length: u64) -> Self {
        Self { file, at, end: at.saturating_add(length), buffer: Vec::new(), start: 0, error: None }
    }
}

impl Input for Section {
    fn buffered(&self) -> &[u8] {
        &self.buffer[self.start..]
    }

    fn peek(&mut self, wanted: usize) -> &[u8] {
        let left = usize::try_from(self.end - self.at).unwrap_or(usize::MAX);
        let (wanted, shown) = (wanted.min(left), self.buffered().len());
        if shown < wanted && self.error.is_none() {
            self.buffer.drain(..self.start);
            self.start = 0;
            // At most doubled, so that a number from the file does not decide how much is allocated.
            while self.buffer.len() < wanted {
                let filled = self.buffer.len();
                self.buffer.resize(wanted.min((2 * filled).max(STEP)), 0);
                let read = self.file.read_at(self.at + filled as u64, &mut self.buffer[filled..]);
                self.buffer.truncate(filled + *read.as_ref().unwrap_or(&0));
                match read {
                    Ok(0) => self.end = self.at + filled as u64,
                    Ok(_) => continue,
                    Err(error) => self.error = Some(error),
                }
                break;
            }
        }
        &self.buffer[self.start..]
    }

    fn consume(&mut self, count: usize) {
        assert!(count <= self.buffered().len(), "only shown bytes are consumed");
        self.start += count;
        self.at += count as u64;
    }

    fn end(&mut self) -> io::Result<()> {
        self.error.take().map_or(Ok(()), Err)
    }

    fn skip(&mut self, count: u64) -> u64 {
        let skipped = count.min(self.end - self.at);
        let shown = self.buffered().len().min(usize::try_from(skipped).unwrap_or(usize::MAX));
        self.start += shown;
        self.at += skipped;
        skipped
    }

    fn left(&self) -> Option<u64> {
        Some(self.end - self.at)
    }
}

/// Yields what is buffered, and then reads on.
impl Read for Section {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let shown = self.buffered();
        if !shown.is_empty() {
            let count = shown.len().min(bytes.len());
            bytes[..count].copy_from_slice(&shown[..count]);
            self.consume(count);
            return Ok(count);
        }
        self.end()?;
        let length = usize::try_from(self.end - self.at).unwrap_or(usize::MAX).min(bytes.len());
        let read = self.file.read_at(self.at, &mut bytes[..length])?;
        self.at += read as u64;
        Ok(read)
    }
}
