//! Inputs: files and standard input, packed or not.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use gardez::notation::pgn::decompress;

use crate::progress::Progress;
use crate::stop::Stop;

/// True if a path means standard input or output.
pub(crate) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The name of an input in messages.
pub(crate) fn name(path: &Path) -> String {
    if is_standard(path) { "standard input".to_owned() } else { path.display().to_string() }
}

/// Opens an input and unpacks it if its first bytes are those of gzip or Zstandard.
pub(crate) fn open(path: &Path, progress: &Progress) -> Result<Box<dyn Read>, Stop> {
    let packed = if is_standard(path) {
        progress.watch(io::stdin().lock())
    } else {
        let file = File::open(path).map_err(|error| Stop::unreadable(&name(path), error))?;
        if file.metadata().is_ok_and(|metadata| metadata.is_dir()) {
            return Err(Stop::unreadable(&name(path), "it is a directory"));
        }
        progress.watch(file)
    };
    decompress(packed).map_err(|error| Stop::unreadable(&name(path), error))
}
