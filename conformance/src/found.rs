//! The files of known kinds below a directory.

use std::io;
use std::path::{Path, PathBuf};

use crate::file;
use crate::kinds::Kind;

/// The files below a directory, in the order of their paths.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Found {
    /// The files of known kinds, whose values can be compared.
    pub known: Vec<(Kind, PathBuf)>,
    /// All other files, and why their kinds are not known.
    pub skipped: Vec<(PathBuf, String)>,
}

/// Collects the files below `root`, or `root` itself. Hidden files and links to directories are skipped.
///
/// # Errors
///
/// Returns an error that names the directory that cannot be listed.
pub fn find(root: &Path) -> io::Result<Found> {
    let mut found = Found::default();
    for path in file::below(root)? {
        match Kind::from_path(&path) {
            Ok(kind) => found.known.push((kind, path)),
            Err(reason) => found.skipped.push((path, reason)),
        }
    }
    Ok(found)
}
