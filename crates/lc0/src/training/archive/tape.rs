//! A tar that is read from its beginning on: a file in which most bytes are passed, or a stream.

use std::boxed::Box;
use std::io::{self, Read};
use std::sync::Arc;
use std::vec;

use gardez_io::Positioned;

use super::header::{BLOCK, clear_length};

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

    /// Passes this many bytes of the contents of a member. Returns their number, less only at the end or at the header of
    /// another member, if it sees them.
    fn pass_contents(&mut self, length: u64) -> io::Result<u64>;

    /// Up to `length` bytes from any place on, fewer only at the end. None if only the next ones can be read, and the
    /// number of those that are left is not known.
    fn look(&mut self, at: u64, length: usize) -> io::Result<&[u8]>;

    /// Checks that the tape ends where fewer bytes were shown or passed. The error is that of the stream, if it failed there.
    fn end(&mut self) -> io::Result<()>;
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
    /// Bytes that were read, and their place in the file.
    window: Box<[u8]>,
    start: u64,
    filled: usize,
}

impl FileTape {
    pub(super) fn new(file: Arc<Positioned>, length: u64) -> Self {
        Self { file, length, at: 0, window: vec![0; WINDOW].into_boxed_slice(), start: 0, filled: 0 }
    }

    /// Up to `length` bytes from this place on. If they must be read, up to `ahead` bytes are.
    fn show(&mut self, at: u64, length: usize, ahead: usize) -> io::Result<&[u8]> {
        let left = usize::try_from(self.length.saturating_sub(at)).unwrap_or(usize::MAX);
        let length = length.min(left).min(WINDOW);
        if at < self.start || self.start + (self.filled as u64) < at + length as u64 {
            let wanted = ahead.max(length).min(left).min(WINDOW);
            (self.start, self.filled) = (at, 0);
            self.filled = self.file.read_at(at, &mut self.window[..wanted])?;
        }
        let shown = &self.window[..self.filled];
        let shown = shown.get((at - self.start) as usize..).unwrap_or_default();
        Ok(&shown[..length.min(shown.len())])
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
        self.show(self.at, length, ahead)
    }

    fn pass(&mut self, length: u64) -> io::Result<u64> {
        let passed = length.min(self.length.saturating_sub(self.at));
        self.at += passed;
        Ok(passed)
    }

    fn pass_contents(&mut self, length: u64) -> io::Result<u64> {
        self.pass(length)
    }

    fn look(&mut self, at: u64, length: usize) -> io::Result<&[u8]> {
        self.show(at, length, length)
    }

    fn end(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A stream, of which all is read.
#[derive(Debug)]
pub(super) struct StreamTape<R> {
    stream: R,
    at: u64,
    window: Window,
    /// No header begins before this byte in the contents that are passed.
    clear: u64,
    /// The error after the bytes of the window.
    error: Option<io::Error>,
}

impl<R: Read> StreamTape<R> {
    pub(super) fn new(stream: R) -> Self {
        Self { stream, at: 0, window: Window::new(), clear: 0, error: None }
    }

    /// Reads more bytes into the window, which has room. Returns false at the end or at an error.
    fn fill(&mut self) -> bool {
        while self.error.is_none() {
            match self.stream.read(&mut self.window.bytes[self.window.end..]) {
                Ok(count) => {
                    self.window.end += count;
                    return count != 0;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => self.error = Some(error),
            }
        }
        false
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
            while self.window.len() < length && self.fill() {}
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
                if !self.fill() {
                    break;
                }
            }
        }
        Ok(length - left)
    }

    fn pass_contents(&mut self, length: u64) -> io::Result<u64> {
        let mut left = length;
        while left != 0 {
            let length = left.min(self.contents()?);
            let passed = self.window.pass(length);
            if passed == 0 {
                break;
            }
            self.at += passed;
            left -= passed;
        }
        Ok(length - left)
    }

    fn look(&mut self, _: u64, _: usize) -> io::Result<&[u8]> {
        Ok(&[])
    }

    fn end(&mut self) -> io::Result<()> {
        self.error.take().map_or(Ok(()), Err)
    }
}

impl<R: Read> StreamTape<R> {
    /// The number of bytes from here on that are in the window and belong to the contents of a member: those before the
    /// next header. 0 only at a header or at the end.
    fn contents(&mut self) -> io::Result<u64> {
        if self.clear <= self.at {
            // Headers begin at whole blocks.
            let aligned = (self.at.next_multiple_of(BLOCK as u64) - self.at) as usize;
            let available = self.peek(aligned + BLOCK, WINDOW)?.len();
            let length = match self.window.front(WINDOW).get(aligned..) {
                Some(bytes) if aligned + BLOCK <= available => aligned + clear_length(bytes),
                _ => available,
            };
            self.clear = self.at + length as u64;
        }
        Ok(self.clear - self.at)
    }

    /// Reads some bytes of the contents of a member and passes them. None are left at the end and at a header.
    pub(super) fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = usize::try_from(self.contents()?).unwrap_or(usize::MAX).min(buffer.len());
        let bytes = self.window.front(length);
        let length = bytes.len();
        buffer[..length].copy_from_slice(bytes);
        self.at += self.window.pass(length as u64);
        Ok(length)
    }
}
