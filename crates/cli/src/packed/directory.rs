//! Directories of training records.

use std::fs;
use std::path::{Path, PathBuf};

use gardez_formats::Format;

use crate::input;
use crate::packed::from_path;
use crate::stop::Stop;

/// The depth to which subdirectories are searched.
const DEPTH: u32 = 32;

/// A file to read.
pub(crate) struct Named {
    pub(crate) path: PathBuf,
    /// True if only its directory was named: it is a chunk.
    pub(crate) is_in_directory: bool,
}

/// The files that these paths name. A directory names the chunks in it and in its subdirectories, in the order of their
/// names.
pub(crate) fn named(paths: &[PathBuf]) -> Result<Vec<Named>, Stop> {
    let mut all = Vec::new();
    for path in paths {
        if input::is_standard(path) || !path.is_dir() {
            all.push(Named { path: path.clone(), is_in_directory: false });
            continue;
        }
        let before = all.len();
        list(path, DEPTH, &mut all)?;
        if all.len() == before {
            return Err(Stop::unreadable(&input::name(path), "there are no chunks in the directory"));
        }
    }
    Ok(all)
}

fn list(directory: &Path, depth: u32, all: &mut Vec<Named>) -> Result<(), Stop> {
    let unreadable = |error| Stop::unreadable(&input::name(directory), error);
    let entries = fs::read_dir(directory).map_err(unreadable)?;
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>, _>>().map_err(unreadable)?;
    paths.sort_unstable();
    for path in paths {
        let is_hidden = path.file_name().is_none_or(|name| name.as_encoded_bytes().starts_with(b"."));
        if is_hidden {
            continue;
        }
        if path.is_dir() {
            if 0 < depth {
                list(&path, depth - 1, all)?;
            }
        } else if is_chunk(&path) {
            all.push(Named { path, is_in_directory: true });
        }
    }
    Ok(())
}

/// Whether the name of a file is that of a chunk: lc0 writes names such as `game_000000.gz` and `training.1234.gz`.
fn is_chunk(path: &Path) -> bool {
    match from_path(path) {
        Some(format) => matches!(format, Format::Lc0V6 | Format::Lc0V7),
        None => path.extension().is_some_and(|extension| extension == "gz" || extension == "zst"),
    }
}
