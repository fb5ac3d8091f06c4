//! The task that reads shards: games as rows and, for the task that counts positions, sorted files of key ranges.

use std::path::PathBuf;

use gardez_position::PackedBoard;

use super::columns::Columns;
use super::game::{self, Counts, Game};
use super::pairs::{Pair, pair_batch};
use super::planning::{parameters, shards_of};
use super::runs::Runs;
use super::shard::read_shard;
use crate::context::{UnitContext, check_conserved};
use crate::done::Facts;
use crate::error::Result;
use crate::output::Output;
use crate::plan::{DataParameters, range_file};
use crate::ranges::Ranges;
use crate::schema::{self, Layout};
use crate::table::TableWriter;

/// The file with the games.
pub const GAMES: &str = "games.parquet";

/// The rows that are handed to a writer at once.
const BATCH_ROWS: usize = 1 << 16;

/// Runs a unit.
///
/// # Errors
///
/// Returns a refusal if a shard is not the plan's or cannot be unpacked, or an error if a file cannot be written.
pub fn run(context: &mut UnitContext<'_>, output: &mut Output, ranges: Option<&Ranges>) -> Result<Facts> {
    let parameters = parameters(context.plan)?;
    let folder: PathBuf = context.unit.folder(context.dir);
    let mut games = TableWriter::create(output, GAMES, &schema::game_rows())?;
    let mut columns = Columns::new();
    let mut runs = ranges.map(|_| Runs::new(&folder, parameters.memory()));
    let shards = shards_of(context.unit.number, context.stage.units, context.plan.inputs.len());
    let inputs = &context.plan.inputs[shards.clone()];
    let total: u64 = inputs.iter().map(|input| input.bytes).sum();
    let (mut counts, mut before, mut occurrences) = (Counts::default(), 0, 0_u64);
    for (shard, input) in shards.zip(inputs) {
        let shard = u32::try_from(shard).expect("a plan has fewer inputs");
        let found = read_shard(context.dir, input, shard, |game, number, bytes| {
            columns.push(game, number);
            if let Some(runs) = &mut runs {
                occurrences += push_pairs(runs, game, number, parameters)?;
            }
            if BATCH_ROWS <= columns.len() {
                games.write(columns.finish())?;
                (context.report)(before + bytes, total);
            }
            Ok(())
        })?;
        counts = counts.plus(&found);
        before += input.bytes;
        (context.report)(before, total);
    }
    games.write(columns.finish())?;
    games.finish(output)?;
    let mut facts = counts.facts();
    if let (Some(runs), Some(ranges)) = (runs, ranges) {
        let (pairs, written) = write_ranges(runs, ranges, output)?;
        check_conserved(context.unit, occurrences.into(), written)?;
        facts.insert("pairs".to_owned(), pairs.into());
        facts.insert("occurrences".to_owned(), occurrences.into());
    }
    Ok(facts)
}

/// Counts the positions of a game, and returns how many there are.
fn push_pairs(runs: &mut Runs, game: &Game, number: u64, parameters: &DataParameters) -> Result<u64> {
    let result = game::result(game);
    let mut occurrences = 0;
    for row in &game.kept.rows {
        if !parameters.plies().contains(&row.ply) {
            continue;
        }
        occurrences += 1;
        runs.push(Pair {
            best: row.evaluation.map_or(-1, |evaluation| evaluation.rank(number, row.ply)),
            board: row.board,
            n: 1,
            white: u32::from(result == Some(1)),
            draws: u32::from(result == Some(0)),
            black: u32::from(result == Some(-1)),
            mv: row.mv.map_or(0, |mv| mv.raw()),
        })?;
    }
    Ok(occurrences)
}

/// Writes one file for each key range, and returns the number of rows and the sum of their counts.
fn write_ranges(runs: Runs, ranges: &Ranges, output: &mut Output) -> Result<(u64, u128)> {
    let mut files = RangeFiles::new(ranges.cuts(), output)?;
    runs.finish(|pair| files.push(pair))?;
    files.finish()
}

/// The files of key ranges, of which one is open.
struct RangeFiles<'a> {
    output: &'a mut Output,
    layout: Layout,
    /// The boards at which later ranges begin.
    cuts: &'a [PackedBoard],
    /// The range whose file is open.
    number: u32,
    writer: TableWriter,
    pairs: Vec<Pair>,
    rows: u64,
    /// The sum of the counts that were written.
    occurrences: u128,
}

impl<'a> RangeFiles<'a> {
    fn new(cuts: &'a [PackedBoard], output: &'a mut Output) -> Result<Self> {
        let layout = schema::pairs();
        let writer = TableWriter::create(output, &range_file(0), &layout)?;
        Ok(Self { output, layout, cuts, number: 0, writer, pairs: Vec::new(), rows: 0, occurrences: 0 })
    }

    /// Adds a pair. Pairs are added in ascending order.
    fn push(&mut self, pair: &Pair) -> Result<()> {
        while let Some((_, later)) = self.cuts.split_first().filter(|(cut, _)| **cut <= pair.board) {
            self.cuts = later;
            self.next_file()?;
        }
        self.pairs.push(*pair);
        if self.pairs.len() == BATCH_ROWS { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<()> {
        self.rows += self.pairs.len() as u64;
        self.occurrences += self.pairs.iter().map(|pair| u128::from(pair.n)).sum::<u128>();
        self.writer.write(pair_batch(&self.layout.schema, &self.pairs))?;
        self.pairs.clear();
        Ok(())
    }

    fn next_file(&mut self) -> Result<()> {
        self.flush()?;
        self.number += 1;
        let next = TableWriter::create(self.output, &range_file(self.number), &self.layout)?;
        std::mem::replace(&mut self.writer, next).finish(self.output)
    }

    /// Completes the files, also for the ranges without pairs.
    fn finish(mut self) -> Result<(u64, u128)> {
        for _ in 0..self.cuts.len() {
            self.next_file()?;
        }
        self.flush()?;
        self.writer.finish(self.output)?;
        Ok((self.rows, self.occurrences))
    }
}
