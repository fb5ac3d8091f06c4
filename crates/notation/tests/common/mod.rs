//! A stream for the tests of the reader.

use std::io::{self, Read};

/// A stream that yields a few bytes at a time.
pub(crate) struct Drops<'a>(pub(crate) &'a [u8], pub(crate) usize);

impl Read for Drops<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.0.len().min(buffer.len()).min(self.1);
        buffer[..length].copy_from_slice(&self.0[..length]);
        self.0 = &self.0[length..];
        Ok(length)
    }
}
