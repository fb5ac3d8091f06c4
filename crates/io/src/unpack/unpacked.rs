//! An input of any of the formats.

use std::fmt;
use std::io::{self, Read};

use crate::foreign::ZSTANDARD;
use crate::input::Input;
use crate::stream::Stream;
#[cfg(feature = "gzip")]
use crate::unpack::gzip::Members;
use crate::unpack::limits::{Compression, DecompressLimits};
#[cfg(feature = "zstd")]
use crate::unpack::zstd::Frames;

/// An [`Input`] over a stream that is unpacked if it is compressed; any other stream is returned unchanged.
///
/// It does what [`decompress_with`](crate::decompress_with) does, as a type that can be named, and that can be sent to
/// another thread if the stream can. It is also a [`Read`]er, as a [`Stream`] is.
///
/// ```
/// use std::io::Read;
///
/// use gardez_io::{DecompressLimits, Input, Unpacked};
///
/// let mut stream = Unpacked::new(&b"1. e4 *"[..], DecompressLimits::default())?;
/// assert!(stream.peek(2).starts_with(b"1."));
/// let mut text = String::new();
/// stream.read_to_string(&mut text)?;
/// assert_eq!(text, "1. e4 *");
/// # Ok::<_, std::io::Error>(())
/// ```
pub struct Unpacked<R> {
    content: Content<R>,
}

enum Content<R> {
    Plain(Stream<R>),
    #[cfg(feature = "gzip")]
    Gzip(Box<Stream<Members<R>>>),
    #[cfg(feature = "zstd")]
    Zstandard(Box<Stream<Frames<R>>>),
}

macro_rules! of_each {
    ($content:expr, $stream:ident => $call:expr) => {
        match $content {
            Content::Plain($stream) => $call,
            #[cfg(feature = "gzip")]
            Content::Gzip($stream) => $call,
            #[cfg(feature = "zstd")]
            Content::Zstandard($stream) => $call,
        }
    };
}

impl<R: Read> Unpacked<R> {
    /// Recognizes the format of a stream by its first bytes.
    ///
    /// # Errors
    ///
    /// If the stream fails at its beginning, or if it is compressed in a format whose feature is not enabled
    /// ([`io::ErrorKind::Unsupported`]).
    pub fn new(reader: R, limits: DecompressLimits) -> io::Result<Self> {
        // A stream may yield few bytes at first; four are enough to recognize the format.
        let mut whole = Stream::new(reader);
        let format = Compression::detect(whole.peek(ZSTANDARD.len()));
        if whole.buffered().is_empty() {
            whole.end()?;
        }
        #[cfg(not(any(feature = "gzip", feature = "zstd")))]
        let _ = limits;
        let content = match format {
            None => Content::Plain(whole),
            #[cfg(feature = "gzip")]
            Some(Compression::Gzip) => Content::Gzip(Box::new(Stream::new(Members::new(whole, limits)))),
            #[cfg(not(feature = "gzip"))]
            Some(Compression::Gzip) => return Err(unsupported("cannot unpack gzip: built without the feature `gzip`")),
            #[cfg(feature = "zstd")]
            Some(Compression::Zstandard) => Content::Zstandard(Box::new(Stream::new(Frames::new(whole, limits)))),
            #[cfg(not(feature = "zstd"))]
            Some(Compression::Zstandard) => {
                return Err(unsupported("cannot unpack Zstandard: built without the feature `zstd`"));
            }
        };
        Ok(Self { content })
    }
}

#[cfg(not(all(feature = "gzip", feature = "zstd")))]
fn unsupported(reason: &str) -> io::Error {
    io::Error::new(io::ErrorKind::Unsupported, reason)
}

impl<R> Unpacked<R> {
    /// Returns the format of the stream; `None` if it is not compressed.
    pub const fn compression(&self) -> Option<Compression> {
        match &self.content {
            Content::Plain(_) => None,
            #[cfg(feature = "gzip")]
            Content::Gzip(_) => Some(Compression::Gzip),
            #[cfg(feature = "zstd")]
            Content::Zstandard(_) => Some(Compression::Zstandard),
        }
    }
}

impl<R: Read> Input for Unpacked<R> {
    #[inline]
    fn buffered(&self) -> &[u8] {
        of_each!(&self.content, stream => stream.buffered())
    }

    #[inline]
    fn peek(&mut self, wanted: usize) -> &[u8] {
        of_each!(&mut self.content, stream => stream.peek(wanted))
    }

    #[inline]
    fn consume(&mut self, count: usize) {
        of_each!(&mut self.content, stream => stream.consume(count));
    }

    fn end(&mut self) -> io::Result<()> {
        of_each!(&mut self.content, stream => stream.end())
    }
}

impl<R: Read> Read for Unpacked<R> {
    #[inline]
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        of_each!(&mut self.content, stream => stream.read(buffer))
    }
}

impl<R> fmt::Debug for Unpacked<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Unpacked").field("compression", &self.compression()).finish_non_exhaustive()
    }
}

#[cfg(all(test, not(feature = "zstd")))]
mod tests {
    use super::*;

    #[test]
    fn a_build_without_zstd_says_so() {
        let error = Unpacked::new(&ZSTANDARD[..], DecompressLimits::default()).expect_err("the feature is off");
        assert_eq!(error.kind(), io::ErrorKind::Unsupported);
        assert_eq!(error.to_string(), "cannot unpack Zstandard: built without the feature `zstd`");
    }
}

/// Replaces `bytes` by the content of a whole stream that is in memory.
///
/// Faster than reading an [`Unpacked`] to its end: a stream of one gzip member is unpacked directly to its place.
///
/// # Errors
///
/// Under the conditions of [`decompress`](crate::decompress). Then `bytes` contains what was unpacked before the error.
/// The memory is needed at once, so set a [limit of the length](DecompressLimits::length).
///
/// ```
/// use gardez_io::{DecompressLimits, decompress_into};
///
/// let mut bytes = vec![1, 2, 3];
/// decompress_into(b"1. e4 *", &mut bytes, DecompressLimits::default().with_length(1 << 20))?;
/// assert_eq!(bytes, b"1. e4 *");
/// # Ok::<_, std::io::Error>(())
/// ```
pub fn decompress_into(packed: &[u8], bytes: &mut Vec<u8>, limits: DecompressLimits) -> io::Result<()> {
    #[cfg(feature = "gzip")]
    if crate::unpack::gzip::unpack_member(packed, bytes, limits) {
        return Ok(());
    }
    #[cfg(feature = "zstd")]
    if crate::unpack::zstd::unpack_frame(packed, bytes, limits) {
        return Ok(());
    }
    let mut filled = 0;
    let result = fill(packed, bytes, &mut filled, limits);
    bytes.truncate(filled);
    result
}

const STEP: usize = 1 << 16;

/// Reads a stream to its end. What `bytes` contained is overwritten, so that its memory need not be cleared.
fn fill(packed: &[u8], bytes: &mut Vec<u8>, filled: &mut usize, limits: DecompressLimits) -> io::Result<()> {
    let mut stream = Unpacked::new(packed, limits)?;
    loop {
        if *filled == bytes.len() {
            bytes.resize(bytes.len().max(STEP / 2).saturating_mul(2), 0);
        }
        match stream.read(&mut bytes[*filled..])? {
            0 => return Ok(()),
            count => *filled += count,
        }
    }
}
