//! Inputs: files and standard input, packed or not.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};

use gardez::notation::pgn::decompress;

use crate::progress::Progress;
use crate::stop::Stop;

/// Returns `true` if a path means standard input or output.
pub(crate) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Returns the inputs of a command: these, or standard input if there are none. A terminal is read only if `-` names
/// it.
pub(crate) fn or_standard(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Stop> {
    match paths {
        [] if io::stdin().is_terminal() => {
            Err(Stop::Failed("expected names of files, or something to read on standard input".to_owned()))
        }
        [] => Ok(vec!["-".into()]),
        _ => Ok(paths.to_owned()),
    }
}

/// Returns the name of an input in messages.
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
