//! The files below a directory.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::Kind;

/// The files below a directory, in the order of their paths.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Found {
    /// The files of known kinds, whose values can be compared.
    pub known: Vec<(Kind, PathBuf)>,
    /// All other files.
    pub skipped: Vec<PathBuf>,
}

/// Collects the files below `root`, or `root` itself if it is a file. Hidden files and links to directories are
/// skipped.
///
/// # Errors
///
/// If a directory cannot be listed. The error names it.
pub fn find(root: &Path) -> io::Result<Found> {
    let mut found = Found::default();
    if root.is_dir() {
        descend(root, &mut found)?;
    } else {
        fs::metadata(root).map_err(|error| explain(root, &error))?;
        sort(root.to_path_buf(), &mut found);
    }
    Ok(found)
}

fn descend(directory: &Path, found: &mut Found) -> io::Result<()> {
    let entries = fs::read_dir(directory).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let mut entries = entries.map_err(|error| explain(directory, &error))?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        if entry.file_name().to_string_lossy().starts_with('.') {
            continue;
        }
        let path = entry.path();
        if entry.file_type().is_ok_and(|file_type| file_type.is_dir()) {
            descend(&path, found)?;
        } else if path.is_file() {
            sort(path, found);
        }
    }
    Ok(())
}

fn sort(path: PathBuf, found: &mut Found) {
    match Kind::from_path(&path) {
        Some(kind) => found.known.push((kind, path)),
        None => found.skipped.push(path),
    }
}

fn explain(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
