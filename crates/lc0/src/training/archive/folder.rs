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
pub(super) struct Found {
    pub(super) name: String,
    /// The number of bytes, or why the file is not read.
    pub(super) size: Result<u64, SkipReason>,
}

/// Returns the files of a directory and its subdirectories by name. Links are followed; each directory is listed once.
pub(super) fn files(root: &Path) -> io::Result<Vec<Found>> {
    let mut found = Vec::new();
    let mut listed = BTreeSet::new();
    let mut pending = vec![String::new()];
    while let Some(parent) = pending.pop() {
        let directory = join(root, &parent);
        let listing = list(&directory, &mut listed, |entry| {
            let separator = if parent.is_empty() { "" } else { "/" };
            let name = std::format!("{parent}{separator}{}", entry.to_string_lossy());
            match size(&directory, entry) {
                Ok(None) => pending.push(name),
                Ok(Some(size)) => found.push(Found { name, size: Ok(size) }),
                Err(reason) => found.push(Found { name, size: Err(reason) }),
            }
        });
        match listing {
            Err(error) if parent.is_empty() => return Err(error),
            Err(error) => found.push(Found { name: parent, size: Err(SkipReason::Unreadable(error.kind())) }),
            Ok(()) => {}
        }
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(found)
}

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

/// Returns the size of a file, or `None` for a directory.
fn size(directory: &Path, entry: &OsStr) -> Result<Option<u64>, SkipReason> {
    let name = entry.to_str().ok_or(SkipReason::NotUnicode)?;
    if name_kind(name) == NameKind::Hidden {
        return Err(SkipReason::Hidden);
    }
    let metadata = fs::metadata(directory.join(entry)).map_err(|error| SkipReason::Unreadable(error.kind()))?;
    if metadata.is_dir() {
        return Ok(None);
    }
    if metadata.is_file() { Ok(Some(metadata.len())) } else { Err(SkipReason::Special) }
}
