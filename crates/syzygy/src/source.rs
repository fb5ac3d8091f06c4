//! Where the bytes of a table come from: a mapped file, memory, or a file that is read piece by piece.

#[cfg(feature = "mmap")]
mod mapped;

use std::borrow::Cow;
use std::fs::{self, File};
use std::io;
use std::path::Path;

use crate::error::TableErrorKind;

/// How the files of tables are read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Access {
    /// Files are mapped into memory. This is the fastest access, and programs share the memory.
    ///
    /// Replacing or deleting a file while it is mapped does no harm, but *truncating* it does: on most systems the program
    /// is terminated when it reads past the new end. Choose another access if other programs may write to the files.
    #[cfg(feature = "mmap")]
    #[cfg_attr(docsrs, doc(cfg(feature = "mmap")))]
    #[default]
    Mapped,
    /// Files are read piece by piece, a few hundred bytes at a time. A change to the file can only cause an error.
    #[cfg_attr(not(feature = "mmap"), default)]
    Positioned,
    /// Files are read as a whole when the table is first used.
    Loaded,
}

/// Bytes of a table that can be read at any place: the whole table in memory, or a file.
pub(crate) trait ReadAt {
    /// Returns `count` bytes from `at` on; it is an error if some are missing.
    fn read_at(&mut self, at: u64, count: u64) -> Result<Cow<'_, [u8]>, TableErrorKind>;

    /// Returns the bytes of an array from `at` on; it is an error if some are missing.
    fn array<const N: usize>(&mut self, at: u64) -> Result<[u8; N], TableErrorKind>;
}

impl ReadAt for &[u8] {
    #[inline]
    fn read_at(&mut self, at: u64, count: u64) -> Result<Cow<'_, [u8]>, TableErrorKind> {
        let end = at.saturating_add(count);
        let found = self.get(at as usize..end as usize);
        found.map(Cow::Borrowed).ok_or(TableErrorKind::Truncated { expected: end, found: self.len() as u64 })
    }

    #[inline]
    fn array<const N: usize>(&mut self, at: u64) -> Result<[u8; N], TableErrorKind> {
        let array = self.get(at as usize..).and_then(<[u8]>::first_chunk);
        array.copied().ok_or(TableErrorKind::Truncated { expected: at + N as u64, found: self.len() as u64 })
    }
}

/// Reads parts of a file, and keeps the bytes around the array that was read last.
pub(crate) struct Window<'a> {
    bytes: &'a Bytes,
    held: Cow<'a, [u8]>,
    begin: u64,
}

impl<'a> Window<'a> {
    /// The number of bytes read at once; half of them come before the requested bytes.
    const SIZE: u64 = 128;

    pub(crate) fn new(bytes: &'a Bytes) -> Self {
        Self { bytes, held: Cow::Borrowed(&[]), begin: 0 }
    }
}

impl ReadAt for Window<'_> {
    fn read_at(&mut self, at: u64, count: u64) -> Result<Cow<'_, [u8]>, TableErrorKind> {
        self.bytes.fetch(at, count)
    }

    fn array<const N: usize>(&mut self, at: u64) -> Result<[u8; N], TableErrorKind> {
        let end = at.saturating_add(N as u64);
        if at < self.begin || self.begin + (self.held.len() as u64) < end {
            let begin = at.saturating_sub(Self::SIZE / 2);
            let until = end.max(self.bytes.len().min(begin + Self::SIZE));
            self.held = self.bytes.fetch(begin, until - begin)?;
            self.begin = begin;
        }
        (&mut &*self.held).array(at - self.begin)
    }
}

/// The bytes of a table.
pub(crate) enum Bytes {
    #[cfg(feature = "mmap")]
    Mapped(memmap2::Mmap),
    Memory(Cow<'static, [u8]>),
    File {
        file: Positioned,
        len: u64,
    },
}

impl Bytes {
    /// Opens a file.
    pub(crate) fn open(path: &Path, access: Access) -> io::Result<Self> {
        match access {
            #[cfg(feature = "mmap")]
            Access::Mapped => mapped::map(&File::open(path)?).map(Self::Mapped),
            Access::Positioned => {
                let file = File::open(path)?;
                let len = file.metadata()?.len();
                Ok(Self::File { file: Positioned::new(file), len })
            }
            Access::Loaded => fs::read(path).map(|bytes| Self::Memory(bytes.into())),
        }
    }

    /// The number of bytes.
    pub(crate) fn len(&self) -> u64 {
        match self {
            Self::File { len, .. } => *len,
            _ => self.slice().map_or(0, |bytes| bytes.len() as u64),
        }
    }

    /// All bytes, if they are in memory.
    #[inline]
    pub(crate) fn slice(&self) -> Option<&[u8]> {
        match self {
            #[cfg(feature = "mmap")]
            Self::Mapped(map) => Some(map),
            Self::Memory(bytes) => Some(bytes),
            Self::File { .. } => None,
        }
    }

    /// Returns `count` bytes from `at` on. If some are missing, it returns an error before it allocates anything.
    pub(crate) fn fetch(&self, at: u64, count: u64) -> Result<Cow<'_, [u8]>, TableErrorKind> {
        let (end, found) = (at.saturating_add(count), self.len());
        if found < end {
            return Err(TableErrorKind::Truncated { expected: end, found });
        }
        match self {
            Self::File { file, .. } => {
                let mut bytes = vec![0; count as usize];
                file.read(at, &mut bytes).map_err(|error| TableErrorKind::Io(error.kind()))?;
                Ok(bytes.into())
            }
            _ => Ok(self.slice().and_then(|bytes| bytes.get(at as usize..end as usize)).unwrap_or_default().into()),
        }
    }
}

/// A file that several threads can read at different places.
pub(crate) struct Positioned {
    #[cfg(unix)]
    file: File,
    #[cfg(not(unix))]
    file: std::sync::Mutex<File>,
}

#[cfg(unix)]
impl Positioned {
    fn new(file: File) -> Self {
        Self { file }
    }

    fn read(&self, at: u64, bytes: &mut [u8]) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(&self.file, bytes, at)
    }
}

#[cfg(not(unix))]
impl Positioned {
    fn new(file: File) -> Self {
        Self { file: std::sync::Mutex::new(file) }
    }

    fn read(&self, at: u64, bytes: &mut [u8]) -> io::Result<()> {
        use std::io::{Read, Seek, SeekFrom};
        let mut file = self.file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        file.seek(SeekFrom::Start(at))?;
        file.read_exact(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_moves_in_both_directions() {
        let bytes = Bytes::Memory((0..=255).collect::<Vec<u8>>().into());
        let mut window = Window::new(&bytes);
        // Forward, back beyond the kept bytes, to both ends, and past the end.
        for at in [200, 3, 130, 66, 65, 0, 254, 64] {
            assert_eq!(window.array(at), Ok([at as u8, at as u8 + 1]), "at {at}");
        }
        assert_eq!(window.array::<2>(255), Err(TableErrorKind::Truncated { expected: 257, found: 256 }));
    }
}
