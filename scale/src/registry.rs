//! The functions that run the tasks.

use crate::context::UnitContext;
use crate::data;
use crate::done::Facts;
use crate::error::Result;
use crate::export;
use crate::output::Output;
use crate::perft;
use crate::plan::Task;

/// Runs a unit: writes its files to `output` and returns the numbers for its `done.json`.
///
/// The bytes of the files must depend on nothing but the plan and the inputs. The caller has checked the inputs, and
/// commits the output.
pub(crate) fn run(context: &mut UnitContext<'_>, output: &mut Output<'_>) -> Result<Facts> {
    match &context.stage.task {
        Task::Expand { .. } => perft::expand::run(context, output),
        Task::Merge { .. } => perft::merge::run(context, output),
        Task::Count { .. } => perft::count::run(context, output),
        Task::Encode { ranges, shards } => data::encode::run(context, output, ranges.as_ref(), shards),
        Task::Export { rows } => export::run(context, output, rows),
        Task::Dedupe { .. } => data::dedupe::run(context, output),
    }
}
