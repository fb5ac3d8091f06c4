//! A chunk of an archive, by its number.

use core::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::PathBuf;
use std::vec::Vec;

use super::super::stream::Reader;
use super::error::ArchiveError;
use super::folder;
use super::header::{BLOCK, Block, FILES, read_header};
use super::listing::Entry;
use super::positioned::{Positioned, Section};
use super::source::{Bytes, Source};
use super::{Archive, Container};

/// A chunk of an [`Archive`].
#[derive(Clone, Copy)]
#[cfg_attr(docsrs, doc(cfg(feature = "std")))]
pub struct ArchiveChunk<'a> {
    pub(super) archive: &'a Archive,
    pub(super) entry: Entry,
}

impl<'a> ArchiveChunk<'a> {
    /// The name of the member, or the path of the file below the directory, with `/` between its parts.
    pub fn name(&self) -> &'a str {
        self.archive.listing.name(self.entry)
    }

    /// The number of bytes as they are stored, which are compressed in most archives.
    pub const fn size(&self) -> u64 {
        self.entry.size
    }

    /// The path of the file that contains the chunk: the tar, or the chunk's own file.
    pub fn path(&self) -> PathBuf {
        match self.container() {
            Container::Directory(root) => folder::join(root, self.name()),
            Container::File(path) | Container::Tar(path) => path.clone(),
        }
    }

    /// The byte of the [file](Self::path) at which the chunk begins.
    pub const fn offset(&self) -> u64 {
        self.entry.at
    }

    fn container(&self) -> &'a Container {
        &self.archive.containers[self.entry.container as usize]
    }

    /// Opens the chunk and returns a reader of its records.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be opened or read, if the tar has changed, or if the chunk is compressed in
    /// a format whose feature is not enabled. Errors while unpacking are errors of the reader.
    pub fn records(&self) -> Result<Reader<Source>, ArchiveError> {
        self.source().map(Reader::new)
    }

    /// Opens the chunk and returns a stream of its bytes, unpacked.
    ///
    /// # Errors
    ///
    /// Under the conditions of [`records`](Self::records).
    pub fn source(&self) -> Result<Source, ArchiveError> {
        let failed = |error| ArchiveError::File { path: self.path(), error };
        let bytes = if let Container::Tar(path) = self.container() {
            let open = || File::open(path).map(Positioned::new);
            let file = self.archive.open.get(self.entry.container, open).map_err(failed)?;
            if !self.is_there(&file).map_err(failed)? {
                return Err(ArchiveError::Changed { path: path.clone(), name: self.name().into() });
            }
            Bytes::Section(Section::new(file, self.entry.at, self.entry.size))
        } else {
            Bytes::File(File::open(self.path()).map_err(failed)?)
        };
        Source::new(bytes, self.archive.options.limits()).map_err(failed)
    }

    /// True if the chunk's header still precedes it.
    fn is_there(&self, file: &Positioned) -> io::Result<bool> {
        let mut block = [0; BLOCK];
        let length = file.read_at(self.entry.at - BLOCK as u64, &mut block)?;
        let Block::Header(header) = read_header(&block) else { return Ok(false) };
        // The size of a very large member, and of any member by some programs, is in a header before this one.
        let is_same = header.size == self.entry.size || header.size == 0 || 1 << 33 <= self.entry.size;
        Ok(length == BLOCK && FILES.contains(&header.kind) && is_same)
    }

    /// Replaces `bytes` by the whole chunk, unpacked. The memory of `bytes` is used again.
    ///
    /// # Errors
    ///
    /// Returns an error under the conditions of [`records`](Self::records), if the chunk cannot be unpacked, or if it
    /// has more bytes than [the limit](crate::training::ArchiveOptions::with_longest_chunk). Then `bytes` contains what was unpacked
    /// before.
    pub fn read_into(&self, bytes: &mut Vec<u8>) -> Result<(), ArchiveError> {
        bytes.clear();
        let (path, name, limit) = (|| self.path(), || self.name().into(), self.archive.options.longest_chunk());
        let mut source = self.source()?.take(limit.saturating_add(1));
        let read = source.read_to_end(bytes);
        if limit < bytes.len() as u64 {
            bytes.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
            return Err(ArchiveError::TooLong { path: path(), name: name(), limit });
        }
        read.map(drop).map_err(|error| ArchiveError::Chunk { path: path(), name: name(), error })
    }
}

impl fmt::Debug for ArchiveChunk<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = f.debug_struct("ArchiveChunk");
        fields
            .field("path", &self.path())
            .field("name", &self.name())
            .field("size", &self.size())
            .finish_non_exhaustive()
    }
}
