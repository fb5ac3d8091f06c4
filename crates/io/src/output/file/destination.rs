//! The destination of a path: a file, or something that is open or cannot be replaced.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::error::is_a_directory;

/// The number of links that systems follow, too.
const MAX_LINKS: usize = 40;

/// The destination of a path.
pub(super) enum Destination {
    /// A device, a pipe, or the descriptor of an open file.
    Open(PathBuf, File),
    /// A file that may not exist yet, in a directory that should.
    File(PathBuf),
}

/// Follows links, also those whose end does not exist.
pub(super) fn destination(path: &Path) -> io::Result<Destination> {
    let is_special = fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir());
    let mut end = path.to_owned();
    for _ in 0..=MAX_LINKS {
        if is_descriptor(&end) {
            return descriptor(end);
        }
        match fs::symlink_metadata(&end) {
            Ok(metadata) if metadata.is_symlink() => {
                let link = fs::read_link(&end)?;
                end = end.parent().unwrap_or(Path::new("")).join(link);
            }
            _ if is_special => {
                let file = File::options().write(true).open(&end)?;
                return Ok(Destination::Open(end, file));
            }
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ if end.file_name().is_none() || ends_in_separator(&end) => return Err(is_a_directory()),
            _ => return Ok(Destination::File(end)),
        }
    }
    // The system's own error for a loop.
    Err(fs::metadata(path).err().unwrap_or_else(|| io::Error::other("too many links")))
}

/// Opens the file of a descriptor once more, to continue it where it ends.
fn descriptor(path: PathBuf) -> io::Result<Destination> {
    let file = File::options().append(true).open(&path)?;
    Ok(Destination::Open(path, file))
}

/// Returns `true` for the path of an open descriptor, such as `/proc/self/fd/1`, whose text may name nothing.
fn is_descriptor(path: &Path) -> bool {
    let parent = path.parent().unwrap_or(path);
    parent == Path::new("/dev/fd") || (parent.starts_with("/proc") && parent.ends_with("fd"))
}

fn ends_in_separator(path: &Path) -> bool {
    let last = path.as_os_str().as_encoded_bytes().last();
    last.is_some_and(|&byte| std::path::is_separator(byte.into()))
}
