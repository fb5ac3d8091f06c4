//! Streams whose first bytes are looked at before they are read.

use std::fmt;
use std::io::{self, Read};

/// A stream whose next bytes can be looked at before they are read.
///
/// ```
/// use std::io::Read;
///
/// use gardez_io::Peeked;
///
/// let mut stream = Peeked::new(&b"1. e4 *"[..]);
/// assert_eq!(stream.peek(2), b"1.");
/// let mut text = String::new();
/// stream.read_to_string(&mut text)?;
/// assert_eq!(text, "1. e4 *");
/// # Ok::<_, std::io::Error>(())
/// ```
pub struct Peeked<R> {
    stream: R,
    /// Bytes that were looked at, and the number of those that have been read.
    front: Vec<u8>,
    read: usize,
    /// The error that follows these bytes.
    error: Option<io::Error>,
}

impl<R: Read> Peeked<R> {
    /// A stream of which nothing has been looked at.
    pub const fn new(stream: R) -> Self {
        Self { stream, front: Vec::new(), read: 0, error: None }
    }

    /// Returns the next bytes, which can still be read: `length`, or all that are left before the end or an error of the
    /// stream. The error is reported when these bytes have been read.
    pub fn peek(&mut self, length: usize) -> &[u8] {
        let missing = length.saturating_sub(self.front.len() - self.read);
        if missing != 0 && self.error.is_none() {
            self.front.reserve_exact(missing);
            self.error = self.stream.by_ref().take(missing as u64).read_to_end(&mut self.front).err();
        }
        let front = &self.front[self.read..];
        &front[..length.min(front.len())]
    }

    /// Returns the error that was found by looking at the next bytes, if there are no bytes before it. It is not reported
    /// again.
    pub fn take_error(&mut self) -> Option<io::Error> {
        if self.read < self.front.len() { None } else { self.error.take() }
    }
}

impl<R> Peeked<R> {
    /// The stream, which is after the bytes that were looked at.
    pub const fn get_ref(&self) -> &R {
        &self.stream
    }
}

impl<R: Read> Read for Peeked<R> {
    #[inline]
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let front = &self.front[self.read..];
        if !front.is_empty() {
            let length = front.len().min(buffer.len());
            buffer[..length].copy_from_slice(&front[..length]);
            self.read += length;
            return Ok(length);
        }
        match self.error.take_if(|_| !buffer.is_empty()) {
            Some(error) => Err(error),
            None => self.stream.read(buffer),
        }
    }
}

impl<R: fmt::Debug> fmt::Debug for Peeked<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Peeked").field("stream", &self.stream).finish_non_exhaustive()
    }
}
