//! The bytes of a chunk, unpacked.

use core::fmt;
use std::boxed::Box;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use gardez_io::tar::{BLOCK, Header};
use gardez_io::{DecompressLimits, Input, Section, Unpacked};

use super::super::stream::Reader;

/// The bytes of a chunk, unpacked if it is compressed.
pub struct Source {
    stream: Unpacked<Bytes>,
}

/// The source of the bytes.
pub(super) enum Bytes {
    File(File),
    Section(Section),
    Stream(Box<dyn Read + Send>),
}

impl Read for Bytes {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::File(file) => file.read(buffer),
            Self::Section(section) => section.read(buffer),
            Self::Stream(stream) => stream.read(buffer),
        }
    }
}

impl Source {
    pub(super) fn new(bytes: Bytes, limits: DecompressLimits) -> io::Result<Self> {
        Ok(Self { stream: Unpacked::new(bytes, limits)? })
    }

    /// Returns the first bytes, at most as many as the header of a tar has. They can still be read.
    pub(super) fn front(&mut self) -> &[u8] {
        self.stream.front(BLOCK)
    }

    pub(super) fn is_tar(&mut self) -> bool {
        Header::from_bytes(self.front()).is_some()
    }

    /// Returns `true` if the stream is compressed.
    pub(super) const fn is_packed(&self) -> bool {
        self.stream.compression().is_some()
    }
}

/// Opens a chunk and returns a reader of its records.
///
/// # Errors
///
/// Returns an error if the file cannot be opened, is compressed in a format whose feature is not enabled, or is a tar,
/// which [`Archive`](super::Archive) and [`Chunks`](super::Chunks) read.
pub fn open(path: impl AsRef<Path>) -> io::Result<Reader<Source>> {
    let mut source = Source::new(Bytes::File(File::open(path)?), DecompressLimits::default())?;
    if source.is_tar() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "a tar of chunks, which `Archive` and `Chunks` read"));
    }
    Ok(Reader::new(source))
}

impl Read for Source {
    #[inline]
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.stream.read(buffer)
    }
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Source").field("stream", &self.stream).finish_non_exhaustive()
    }
}
