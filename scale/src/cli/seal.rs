//! `scale seal`: the records of finished stages, in one file for each.

use std::path::PathBuf;

use crate::error::Result;
use crate::plan::Plan;
use crate::sealed::{FILE, seal};

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
