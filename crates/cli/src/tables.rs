//! Directories of endgame tables.

use std::ffi::OsStr;
use std::path::PathBuf;

use gardez::syzygy::Tablebase;

use crate::stop::Stop;

/// Opens the tables in these directories, which are separated as in `PATH`.
pub(crate) fn open(names: &OsStr) -> Result<Tablebase, Stop> {
    let directories: Vec<PathBuf> = std::env::split_paths(names).collect();
    if directories.iter().any(|directory| directory.as_os_str().is_empty()) {
        return Err(Stop::Failed(format!("a name in the list of directories {names:?} is empty")));
    }
    let tables = Tablebase::open(&directories).map_err(|error| Stop::Failed(error.to_string()))?;
    if tables.max_pieces() == 0 {
        let names: Vec<_> = directories.iter().map(|path| path.display().to_string()).collect();
        return Err(Stop::Failed(format!("there are no tables of results (.rtbw) in {}", names.join(", "))));
    }
    Ok(tables)
}
