//! A stream of any of the formats.

use std::fmt;
use std::io::{self, Read};

use crate::unpack::detect::{Compression, ZSTANDARD};
#[cfg(feature = "gzip")]
use crate::unpack::gzip::Members;
#[cfg(any(feature = "gzip", feature = "zstd"))]
use crate::unpack::input::Input;
use crate::unpack::limits::DecompressLimits;
use crate::unpack::peeked::Peeked;
#[cfg(feature = "zstd")]
use crate::unpack::zstd::Frames;

/// Unpacks a stream while it is read; a stream that is not compressed is returned unchanged.
///
/// It does what [`decompress_with`](crate::decompress_with) does, as a type that can be named, and that can be sent to
/// another thread if the stream can.
///
/// ```
/// use std::io::Read;
///
/// use gardez_io::{DecompressLimits, Decompressor};
///
/// let mut text = String::new();
/// Decompressor::new(&b"1. e4 *"[..], DecompressLimits::default())?.read_to_string(&mut text)?;
/// assert_eq!(text, "1. e4 *");
/// # Ok::<_, std::io::Error>(())
/// ```
pub struct Decompressor<R> {
    stream: Stream<R>,
}

enum Stream<R> {
    Plain(Peeked<R>),
    #[cfg(feature = "gzip")]
    Gzip(Box<Members<Peeked<R>>>),
    #[cfg(feature = "zstd")]
    Zstandard(Box<Frames<Peeked<R>>>),
}

impl<R: Read> Decompressor<R> {
    /// Recognizes the format of a stream by its first bytes.
    ///
    /// # Errors
    ///
    /// If the stream fails at its beginning, or if it is compressed in a format whose feature is not enabled
    /// ([`io::ErrorKind::Unsupported`]).
    pub fn new(reader: R, limits: DecompressLimits) -> io::Result<Self> {
        // A stream may yield few bytes at first; four are enough to recognize the format.
        let mut whole = Peeked::new(reader);
        let format = Compression::detect(whole.peek(ZSTANDARD.len()));
        if let Some(error) = whole.take_error() {
            return Err(error);
        }
        #[cfg(not(any(feature = "gzip", feature = "zstd")))]
        let _ = limits;
        let stream = match format {
            None => Stream::Plain(whole),
            #[cfg(feature = "gzip")]
            Some(Compression::Gzip) => Stream::Gzip(Box::new(Members::new(Input::new(whole, limits)))),
            #[cfg(not(feature = "gzip"))]
            Some(Compression::Gzip) => {
                return Err(io::Error::new(io::ErrorKind::Unsupported, "gzip needs the feature `gzip`"));
            }
            #[cfg(feature = "zstd")]
            Some(Compression::Zstandard) => {
                let input = Input::new(whole, limits);
                Stream::Zstandard(Box::new(Frames::new(input, limits.window)))
            }
            #[cfg(not(feature = "zstd"))]
            Some(Compression::Zstandard) => {
                return Err(io::Error::new(io::ErrorKind::Unsupported, "Zstandard needs the feature `zstd`"));
            }
        };
        Ok(Self { stream })
    }
}

impl<R> Decompressor<R> {
    /// The format of the stream; `None` if it is not compressed.
    pub const fn compression(&self) -> Option<Compression> {
        match &self.stream {
            Stream::Plain(_) => None,
            #[cfg(feature = "gzip")]
            Stream::Gzip(_) => Some(Compression::Gzip),
            #[cfg(feature = "zstd")]
            Stream::Zstandard(_) => Some(Compression::Zstandard),
        }
    }
}

impl<R: Read> Read for Decompressor<R> {
    #[inline]
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match &mut self.stream {
            Stream::Plain(stream) => stream.read(buffer),
            #[cfg(feature = "gzip")]
            Stream::Gzip(stream) => stream.read(buffer),
            #[cfg(feature = "zstd")]
            Stream::Zstandard(stream) => stream.read(buffer),
        }
    }
}

impl<R> fmt::Debug for Decompressor<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Decompressor").field("compression", &self.compression()).finish_non_exhaustive()
    }
}
