//! A stream with a buffer.

use std::io::{self, Read};
use std::vec::Vec;

use crate::input::Input;

/// The least room for a read. Twice as much stays in the cache next to the CPU.
const STEP: usize = 16 << 10;

pub(crate) fn uninterrupted(mut read: impl FnMut() -> io::Result<usize>) -> io::Result<usize> {
    loop {
        match read() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}

/// An [`Input`] over anything that implements `Read`, with a buffer of its own.
///
/// The buffer grows in proportion to the bytes that have arrived. It reads ahead: the stream may have yielded more bytes
/// than were consumed. Bytes that were peeked at can also be read; large reads are not copied into the buffer.
///
/// ```
/// use gardez_io::{Input, Stream};
///
/// let mut stream = Stream::new(&b"BINP..."[..]);
/// assert_eq!(stream.peek(4).first_chunk(), Some(b"BINP"));
/// stream.consume(4);
/// assert_eq!(stream.peek(1 << 40), b"...");
/// stream.end()?;
/// # Ok::<_, std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Stream<R> {
    inner: R,
    buffer: Vec<u8>,
    /// The bytes of the buffer that have arrived and are not consumed.
    start: usize,
    end: usize,
    is_over: bool,
    error: Option<io::Error>,
}

impl<R> Stream<R> {
    /// Creates an input over the bytes of this stream, without allocating.
    pub const fn new(inner: R) -> Self {
        Self { inner, buffer: Vec::new(), start: 0, end: 0, is_over: false, error: None }
    }

    /// Returns the stream, of which bytes may have been read ahead.
    pub const fn inner(&self) -> &R {
        &self.inner
    }

    /// Returns the stream without the bytes that were read ahead.
    pub fn into_inner(self) -> R {
        self.inner
    }

    /// Makes room after the bytes. They are moved only if fewer are left than were consumed, so reading takes linear time.
    fn make_room(&mut self) {
        if STEP <= self.buffer.len() - self.end {
            return;
        }
        if self.end - self.start <= self.start {
            self.buffer.copy_within(self.start..self.end, 0);
            (self.start, self.end) = (0, self.end - self.start);
        }
        if self.buffer.len() - self.end < STEP {
            self.buffer.resize((2 * self.buffer.len()).max(2 * STEP), 0);
        }
    }
}

impl<R: Read> Stream<R> {
    /// Reads until `wanted` bytes are there, or until the stream ends or fails.
    #[cold]
    fn fill(&mut self, wanted: usize) {
        while self.end - self.start < wanted && !self.is_over && self.error.is_none() {
            self.make_room();
            let room = self.buffer.len() - self.end;
            // What is asked for again and again is not cut, because a part of it would have to be moved.
            let cut = (self.end - self.start + room) % wanted;
            let room = if cut < room { room - cut } else { room };
            match uninterrupted(|| self.inner.read(&mut self.buffer[self.end..self.end + room])) {
                Ok(0) => self.is_over = true,
                // A stream that reports more than it was asked for has not written it.
                Ok(count) => self.end += count.min(room),
                Err(error) => self.error = Some(error),
            }
        }
    }
}

impl<R: Read> Input for Stream<R> {
    #[inline]
    fn buffered(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    #[inline]
    fn peek(&mut self, wanted: usize) -> &[u8] {
        if self.end - self.start < wanted {
            self.fill(wanted);
        }
        &self.buffer[self.start..self.end]
    }

    #[inline]
    fn consume(&mut self, count: usize) {
        assert!(count <= self.end - self.start, "only shown bytes are consumed");
        self.start += count;
    }

    fn end(&mut self) -> io::Result<()> {
        self.error.take().map_or(Ok(()), Err)
    }

    fn is_waiting(&self) -> bool {
        self.error.as_ref().is_some_and(|error| error.kind() == io::ErrorKind::WouldBlock)
    }
}

impl<R: Read> Read for Stream<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.start == self.end && !self.is_over && self.error.is_none() && STEP <= buffer.len() {
            return uninterrupted(|| self.inner.read(buffer));
        }
        let shown = self.peek(buffer.len().min(1));
        let length = shown.len().min(buffer.len());
        buffer[..length].copy_from_slice(&shown[..length]);
        self.consume(length);
        if length == 0 && !buffer.is_empty() {
            self.end()?;
        }
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns three bytes, an interruption, an error, and two bytes.
    fn pieces() -> impl Read {
        struct Pieces(usize);
        impl Read for Pieces {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                self.0 += 1;
                let piece: &[u8] = match self.0 {
                    1 => b"abc",
                    2 => return Err(io::ErrorKind::Interrupted.into()),
                    3 => return Err(io::ErrorKind::TimedOut.into()),
                    4 => b"de",
                    _ => b"",
                };
                buffer[..piece.len()].copy_from_slice(piece);
                Ok(piece.len())
            }
        }
        Pieces(0)
    }

    #[test]
    fn an_error_comes_once_after_every_byte_before_it_whatever_is_asked_for() {
        for size in [2, 4, STEP] {
            for peeked in [0, 1, 3, 5] {
                let (mut stream, mut buffer, mut bytes) = (Stream::new(pieces()), [0; STEP], Vec::new());
                assert!(stream.peek(peeked).len() <= 3);
                let error = loop {
                    match stream.read(&mut buffer[..size]) {
                        Ok(count) => bytes.extend_from_slice(&buffer[..count]),
                        Err(error) => break error.kind(),
                    }
                };
                assert_eq!((&bytes[..], error), (&b"abc"[..], io::ErrorKind::TimedOut), "{size}, {peeked}");
                let mut rest = Vec::new();
                assert_eq!(stream.read_to_end(&mut rest).expect("it goes on"), 2);
                assert_eq!(rest, b"de");
            }
        }
    }
}
