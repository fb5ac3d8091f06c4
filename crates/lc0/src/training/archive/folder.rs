//! The files of a directory and its subdirectories.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::string::String;
use std::vec;
use std::vec::Vec;

use super::skipped::{NameKind, SkipReason, name_kind};

/// A file, by its path below the directory, whose parts are separated by `/`.
#[derive(PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Found {
    pub(super) name: String,
    pub(super) what: What,
}

#[derive(PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum What {
    /// A file with this number of bytes.
    File(u64),
    /// It is not read.
    Skipped(Reason),
}

/// A reason for which a file is not opened.
#[derive(PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Reason {
    Hidden,
    Special,
    NotUnicode,
    Unreadable(io::ErrorKind),
}

impl From<&Reason> for SkipReason {
    fn from(reason: &Reason) -> Self {
        match reason {
            Reason::Hidden => Self::Hidden,
            Reason::Special => Self::Special,
            Reason::NotUnicode => Self::NotUnicode,
            Reason::Unreadable(kind) => Self::Unreadable(*kind),
        }
    }
}

/// Returns the files of a directory and its subdirectories in the order of their names. Links are followed, but each
/// directory is listed once.
pub(super) fn files(root: &Path) -> io::Result<Vec<Found>> {
    let mut found = Vec::new();
    let mut listed = BTreeSet::new();
    let mut pending = vec![String::new()];
    while let Some(name) = pending.pop() {
        let directory = join(root, &name);
        let listing = list(&directory, &mut listed, |entry| match add(&directory, &name, entry) {
            Ok(Entry::Directory(name)) => pending.push(name),
            Ok(Entry::Found(new)) => found.push(new),
            Err((name, error)) => found.push(skipped(name, Reason::Unreadable(error.kind()))),
        });
        match listing {
            Err(error) if name.is_empty() => return Err(error),
            Err(error) => found.push(skipped(name, Reason::Unreadable(error.kind()))),
            Ok(()) => {}
        }
    }
    found.sort();
    Ok(found)
}

/// Returns the path of a file that was found in a directory.
pub(super) fn join(root: &Path, name: &str) -> PathBuf {
    if name.is_empty() { root.into() } else { root.join(name) }
}

/// Passes the names in a directory, unless it was listed before.
fn list(path: &Path, listed: &mut BTreeSet<PathBuf>, mut entry: impl FnMut(&OsStr)) -> io::Result<()> {
    if listed.insert(fs::canonicalize(path)?) {
        for item in fs::read_dir(path)? {
            entry(&item?.file_name());
        }
    }
    Ok(())
}

enum Entry {
    Directory(String),
    Found(Found),
}

const fn skipped(name: String, reason: Reason) -> Found {
    Found { name, what: What::Skipped(reason) }
}

/// Finds out what an entry of a directory is.
fn add(directory: &Path, parent: &str, entry: &OsStr) -> Result<Entry, (String, io::Error)> {
    let text = entry.to_string_lossy();
    let separator = if parent.is_empty() { "" } else { "/" };
    let name = std::format!("{parent}{separator}{text}");
    let new = |reason| Ok(Entry::Found(skipped(name.clone(), reason)));
    if entry.to_str().is_none() {
        return new(Reason::NotUnicode);
    }
    if name_kind(&name) == NameKind::Hidden {
        return new(Reason::Hidden);
    }
    let metadata = fs::metadata(directory.join(entry)).map_err(|error| (name.clone(), error))?;
    if metadata.is_dir() {
        return Ok(Entry::Directory(name));
    }
    if !metadata.is_file() {
        return new(Reason::Special);
    }
    Ok(Entry::Found(Found { name, what: What::File(metadata.len()) }))
}
