//! Files that are opened by their names.

use std::fs::{self, File};
use std::io;
use std::path::Path;

/// Opens a file that is read at any place, or more than once.
///
/// A pipe is an error: opening one waits until another program opens it, too, which may be for ever.
pub(super) fn open(path: &Path) -> io::Result<File> {
    if fs::metadata(path)?.is_file() {
        File::open(path)
    } else {
        Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file"))
    }
}
