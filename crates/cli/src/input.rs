//! Inputs: files and standard input, packed or not.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use gardez::data::files::{Bytes, FileOptions, Opener, Place};

use crate::progress::Progress;
use crate::stop::Stop;

/// Returns `true` if a path means standard input or output.
pub(crate) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Returns these inputs, or standard input, unless it is a terminal that no `-` names.
pub(crate) fn or_standard(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Stop> {
    match paths {
        [] if io::stdin().is_terminal() => {
            Err(Stop::Failed("expected names of files, or something to read on standard input".to_owned()))
        }
        [] => Ok(vec!["-".into()]),
        _ => Ok(paths.to_owned()),
    }
}

pub(crate) fn name(path: &Path) -> String {
    if is_standard(path) { "standard input".to_owned() } else { path.display().to_string() }
}

/// Returns the place that a path names, if it is not a directory or a tar.
pub(crate) fn place(path: &Path) -> Place {
    if is_standard(path) { Place::StandardInput } else { Place::File(path.to_owned()) }
}

pub(crate) fn opener(options: FileOptions, progress: &Progress) -> Opener<'_> {
    Opener::new(options).with_watch(|bytes| progress.watch(bytes))
}

/// Opens an input and unpacks it if it begins like gzip or Zstandard.
pub(crate) fn open(path: &Path, progress: &Progress) -> Result<Bytes, Stop> {
    Ok(opener(FileOptions::default(), progress).bytes(&place(path))?)
}
