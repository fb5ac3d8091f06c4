//! Merges the sorted files of a key range into one, in which each position appears once.

use serde_json::json;

use super::frontier::{FrontierWriter, read_frontier};
use super::planning::parameters;
use super::record::{Record, unite};
use crate::context::{MergeWith, UnitContext, check_conserved};
use crate::done::Facts;
use crate::error::{Error, Refusal, Result};
use crate::output::Output;
use crate::plan::{FRONTIER, Task};

/// Runs a unit of `merge`.
///
/// # Errors
///
/// Returns a refusal if an input is not what it should be or needs more memory than the plan allows, or an error if a
/// file cannot be written.
pub fn run(context: &mut UnitContext<'_>, output: &mut Output) -> Result<Facts> {
    let Task::Merge { ply, .. } = context.stage.task else {
        unreachable!("the registry runs this for tasks that merge");
    };
    let rows: u64 = context.sources().iter().map(|(_, file)| file.rows).sum();
    let allowed = u64::from(parameters(context.plan)?.memory_mib) << 20;
    // Sorting takes up to half as much memory again.
    let needed = rows.saturating_mul(size_of::<Record>() as u64 * 3 / 2);
    match context.worker.merge {
        MergeWith::Auto | MergeWith::Memory if needed <= allowed => in_memory(context, output, ply, rows),
        #[cfg(feature = "group")]
        MergeWith::Auto | MergeWith::Group => {
            let (records, sequences) = super::grouped::run(context, output, ply, rows)?;
            Ok(facts(rows, records, sequences))
        }
        #[cfg(not(feature = "group"))]
        MergeWith::Group => {
            let what = "this program was compiled without the feature `group`".to_owned();
            Err(Error::refused(context.unit, Refusal::Malformed(what)))
        }
        _ => {
            let what = format!(
                "merging {rows} rows in memory takes {} MiB, and the plan allows {}",
                needed >> 20,
                allowed >> 20
            );
            Err(Error::refused(context.unit, Refusal::TooLarge(what)))
        }
    }
}

fn in_memory(context: &mut UnitContext<'_>, output: &mut Output, ply: u32, rows: u64) -> Result<Facts> {
    let mut records: Vec<Record> = Vec::with_capacity(rows as usize);
    let mut before = 0_u128;
    for index in 0..context.sources().len() {
        let (content, place) = (context.read(index)?, context.place(index));
        read_frontier(content, &place, ply, None, |record| {
            before += u128::from(record.n);
            records.push(record);
            Ok(())
        })?;
        (context.report)(records.len() as u64, rows);
    }
    if records.len() as u64 != rows {
        let what = format!("{} rows were read, but {rows} are recorded", records.len());
        return Err(Error::malformed(context.unit, what));
    }
    unite(&mut records)?;

    let mut writer = FrontierWriter::create(output, FRONTIER, ply)?;
    records.iter().try_for_each(|record| writer.push(record))?;
    let sequences = writer.finish(output)?;
    check_conserved(context.unit, before, sequences)?;
    Ok(facts(rows, records.len() as u64, sequences))
}

/// Returns the facts of a unit that has merged.
fn facts(rows: u64, records: u64, sequences: u128) -> Facts {
    let mut facts = Facts::new();
    facts.insert("rows".to_owned(), json!(rows));
    facts.insert("records".to_owned(), json!(records));
    facts.insert("sequences".to_owned(), json!(sequences.to_string()));
    facts
}
