//! `scale clean`: removes what killed units have left.

use std::fs::{self, DirEntry};
use std::path::{Path, PathBuf};

use crate::claim;
use crate::error::{Error, Result};
use crate::plan::Plan;
use crate::repair::ASIDE;

/// Remove the temporary files that killed units have left
///
/// Run this only while no unit is running: it removes their files, too. Files
/// have no names until they are complete; where the system has no such files,
/// they are called .NAME.NUMBER.unfinished.
#[derive(clap::Args, Debug)]
#[command(verbatim_doc_comment)]
pub(super) struct Args {
    /// Folder of the plan
    dir: PathBuf,
}

pub(super) fn execute(args: &Args) -> Result<()> {
    let plan = Plan::read(&args.dir)?;
    let mut removed = Removed::default();
    removed.clean(&args.dir)?;
    for unit in plan.stages.iter().flat_map(|stage| stage.unit_ids()) {
        removed.clean(&unit.folder(&args.dir))?;
    }
    for folder in fs::read_dir(args.dir.join(ASIDE)).into_iter().flatten().flatten() {
        removed.clean(&folder.path())?;
    }
    gardez_io::println!("{} temporary files removed, {} bytes", removed.files, removed.bytes);
    Ok(())
}

/// The files that have been removed.
#[derive(Default)]
struct Removed {
    files: u64,
    bytes: u64,
}

impl Removed {
    /// Removes what is temporary in a folder, which need not exist.
    fn clean(&mut self, folder: &Path) -> Result<()> {
        let Ok(entries) = fs::read_dir(folder) else { return Ok(()) };
        for entry in entries {
            let entry = entry.map_err(Error::io(folder))?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.starts_with(".tmp-")
                || name == claim::FILE
                || name.starts_with('.') && name.ends_with(".unfinished")
            {
                self.remove(&entry)?;
            }
        }
        Ok(())
    }

    /// Removes a file, or a folder with everything in it.
    fn remove(&mut self, entry: &DirEntry) -> Result<()> {
        let path = entry.path();
        if entry.file_type().map_err(Error::io(&path))?.is_dir() {
            for inner in fs::read_dir(&path).map_err(Error::io(&path))? {
                self.remove(&inner.map_err(Error::io(&path))?)?;
            }
            return fs::remove_dir(&path).map_err(Error::io(&path));
        }
        self.bytes += entry.metadata().map_or(0, |metadata| metadata.len());
        fs::remove_file(&path).map_err(Error::io(&path))?;
        self.files += 1;
        Ok(())
    }
}
