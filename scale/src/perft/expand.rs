//! Makes each move of each position of a part of a ply, and writes the positions of the next ply in the order of their keys.

use gardez_count::{Frontier, FrontierError, Unit};
use gardez_position::Board;
use serde_json::json;

use super::frontier::read_frontier;
use super::planning::{parameters, start};
use super::record::Record;
use crate::context::{UnitContext, check_conserved};
use crate::done::{Facts, facts};
use crate::error::{Error, Refusal, Result};
use crate::output::Output;
use crate::plan::{PerftParameters, Task};
use crate::ranges::Ranges;
use crate::shuffle::ShuffleWriter;
use crate::sorted::{Sorter, Total};
use crate::unit::Slice;

pub(crate) fn run(context: &mut UnitContext<'_>, output: &mut Output<'_>) -> Result<Facts> {
    let Task::Expand { ply, from, ranges } = &context.stage.task else {
        unreachable!("the registry runs this for tasks that expand");
    };
    let mut sorter = Sorter::new(&context.scratch()?, parameters(context.plan)?.memory());
    let (mut parents, mut children) = (0_u64, 0_u64);
    // The sequences that lead to the parents, and those that lead to the children before equal ones are united.
    let (mut before, mut made) = (0_u128, 0_u128);
    let mut expand = |record: Record| -> Result<()> {
        let board = Board::try_from(&record.board());
        let board = board.map_err(|error| Error::malformed(format_args!("{:?}", record.board()), error))?;
        let moves = board.legal_moves();
        parents += 1;
        before += u128::from(record.n);
        made += u128::from(record.n) * moves.len() as u128;
        for m in moves {
            let child = board.after(m).packed();
            let child = child.map_err(|error| Error::malformed(format_args!("{board}"), error))?;
            sorter.push(Record::new(child, record.n))?;
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
        let units = base(parameters(context.plan)?)?;
        let rows = Slice::new(context.unit.number, context.stage.units, 1).rows(units.len() as u64);
        for unit in &units[rows.start as usize..rows.end as usize] {
            expand(Record::new(unit.board, unit.multiplicity))?;
        }
    }

    let written = write(output, ranges, sorter)?;
    check_conserved(context.unit, made, written.weight)?;

    Ok(facts(json!({
        "parents": parents,
        "parent_sequences": before.to_string(),
        "children": children,
        "records": written.items,
        "sequences": written.weight.to_string(),
    })))
}

fn write(output: &mut Output<'_>, ranges: &Ranges, sorter: Sorter<Record>) -> Result<Total> {
    let mut writer = ShuffleWriter::create(output, ranges)?;
    sorter.finish(|record| writer.push(record))?;
    writer.finish(output)
}

pub(super) fn units_of(context: &UnitContext<'_>, from: Option<&str>) -> u32 {
    from.and_then(|from| context.plan.stage(from)).map_or(1, |stage| stage.units)
}

/// Returns the positions of the first ply that is expanded, which are computed without files.
pub(crate) fn base(parameters: &PerftParameters) -> Result<Vec<Unit>> {
    let frontier = Frontier::new(parameters.base);
    let what = |error: FrontierError| Error::refused("the plan", Refusal::TooLarge(error.to_string()));
    frontier.units(&start(&parameters.fen)?).map_err(what)
}

#[cfg(test)]
mod tests {
    use gardez_position::PackedBoard;
    use tempfile::TempDir;

    use super::*;
    use crate::store::Folder;
    use crate::unit::UnitId;

    #[test]
    fn a_sequence_that_is_lost_before_it_is_written_is_a_bug() {
        let (dir, unit) = (TempDir::new().expect("a folder"), UnitId::new("expand-1", 0));
        let store = Folder::new(dir.path());
        let written = |numbers: &[u64]| {
            let mut sorter = Sorter::new(dir.path(), 0);
            for (board, &n) in (1..).zip(numbers) {
                sorter.push(Record::new(PackedBoard::from_bytes([board; 24]), n)).expect("there is room");
            }
            let cut = vec![PackedBoard::from_bytes([2; 24])];
            let mut output = Output::new(&store, &unit);
            let ranges = Ranges::from_cuts(cut).expect("ascending");
            write(&mut output, &ranges, sorter).expect("there is room").weight
        };
        let made = 3 + 4 + u128::from(u64::MAX);
        assert!(check_conserved(&unit, made, written(&[3, 4, u64::MAX])).is_ok());
        for lost in [&[3, 3, u64::MAX][..], &[4, u64::MAX], &[3, 4, u64::MAX, 1], &[]] {
            assert_eq!(check_conserved(&unit, made, written(lost)).expect_err("it differs").exit_code(), 101);
        }
    }
}
