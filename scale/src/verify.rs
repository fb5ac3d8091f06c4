//! Running finished units again, in order to find a machine that computes wrong numbers.

use crate::context::{DoneCache, UnitContext, Worker};
use crate::error::{Error, Refusal, Result};
use crate::output::Output;
use crate::plan::Plan;
use crate::run::perform;
use crate::store::Store;
use crate::unit::UnitId;

/// Runs a finished unit again and compares the files with the ones that are recorded and there. Files with other bytes are
/// kept in the folder of the unit: returns their names, or `None`.
pub(crate) fn verify(
    store: &dyn Store,
    plan: &Plan,
    unit: &UnitId,
    worker: &mut Worker,
    report: &mut dyn FnMut(u64, u64),
) -> Result<Option<Vec<String>>> {
    plan.check_runs_here()?;
    let mut context = UnitContext::new(store, plan, unit, worker, report)?;
    let done = DoneCache::default().find(store, unit)?;
    let done = done.ok_or_else(|| Error::waiting(unit, "it has not been run"))?;
    done.check_belongs(plan, unit)?;
    if context.sources_digest() != done.sources {
        return Err(Error::refused(unit, Refusal::Sources));
    }
    let mut output = Output::new(store, unit);
    perform(&mut context, &mut output)?;
    // The recorded bytes must be those that are there, or the comparison would say nothing about them.
    let is_intact = match done.check_contents(store, u64::MAX) {
        Ok(()) => true,
        Err(Error::Refused { .. }) => false,
        Err(error) => return Err(error),
    };
    if is_intact && output.records() == done.files { Ok(None) } else { output.keep_as_different().map(Some) }
}
