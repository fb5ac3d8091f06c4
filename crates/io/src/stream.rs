//! A stream with a buffer.

use std::io::{self, Read};
use std::vec::Vec;

use crate::input::Input;

/// The room for a read, at least.
const STEP: usize = 32 << 10;

/// An [`Input`] over anything that implements `Read`, with a buffer of its own, so an unbuffered file is as fast as a
/// buffered one.
///
/// The buffer grows in proportion to the bytes that have arrived, whatever number is asked for. It reads ahead: the
/// stream may have yielded more bytes than were consumed.
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
#[cfg_attr(docsrs, doc(cfg(feature = "std")))]
pub struct Stream<R> {
    inner: R,
    buffer: Vec<u8>,
    /// The bytes of the buffer that have arrived and are not consumed.
    start: usize,
    end: usize,
    is_over: bool,
    /// The error after these bytes.
    error: Option<io::Error>,
}

impl<R> Stream<R> {
    /// Creates an input over the bytes of this stream. Memory is taken when the first byte is asked for.
    pub const fn new(inner: R) -> Self {
        Self { inner, buffer: Vec::new(), start: 0, end: 0, is_over: false, error: None }
    }

    /// Returns the stream without the bytes that were read ahead.
    pub fn into_inner(self) -> R {
        self.inner
    }

    /// Makes room after the bytes. They are moved only if fewer are left than were consumed, so that reading takes linear
    /// time whatever is consumed between two reads.
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
            match self.inner.read(&mut self.buffer[self.end..]) {
                Ok(0) => self.is_over = true,
                // A stream that reports more than it was asked for has not written it.
                Ok(count) => self.end += count.min(room),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
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
}
