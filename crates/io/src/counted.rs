//! An input that knows its place.

use crate::input::{Input, InputError};

/// An [`Input`] that counts the bytes that were consumed.
///
/// ```
/// use gardez_io::{Counted, Input};
///
/// let mut input = Counted::new(&b"header, body"[..]);
/// input.skip(8);
/// assert_eq!(input.position(), 8);
/// ```
#[derive(Clone, Debug)]
pub struct Counted<I> {
    input: I,
    position: u64,
}

impl<I> Counted<I> {
    /// Counts from here on.
    pub const fn new(input: I) -> Self {
        Self { input, position: 0 }
    }

    /// Returns the number of bytes that were consumed: the place of the next one.
    #[inline]
    pub const fn position(&self) -> u64 {
        self.position
    }

    /// Returns the input.
    pub fn into_inner(self) -> I {
        self.input
    }
}

impl<I: Input> Input for Counted<I> {
    #[inline]
    fn buffered(&self) -> &[u8] {
        self.input.buffered()
    }

    #[inline]
    fn peek(&mut self, wanted: usize) -> &[u8] {
        self.input.peek(wanted)
    }

    #[inline]
    fn consume(&mut self, count: usize) {
        self.input.consume(count);
        self.position += count as u64;
    }

    fn end(&mut self) -> Result<(), InputError> {
        self.input.end()
    }

    fn skip(&mut self, count: u64) -> u64 {
        let skipped = self.input.skip(count);
        self.position += skipped;
        skipped
    }

    fn left(&self) -> Option<u64> {
        self.input.left()
    }
}
