//! A chunk of an archive.

use core::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::vec::Vec;

use gardez_io::tar::{BLOCK, Header};
use gardez_io::{DecompressError, DecompressErrorKind, Positioned, Section, decompress_into, open_regular};

use super::super::stream::Reader;
use super::error::ArchiveError;
use super::folder;
use super::listing::Entry;
use super::source::{Bytes, Source};
use super::{Archive, Container};

/// A chunk of an [`Archive`].
#[derive(Clone, Copy)]
pub struct ArchiveChunk<'a> {
    pub(super) archive: &'a Archive,
    pub(super) entry: Entry,
}

impl<'a> ArchiveChunk<'a> {
    /// Returns the name of the member, or the path of the file below the directory, with `/` between its parts.
    pub fn name(&self) -> &'a str {
        self.archive.listing.name(self.entry)
    }

    /// Returns the number of bytes as they are stored, usually compressed.
    pub const fn size(&self) -> u64 {
        self.entry.size
    }

    /// Returns the path of the file that contains the chunk: the tar, or the chunk's own file.
    pub fn path(&self) -> PathBuf {
        match self.container() {
            Container::Directory(root) => folder::join(root, self.name()),
            Container::File(path) | Container::Tar(path) => path.clone(),
        }
    }

    /// Returns the byte of the [file](Self::path) at which the chunk begins.
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
    /// Returns an error if the file cannot be opened or read, the tar has changed, or the chunk is compressed in a
    /// format whose feature is not enabled. The reader reports errors while unpacking.
    pub fn records(&self) -> Result<Reader<Source>, ArchiveError> {
        self.source().map(Reader::new)
    }

    /// Opens the chunk and returns its bytes, unpacked.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`records`](Self::records).
    pub fn source(&self) -> Result<Source, ArchiveError> {
        let failed = |error| ArchiveError::File { path: self.path(), error };
        let bytes = if let Container::Tar(path) = self.container() {
            Bytes::Section(Section::new(self.file(path)?, self.entry.at, self.entry.size))
        } else {
            Bytes::File(open_regular(self.path()).map_err(failed)?)
        };
        Source::new(bytes, self.archive.options.limits()).map_err(failed)
    }

    /// Returns the tar of the chunk if it still has the chunk.
    fn file(&self, path: &Path) -> Result<Arc<Positioned>, ArchiveError> {
        let failed = |error| ArchiveError::File { path: path.into(), error };
        let open = || open_regular(path).map(Positioned::new);
        let file = self.archive.open.get(self.entry.container, open).map_err(failed)?;
        if !self.is_there(&file).map_err(failed)? {
            return Err(ArchiveError::Changed { path: path.into(), name: self.name().into() });
        }
        Ok(file)
    }

    /// Returns `true` if the chunk's header still precedes it.
    fn is_there(&self, file: &Positioned) -> io::Result<bool> {
        let mut block = [0; BLOCK];
        let length = file.read_at(self.entry.at - BLOCK as u64, &mut block)?;
        let Some(header) = Header::from_bytes(&block) else { return Ok(false) };
        // A member is shorter than its header states if another one begins in it.
        let is_same = header.allows(self.entry.size) || self.entry.size < header.size;
        Ok(length == BLOCK && header.is_file() && is_same)
    }

    /// Replaces `bytes` by the first bytes of the chunk as they are stored, at most this number.
    pub fn read_stored(&self, most: usize, bytes: &mut Vec<u8>) -> Result<(), ArchiveError> {
        let failed = |error| ArchiveError::File { path: self.path(), error };
        bytes.clear();
        bytes.resize(usize::try_from(self.entry.size).unwrap_or(usize::MAX).min(most), 0);
        let length = if let Container::Tar(path) = self.container() {
            self.file(path)?.read_at(self.entry.at, bytes)
        } else {
            open_regular(self.path()).and_then(|file| Positioned::new(file).read_at(0, bytes))
        };
        bytes.truncate(length.map_err(failed)?);
        Ok(())
    }

    /// Replaces `bytes` by the whole chunk, unpacked, up to the [limit](super::ArchiveOptions::with_longest_chunk).
    ///
    /// # Errors
    ///
    /// Returns the errors of [`records`](Self::records), and an error if the chunk cannot be unpacked or has more bytes
    /// than [the limit](crate::training::ArchiveOptions::with_longest_chunk). `bytes` has what was unpacked before.
    pub fn read_into(&self, bytes: &mut Vec<u8>) -> Result<(), ArchiveError> {
        let limit = self.archive.options.longest_chunk();
        let too_long = || ArchiveError::TooLong { path: self.path(), name: self.name().into(), limit };
        // A compressed chunk is hardly longer than an unpacked one, and may have members without content.
        let size = usize::try_from(self.entry.size).ok().filter(|&size| size as u64 <= limit.saturating_add(1 << 16));
        let Some(size) = size else {
            bytes.clear();
            return Err(too_long());
        };
        let mut packed = Vec::new();
        self.read_stored(size, &mut packed)?;
        let limits = self.archive.options.limits().with_length(limit);
        let result = decompress_into(&packed, bytes, limits);
        let is_too_long = |error: &io::Error| {
            let inner = error.get_ref().and_then(|inner| inner.downcast_ref::<DecompressError>());
            inner.is_some_and(|inner| matches!(inner.kind, DecompressErrorKind::Length { .. }))
        };
        if limit < bytes.len() as u64 || result.as_ref().is_err_and(is_too_long) {
            bytes.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
            return Err(too_long());
        }
        result.map_err(|error| ArchiveError::Chunk { path: self.path(), name: self.name().into(), error })
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
