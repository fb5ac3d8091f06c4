//! Running a unit: refusing what does not fit, doing nothing twice, and leaving complete files or none.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::Instant;

use serde_json::json;

use crate::context::{UnitContext, Worker};
use crate::done::{Done, Facts, MEASURED};
use crate::error::{Error, Refusal, Result};
use crate::output::Output;
use crate::plan::Plan;
use crate::registry;
use crate::temporary::host;
use crate::unit::UnitId;

/// What has become of a unit.
#[derive(Clone, PartialEq, Debug)]
pub enum Ran {
    /// It has been run.
    Now(Done),
    /// Its output was complete already.
    Before(Done),
}

/// Runs a unit, unless its output is complete already.
///
/// `report` receives the finished part of the work and the whole.
///
/// # Errors
///
/// Returns a refusal if plan, program and inputs do not fit together, or if the output is of another plan, and an error
/// if a file cannot be read or written. Then no file has been changed.
pub fn run(
    dir: &Path,
    plan: &Plan,
    unit: &UnitId,
    worker: &mut Worker,
    report: &mut dyn FnMut(u64, u64),
) -> Result<Ran> {
    plan.check_runs_here()?;
    let mut context = UnitContext::new(dir, plan, unit, worker, report);
    if let Some(done) = complete(dir, plan, unit)? {
        return match &context {
            Ok(context) if context.sources_digest() != done.sources => Err(Error::refused(unit, Refusal::Sources)),
            // The inputs may have been deleted.
            _ => Ok(Ran::Before(done)),
        };
    }
    let context = match &mut context {
        Ok(context) => context,
        Err(_) => return context.map(|_| unreachable!("it is an error")),
    };
    let mut output = Output::create(dir, unit)?;
    let facts = perform(context, &mut output)?;
    let done = Done {
        unit: unit.clone(),
        plan: plan.digest(),
        code: plan.code.clone(),
        sources: context.sources_digest(),
        files: output.records(),
        facts,
    };
    output.commit(&done)?;
    Ok(Ran::Now(done))
}

/// The `done.json` of a unit whose output is complete. Returns `None` if the unit is to be run.
fn complete(dir: &Path, plan: &Plan, unit: &UnitId) -> Result<Option<Done>> {
    let done = match Done::read(dir, unit) {
        Ok(Some(done)) => done,
        // A proof that cannot be understood proves nothing.
        Ok(None) | Err(Error::Refused { .. }) => return Ok(None),
        Err(error) => return Err(error),
    };
    match done.check_belongs(plan, unit) {
        Ok(()) => {}
        // The proof of another unit says nothing about this one.
        Err(Error::Refused { why: Refusal::Unit { .. }, .. }) => return Ok(None),
        Err(error) => return Err(error),
    }
    match done.check_sizes(dir) {
        Ok(()) => Ok(Some(done)),
        Err(Error::Refused { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Runs a unit, measures it, and turns a panic into an error.
///
/// # Errors
///
/// Returns the error of the unit.
pub fn perform(context: &mut UnitContext<'_>, output: &mut Output) -> Result<Facts> {
    let (start, cpu) = (Instant::now(), cpu_ms());
    let unit = context.unit;
    let ran = catch_unwind(AssertUnwindSafe(|| registry::run(context, output)));
    let mut facts =
        ran.unwrap_or_else(|panic| Err(Error::Bug(format!("unit {unit} panicked: {}", message(&*panic)))))?;
    let measured = [json!(cpu_ms().saturating_sub(cpu)), json!(start.elapsed().as_millis() as u64), json!(host())];
    facts.extend(MEASURED.map(str::to_owned).into_iter().zip(measured));
    Ok(facts)
}

/// The text of a panic.
fn message(panic: &(dyn std::any::Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("without a message")
}

/// The CPU time of this thread so far, in milliseconds.
fn cpu_ms() -> u64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    u64::try_from(time.tv_sec).unwrap_or(0) * 1000 + u64::try_from(time.tv_nsec).unwrap_or(0) / 1_000_000
}
