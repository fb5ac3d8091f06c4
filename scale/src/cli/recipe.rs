//! `scale slurm`, `dask`, `ray`, `spark` and `kubernetes`: scripts that run a plan on an engine.

use super::Place;
use crate::error::Result;
use crate::plan::{Kind, Plan, Stage, Task};
use crate::recipes::{Engine, Part, script};
use crate::store;

/// The memory that a process needs besides its table and the records that it merges, in MiB.
const BASE_MIB: u64 = 256;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
The script runs what is missing, stage by stage. Save it, read it, change it:
it is short. Every machine needs `scale` on its path and sees the folder of the
plan under the same path.")]
pub(super) struct Args {
    #[command(flatten)]
    place: Place,
}

pub(super) fn execute(engine: Engine, args: &Args) -> Result<()> {
    let directory = store::absolute(&args.place.dir)?;
    let plan = Plan::read(&*store::at(&directory)?)?;
    let part = |stage: &Stage| Part {
        stage: stage.name.clone(),
        units: stage.units.into(),
        mebibytes: BASE_MIB + memory(&plan, &stage.task),
    };
    let stages: Vec<_> = plan.stages.iter().map(part).collect();
    gardez_io::print!("{}", script(engine, &directory, &stages));
    Ok(())
}

/// Returns the memory for the table or for what a unit sorts and merges, in MiB.
fn memory(plan: &Plan, task: &Task) -> u64 {
    match (&plan.kind, task) {
        (Kind::Perft(parameters), Task::Count { .. }) => parameters.table_mib.into(),
        (Kind::Perft(parameters), _) => parameters.memory_mib.into(),
        (Kind::Data(parameters), _) => parameters.memory_mib.into(),
        // A unit of an export keeps one game, and at most one row group.
        (Kind::Export(_), _) => 0,
    }
}
