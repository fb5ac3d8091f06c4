//! Where chunks come from: archives, or objects in memory.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gardez_data::loader::ChunkSource;
use gardez_lc0::training::{Archive, ArchiveOptions};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;

use super::error::{archive_error, count};
use crate::args::Items;

/// The chunks of archives, or of bytes.
pub(super) enum Chunks {
    Archive(Archive),
    Bytes(PyBackedBytes),
}

impl ChunkSource for Chunks {
    fn count(&self) -> usize {
        match self {
            Self::Archive(archive) => archive.count(),
            Self::Bytes(_) => 1,
        }
    }

    fn name(&self, index: usize) -> Cow<'_, str> {
        match self {
            Self::Archive(archive) => archive.name(index),
            Self::Bytes(_) => Cow::Borrowed("bytes"),
        }
    }

    fn read<'a>(&'a self, index: usize, limit: usize, buffer: &'a mut Vec<u8>) -> io::Result<&'a [u8]> {
        match self {
            Self::Archive(archive) => ChunkSource::read(archive, index, limit, buffer),
            Self::Bytes(bytes) if bytes.len() > limit => Err(io::ErrorKind::FileTooLarge.into()),
            Self::Bytes(bytes) => Ok(bytes),
        }
    }

    fn beginning<'a>(&'a self, index: usize, buffer: &'a mut Vec<u8>) -> io::Result<(u64, &'a [u8])> {
        match self {
            Self::Archive(archive) => archive.beginning(index, buffer),
            Self::Bytes(bytes) => Ok((bytes.len() as u64, bytes)),
        }
    }

    fn in_memory(&self, _: usize) -> Option<&[u8]> {
        match self {
            Self::Archive(_) => None,
            Self::Bytes(bytes) => Some(bytes),
        }
    }
}

/// Chunks that are listed, for loaders.
#[pyclass(module = "gardez._gardez", frozen, name = "_Lc0Chunks")]
pub(crate) struct Lc0Chunks {
    pub(super) source: Arc<Chunks>,
    /// Paths that could not be read, and why.
    unread: Vec<String>,
}

/// Returns why a path cannot be read.
fn unreadable(path: &Path) -> Option<io::Error> {
    match fs::metadata(path) {
        Err(error) => Some(error),
        Ok(found) if found.is_file() => File::open(path).err(),
        Ok(_) => None,
    }
}

#[pymethods]
impl Lc0Chunks {
    #[new]
    #[pyo3(signature = (paths, longest_chunk=64 << 20, skips=false))]
    fn new(py: Python<'_>, paths: Items<PathBuf>, longest_chunk: u64, skips: bool) -> PyResult<Self> {
        let (mut paths, mut unread) = (paths.0, Vec::new());
        if skips {
            let all = paths.clone();
            paths.retain(|path| {
                let error = unreadable(path);
                unread.extend(error.as_ref().map(|error| format!("{}: {error}", path.display())));
                error.is_none()
            });
            // Nothing is left: the first error is raised.
            if paths.is_empty() {
                paths = all;
            }
        }
        let options = ArchiveOptions::default().with_longest_chunk(longest_chunk);
        let archive = py.detach(|| Archive::open_all(paths, options)).map_err(|error| archive_error(py, &error))?;
        Ok(Self { source: Arc::new(Chunks::Archive(archive)), unread })
    }

    /// Returns the records in these bytes, and their number.
    #[staticmethod]
    fn from_bytes(py: Python<'_>, data: PyBackedBytes) -> PyResult<(Self, usize)> {
        let count = count(py, &data)?;
        Ok((Self { source: Arc::new(Chunks::Bytes(data)), unread: Vec::new() }, count))
    }

    fn __len__(&self) -> usize {
        self.source.count()
    }

    /// Returns the name of a chunk.
    fn name(&self, index: usize) -> Option<Cow<'_, str>> {
        (index < self.source.count()).then(|| self.source.name(index))
    }

    /// Returns what was left out when the chunks were listed.
    fn skipped(&self) -> Vec<String> {
        let skipped = match &*self.source {
            Chunks::Archive(archive) => archive.skipped(),
            Chunks::Bytes(_) => &[],
        };
        self.unread.iter().cloned().chain(skipped.iter().map(ToString::to_string)).collect()
    }
}
