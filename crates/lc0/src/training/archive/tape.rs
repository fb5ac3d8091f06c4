//! A tar that is read from its beginning on: a file in which most bytes are passed, or a stream.

use std::boxed::Box;
use std::io::{self, Read};
use std::sync::Arc;
use std::vec;

use super::positioned::Positioned;

/// Bytes in a row, some of which are looked at.
pub(super) trait Tape {
    /// The bytes passed so far.
    fn at(&self) -> u64;

    /// The bytes up to the end, if their number is known.
    fn left(&self) -> Option<u64>;

    /// Up to `length` bytes from here, fewer only at the end. `ahead` is the number of bytes that are useful to read at
    /// once if more must be read.
    fn peek(&mut self, length: usize, ahead: usize) -> io::Result<&[u8]>;

    /// Passes this many bytes. Returns their number, less only at the end.
    fn pass(&mut self, length: u64) -> io::Result<u64>;
}

/// The largest number of bytes that is looked at once.
pub(super) const WINDOW: usize = 1 << 16;

/// Some bytes of a tape.
#[derive(Debug)]
struct Window {
    bytes: Box<[u8]>,
    start: usize,
    end: usize,
}

impl Window {
    fn new() -> Self {
        Self { bytes: vec![0; WINDOW].into_boxed_slice(), start: 0, end: 0 }
    }

    const fn len(&self) -> usize {
        self.end - self.start
    }

    /// Moves the bytes to the front, so that there is room after them.
    fn compact(&mut self) {
        self.bytes.copy_within(self.start..self.end, 0);
        (self.start, self.end) = (0, self.len());
    }

    /// The first bytes, at most this many.
    fn front(&self, length: usize) -> &[u8] {
        &self.bytes[self.start..self.end][..length.min(self.len())]
    }

    /// Passes at most this many bytes, and returns their number.
    fn pass(&mut self, length: u64) -> u64 {
        let passed = self.len().min(usize::try_from(length).unwrap_or(usize::MAX));
        self.start += passed;
        passed as u64
    }
}

/// A file, of which only what is looked at is read.
#[derive(Debug)]
pub(super) struct FileTape {
    file: Arc<Positioned>,
    length: u64,
    at: u64,
    window: Window,
}

impl FileTape {
    pub(super) fn new(file: Arc<Positioned>, length: u64) -> Self {
        Self { file, length, at: 0, window: Window::new() }
    }
}

impl Tape for FileTape {
    fn at(&self) -> u64 {
        self.at
    }

    fn left(&self) -> Option<u64> {
        Some(self.length.saturating_sub(self.at))
    }

    fn peek(&mut self, length: usize, ahead: usize) -> io::Result<&[u8]> {
        if self.window.len() < length {
            self.window.compact();
            let (at, filled) = (self.at + self.window.len() as u64, self.window.len());
            let left = usize::try_from(self.length.saturating_sub(at)).unwrap_or(usize::MAX);
            let wanted = (ahead.max(length) - filled).min(left);
            self.window.end += self.file.read_at(at, &mut self.window.bytes[filled..filled + wanted])?;
        }
        Ok(self.window.front(length))
    }

    fn pass(&mut self, length: u64) -> io::Result<u64> {
        let passed = length.min(self.length.saturating_sub(self.at));
        self.window.pass(length);
        self.at += passed;
        Ok(passed)
    }
}

/// A stream, of which all is read.
#[derive(Debug)]
pub(super) struct StreamTape<R> {
    stream: R,
    at: u64,
    window: Window,
}

impl<R: Read> StreamTape<R> {
    pub(super) fn new(stream: R) -> Self {
        Self { stream, at: 0, window: Window::new() }
    }

    /// Reads more bytes into the window, which has room. Returns false at the end.
    fn fill(&mut self) -> io::Result<bool> {
        loop {
            match self.stream.read(&mut self.window.bytes[self.window.end..]) {
                Ok(count) => {
                    self.window.end += count;
                    return Ok(count != 0);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}

impl<R: Read> Tape for StreamTape<R> {
    fn at(&self) -> u64 {
        self.at
    }

    fn left(&self) -> Option<u64> {
        None
    }

    fn peek(&mut self, length: usize, _: usize) -> io::Result<&[u8]> {
        if self.window.len() < length {
            self.window.compact();
            while self.window.len() < length && self.fill()? {}
        }
        Ok(self.window.front(length))
    }

    fn pass(&mut self, length: u64) -> io::Result<u64> {
        let mut left = length;
        while left != 0 {
            let passed = self.window.pass(left);
            self.at += passed;
            left -= passed;
            if left != 0 {
                self.window.compact();
                if !self.fill()? {
                    break;
                }
            }
        }
        Ok(length - left)
    }
}

impl<R: Read> StreamTape<R> {
    /// Reads some bytes and passes them.
    pub(super) fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.window.len() == 0 {
            self.window.compact();
            self.fill()?;
        }
        let bytes = self.window.front(buffer.len());
        let length = bytes.len();
        buffer[..length].copy_from_slice(bytes);
        self.at += self.window.pass(length as u64);
        Ok(length)
    }
}
