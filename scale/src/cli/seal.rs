//! `scale seal`: the records of finished stages, in one file for each.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use gardez_io::Output;

use crate::digest::Digest;
use crate::done;
use crate::error::{Error, Result};
use crate::plan::{Plan, Stage};
use crate::sealed::{self, FILE};
use crate::survey::{self, Depth, State};
use crate::unit::UnitId;

/// Put the records of finished stages into one file each
///
/// A unit has a file done.json. Those of a stage whose units are all done become
/// one file, STAGE/done.jsonl, which is read faster. `scale run --all` does this
/// after each stage.
#[derive(clap::Args, Debug)]
#[command(verbatim_doc_comment)]
pub(super) struct Args {
    /// Folder of the plan
    dir: PathBuf,
}

pub(super) fn execute(args: &Args) -> Result<()> {
    let plan = Plan::read(&args.dir)?;
    for stage in &plan.stages {
        if seal(&args.dir, &plan, stage)? {
            gardez_io::println!("{}/{FILE}", stage.name);
        }
    }
    Ok(())
}

/// Writes the records of a stage to one file and removes the `done.json` of its units, if all of them are done. Returns
/// `true` if they are.
///
/// # Errors
///
/// Returns an error if a file cannot be read or written.
pub(super) fn seal(dir: &Path, plan: &Plan, stage: &Stage) -> Result<bool> {
    let mut lines = Vec::new();
    for (_, state) in survey::stage(dir, plan, stage, Depth::Sizes)? {
        let State::Done(done) = state else { return Ok(false) };
        let json = serde_json::to_string(&done).expect("it has only texts and numbers");
        lines.extend(format!("{} {json}\n", Digest::of(json.as_bytes())).into_bytes());
    }
    let path = sealed::path(dir, &stage.name);
    if fs::read(&path).is_ok_and(|before| before == lines) {
        return Ok(true);
    }
    let written = Output::replace(&path).and_then(|mut file| {
        file.write_all(&lines)?;
        file.finish()
    });
    written.map_err(Error::io(&path))?;
    stage.unit_ids().try_for_each(|unit| remove(dir, &unit))?;
    Ok(true)
}

fn remove(dir: &Path, unit: &UnitId) -> Result<()> {
    let path = unit.folder(dir).join(done::FILE);
    match fs::remove_file(&path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(Error::Io { path, error }),
        _ => Ok(()),
    }
}
