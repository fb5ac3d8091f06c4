//! The inputs that a path names: files, and the chunks of directories and tars.

use std::fmt::{self, Display};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gardez_formats::Format;
use gardez_lc0::training::{Archive, ArchiveOptions, Skipped};
use gardez_types::errors;

use crate::filter::UnanswerableError;

/// The bytes of an input, which can be read in another thread.
pub type Bytes = Box<dyn Read + Send>;

/// The place of an input.
#[derive(Clone, Debug)]
pub enum Place {
    /// Standard input.
    StandardInput,
    /// A file.
    File(PathBuf),
    /// A chunk of a directory or a tar.
    Member(Member),
    /// A part of a tar or a directory that is damaged.
    Lost(Skipped),
}

impl Place {
    /// Returns the places that a path names: a directory or a tar names its chunks, any other path a file.
    ///
    /// # Errors
    ///
    /// Returns an error if a directory or a tar cannot be read, or if there are no chunks in it.
    pub fn all_of(path: &Path) -> Result<Vec<Self>, OpenError> {
        let is_tar = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("tar"));
        if !is_tar && !path.is_dir() {
            return Ok(vec![Self::File(path.to_owned())]);
        }
        let unreadable = |error| OpenError::unreadable(path.display(), error);
        let options = ArchiveOptions::default();
        let archive = Archive::open_all([path], options).map_err(|error| unreadable(io::Error::other(error)))?;
        let archive = Arc::new(archive);
        let lost = archive.skipped().iter().filter(|skipped| skipped.reason.is_damage()).cloned().map(Self::Lost);
        let member = |index| Self::Member(Member { root: path.to_owned(), archive: Arc::clone(&archive), index });
        let all: Vec<Self> = (0..archive.len()).map(member).chain(lost).collect();
        if all.is_empty() {
            return Err(unreadable(io::Error::other("there are no chunks in it")));
        }
        Ok(all)
    }

    /// Returns `true` for a part of a directory or a tar. Its damage does not end the other parts.
    pub const fn is_in_archive(&self) -> bool {
        matches!(self, Self::Member(_) | Self::Lost(_))
    }

    /// Returns the name without directories: of a file, or of a member of a tar or a directory.
    pub fn file_name(&self) -> String {
        let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        match self {
            Self::StandardInput => String::new(),
            Self::File(path) => name(path),
            Self::Member(member) => {
                name(Path::new(member.archive.chunk(member.index).map_or("", |chunk| chunk.name())))
            }
            Self::Lost(lost) if lost.name.is_empty() => format!("byte-{}", lost.offset),
            Self::Lost(lost) => name(Path::new(&lost.name)),
        }
    }

    /// Returns the path of the file that is read: the tar of a chunk in a tar.
    pub fn path(&self) -> Option<PathBuf> {
        match self {
            Self::File(path) => Some(path.clone()),
            Self::Member(member) => member.archive.chunk(member.index).map(|chunk| chunk.path()),
            Self::StandardInput | Self::Lost(_) => None,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::StandardInput => f.write_str("standard input"),
            Self::File(path) => path.display().fmt(f),
            Self::Member(member) => member.fmt(f),
            Self::Lost(lost) if lost.name.is_empty() => write!(f, "{}, byte {}", lost.path.display(), lost.offset),
            Self::Lost(lost) => write!(f, "{}: {}", lost.path.display(), lost.name),
        }
    }
}

/// A chunk of a directory or a tar, which is opened when it is read.
#[derive(Clone)]
pub struct Member {
    root: PathBuf,
    archive: Arc<Archive>,
    index: usize,
}

impl Member {
    pub(super) fn open(&self) -> io::Result<Bytes> {
        let chunk = self.archive.chunk(self.index).expect("the number is that of a chunk");
        Ok(Box::new(chunk.source().map_err(io::Error::other)?))
    }

    #[cfg(feature = "syzygy")]
    pub(super) fn size(&self) -> u64 {
        self.archive.chunk(self.index).map_or(0, |chunk| chunk.size())
    }
}

impl fmt::Display for Member {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.archive.chunk(self.index).map_or("", |chunk| chunk.name());
        match self.root.is_dir() {
            true => write!(f, "{}", self.root.join(name).display()),
            false => write!(f, "{}: {name}", self.root.display()),
        }
    }
}

impl fmt::Debug for Member {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Member").field(&self.to_string()).finish()
    }
}

errors! {
    /// An error while opening an input, with its name.
    #[derive(Debug)]
    pub enum OpenError {
        /// It cannot be opened or read. Other inputs may still be.
        Unreadable { name: String, error: io::Error } = "unreadable", "cannot read {name}: {error}" => source error;
        UnknownFormat { name: String } = "unknown-format", "the format of {name} is unknown";
        NoEntries { name: String, format: Format } = "no-entries", "{name}: {format} cannot be read as entries";
        /// The format does not have what the filter asks for.
        Filter { name: String, error: UnanswerableError } = "filter", "{name}: {error}" => source error;
    }
}

impl OpenError {
    pub(super) fn unreadable(name: impl Display, error: io::Error) -> Self {
        Self::Unreadable { name: name.to_string(), error }
    }
}
