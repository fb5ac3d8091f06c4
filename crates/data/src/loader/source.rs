//! The sources of chunks.

use std::borrow::Cow;
use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::Arc;

use gardez_io::open_regular;
#[cfg(feature = "lc0")]
use gardez_lc0::training::Archive;

/// The number of bytes at the beginning of a chunk of which a state contains a hash.
pub(super) const BEGINNING: usize = 4096;

/// The largest chunk whose beginning is read together with the rest.
const CHUNK_LIMIT: usize = 64 << 20;

/// Chunks with names that a [`Loader`](super::Loader) reads in any order, from several threads.
///
/// ```
/// use std::borrow::Cow;
/// use std::io;
///
/// use gardez_data::loader::ChunkSource;
///
/// /// The same chunk again and again.
/// struct Repeated(Vec<u8>);
///
/// impl ChunkSource for Repeated {
///     fn count(&self) -> usize {
///         1000
///     }
///
///     fn name(&self, index: usize) -> Cow<'_, str> {
///         Cow::Owned(format!("{index}"))
///     }
///
///     fn read<'a>(&'a self, _: usize, _: usize, _: &'a mut Vec<u8>) -> io::Result<&'a [u8]> {
///         Ok(&self.0)
///     }
/// }
/// ```
pub trait ChunkSource: Send + Sync {
    /// Returns the number of chunks. It does not change.
    fn count(&self) -> usize;

    /// Returns the name of a chunk. The [split](super::Split) depends on it, so it must not depend on the machine.
    fn name(&self, index: usize) -> Cow<'_, str>;

    /// Returns the bytes of a chunk, compressed or not. The buffer is for sources that do not have them in memory.
    ///
    /// # Errors
    ///
    /// Returns an error if the chunk cannot be read, or if it has more than `limit` bytes.
    fn read<'a>(&'a self, index: usize, limit: usize, buffer: &'a mut Vec<u8>) -> io::Result<&'a [u8]>;

    /// Returns the number of bytes of a chunk as it is stored, and at least the first 4,096 of them.
    ///
    /// A [state](super::LoaderState) contains a hash of them. The default reads a whole chunk that is not in memory.
    /// # Errors
    ///
    /// Returns an error if the chunk cannot be read.
    fn beginning<'a>(&'a self, index: usize, buffer: &'a mut Vec<u8>) -> io::Result<(u64, &'a [u8])> {
        let bytes = match self.in_memory(index) {
            Some(bytes) => bytes,
            None => self.read(index, CHUNK_LIMIT, buffer)?,
        };
        Ok((bytes.len() as u64, bytes))
    }

    /// Returns the bytes of a chunk that is in memory as long as the source. A loader does not copy its records. By default,
    /// returns `None`.
    fn in_memory(&self, _index: usize) -> Option<&[u8]> {
        None
    }
}

impl<S: ChunkSource + ?Sized> ChunkSource for Arc<S> {
    fn count(&self) -> usize {
        (**self).count()
    }

    fn name(&self, index: usize) -> Cow<'_, str> {
        (**self).name(index)
    }

    fn read<'a>(&'a self, index: usize, limit: usize, buffer: &'a mut Vec<u8>) -> io::Result<&'a [u8]> {
        (**self).read(index, limit, buffer)
    }

    fn beginning<'a>(&'a self, index: usize, buffer: &'a mut Vec<u8>) -> io::Result<(u64, &'a [u8])> {
        (**self).beginning(index, buffer)
    }

    fn in_memory(&self, index: usize) -> Option<&[u8]> {
        (**self).in_memory(index)
    }
}

/// Chunks in memory: the bytes of records, or compressed chunks.
#[derive(Clone, Default, Debug)]
pub struct Memory {
    chunks: Vec<(String, Arc<[u8]>)>,
}

impl Memory {
    /// Creates a source without chunks.
    pub const fn new() -> Self {
        Self { chunks: Vec::new() }
    }

    /// Adds a chunk.
    pub fn push(&mut self, name: impl Into<String>, bytes: impl Into<Arc<[u8]>>) {
        self.chunks.push((name.into(), bytes.into()));
    }
}

impl ChunkSource for Memory {
    fn count(&self) -> usize {
        self.chunks.len()
    }

    fn name(&self, index: usize) -> Cow<'_, str> {
        Cow::Borrowed(&self.chunks[index].0)
    }

    fn read<'a>(&'a self, index: usize, limit: usize, _: &'a mut Vec<u8>) -> io::Result<&'a [u8]> {
        let bytes = &*self.chunks[index].1;
        if bytes.len() > limit { Err(too_large(limit)) } else { Ok(bytes) }
    }

    fn in_memory(&self, index: usize) -> Option<&[u8]> {
        Some(&self.chunks[index].1)
    }
}

/// Chunks in files, one in each. The name of a chunk is the name of its file, without directories.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Files {
    paths: Vec<PathBuf>,
}

impl Files {
    /// Creates a source of these files.
    pub fn new(paths: impl IntoIterator<Item = impl Into<PathBuf>>) -> Self {
        Self { paths: paths.into_iter().map(Into::into).collect() }
    }
}

impl ChunkSource for Files {
    fn count(&self) -> usize {
        self.paths.len()
    }

    fn name(&self, index: usize) -> Cow<'_, str> {
        let path = &self.paths[index];
        path.file_name().unwrap_or(path.as_os_str()).to_string_lossy()
    }

    fn read<'a>(&'a self, index: usize, limit: usize, buffer: &'a mut Vec<u8>) -> io::Result<&'a [u8]> {
        let file = open_regular(&self.paths[index])?;
        let size = file.metadata()?.len();
        buffer.clear();
        buffer.reserve(usize::try_from(size).unwrap_or(usize::MAX).min(limit).saturating_add(1));
        file.take((limit as u64).saturating_add(1)).read_to_end(buffer)?;
        if buffer.len() > limit { Err(too_large(limit)) } else { Ok(buffer) }
    }

    fn beginning<'a>(&'a self, index: usize, buffer: &'a mut Vec<u8>) -> io::Result<(u64, &'a [u8])> {
        let file = open_regular(&self.paths[index])?;
        let size = file.metadata()?.len();
        buffer.clear();
        file.take(BEGINNING as u64).read_to_end(buffer)?;
        Ok((size, buffer))
    }
}

/// The chunks of an archive. The name of a chunk is its [name](gardez_lc0::training::ArchiveChunk::name) in the archive.
#[cfg(feature = "lc0")]
impl ChunkSource for Archive {
    fn count(&self) -> usize {
        self.len()
    }

    fn name(&self, index: usize) -> Cow<'_, str> {
        Cow::Borrowed(self.chunk(index).map_or("", |chunk| chunk.name()))
    }

    fn read<'a>(&'a self, index: usize, limit: usize, buffer: &'a mut Vec<u8>) -> io::Result<&'a [u8]> {
        let chunk = self.chunk(index).ok_or(io::ErrorKind::NotFound)?;
        if chunk.size() > limit as u64 {
            return Err(too_large(limit));
        }
        chunk.read_stored(limit, buffer).map_err(io::Error::other)?;
        Ok(buffer)
    }

    fn beginning<'a>(&'a self, index: usize, buffer: &'a mut Vec<u8>) -> io::Result<(u64, &'a [u8])> {
        let chunk = self.chunk(index).ok_or(io::ErrorKind::NotFound)?;
        chunk.read_stored(BEGINNING, buffer).map_err(io::Error::other)?;
        Ok((chunk.size(), buffer))
    }
}

pub(super) fn too_large(limit: usize) -> io::Error {
    io::Error::new(io::ErrorKind::FileTooLarge, std::format!("the chunk has more than {limit} bytes"))
}
