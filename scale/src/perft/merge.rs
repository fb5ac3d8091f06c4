//! Merges a key range of the sorted files of a stage into one file, in which each position appears once.

use serde_json::json;

use super::frontier::FrontierWriter;
use super::planning::parameters;
use super::record::Record;
use crate::context::{UnitContext, check_conserved};
use crate::done::{Facts, facts};
use crate::error::Result;
use crate::output::Output;
use crate::plan::{FRONTIER, Task};
use crate::shuffle::merge_range;

pub(crate) fn run(context: &mut UnitContext<'_>, output: &mut Output<'_>) -> Result<Facts> {
    let Task::Merge { ply, .. } = context.stage.task else {
        unreachable!("the registry runs this for tasks that merge");
    };
    let memory = parameters(context.plan)?.memory();
    let (mut writer, mut records) = (FrontierWriter::create(output, FRONTIER, ply)?, 0_u64);
    let read = merge_range(context, memory, |record: &Record| {
        records += 1;
        writer.push(record)
    })?;
    let sequences = writer.finish(output)?;
    check_conserved(context.unit, read.weight, sequences)?;
    Ok(facts(json!({ "rows": read.items, "records": records, "sequences": sequences.to_string() })))
}
