//! The files below a directory.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Collects the files below `root` in the order of their paths, or `root` itself if it is a file. Hidden files and links
/// to directories are skipped. The error names the directory that cannot be listed.
pub(crate) fn files(root: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    if root.is_dir() {
        descend(root, &mut files)?;
    } else {
        fs::metadata(root).map_err(|error| explain(root, &error))?;
        files.push(root.to_path_buf());
    }
    Ok(files)
}

fn descend(directory: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    let entries = fs::read_dir(directory).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let mut entries = entries.map_err(|error| explain(directory, &error))?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        if entry.file_name().to_string_lossy().starts_with('.') {
            continue;
        }
        let path = entry.path();
        if entry.file_type().is_ok_and(|file_type| file_type.is_dir()) {
            descend(&path, files)?;
        } else if path.is_file() {
            files.push(path);
        }
    }
    Ok(())
}

fn explain(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
