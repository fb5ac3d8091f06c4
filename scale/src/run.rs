//! Running a unit: refusing what does not fit, doing nothing twice, and leaving complete files or none.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use gardez_count::Counter;
use serde_json::json;

use crate::context::{DoneCache, UnitContext, Worker};
use crate::data;
use crate::done::{Done, Facts, MEASURED};
use crate::error::{Error, Result};
use crate::export;
use crate::output::Output;
use crate::perft;
use crate::plan::{Plan, Task};
use crate::store::Store;
use crate::survey::{self, Depth, State};
use crate::unit::UnitId;

/// Runs a unit, unless its output is complete already. Returns its record, and whether it was.
///
/// `report` receives the finished part of the work and the whole. After an error, no file has been changed.
pub(crate) fn run(
    store: &dyn Store,
    plan: &Plan,
    unit: &UnitId,
    worker: &mut Worker,
    report: &mut dyn FnMut(u64, u64),
) -> Result<(Done, bool)> {
    plan.check_runs_here()?;
    match survey::examine(store, plan, unit, Depth::Sizes, &mut DoneCache::default())? {
        State::Done(done) => return Ok((*done, true)),
        State::Missing | State::Short(_) | State::Double(_) => {}
        state @ (State::Foreign(_) | State::Damaged(_)) => {
            let what = state.reason().unwrap_or_default();
            return Err(Error::malformed(format_args!("{unit} {}", state.name()), what));
        }
    }
    let mut context = UnitContext::new(store, plan, unit, worker, report)?;
    let mut output = Output::new(store, unit);
    let facts = perform(&mut context, &mut output)?;
    let done = Done {
        unit: unit.clone(),
        plan: plan.digest(),
        code: plan.code.clone(),
        sources: context.sources_digest(),
        files: output.records(),
        facts,
    };
    output.commit(&done)?;
    Ok((done, false))
}

/// Runs a unit, measures it, and turns a panic into an error.
pub(crate) fn perform(context: &mut UnitContext<'_>, output: &mut Output<'_>) -> Result<Facts> {
    let (start, cpu) = (Instant::now(), cpu_ms());
    let unit = context.unit;
    let ran = catch_unwind(AssertUnwindSafe(|| dispatch(context, output)));
    let mut facts =
        ran.unwrap_or_else(|panic| Err(Error::Bug(format!("unit {unit} panicked: {}", message(&*panic)))))?;
    let level = json!(Counter::new().level().to_string());
    let measured =
        [json!(cpu_ms().saturating_sub(cpu)), json!(start.elapsed().as_millis() as u64), json!(host()), level];
    facts.extend(MEASURED.map(str::to_owned).into_iter().zip(measured));
    Ok(facts)
}

/// Writes the files of a unit to `output` and returns the numbers for its `done.json`.
///
/// The bytes of the files must depend on nothing but the plan and the inputs, which are checked.
fn dispatch(context: &mut UnitContext<'_>, output: &mut Output<'_>) -> Result<Facts> {
    match &context.stage.task {
        Task::Expand { .. } => perft::expand::run(context, output),
        Task::Merge { .. } => perft::merge::run(context, output),
        Task::Count { .. } => perft::count::run(context, output),
        Task::Encode { ranges, shards } => data::encode::run(context, output, ranges.as_ref(), shards),
        Task::Export { rows } => export::run(context, output, rows),
        Task::Dedupe { .. } => data::dedupe::run(context, output),
    }
}

fn message(panic: &(dyn std::any::Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("without a message")
}

/// Returns the name of the machine, with plain characters only.
pub(crate) fn host() -> String {
    let name = rustix::system::uname().nodename().to_string_lossy().into_owned();
    let plain: String = name.chars().filter(char::is_ascii_alphanumeric).take(32).collect();
    if plain.is_empty() { "host".to_owned() } else { plain }
}

fn cpu_ms() -> u64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    u64::try_from(time.tv_sec).unwrap_or(0) * 1000 + u64::try_from(time.tv_nsec).unwrap_or(0) / 1_000_000
}
