//! Makes each move of each position of a part of a ply, and writes the positions of the next ply by key ranges.

use gardez_count::{Frontier, Unit};
use gardez_position::Board;
use serde_json::json;

use super::frontier::{FrontierWriter, read_frontier};
use super::planning::{parameters, start};
use super::record::{Gather, Record};
use crate::context::UnitContext;
use crate::done::Facts;
use crate::error::{Error, Refusal, Result};
use crate::output::Output;
use crate::plan::{Task, range_file};
use crate::unit::Slice;

/// Runs a unit of `expand`.
///
/// # Errors
///
/// Returns a refusal if an input is not what it should be, or an error if a file cannot be written.
pub fn run(context: &mut UnitContext<'_>, output: &mut Output) -> Result<Facts> {
    let Task::Expand { ply, from, ranges } = &context.stage.task else {
        unreachable!("the registry runs this for tasks that expand");
    };
    let mut gather = Gather::default();
    let (mut parents, mut children) = (0_u64, 0_u64);
    let mut expand = |record: Record| -> Result<()> {
        parents += 1;
        let board = Board::try_from(&record.board());
        let board = board.map_err(|error| Error::malformed(format_args!("{:?}", record.board()), error))?;
        for m in board.legal_moves() {
            let child = board.after(m).packed();
            let child = child.map_err(|error| Error::malformed(format_args!("{board}"), error))?;
            gather.add(Record::new(child, record.n))?;
            children += 1;
        }
        Ok(())
    };

    // The positions of the ply before come from a file, or are few enough to be computed here.
    if from.is_some() {
        let slice = Slice::new(context.unit.number, context.stage.units, units_of(context, from.as_deref()));
        let rows = slice.rows(context.sources()[0].1.rows);
        let (mut seen, whole) = (0, rows.end - rows.start);
        let (content, place) = (context.read(0)?, context.place(0));
        read_frontier(content, &place, ply - 1, Some(rows), |record| {
            seen += 1;
            if seen % 4096 == 0 {
                (context.report)(seen, whole);
            }
            expand(record)
        })?;
    } else {
        let units = base(context)?;
        let rows = Slice::new(context.unit.number, context.stage.units, 1).rows(units.len() as u64);
        for unit in &units[rows.start as usize..rows.end as usize] {
            expand(Record::new(unit.board, unit.multiplicity))?;
        }
    }

    // Each key range has its file, also if it is empty.
    let records = gather.finish()?;
    let sequences: u128 = records.iter().map(|record| u128::from(record.n)).sum();
    let mut rest = &records[..];
    for range in 0..ranges.len() {
        let end = match ranges.cuts().get(range as usize) {
            Some(&cut) => rest.partition_point(|record| record.key < Record::new(cut, 0).key),
            None => rest.len(),
        };
        let mut writer = FrontierWriter::create(output, &range_file(range), *ply)?;
        rest[..end].iter().try_for_each(|record| writer.push(record))?;
        writer.finish(output)?;
        rest = &rest[end..];
    }

    let mut facts = Facts::new();
    facts.insert("parents".to_owned(), json!(parents));
    facts.insert("children".to_owned(), json!(children));
    facts.insert("records".to_owned(), json!(records.len()));
    facts.insert("sequences".to_owned(), json!(sequences.to_string()));
    Ok(facts)
}

/// The number of units of the stage that is read.
pub(super) fn units_of(context: &UnitContext<'_>, from: Option<&str>) -> u32 {
    from.and_then(|from| context.plan.stage(from)).map_or(1, |stage| stage.units)
}

/// The positions of the first ply that is expanded.
fn base(context: &UnitContext<'_>) -> Result<Vec<Unit>> {
    let parameters = parameters(context.plan)?;
    let frontier = Frontier::new(parameters.base);
    let what = |error: gardez_count::FrontierError| Error::refused(context.unit, Refusal::TooLarge(error.to_string()));
    frontier.units(&start(&parameters.fen)?).map_err(what)
}
