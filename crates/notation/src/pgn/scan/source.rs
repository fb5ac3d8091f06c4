//! Sources of bytes.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::convert::Infallible;

#[cfg(feature = "std")]
use std::io;

use gardez_io::{ForeignFormat, Utf16};
#[cfg(feature = "std")]
use gardez_io::{Input, Stream, TextStream};

#[cfg(feature = "std")]
use crate::pgn::report::ProblemKind;

/// A source of bytes for a [`Reader`](crate::pgn::Reader). The trait is sealed.
pub trait Source: sealed::Sealed {
    /// The error of reading more bytes.
    type Error;

    /// Returns the bytes that can be read now.
    #[doc(hidden)]
    fn window(&self) -> &[u8];

    /// Returns `true` if nothing follows.
    #[doc(hidden)]
    fn is_complete(&self) -> bool;

    /// Removes the first `used` bytes, and tries to add bytes at the end.
    #[doc(hidden)]
    fn advance(&mut self, used: usize) -> Result<(), Self::Error>;

    /// Returns the error that ended the window, once. More bytes may follow.
    #[doc(hidden)]
    fn take_error(&mut self) -> Option<Self::Error>;

    /// Returns `true` if the bytes were UTF-16.
    #[doc(hidden)]
    fn is_utf16(&self) -> bool;

    /// Returns the error of an input that is not a PGN, if this source can fail.
    #[doc(hidden)]
    fn refuse(&self, found: ForeignFormat) -> Option<Self::Error> {
        let _ = found;
        None
    }
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::SliceSource<'_> {}
    #[cfg(feature = "std")]
    impl<R> Sealed for super::StreamSource<R> {}
}

/// A PGN in memory.
#[derive(Clone, Debug)]
pub struct SliceSource<'a> {
    text: Cow<'a, [u8]>,
    start: usize,
}

impl<'a> SliceSource<'a> {
    pub(in crate::pgn) fn new(bytes: &'a [u8]) -> Self {
        let text = Utf16::detect(bytes).map_or(Cow::Borrowed(bytes), |mut utf16| {
            let mut text = Vec::new();
            utf16.decode(bytes, &mut text);
            utf16.finish(&mut text);
            Cow::Owned(text)
        });
        Self { text, start: 0 }
    }
}

impl Source for SliceSource<'_> {
    type Error = Infallible;

    #[inline]
    fn window(&self) -> &[u8] {
        &self.text[self.start..]
    }

    #[inline]
    fn is_complete(&self) -> bool {
        true
    }

    fn advance(&mut self, used: usize) -> Result<(), Infallible> {
        self.start += used;
        Ok(())
    }

    fn take_error(&mut self) -> Option<Infallible> {
        None
    }

    fn is_utf16(&self) -> bool {
        matches!(self.text, Cow::Owned(_))
    }
}

/// A PGN in a stream, with a buffer that grows only to hold a long comment or tag pair.
#[cfg(feature = "std")]
#[derive(Debug)]
pub struct StreamSource<R> {
    stream: Stream<TextStream<R>>,
    is_complete: bool,
    /// An error after the bytes of the buffer.
    error: Option<io::Error>,
}

#[cfg(feature = "std")]
impl<R> StreamSource<R> {
    pub(in crate::pgn) const fn new(reader: R) -> Self {
        Self { stream: Stream::new(TextStream::new(reader)), is_complete: false, error: None }
    }

    pub(in crate::pgn) fn into_inner(self) -> R {
        self.stream.into_inner().into_inner()
    }
}

#[cfg(feature = "std")]
impl<R: io::Read> Source for StreamSource<R> {
    type Error = io::Error;

    #[inline]
    fn window(&self) -> &[u8] {
        self.stream.buffered()
    }

    #[inline]
    fn is_complete(&self) -> bool {
        self.is_complete
    }

    fn advance(&mut self, used: usize) -> io::Result<()> {
        self.stream.consume(used);
        if self.is_complete {
            return Ok(());
        }
        let shown = self.stream.buffered().len();
        if self.stream.peek(shown + 1).len() == shown {
            match self.stream.end() {
                // More bytes will follow, so no token may end here.
                Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => {
                    return Err(error);
                }
                ended => (self.is_complete, self.error) = (true, ended.err()),
            }
        }
        Ok(())
    }

    fn take_error(&mut self) -> Option<io::Error> {
        let error = self.error.take();
        if error.is_some() {
            self.is_complete = false;
        }
        error
    }

    fn is_utf16(&self) -> bool {
        self.stream.inner().is_utf16()
    }

    fn refuse(&self, found: ForeignFormat) -> Option<io::Error> {
        Some(io::Error::new(io::ErrorKind::InvalidData, ProblemKind::Foreign(found)))
    }
}
