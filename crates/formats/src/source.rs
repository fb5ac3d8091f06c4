//! Where bytes come from, a slice or a stream, and where they go.

#[cfg(not(feature = "std"))]
use alloc::vec::Vec;

#[cfg(feature = "std")]
pub use stream::Stream;

/// The error of a stream: `std::io::Error`. Without the feature `std`, there are no streams, and no value of this type.
#[cfg(feature = "std")]
pub type StreamError = std::io::Error;
/// The error of a stream: `std::io::Error`. Without the feature `std`, there are no streams, and no value of this type.
#[cfg(not(feature = "std"))]
pub type StreamError = core::convert::Infallible;

/// Where a reader takes its bytes from: a slice, or with the feature `std` a [`Stream`].
///
/// A reader asks for the number of bytes that it needs next. It sees at least this number, unless the input ends before.
/// A stream allocates in proportion to the bytes that have arrived, whatever number is asked for.
pub trait Source {
    /// The bytes that come next: at least `wanted`, or all that are left before the end or an error of the stream, which
    /// [`end`](Source::end) reports.
    ///
    /// # Errors
    ///
    /// Returns the error of the stream, if it has nothing to show before it.
    fn peek(&mut self, wanted: usize) -> Result<&[u8], StreamError>;

    /// Steps over bytes that [`peek`](Source::peek) has shown.
    ///
    /// # Panics
    ///
    /// May panic if `count` is more than `peek` has shown.
    fn consume(&mut self, count: usize);

    /// Checks that the input ends after the last bytes that [`peek`](Source::peek) has shown, which were too few.
    ///
    /// # Errors
    ///
    /// Returns the error of the stream that follows them, if there is one.
    fn end(&mut self) -> Result<(), StreamError> {
        Ok(())
    }
}

impl Source for &[u8] {
    #[inline]
    fn peek(&mut self, _: usize) -> Result<&[u8], StreamError> {
        Ok(self)
    }

    #[inline]
    fn consume(&mut self, count: usize) {
        *self = &self[count..];
    }
}

/// Where a writer puts its bytes: a `Vec<u8>`, and with the feature `std` everything that implements `std::io::Write`.
pub trait Sink {
    /// Writes all of these bytes.
    ///
    /// # Errors
    ///
    /// Returns the error of the stream, if there is one.
    fn put(&mut self, bytes: &[u8]) -> Result<(), StreamError>;

    /// Passes on what is buffered.
    ///
    /// # Errors
    ///
    /// Returns the error of the stream, if there is one.
    fn finish(&mut self) -> Result<(), StreamError>;
}

#[cfg(feature = "std")]
impl<W: std::io::Write> Sink for W {
    #[inline]
    fn put(&mut self, bytes: &[u8]) -> Result<(), StreamError> {
        self.write_all(bytes)
    }

    fn finish(&mut self) -> Result<(), StreamError> {
        self.flush()
    }
}

#[cfg(not(feature = "std"))]
impl Sink for Vec<u8> {
    #[inline]
    fn put(&mut self, bytes: &[u8]) -> Result<(), StreamError> {
        self.extend_from_slice(bytes);
        Ok(())
    }

    fn finish(&mut self) -> Result<(), StreamError> {
        Ok(())
    }
}

#[cfg(feature = "std")]
mod stream {
    //! A stream with a buffer.

    use std::io::{self, Read};
    use std::vec::Vec;

    use super::{Source, StreamError};

    /// The bytes that are read at once, at least.
    const STEP: usize = 1 << 16;

    /// A stream with a buffer of its own, so an unbuffered file is as fast as a buffered one.
    ///
    /// ```
    /// use gardez_formats::{Source, Stream};
    ///
    /// let mut stream = Stream::new(&b"BINP..."[..]);
    /// assert_eq!(stream.peek(4)?.first_chunk(), Some(b"BINP"));
    /// stream.consume(4);
    /// assert_eq!(stream.peek(1 << 40)?, b"...");
    /// # Ok::<_, std::io::Error>(())
    /// ```
    #[derive(Debug)]
    pub struct Stream<R> {
        inner: R,
        buffer: Vec<u8>,
        /// The bytes of the buffer that have arrived and are not consumed.
        start: usize,
        end: usize,
        /// The error after these bytes.
        error: Option<StreamError>,
    }

    impl<R: Read> Stream<R> {
        /// The bytes of this stream.
        pub const fn new(inner: R) -> Self {
            Self { inner, buffer: Vec::new(), start: 0, end: 0, error: None }
        }

        /// Reads until `wanted` bytes are there, or until the stream ends or fails.
        #[cold]
        fn fill(&mut self, wanted: usize) {
            self.buffer.copy_within(self.start..self.end, 0);
            (self.start, self.end) = (0, self.end - self.start);
            while self.end < wanted && self.error.is_none() {
                if self.end == self.buffer.len() {
                    // At most doubled, so a number from a file does not decide how much is allocated.
                    self.buffer.resize((2 * self.end).max(STEP), 0);
                }
                match self.inner.read(&mut self.buffer[self.end..]) {
                    Ok(0) => break,
                    Ok(count) => self.end += count,
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Err(error) => self.error = Some(error),
                }
            }
        }
    }

    impl<R: Read> Source for Stream<R> {
        #[inline]
        fn peek(&mut self, wanted: usize) -> Result<&[u8], StreamError> {
            if self.end - self.start < wanted {
                self.fill(wanted);
            }
            Ok(&self.buffer[self.start..self.end])
        }

        #[inline]
        fn consume(&mut self, count: usize) {
            assert!(count <= self.end - self.start, "only shown bytes are consumed");
            self.start += count;
        }

        fn end(&mut self) -> Result<(), StreamError> {
            self.error.take().map_or(Ok(()), Err)
        }
    }
}
