//! Streams made to do harm, and random numbers, for the tests.
#![allow(dead_code)] // each test uses only a part of it

pub(crate) mod hostile;

use std::env;
use std::io::{self, Read};

use gardez_types::Generator;

/// A stream that yields a few bytes at a time.
pub(crate) struct SmallReads<'a>(pub(crate) &'a [u8], pub(crate) usize);

impl Read for SmallReads<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.0.len().min(buffer.len()).min(self.1);
        buffer[..length].copy_from_slice(&self.0[..length]);
        self.0 = &self.0[length..];
        Ok(length)
    }
}

/// Random numbers, the same in every run.
pub(crate) struct Random(Generator);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Generator::new(seed))
    }

    /// A number below this one.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0.next_below(bound)
    }
}

/// The number of inputs of a kind: `all` if `GARDEZ_SLOW` is set, else a tenth.
pub(crate) fn rounds(all: usize) -> usize {
    if env::var_os("GARDEZ_SLOW").is_some() { all } else { all / 10 }
}
