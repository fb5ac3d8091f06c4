//! A tar that is read from its beginning on: a file in which most bytes are passed, or a stream.

use std::io::{self, Read};
use std::sync::Arc;

use super::header::{BLOCK, clear_length};
use crate::input::Input;
use crate::positioned::Positioned;
use crate::stream::Stream;

/// The bytes of a [`Tar`](crate::tar::Tar). Only [`FileTape`] and [`StreamTape`] implement it.
pub trait Tape: sealed::Sealed {
    #[doc(hidden)]
    fn at(&self) -> u64;

    #[doc(hidden)]
    fn left(&self) -> Option<u64>;

    /// Returns up to `length` bytes from here, fewer only at the end. `ahead` is the number of bytes that are useful to
    /// read at once if more must be read.
    #[doc(hidden)]
    fn peek(&mut self, length: usize, ahead: usize) -> io::Result<&[u8]>;

    #[doc(hidden)]
    fn pass(&mut self, length: u64) -> io::Result<u64>;

    /// Passes this many bytes of a member. Returns their number, less only at the end or at another member's header.
    #[doc(hidden)]
    fn pass_contents(&mut self, length: u64) -> io::Result<u64>;

    /// Returns up to `length` bytes from any place on, fewer only at the end. None if only the next ones can be read,
    /// and the number of those that are left is not known.
    #[doc(hidden)]
    fn look(&mut self, at: u64, length: usize) -> io::Result<&[u8]>;

    /// Checks that the tape ends where fewer bytes were shown or passed. The error comes from the stream if it failed.
    #[doc(hidden)]
    fn end(&mut self) -> io::Result<()>;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::FileTape {}
    impl<R> Sealed for super::StreamTape<R> {}
}

pub(super) const WINDOW: usize = 1 << 16;

/// A file, of which only what is looked at is read.
#[derive(Debug)]
pub struct FileTape {
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

    /// Returns up to `length` bytes from this place on. If they must be read, up to `ahead` bytes are.
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
pub struct StreamTape<R> {
    stream: Stream<R>,
    at: u64,
    /// No header begins before this byte in the contents that are passed.
    clear: u64,
}

impl<R: Read> Tape for StreamTape<R> {
    fn at(&self) -> u64 {
        self.at
    }

    fn left(&self) -> Option<u64> {
        None
    }

    fn peek(&mut self, length: usize, _: usize) -> io::Result<&[u8]> {
        Ok(self.stream.front(length))
    }

    fn pass(&mut self, length: u64) -> io::Result<u64> {
        let mut left = length;
        while left != 0 {
            let shown = self.stream.peek(1).len();
            if shown == 0 {
                break;
            }
            left -= self.consume(shown, left);
        }
        Ok(length - left)
    }

    fn pass_contents(&mut self, length: u64) -> io::Result<u64> {
        let mut left = length;
        while left != 0 {
            let clear = self.contents();
            if clear == 0 {
                break;
            }
            left -= self.consume(clear, left);
        }
        Ok(length - left)
    }

    fn look(&mut self, _: u64, _: usize) -> io::Result<&[u8]> {
        Ok(&[])
    }

    fn end(&mut self) -> io::Result<()> {
        self.stream.end()
    }
}

impl<R: Read> StreamTape<R> {
    pub(super) const fn new(stream: R) -> Self {
        Self { stream: Stream::new(stream), at: 0, clear: 0 }
    }

    /// Passes bytes that are shown, at most `most`. Returns their number.
    fn consume(&mut self, shown: usize, most: u64) -> u64 {
        let count = shown.min(usize::try_from(most).unwrap_or(usize::MAX));
        self.stream.consume(count);
        self.at += count as u64;
        count as u64
    }

    /// Returns the number of bytes from here on that are shown and precede the next header. 0 only there or at the end.
    fn contents(&mut self) -> usize {
        if self.clear <= self.at {
            // Headers begin at whole blocks.
            let aligned = (self.at.next_multiple_of(BLOCK as u64) - self.at) as usize;
            let shown = self.stream.peek(aligned + BLOCK);
            let length =
                if shown.len() < aligned + BLOCK { shown.len() } else { aligned + clear_length(&shown[aligned..]) };
            self.clear = self.at + length as u64;
        }
        self.stream.buffered().len().min(usize::try_from(self.clear - self.at).unwrap_or(usize::MAX))
    }

    /// Reads some bytes of the contents of a member and passes them. None are left at the end and at a header.
    pub(super) fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.contents().min(buffer.len());
        buffer[..length].copy_from_slice(&self.stream.buffered()[..length]);
        self.consume(length, u64::MAX);
        Ok(length)
    }
}
