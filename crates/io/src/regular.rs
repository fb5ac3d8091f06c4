//! Files that are opened by their names.

use std::fs::{self, File};
use std::io;
use std::path::Path;

/// Opens a file that is read at any place, or more than once.
///
/// # Errors
///
/// Returns the error of the system if the file cannot be opened. A pipe or a device is an error of the kind
/// [`NotSeekable`](io::ErrorKind::NotSeekable), because opening a pipe may wait for ever.
#[cfg_attr(docsrs, doc(cfg(feature = "std")))]
pub fn open_regular(path: impl AsRef<Path>) -> io::Result<File> {
    let metadata = fs::metadata(&path)?;
    if metadata.is_file() {
        File::open(path)
    } else if metadata.is_dir() {
        Err(io::ErrorKind::IsADirectory.into())
    } else {
        Err(io::Error::new(io::ErrorKind::NotSeekable, "not a regular file"))
    }
}
