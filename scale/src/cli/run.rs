//! `scale run`: runs units.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use serde_json::json;

use super::console::Progress;
use super::seal::seal;
use super::{Place, stages};
use crate::claim::{Claim, Seen};
use crate::context::{DoneCache, Worker};
use crate::done::Done;
use crate::error::{Error, Result};
use crate::plan::{Plan, Stage};
use crate::repair;
use crate::run::run;
use crate::store::{self, Store};
use crate::survey::{self, Depth, State};
use crate::unit::{UnitId, is_stage_name};

/// Run units of a plan
///
/// A unit whose output is complete is not run again. Output appears under its
/// name only when it is complete, so a unit can be killed at any time, and can
/// run twice at once. With --all, several processes on any machines share the
/// work: each unit is run by the one that claims it first.
///
/// With --repair, all files of the units are read. What is damaged or was made
/// from other inputs is moved to DIR/set-aside and made again, and so is what was
/// made from it. Without units, this is done for the whole plan.
#[derive(clap::Args, Debug)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  scale run count9 --all --jobs 2
  scale run count9 count/12
  scale run count9 merge-6                      all units of a stage
  scale run count9 --repair                     all units, also damaged ones
  scale run count9 count --block 3 --of 100     the fourth hundredth of a stage"
)]
pub(super) struct Args {
    #[command(flatten)]
    place: Place,

    /// Units such as count/12, or stages such as count
    #[arg(value_name = "UNIT|STAGE", required_unless_present_any = ["all", "repair"], conflicts_with = "all")]
    what: Vec<String>,

    /// Run every unit that is missing, in the order of the stages
    #[arg(long)]
    all: bool,

    /// With --all, leave a done.json in the folder of each unit
    ///
    /// Otherwise those of a stage become one file, as `scale seal` does.
    #[arg(long, requires = "all")]
    loose: bool,

    /// Set aside what is damaged or was made from other inputs, and make it again
    #[arg(long)]
    repair: bool,

    /// Number of units to run at the same time
    ///
    /// Each has its own table and its own memory.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1024))]
    jobs: u32,

    /// Run this block of the units of each stage that is named, from 0
    #[arg(long, value_name = "I", requires = "of")]
    block: Option<u32>,

    /// Number of blocks that the units of the stage are divided into
    #[arg(long, value_name = "N", requires = "block", value_parser = clap::value_parser!(u32).range(1..))]
    of: Option<u32>,

    /// Print a line of JSON for each unit
    #[arg(long)]
    json: bool,

    /// Print nothing but errors
    #[arg(long, conflicts_with = "json")]
    quiet: bool,
}

pub(super) fn execute(args: &Args) -> Result<()> {
    let (store, plan) = args.place.read()?;
    plan.check_runs_here()?;
    if args.all {
        store::PATIENCE.store(LONG, Ordering::Relaxed);
    }
    let progress = Progress::new(args.quiet || args.json);
    let mut chosen = chosen(args, &plan)?;
    // The units that have been made again, so that what was made from them has to be looked at, too.
    let mut repaired = HashSet::new();
    for stage in &plan.stages {
        let named = chosen.remove(stage.name.as_str());
        let units = if args.repair {
            set_aside(args, &*store, &plan, stage, named.as_ref(), &mut repaired, &progress)?
        } else {
            match named {
                Some(Chosen::Units(units)) => units,
                Some(Chosen::Whole) => open(&*store, &plan, stage)?,
                None => Vec::new(),
            }
        };
        if args.all {
            share(args, &store, &plan, units, &progress)?;
            if !args.loose {
                seal(&*store, &plan, stage)?;
            }
        } else {
            in_threads(args, &units, &progress, |unit, worker| {
                one(args, &*store, &plan, unit, worker, &progress).map(drop)
            })?;
        }
    }
    Ok(())
}

/// The seconds for which `--all` tries requests to object storage again.
const LONG: u64 = 6 * 3600;

/// The time that a process waits for units that others run.
const WAIT: Duration = Duration::from_millis(500);

/// Runs units that other processes may run, too: each is run by the process that claims it first.
fn share(args: &Args, store: &Arc<dyn Store>, plan: &Plan, mut units: Vec<UnitId>, progress: &Progress) -> Result<()> {
    let seen = Mutex::new(Seen::default());
    loop {
        let others = Mutex::new(Vec::new());
        in_threads(args, &units, progress, |unit, worker| {
            let claim = Claim::take(store, unit, &mut seen.lock().expect("no thread panics with it"))?;
            match claim {
                Some(claim) if one(args, &**store, plan, unit, worker, progress)? => claim.check(),
                Some(_) => {}
                None => others.lock().expect("no thread panics with it").push(unit.clone()),
            }
            Ok(())
        })?;
        units = others.into_inner().expect("no thread panics with it");
        if units.is_empty() {
            return Ok(());
        }
        units.sort();
        thread::sleep(WAIT);
    }
}

/// The units of a stage that the arguments name.
enum Chosen {
    /// All that are not done.
    Whole,
    /// These.
    Units(Vec<UnitId>),
}

/// Returns the units that the arguments name, by stage.
fn chosen<'a>(args: &Args, plan: &'a Plan) -> Result<HashMap<&'a str, Chosen>> {
    if args.what.is_empty() {
        return Ok(plan.stages.iter().map(|stage| (stage.name.as_str(), Chosen::Whole)).collect());
    }
    let mut chosen = HashMap::new();
    for text in &args.what {
        let stage = if is_stage_name(text) { Some(&stages(plan, Some(text))?[0]) } else { None };
        match (stage, args.block.zip(args.of)) {
            (Some(stage), None) => {
                chosen.insert(stage.name.as_str(), Chosen::Whole);
            }
            (Some(_), Some((block, of))) if of <= block => {
                return Err(Error::Usage(format!("block {block} is not one of 0 to {}", of - 1)));
            }
            (Some(stage), Some((block, of))) => {
                chosen.insert(stage.name.as_str(), Chosen::Units(block_of(stage, block, of)));
            }
            (None, Some(_)) => return Err(Error::Usage("--block divides the units of stages".to_owned())),
            (None, None) => {
                let unit: UnitId = text.parse().map_err(|error| Error::Usage(format!("{error}")))?;
                let stage = plan.stage_of(&unit)?;
                let units = chosen.entry(stage.name.as_str()).or_insert(Chosen::Units(Vec::new()));
                if let Chosen::Units(units) = units {
                    units.push(unit);
                }
            }
        }
    }
    Ok(chosen)
}

fn open(store: &dyn Store, plan: &Plan, stage: &Stage) -> Result<Vec<UnitId>> {
    let states = survey::stage(store, plan, stage, Depth::Sizes)?.units;
    Ok(states.into_iter().filter(|(_, state)| !matches!(state, State::Done(_))).map(|(unit, _)| unit).collect())
}

/// Sets aside the outputs of a stage that are damaged or were made from something else, and returns the units that are
/// to be run. Those that are named are read whole. Of others, it is enough to compare the inputs of those that were
/// made from an output that has been made again: if it has the same bytes, they are as good as before.
fn set_aside(
    args: &Args,
    store: &dyn Store,
    plan: &Plan,
    stage: &Stage,
    named: Option<&Chosen>,
    repaired: &mut HashSet<UnitId>,
    progress: &Progress,
) -> Result<Vec<UnitId>> {
    let (mut units, mut known) = (Vec::new(), DoneCache::default());
    for unit in stage.unit_ids() {
        let is_named = match named {
            None => false,
            Some(Chosen::Whole) => true,
            Some(Chosen::Units(units)) => units.contains(&unit),
        };
        if !is_named && !is_made_from(plan, &unit, repaired)? {
            continue;
        }
        let depth = if is_named { Depth::Contents } else { Depth::Sizes };
        match survey::examine(store, plan, &unit, depth, &mut known)? {
            State::Done(_) => continue,
            State::Missing if !is_named => continue,
            State::Missing | State::Short(_) | State::Double(_) => {}
            state @ (State::Foreign(_) | State::Damaged(_)) => {
                let place = repair::set_aside(store, &unit)?;
                report_aside(args, &unit, &state, &place, progress);
            }
        }
        repaired.insert(unit.clone());
        units.push(unit);
    }
    Ok(units)
}

/// Returns `true` if the unit reads the output of one of these.
fn is_made_from(plan: &Plan, unit: &UnitId, units: &HashSet<UnitId>) -> Result<bool> {
    Ok(!units.is_empty() && plan.sources(unit)?.iter().any(|source| units.contains(&source.unit)))
}

fn report_aside(args: &Args, unit: &UnitId, state: &State, place: &Path, progress: &Progress) {
    if args.json {
        let line = json!({ "unit": unit, "was": state.name(), "set_aside": place.display().to_string() });
        progress.line(&line.to_string());
    } else if !args.quiet {
        progress.line(&format!("{unit} was {}: set aside as {}", state.name(), place.display()));
    }
}

/// Returns the units of a block. Blocks differ by at most one in size.
fn block_of(stage: &Stage, block: u32, of: u32) -> Vec<UnitId> {
    let cut = |block: u32| u64::from(stage.units) * u64::from(block) / u64::from(of);
    (cut(block)..cut(block + 1)).map(|number| UnitId::new(&stage.name, number as u32)).collect()
}

/// Runs units in threads. A unit that fails does not keep the others from running; the first error is returned.
fn in_threads(
    args: &Args,
    units: &[UnitId],
    progress: &Progress,
    run: impl Fn(&UnitId, &mut Worker) -> Result<()> + Sync,
) -> Result<()> {
    let next = AtomicUsize::new(0);
    let first_error = Mutex::new(None);
    let workers = args.jobs.min(units.len() as u32);
    let work = || {
        let mut worker = Worker::default();
        while let Some(unit) = units.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Err(error) = run(unit, &mut worker) {
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

/// Runs a unit. Returns `true` unless it was done.
fn one(
    args: &Args,
    store: &dyn Store,
    plan: &Plan,
    unit: &UnitId,
    worker: &mut Worker,
    progress: &Progress,
) -> Result<bool> {
    let bar = progress.begin(unit);
    let ran = run(store, plan, unit, worker, &mut |done, whole| bar.reached(done, whole));
    drop(bar);
    let (done, was_done) = ran?;
    report(args, &done, was_done, progress);
    Ok(!was_done)
}

fn report(args: &Args, done: &Done, was_done: bool, progress: &Progress) {
    if args.json {
        let line = json!({ "unit": done.unit, "was_done": was_done, "files": done.files.len(), "facts": done.facts });
        progress.line(&line.to_string());
    } else if was_done && !args.quiet {
        progress.line(&format!("{} was done", done.unit));
    } else if !args.quiet {
        let seconds = done.number("cpu_ms").unwrap_or(0) as f64 / 1000.0;
        // Positions that were counted, or rows of the file that the unit is run for, which is the first one.
        let what = match done.number("records") {
            Some(positions) => format!("{positions} positions"),
            None => {
                let first = done.files.first().map_or("", |file| file.name.rsplit('/').next().unwrap_or_default());
                format!(
                    "{} rows",
                    done.files.iter().filter(|file| file.is_named(first)).map(|file| file.rows).sum::<u64>()
                )
            }
        };
        progress.line(&format!("{} done: {what}, {seconds:.1} s CPU", done.unit));
    }
}
