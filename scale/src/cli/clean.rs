//! `scale clean`: removes what killed units have left.

use std::fs;
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};
use crate::plan::Plan;
use crate::temporary::PREFIX;

/// Remove the temporary files that killed units have left
///
/// Run this only while no unit is running: it removes their files, too. The
/// files are called .tmp-HOST-PID-RANDOM.
#[derive(clap::Args, Debug)]
#[command(verbatim_doc_comment)]
pub(super) struct Args {
    /// Folder of the plan
    dir: PathBuf,
}

pub(super) fn execute(args: &Args) -> Result<()> {
    let plan = Plan::read(&args.dir)?;
    let (mut files, mut bytes) = (0_u64, 0_u64);
    remove(&args.dir, &mut files, &mut bytes)?;
    for unit in plan.stages.iter().flat_map(|stage| stage.unit_ids()) {
        remove(&unit.folder(&args.dir), &mut files, &mut bytes)?;
    }
    gardez_output::println!("{files} temporary files removed, {bytes} bytes");
    Ok(())
}

/// Removes the temporary files in a folder, which need not exist.
fn remove(folder: &Path, files: &mut u64, bytes: &mut u64) -> Result<()> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(()) };
    for entry in entries {
        let entry = entry.map_err(Error::io(folder))?;
        let path = entry.path();
        if entry.file_name().to_string_lossy().starts_with(PREFIX) && path.is_file() {
            *bytes += entry.metadata().map_or(0, |metadata| metadata.len());
            fs::remove_file(&path).map_err(Error::io(&path))?;
            *files += 1;
        }
    }
    Ok(())
}
