//! What the names of inputs mean: files, and the chunks of directories and tars.

use std::fmt;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::slice;

use gardez::lc0::training::{Archive, ArchiveOptions, Skipped};

use crate::input;
use crate::stop::Stop;

/// Where an input is.
#[derive(Clone)]
pub(crate) enum Place {
    /// A file, or standard input.
    File(PathBuf),
    /// A chunk of a directory or a tar.
    Member(Member),
    /// A part of a tar or a directory that is damaged.
    Lost(Skipped),
}

impl Place {
    /// Returns `true` for a part of a directory or a tar, whose other parts are read if this one cannot be.
    pub(crate) const fn is_in_archive(&self) -> bool {
        !matches!(self, Self::File(_))
    }

    /// Returns the path, if it is not that of an archive.
    pub(crate) fn file(&self) -> &[PathBuf] {
        match self {
            Self::File(path) => slice::from_ref(path),
            Self::Member(_) | Self::Lost(_) => &[],
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => f.write_str(&input::name(path)),
            Self::Member(member) => member.fmt(f),
            Self::Lost(lost) if lost.name.is_empty() => write!(f, "{}, byte {}", lost.path.display(), lost.offset),
            Self::Lost(lost) => write!(f, "{}: {}", lost.path.display(), lost.name),
        }
    }
}

/// A chunk of a directory or a tar, which is opened when it is read: there are more than can be open at a time.
#[derive(Clone)]
pub(crate) struct Member {
    root: PathBuf,
    archive: Rc<Archive>,
    index: usize,
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

impl Member {
    /// Opens and unpacks it.
    pub(super) fn open(&self) -> Result<Box<dyn Read>, Stop> {
        let chunk = self.archive.chunk(self.index).expect("the number is that of a chunk");
        let source = chunk.source().map_err(|error| Stop::unreadable(&self.to_string(), error))?;
        Ok(Box::new(source))
    }

    /// Returns the number of bytes, packed or not.
    pub(super) fn size(&self) -> u64 {
        self.archive.chunk(self.index).map_or(0, |chunk| chunk.size())
    }
}

/// Returns the inputs that these paths name.
pub(crate) fn places(paths: &[PathBuf]) -> Result<Vec<Place>, Stop> {
    let mut all = Vec::new();
    for path in paths {
        if input::is_standard(path) || !is_archive(path) {
            all.push(Place::File(path.clone()));
            continue;
        }
        let unreadable = |reason: &dyn fmt::Display| Stop::unreadable(&input::name(path), reason);
        // Inputs are only read, so no index is written next to a tar.
        let options = ArchiveOptions::default().without_index_files();
        let archive = Rc::new(Archive::open_all([path], options).map_err(|error| unreadable(&error))?);
        let lost = archive.skipped().iter().filter(|skipped| skipped.reason.is_damage());
        let lost: Vec<Place> = lost.cloned().map(Place::Lost).collect();
        if archive.is_empty() && lost.is_empty() {
            return Err(unreadable(&"there are no chunks in it"));
        }
        let member = |index| Member { root: path.clone(), archive: Rc::clone(&archive), index };
        all.extend((0..archive.len()).map(|index| Place::Member(member(index))));
        all.extend(lost);
    }
    Ok(all)
}

fn is_archive(path: &Path) -> bool {
    path.is_dir() || path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("tar"))
}
