//! `scale run`: runs units.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use serde_json::json;

use super::console::Progress;
use crate::context::{MergeWith, Worker};
use crate::error::{Error, Result};
use crate::plan::{Plan, Stage};
use crate::run::{Ran, run};
use crate::survey::{self, Depth};
use crate::unit::UnitId;

/// Run units of a plan
///
/// A unit whose output is complete is not run again. Output appears under its
/// name only when it is complete, so a unit can be killed at any time, and can
/// run twice at once.
#[derive(clap::Args, Debug)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  scale run count9 --all --jobs 2
  scale run count9 count/12
  scale run count9 count --block 3 --of 100     the fourth hundredth of a stage"
)]
pub(super) struct Args {
    /// Folder of the plan
    dir: PathBuf,

    /// Units such as count/12, or a stage with --block
    #[arg(value_name = "UNIT", required_unless_present = "all", conflicts_with = "all")]
    what: Vec<String>,

    /// Run every unit that is missing, in the order of the stages
    #[arg(long)]
    all: bool,

    /// Number of units to run at the same time
    ///
    /// Each has its own table and its own memory.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1024))]
    jobs: u32,

    /// Run this block of the units of a stage, from 0
    #[arg(long, value_name = "I", requires = "of")]
    block: Option<u32>,

    /// Number of blocks that the units of the stage are divided into
    #[arg(long, value_name = "N", requires = "block", value_parser = clap::value_parser!(u32).range(1..))]
    of: Option<u32>,

    /// How to merge sorted files; the bytes are the same
    #[arg(long, value_enum, default_value_t, value_name = "HOW")]
    merge: MergeWith,

    /// Print a line of JSON for each unit
    #[arg(long)]
    json: bool,

    /// Print nothing but errors
    #[arg(long, conflicts_with = "json")]
    quiet: bool,
}

pub(super) fn execute(args: &Args) -> Result<()> {
    let plan = Plan::read(&args.dir)?;
    plan.check_runs_here()?;
    let progress = Progress::new(args.quiet || args.json);
    if !args.all {
        return several(args, &plan, &chosen(args, &plan)?, &progress);
    }
    for stage in &plan.stages {
        let states = survey::stage(&args.dir, &plan, stage, Depth::Sizes)?;
        let open = |(unit, state): (UnitId, survey::State)| (!matches!(state, survey::State::Done(_))).then_some(unit);
        several(args, &plan, &states.into_iter().filter_map(open).collect::<Vec<_>>(), &progress)?;
    }
    Ok(())
}

/// The units that the arguments name.
fn chosen(args: &Args, plan: &Plan) -> Result<Vec<UnitId>> {
    if let (Some(block), Some(of)) = (args.block, args.of) {
        let [name] = &args.what[..] else {
            return Err(Error::Usage("--block divides the units of one stage".to_owned()));
        };
        let stage = plan.stage(name).ok_or_else(|| no_stage(plan, name))?;
        if of <= block {
            return Err(Error::Usage(format!("block {block} is not one of 0 to {}", of - 1)));
        }
        return Ok(block_of(stage, block, of));
    }
    let read = |text: &String| {
        let unit: UnitId = text.parse().map_err(|error| Error::Usage(format!("{error}")))?;
        plan.stage_of(&unit).map(|_| unit)
    };
    args.what.iter().map(read).collect()
}

/// The units of a block. Blocks differ by at most one in size.
fn block_of(stage: &Stage, block: u32, of: u32) -> Vec<UnitId> {
    let cut = |block: u32| u64::from(stage.units) * u64::from(block) / u64::from(of);
    (cut(block)..cut(block + 1)).map(|number| UnitId::new(&stage.name, number as u32)).collect()
}

pub(super) fn no_stage(plan: &Plan, name: &str) -> Error {
    let names: Vec<&str> = plan.stages.iter().map(|stage| stage.name.as_str()).collect();
    Error::Usage(format!("the plan has no stage {name:?}; it has {}", names.join(", ")))
}

/// Runs units in threads. A unit that fails does not keep the others from running; the first error is returned.
fn several(args: &Args, plan: &Plan, units: &[UnitId], progress: &Progress) -> Result<()> {
    let next = AtomicUsize::new(0);
    let first_error = Mutex::new(None);
    let workers = args.jobs.min(units.len() as u32);
    let work = || {
        let mut worker = Worker::new(args.merge, workers);
        while let Some(unit) = units.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Err(error) = one(args, plan, unit, &mut worker, progress) {
                let mut first = first_error.lock().expect("no thread panics with it");
                match &*first {
                    Some(_) => progress.error(&error),
                    None => *first = Some(error),
                }
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..workers {
            scope.spawn(work);
        }
        work();
    });
    first_error.into_inner().expect("no thread panics with it").map_or(Ok(()), Err)
}

fn one(args: &Args, plan: &Plan, unit: &UnitId, worker: &mut Worker, progress: &Progress) -> Result<()> {
    let bar = progress.begin(unit);
    let ran = run(&args.dir, plan, unit, worker, &mut |done, whole| bar.reached(done, whole));
    drop(bar);
    report(args, &ran?, progress);
    Ok(())
}

fn report(args: &Args, ran: &Ran, progress: &Progress) {
    let (done, was_done) = match ran {
        Ran::Now(done) => (done, false),
        Ran::Before(done) => (done, true),
    };
    if args.json {
        let line = json!({ "unit": done.unit, "was_done": was_done, "files": done.files.len(), "facts": done.facts });
        progress.line(&line.to_string());
    } else if was_done && !args.quiet {
        progress.line(&format!("{} was done", done.unit));
    } else if !args.quiet {
        let rows: u64 = done.files.iter().map(|file| file.rows).sum();
        let records = done.number("records").unwrap_or(rows.into());
        let seconds = done.number("cpu_ms").unwrap_or(0) as f64 / 1000.0;
        progress.line(&format!("{} done: {records} positions, {seconds:.1} s CPU", done.unit));
    }
}
