//! `scale slurm`, `dask`, `ray` and `spark`: scripts that run a plan on an engine.

use std::path::{self, PathBuf};

use crate::error::{Error, Result};
use crate::plan::{Kind, Plan};
use crate::recipes::{Engine, Part, script};

/// What a process needs besides its table and the records that it merges, in MiB.
const BASE_MIB: u64 = 256;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
The script runs what is missing, stage by stage. Save it, read it, change it:
it is short. Every machine needs `scale` on its path and sees the folder of the
plan under the same path.")]
pub(super) struct Args {
    /// Folder of the plan
    dir: PathBuf,
}

pub(super) fn execute(engine: Engine, args: &Args) -> Result<()> {
    let plan = Plan::read(&args.dir)?;
    let directory = path::absolute(&args.dir).map_err(Error::io(&args.dir))?;
    let part = |stage: &crate::plan::Stage| Part { stage: stage.name.clone(), units: stage.units.into() };
    let stages: Vec<_> = plan.stages.iter().map(part).collect();
    gardez_io::print!("{}", script(engine, &directory, &stages, memory(&plan)));
    Ok(())
}

/// Returns the memory that a unit needs, in MiB.
fn memory(plan: &Plan) -> u64 {
    BASE_MIB
        + match &plan.kind {
            Kind::Perft(parameters) => u64::from(parameters.table_mib.max(parameters.memory_mib)),
            Kind::Data(parameters) => parameters.memory_mib.into(),
            // A unit of an export keeps one game, and at most one row group.
            Kind::Export(_) => 0,
        }
}
