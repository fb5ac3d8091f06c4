//! An input whose bytes are fed by its user.

use std::io;
use std::vec::Vec;

use crate::input::Input;

/// An [`Input`] of bytes that arrive in pieces, for asynchronous programs and WebAssembly.
///
/// A reader that needs more bytes reports an error of the kind [`WouldBlock`](io::ErrorKind::WouldBlock). Feed more, and
/// call it again: [`Lines`](crate::Lines), for example, goes on with the same line. After [`finish`](Feed::finish), the
/// input ends as a slice does.
///
/// ```
/// use gardez_io::{Feed, Lines};
///
/// let mut lines = Lines::new(Feed::new(), 1024);
/// let mut texts = Vec::new();
/// for piece in [&b"uci\nisre"[..], b"ady\n"] {
///     lines.input_mut().feed(piece);
///     while matches!(lines.advance(), Ok(true)) {
///         texts.push(lines.bytes().to_vec());
///     }
/// }
/// assert_eq!(texts, [&b"uci"[..], b"isready"]);
/// ```
#[derive(Clone, Default, Debug)]
pub struct Feed {
    bytes: Vec<u8>,
    start: usize,
    is_finished: bool,
}

impl Feed {
    /// Creates an input to which nothing was fed.
    pub const fn new() -> Self {
        Self { bytes: Vec::new(), start: 0, is_finished: false }
    }

    /// Appends these bytes. What was consumed before is released.
    pub fn feed(&mut self, bytes: &[u8]) {
        // Moved only if fewer bytes are left than were consumed, so that feeding takes linear time.
        if self.bytes.len() <= 2 * self.start {
            self.bytes.drain(..core::mem::take(&mut self.start));
        }
        self.bytes.extend_from_slice(bytes);
    }

    /// Ends the input after the bytes that were fed.
    pub const fn finish(&mut self) {
        self.is_finished = true;
    }
}

impl Input for Feed {
    #[inline]
    fn buffered(&self) -> &[u8] {
        &self.bytes[self.start..]
    }

    #[inline]
    fn peek(&mut self, _: usize) -> &[u8] {
        self.buffered()
    }

    #[inline]
    fn consume(&mut self, count: usize) {
        assert!(count <= self.buffered().len(), "only shown bytes are consumed");
        self.start += count;
    }

    fn end(&mut self) -> io::Result<()> {
        if self.is_finished { Ok(()) } else { Err(io::ErrorKind::WouldBlock.into()) }
    }

    fn is_waiting(&self) -> bool {
        !self.is_finished
    }
}
