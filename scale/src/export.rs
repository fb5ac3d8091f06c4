//! Training data in the formats of others: one file for each shard, made of game rows or of positions.

mod games;
mod hf;
mod packed;
pub(crate) mod planning;
mod rows;
mod whole;

use gardez::data::chunk::GameFormat;

use crate::context::UnitContext;
use crate::done::Facts;
use crate::error::Result;
use crate::output::Output;

/// Runs a unit. `rows` is the number of rows of each input.
pub(crate) fn run(context: &mut UnitContext<'_>, output: &mut Output<'_>, rows: &[u64]) -> Result<Facts> {
    let parameters = planning::parameters(context.plan)?;
    let Some(format) = parameters.format.packed() else {
        return hf::run(context, output, rows, parameters.of);
    };
    match GameFormat::of(format) {
        Some(format) => whole::run(context, output, rows, format),
        None => packed::run(context, output, rows, format),
    }
}

fn file_name(context: &UnitContext<'_>, extension: &str) -> String {
    format!("train-{:05}-of-{:05}.{extension}", context.unit.number, context.stage.units)
}
