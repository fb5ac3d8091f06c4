//! The task that reads shards: games as rows and, for the task that counts positions, a sorted file.

use super::game::{self, Counts, Game};
use super::pairs::Pair;
use super::planning::{parameters, shards_of};
use super::shard::read_shard;
use super::tables::Tables;
use crate::context::{UnitContext, check_conserved};
use crate::digest::Digest;
use crate::done::Facts;
use crate::error::{Error, Result};
use crate::output::Output;
use crate::plan::{DataParameters, Shard};
use crate::ranges::{Ranges, key_of};
use crate::shuffle::ShuffleWriter;
use crate::sorted::Sorter;

/// The games after which the progress is reported.
const REPORTED: u64 = 1 << 10;

pub(crate) fn run(
    context: &mut UnitContext<'_>,
    output: &mut Output<'_>,
    ranges: Option<&Ranges>,
    shards: &[Shard],
) -> Result<Facts> {
    let parameters = parameters(context.plan)?;
    let folder = context.scratch()?;
    let mut tables = Tables::create(output, parameters.by_month)?;
    let mut sorter = ranges.map(|_| Sorter::new(&folder, parameters.memory()));
    let numbers = shards_of(context.unit.number, context.stage.units, shards.len());
    let total: u64 = shards[numbers.clone()].iter().map(|shard| shard.end.saturating_sub(shard.start)).sum();
    let base = context.store.place("");
    let (mut counts, mut before, mut occurrences) = (Counts::default(), 0, 0_u64);
    let mut read = blake3::Hasher::new();
    for number in numbers {
        let shard = &shards[number];
        let input = context.plan.inputs.get(shard.input as usize).filter(|_| shard.start <= shard.end);
        let input =
            input.ok_or_else(|| Error::malformed("the plan", format_args!("shard {number} is not an input")))?;
        let number = u32::try_from(number).expect("a plan has fewer shards");
        let source = input.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let (found, digest) = read_shard(&base, input, shard, number, |game, number, offset, bytes| {
            tables.push(output, game, number, &source, offset)?;
            if let Some(sorter) = &mut sorter {
                occurrences += push_pairs(sorter, game, number, parameters)?;
            }
            if number % REPORTED == 0 {
                (context.report)(before + bytes, total);
            }
            Ok(())
        })?;
        counts = counts.plus(&found);
        read.update(digest.as_bytes());
        before += shard.end - shard.start;
        (context.report)(before, total);
    }
    tables.finish(output)?;
    let mut facts = counts.facts();
    // What was read cannot be compared with the plan, but with another run.
    facts.insert("blake3".to_owned(), Digest::from_hasher(&read).to_string().into());
    if let (Some(sorter), Some(ranges)) = (sorter, ranges) {
        let mut writer = ShuffleWriter::create(output, ranges)?;
        sorter.finish(|pair| writer.push(pair))?;
        let written = writer.finish(output)?;
        check_conserved(context.unit, occurrences.into(), written.weight)?;
        facts.insert("pairs".to_owned(), written.items.into());
        facts.insert("occurrences".to_owned(), occurrences.into());
    }
    Ok(facts)
}

/// Counts the positions of a game, and returns how many there are.
fn push_pairs(sorter: &mut Sorter<Pair>, game: &Game, number: u64, parameters: &DataParameters) -> Result<u64> {
    let result = game::result(game);
    let [white, draws, black] = [1, 0, -1].map(|outcome| u64::from(result == Some(outcome)));
    let elo = || [game.kept.white_elo, game.kept.black_elo].into_iter().flatten();
    let sums = [1, white, draws, black, elo().map(u64::from).sum(), elo().count() as u64];
    let mut occurrences = 0;
    for row in &game.kept.rows {
        if !parameters.plies().contains(&row.ply) {
            continue;
        }
        occurrences += 1;
        sorter.push(Pair {
            best: row.evaluation.map_or(-1, |evaluation| evaluation.rank(number, row.ply)),
            board: key_of(&row.board),
            mv: row.mv.map_or(0, |mv| mv.raw()),
            sums,
            plies: [row.ply; 2],
        })?;
    }
    Ok(occurrences)
}
