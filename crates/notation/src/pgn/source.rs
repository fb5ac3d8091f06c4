//! Where bytes come from: a slice, or a stream with a window that moves over it.

use core::convert::Infallible;

#[cfg(feature = "std")]
use alloc::vec::Vec;
#[cfg(feature = "std")]
use std::io;

/// Bytes that can be looked at in order. Implemented by [`SliceSource`] and [`StreamSource`] only.
pub trait Source: sealed::Sealed {
    /// What can go wrong when more bytes are asked for.
    type Error;

    /// The bytes at hand.
    #[doc(hidden)]
    fn window(&self) -> &[u8];

    /// True if nothing follows the window.
    #[doc(hidden)]
    fn is_complete(&self) -> bool;

    /// Forgets the first `used` bytes of the window and tries to add some at its end.
    #[doc(hidden)]
    fn advance(&mut self, used: usize) -> Result<(), Self::Error>;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::SliceSource<'_> {}
    #[cfg(feature = "std")]
    impl<R> Sealed for super::StreamSource<R> {}
}

/// A PGN that lies in memory as a whole.
#[derive(Clone, Debug)]
pub struct SliceSource<'a>(pub(super) &'a [u8]);

impl Source for SliceSource<'_> {
    type Error = Infallible;

    #[inline]
    fn window(&self) -> &[u8] {
        self.0
    }

    #[inline]
    fn is_complete(&self) -> bool {
        true
    }

    fn advance(&mut self, used: usize) -> Result<(), Infallible> {
        self.0 = &self.0[used..];
        Ok(())
    }
}

/// A PGN that is read piece by piece, in a buffer that grows only to hold the longest comment.
#[cfg(feature = "std")]
#[derive(Debug)]
pub struct StreamSource<R> {
    reader: R,
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    is_complete: bool,
}

#[cfg(feature = "std")]
impl<R> StreamSource<R> {
    /// How much is asked for at once, at least.
    const CHUNK: usize = 32 << 10;

    pub(super) fn new(reader: R) -> Self {
        Self { reader, buffer: alloc::vec![0; 2 * Self::CHUNK], start: 0, end: 0, is_complete: false }
    }

    pub(super) fn into_inner(self) -> R {
        self.reader
    }
}

#[cfg(feature = "std")]
impl<R: io::Read> Source for StreamSource<R> {
    type Error = io::Error;

    #[inline]
    fn window(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    #[inline]
    fn is_complete(&self) -> bool {
        self.is_complete
    }

    fn advance(&mut self, used: usize) -> io::Result<()> {
        self.start += used;
        if self.is_complete {
            return Ok(());
        }
        if self.buffer.len() - self.end < Self::CHUNK {
            // Moving is worth it once the unused part is larger than what is moved; so it is linear in all.
            if self.start >= self.end - self.start {
                self.buffer.copy_within(self.start..self.end, 0);
                (self.start, self.end) = (0, self.end - self.start);
            }
            if self.buffer.len() - self.end < Self::CHUNK {
                self.buffer.resize(2 * self.buffer.len(), 0);
            }
        }
        loop {
            match self.reader.read(&mut self.buffer[self.end..]) {
                Ok(0) => self.is_complete = true,
                Ok(read) => self.end += read.min(self.buffer.len() - self.end),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            }
            return Ok(());
        }
    }
}
