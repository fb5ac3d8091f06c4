//! The source of the bytes of a table: a file that is read in pieces, a mapped file, or memory.

mod cache;
#[cfg(feature = "mmap")]
mod mapped;
mod pieces;
mod set;

use std::borrow::Cow;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use gardez_io::open_regular;

pub(crate) use self::cache::{Cache, Section};
pub(crate) use self::pieces::{Pieces, PiecewiseFile};
use crate::error::TableErrorKind;

/// The way to read the files of tables.
///
/// | access | memory | what happens if another program cuts or changes an open file |
/// |---|---|---|
/// | [`Access::Positioned`] | the cache, 64 MiB | an error or a wrong answer |
/// | [`Access::mapped`] | shared between programs, no limit | undefined behavior; on Unix, a cut file ends the process |
/// | [`Access::Loaded`] | the size of all files in use | nothing |
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Access {
    /// Files are read in pieces, with a cache for all threads: see [`Tablebase::with_cache`](crate::Tablebase::with_cache).
    ///
    /// If the cache has the pieces, a probe is about as fast as with a mapped file. Small files are kept as a whole; larger
    /// files stay open. Tables of up to six pieces are 1,020 files, and many systems allow a program 1,024 open files
    /// (`ulimit -n`). Above that limit, a probe returns an error, and can be repeated.
    #[default]
    Positioned,
    /// Files are mapped into memory; see [`Access::mapped`], which returns this value.
    #[cfg(feature = "mmap")]
    #[non_exhaustive]
    Mapped,
    /// Files are read as a whole when they are opened.
    Loaded,
}

impl Access {
    /// Maps files into memory, which programs share.
    ///
    /// ```
    /// use gardez_syzygy::{Access, Tablebase};
    ///
    /// # let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tables");
    /// // SAFETY: the tables are installed once and never written again.
    /// let access = unsafe { Access::mapped() };
    /// let tablebase = Tablebase::open_with([directory], access)?;
    /// assert_eq!(tablebase.max_pieces(), 4);
    /// # Ok::<_, gardez_syzygy::OpenError>(())
    /// ```
    ///
    /// # Safety
    ///
    /// While a tablebase with this access exists, no program may cut the files that it finds, or write to them. Deleting
    /// a file, or giving its name to another file, is harmless.
    ///
    /// **On Unix, a file that is cut while it is mapped ends the process**: reading past the new end raises the signal
    /// SIGBUS. Windows does not allow programs to cut a mapped file. If bytes change while they are read, the behavior is
    /// undefined.
    #[cfg(feature = "mmap")]
    #[must_use]
    #[allow(unsafe_code)]
    pub const unsafe fn mapped() -> Self {
        Self::Mapped
    }
}

/// Bytes of a table that can be read at any place.
pub(crate) trait ReadAt {
    /// Passes `count` bytes from `at` on to a function, or returns an error if bytes are missing.
    fn with<T>(
        &mut self,
        at: u64,
        count: usize,
        read: impl FnOnce(&[u8]) -> Result<T, TableErrorKind>,
    ) -> Result<T, TableErrorKind>;

    /// Returns the bytes of an array from `at` on, or an error if bytes are missing.
    fn array<const N: usize>(&mut self, at: u64) -> Result<[u8; N], TableErrorKind>;
}

impl ReadAt for &[u8] {
    #[inline]
    fn with<T>(
        &mut self,
        at: u64,
        count: usize,
        read: impl FnOnce(&[u8]) -> Result<T, TableErrorKind>,
    ) -> Result<T, TableErrorKind> {
        let end = at.saturating_add(count as u64);
        let range = usize::try_from(at).ok().zip(usize::try_from(end).ok());
        match range.and_then(|(at, end)| self.get(at..end)) {
            Some(bytes) => read(bytes),
            None => Err(TableErrorKind::Truncated { expected: end, found: self.len() as u64 }),
        }
    }

    #[inline]
    fn array<const N: usize>(&mut self, at: u64) -> Result<[u8; N], TableErrorKind> {
        let start = usize::try_from(at).ok();
        let array = start.and_then(|at| self.get(at..)).and_then(<[u8]>::first_chunk);
        array
            .copied()
            .ok_or(TableErrorKind::Truncated { expected: at.saturating_add(N as u64), found: self.len() as u64 })
    }
}

/// The bytes of a table.
pub(crate) enum Bytes {
    #[cfg(feature = "mmap")]
    Mapped(memmap2::Mmap),
    Memory(Cow<'static, [u8]>),
    /// A small file that was read as a whole.
    Kept(Section),
    File(PiecewiseFile),
}

impl Bytes {
    /// Opens a file. A pipe is an error, because opening a pipe waits for another program.
    pub(crate) fn open(path: &Path, access: Access, cache: &Arc<Cache>) -> io::Result<Self> {
        let file = open_regular(path)?;
        match access {
            #[cfg(feature = "mmap")]
            Access::Mapped => mapped::map(&file).map(Self::Mapped),
            Access::Positioned => PiecewiseFile::new(file, cache).map(|file| file.map_or_else(Self::Kept, Self::File)),
            Access::Loaded => {
                let (mut file, mut bytes) = (file, Vec::new());
                file.read_to_end(&mut bytes)?;
                Ok(Self::Memory(bytes.into()))
            }
        }
    }

    pub(crate) fn len(&self) -> u64 {
        match self {
            Self::File(file) => file.len(),
            _ => self.slice().map_or(0, |bytes| bytes.len() as u64),
        }
    }

    /// Returns all bytes, if they are in memory.
    #[inline]
    pub(crate) fn slice(&self) -> Option<&[u8]> {
        match self {
            #[cfg(feature = "mmap")]
            Self::Mapped(map) => Some(map),
            Self::Memory(bytes) => Some(bytes),
            Self::Kept(section) => Some(section.bytes()),
            Self::File(_) => None,
        }
    }

    /// Returns `count` bytes from `at` on, without the cache. If bytes are missing, nothing is allocated.
    pub(crate) fn fetch(&self, at: u64, count: u64) -> Result<Cow<'_, [u8]>, TableErrorKind> {
        let (end, found) = (at.saturating_add(count), self.len());
        if found < end {
            return Err(TableErrorKind::Truncated { expected: end, found });
        }
        match self {
            Self::File(file) => file.read(at, count as usize).map(Cow::Owned),
            _ => Ok(self.slice().and_then(|bytes| bytes.get(at as usize..end as usize)).unwrap_or_default().into()),
        }
    }

    /// Keeps a section that is read often, if the cache has room for it. The section must be within the file.
    pub(crate) fn section(&self, at: u64, count: u64) -> Result<Option<Section>, TableErrorKind> {
        match self {
            Self::File(file) => file.section(at, count),
            _ => Ok(None),
        }
    }
}
