//! Checking a game.

use super::moves::{as_lc0, transform_of};
use super::replay::{Replay, infer, modern};
use crate::moves::Move;
use crate::policy::{PolicyIndex, PolicyIndexing};
use crate::training::any::AnyRecord;
use crate::training::check::{Found, GameError, Rule, Strictness, field, probability_field};
use crate::training::layout::V6;
use crate::transform::Transform;

/// Checks the records of a game, oldest first, and returns the game replayed, or the first record that breaks a rule.
///
/// With [`Strictness::Lc0`], a game is accepted if lc0's rescorer accepts it, and an error has lc0's rule. The checks
/// come in lc0's order: each record by itself, the moves between all records, each move in the replayed game, and the
/// results. lc0 looks only at the results that it uses; this function looks at all of them. Records of versions 3 to 5
/// are upgraded to version 6 first.
///
/// ```
/// use gardez_lc0::training::{Rule, Strictness, V6, check_game};
/// use gardez_lc0::{Encoder, GameResult, InputFormat, PolicyIndexing, PositionHistory};
///
/// let encoder = Encoder::new(InputFormat::Canonical);
/// let mut history = PositionHistory::start();
/// let mut game = Vec::new();
/// for text in ["e2e4", "c7c5", "g1f3"] {
///     let board = history.last().board();
///     let (played, legal) = (board.parse_move(text)?, board.legal_moves());
///     let mut record = V6::from_history(&encoder, &history);
///     let visits: Vec<_> = legal.iter().map(|&m| (m, u32::from(m == played))).collect();
///     record.set_visits(&visits, PolicyIndexing::Lc0)?;
///     record.set_moves(played, played, PolicyIndexing::Lc0)?;
///     record.set_result(GameResult::WhiteWins, board.side_to_move());
///     history.push_relative(played);
///     game.push(record);
/// }
/// let replay = check_game(&game, Strictness::Strict)?;
/// assert_eq!(format!("{:?} {:?}", replay.moves(), replay.last_move()), "[e2e4, c2c4] Some(g1f3)");
///
/// game.remove(1);
/// let error = check_game(&game, Strictness::Lc0).expect_err("a record is missing");
/// assert_eq!((error.record, error.broken.rule), (0, Rule::NotPlayed));
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns the first record that breaks a rule.
pub fn check_game(records: &[impl AnyRecord], strictness: Strictness) -> Result<Replay, GameError> {
    for (index, record) in records.iter().enumerate() {
        record.check(Strictness::Lc0).map_err(|broken| GameError { record: index, broken })?;
    }
    let moves = infer(records, as_lc0)?;
    let format = records.first().and_then(|record| modern(record).format().ok()).unwrap_or_default();
    let replay = Replay::from_moves(records, moves, |index, record, position, m| {
        check_played(index, record, transform_of(format, position), m)
    })?;
    for (index, record) in records.iter().enumerate() {
        let q = modern(record).result_q.get();
        if ![-1.0, 0.0, 1.0].contains(&q) {
            return Err(GameError::new(index, Rule::Result, field!(result_q), q));
        }
    }
    if strictness == Strictness::Strict {
        super::strict::check(records, &replay)?;
    }
    Ok(replay)
}

fn check_played(index: usize, record: &V6, transform: Transform, m: Move) -> Result<(), GameError> {
    let expected = PolicyIndex::from_move(m, transform, PolicyIndexing::Lc0).map(PolicyIndex::index);
    let found = record.played_idx.get();
    if record.visits.get() > 0 && expected != Some(found) {
        let found = match expected {
            Some(expected) => Found::Differs { found: found.into(), expected: expected.into() },
            None => Found::Number(found.into()),
        };
        return Err(GameError::new(index, Rule::NotPlayed, field!(played_idx), found));
    }
    let Some(expected) = expected.map(usize::from) else { return Ok(()) };
    let probability = record.probabilities[expected].get();
    let is_excused = record.invariance_info & V6::MARKED_FOR_DELETION != 0;
    if !(0.0..).contains(&probability) && !is_excused {
        return Err(GameError::new(index, Rule::NotListed, probability_field(expected), probability));
    }
    Ok(())
}
