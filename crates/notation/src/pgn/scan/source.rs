//! Sources of bytes: a slice, or a stream with a window that moves over it.

use core::convert::Infallible;

#[cfg(feature = "std")]
use alloc::vec::Vec;
#[cfg(feature = "std")]
use std::io;

/// A source of bytes for a [`Reader`](crate::pgn::Reader). Only [`SliceSource`] and [`StreamSource`] implement it.
pub trait Source: sealed::Sealed {
    /// The error of reading more bytes.
    type Error;

    /// The bytes that can be read now.
    #[doc(hidden)]
    fn window(&self) -> &[u8];

    /// True if nothing follows the window.
    #[doc(hidden)]
    fn is_complete(&self) -> bool;

    /// Removes the first `used` bytes of the window, and tries to add bytes at its end.
    #[doc(hidden)]
    fn advance(&mut self, used: usize) -> Result<(), Self::Error>;

    /// The error that made the window complete, once. After it, more bytes may follow.
    #[doc(hidden)]
    fn take_error(&mut self) -> Option<Self::Error>;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::SliceSource<'_> {}
    #[cfg(feature = "std")]
    impl<R> Sealed for super::StreamSource<R> {}
}

/// A PGN in memory.
#[derive(Clone, Debug)]
pub struct SliceSource<'a>(pub(in crate::pgn) &'a [u8]);

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

    fn take_error(&mut self) -> Option<Infallible> {
        None
    }
}

/// A PGN that is read from a stream into a buffer. The buffer grows only to hold a long comment or tag pair.
#[cfg(feature = "std")]
#[cfg_attr(docsrs, doc(cfg(feature = "std")))]
#[derive(Debug)]
pub struct StreamSource<R> {
    reader: R,
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    is_complete: bool,
    /// An error that is reported when the bytes before it have been read.
    error: Option<io::Error>,
}

#[cfg(feature = "std")]
impl<R> StreamSource<R> {
    /// The least number of bytes requested at once.
    const CHUNK: usize = 32 << 10;

    pub(in crate::pgn) fn new(reader: R) -> Self {
        Self { reader, buffer: alloc::vec![0; 2 * Self::CHUNK], start: 0, end: 0, is_complete: false, error: None }
    }

    pub(in crate::pgn) fn into_inner(self) -> R {
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
            // The bytes are moved only if fewer are moved than have been used, so the total time is linear.
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
                Err(error) => match error.kind() {
                    io::ErrorKind::Interrupted => continue,
                    // More bytes will follow, so no token may end here.
                    io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => return Err(error),
                    _ => (self.is_complete, self.error) = (true, Some(error)),
                },
            }
            return Ok(());
        }
    }

    fn take_error(&mut self) -> Option<io::Error> {
        let error = self.error.take();
        if error.is_some() {
            self.is_complete = false;
        }
        error
    }
}
