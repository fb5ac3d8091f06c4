//! The bytes of a compressed stream, counted.

use std::io::{self, Read};

use crate::input::Input as _;
use crate::stream::Stream;
use crate::unpack::limits::DecompressLimits;
use crate::unpack::limits::{DecompressError, DecompressErrorKind as Kind};

/// The number of bytes that may be unpacked before growth is limited.
const FREE: u64 = 1 << 20;

/// A compressed stream that counts the bytes read from it, and those unpacked from them.
pub(crate) struct Input<R> {
    stream: Stream<R>,
    read: u64,
    unpacked: u64,
    pub(crate) limits: DecompressLimits,
    /// The number of bytes that were passed, but only as a part of what is not used yet.
    pub(crate) held: usize,
    /// The checksum of what is passed, while that is wanted.
    #[cfg(feature = "gzip")]
    pub(crate) checksum: Option<crc32fast::Hasher>,
}

impl<R: Read> Input<R> {
    pub(crate) fn new(stream: Stream<R>, limits: DecompressLimits) -> Self {
        Self {
            stream,
            read: 0,
            unpacked: 0,
            limits,
            held: 0,
            #[cfg(feature = "gzip")]
            checksum: None,
        }
    }

    fn used(&self) -> u64 {
        self.read - self.held as u64
    }

    pub(crate) fn error(&self, kind: Kind) -> io::Error {
        let outer = if kind == Kind::Cut { io::ErrorKind::UnexpectedEof } else { io::ErrorKind::InvalidData };
        io::Error::new(outer, DecompressError { kind, offset: self.used() })
    }

    /// Returns at least `wanted` of the bytes that come next, or all that are left; none at the end of the stream.
    pub(crate) fn peek(&mut self, wanted: usize) -> io::Result<&[u8]> {
        if self.stream.peek(wanted).is_empty() {
            self.stream.end()?;
        }
        Ok(self.stream.buffered())
    }

    pub(crate) fn pass(&mut self, length: usize) {
        #[cfg(feature = "gzip")]
        if let Some(checksum) = &mut self.checksum {
            checksum.update(&self.stream.buffered()[..length]);
        }
        self.stream.consume(length);
        self.read += length as u64;
    }

    pub(crate) fn too_long(&self) -> io::Error {
        self.error(Kind::Length { limit: self.limits.length })
    }

    pub(crate) fn unpacked(&mut self, length: usize) -> io::Result<()> {
        self.unpacked += length as u64;
        let allowed = self.used().saturating_mul(self.limits.growth).max(FREE);
        if allowed < self.unpacked {
            return Err(self.error(Kind::Growth { unpacked: self.unpacked, limit: self.limits.growth }));
        }
        if self.limits.length < self.unpacked {
            return Err(self.too_long());
        }
        Ok(())
    }
}

#[cfg(feature = "gzip")]
impl<R: Read> Input<R> {
    pub(crate) fn read_array<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    pub(crate) fn read_exact(&mut self, bytes: &mut [u8]) -> io::Result<()> {
        let available = self.peek(bytes.len())?;
        let length = available.len().min(bytes.len());
        bytes[..length].copy_from_slice(&available[..length]);
        self.pass(length);
        if length < bytes.len() {
            // The source may have failed.
            self.peek(1)?;
            return Err(self.error(Kind::Cut));
        }
        Ok(())
    }

    pub(crate) fn skip_past(&mut self, byte: u8) -> io::Result<()> {
        loop {
            let available = self.peek(1)?;
            let (length, found) = (available.len(), memchr::memchr(byte, available));
            self.pass(found.map_or(length, |at| at + 1));
            if found.is_some() {
                return Ok(());
            }
            if length == 0 {
                return Err(self.error(Kind::Cut));
            }
        }
    }

    pub(crate) fn room(&self) -> u64 {
        self.limits.length.saturating_sub(self.unpacked)
    }
}

/// The reason nothing more is unpacked after an error.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ending {
    /// The compressed stream ended, or its error was reported.
    Over,
    /// The source failed. What follows it is unknown, so reading on fails, too.
    Failed,
}

impl Ending {
    pub(crate) fn after(error: &io::Error) -> Self {
        match error.get_ref() {
            Some(inner) if inner.is::<DecompressError>() => Self::Over,
            _ => Self::Failed,
        }
    }

    pub(crate) fn read(self) -> io::Result<usize> {
        match self {
            Self::Over => Ok(0),
            Self::Failed => Err(io::Error::other("the source of the compressed stream has failed before")),
        }
    }
}
