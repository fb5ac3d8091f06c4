//! The bytes of a compressed stream, counted.

use std::io::{self, Read};

use crate::input::Input as _;
use crate::stream::Stream;
use crate::unpack::error::DecompressErrorKind as Kind;
use crate::unpack::limits::DecompressLimits;

/// The number of bytes that may be unpacked before growth is limited.
const FREE: u64 = 1 << 20;

/// A compressed stream that counts the bytes read from it, and those unpacked from them.
pub(crate) struct Input<R> {
    stream: Stream<R>,
    read: u64,
    unpacked: u64,
    limits: DecompressLimits,
    /// The number of bytes that were passed, but only as a part of what is not used yet.
    #[cfg(feature = "gzip")]
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
            #[cfg(feature = "gzip")]
            held: 0,
            #[cfg(feature = "gzip")]
            checksum: None,
        }
    }

    /// Returns the number of bytes that were used.
    fn used(&self) -> u64 {
        #[cfg(feature = "gzip")]
        return self.read - self.held as u64;
        #[cfg(not(feature = "gzip"))]
        self.read
    }

    /// Returns the error of this kind, here.
    pub(crate) fn error(&self, kind: Kind) -> io::Error {
        kind.at(self.used())
    }

    /// Returns the bytes that can be read now; none at the end of the stream.
    pub(crate) fn available(&mut self) -> io::Result<&[u8]> {
        if self.stream.peek(1).is_empty() {
            self.stream.end()?;
        }
        Ok(self.stream.buffered())
    }

    /// Passes bytes that are available.
    pub(crate) fn pass(&mut self, length: usize) {
        #[cfg(feature = "gzip")]
        if let Some(checksum) = &mut self.checksum {
            checksum.update(&self.stream.buffered()[..length]);
        }
        self.stream.consume(length);
        self.read += length as u64;
    }

    /// Reads this many bytes.
    pub(crate) fn read_array<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    /// Fills `bytes`.
    pub(crate) fn read_exact(&mut self, bytes: &mut [u8]) -> io::Result<()> {
        let mut filled = 0;
        while filled < bytes.len() {
            let available = self.available()?;
            let length = available.len().min(bytes.len() - filled);
            bytes[filled..filled + length].copy_from_slice(&available[..length]);
            self.pass(length);
            filled += length;
            if length == 0 {
                return Err(self.error(Kind::Cut));
            }
        }
        Ok(())
    }

    /// Passes this many bytes.
    pub(crate) fn skip(&mut self, length: u64) -> io::Result<()> {
        let mut left = length;
        while left != 0 {
            let available = self.available()?.len().min(usize::try_from(left).unwrap_or(usize::MAX));
            if available == 0 {
                return Err(self.error(Kind::Cut));
            }
            self.pass(available);
            left -= available as u64;
        }
        Ok(())
    }

    /// Passes all bytes up to this one, and this one.
    #[cfg(feature = "gzip")]
    pub(crate) fn skip_past(&mut self, byte: u8) -> io::Result<()> {
        loop {
            let available = self.available()?;
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

    /// Returns the number of bytes that may still be unpacked.
    #[cfg(feature = "gzip")]
    pub(crate) fn room(&self) -> u64 {
        self.limits.length.saturating_sub(self.unpacked)
    }

    /// Returns the error of more bytes than those.
    pub(crate) fn too_long(&self) -> io::Error {
        self.error(Kind::Length { limit: self.limits.length })
    }

    /// Counts bytes that were unpacked.
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
