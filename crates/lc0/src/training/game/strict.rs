//! The checks of a game that lc0 does not make.

use super::moves::{pieces, transform_of};
use super::replay::{Replay, modern};
use crate::encoder::{Encoder, FillMode};
use crate::history::Position;
use crate::policy::{POLICY_SIZE, PolicyIndex, PolicyIndexing};
use crate::training::any::AnyRecord;
use crate::training::check::{Field, Found, GameError, Rule, Strictness, field, probability_field};
use crate::training::layout::V6;

type Outcome = Result<(), GameError>;

/// Checks a game that lc0 accepts, with its replay.
pub(super) fn check(records: &[impl AnyRecord], replay: &Replay) -> Outcome {
    let Some(first) = records.first().map(|record| modern(record).into_owned()) else { return Ok(()) };
    let mut clock = i32::from(first.rule50_count);
    for (index, record) in records.iter().enumerate() {
        record.check(Strictness::Strict).map_err(|broken| GameError { record: index, broken })?;
        let record = &*modern(record);
        let game = Game { index, record, position: &replay.history()[index] };
        game.same(Rule::Version, field!(version), record.version.get(), first.version.get())?;
        game.same(Rule::FormatChanges, field!(input_format), record.input_format.get(), first.input_format.get())?;
        if index > 0 {
            let is_zeroing = replay.history()[index].halfmove_clock() == 0;
            clock = if is_zeroing { 0 } else { clock + 1 };
        }
        game.check_result()?;
        game.check_position(replay, &first, clock)?;
        if index + 1 == records.len() {
            game.check_last_move(replay)?;
        }
        game.check_moves(replay)?;
    }
    Ok(())
}

/// A record with its place in the game.
struct Game<'a> {
    index: usize,
    record: &'a V6,
    position: &'a Position,
}

impl Game<'_> {
    fn same(&self, rule: Rule, field: Field, found: u32, expected: u32) -> Outcome {
        let differs = Found::Differs { found, expected };
        if found == expected { Ok(()) } else { Err(GameError::new(self.index, rule, field, differs)) }
    }

    /// Checks that `result_d` is 1 for a draw, and 0 for any other result.
    fn check_result(&self) -> Outcome {
        let (q, d) = (self.record.result_q.get(), self.record.result_d.get());
        let is_right = d == if q == 0.0 { 1.0 } else { 0.0 };
        if is_right { Ok(()) } else { Err(GameError::new(self.index, Rule::Result, field!(result_d), d)) }
    }

    /// Compares what the record shows with the replayed position and its halfmove clock.
    fn check_position(&self, replay: &Replay, first: &V6, clock: i32) -> Outcome {
        let (record, position) = (self.record, self.position);
        let encoder = Encoder::new(replay.format()).with_fill(FillMode::No).with_slots(1);
        let expected = V6::from_history(&encoder, core::slice::from_ref(position));

        let (found, right) = (pieces(record), pieces(&expected));
        for (plane, (&found, &expected)) in found.masks.iter().zip(&right.masks).enumerate().take(12) {
            if found != expected {
                let field = field!(planes).part(plane, record.planes.len());
                return Err(GameError::new(self.index, Rule::Position, field, Found::Squares { found, expected }));
            }
        }
        let byte = |field, found: u8, expected: u8| self.same(Rule::Position, field, found.into(), expected.into());
        byte(field!(castling_us_ooo), record.castling_us_ooo, expected.castling_us_ooo)?;
        byte(field!(castling_us_oo), record.castling_us_oo, expected.castling_us_oo)?;
        byte(field!(castling_them_ooo), record.castling_them_ooo, expected.castling_them_ooo)?;
        byte(field!(castling_them_oo), record.castling_them_oo, expected.castling_them_oo)?;
        byte(field!(side_to_move_or_enpassant), record.side_to_move_or_enpassant, expected.side_to_move_or_enpassant)?;
        byte(field!(rule50_count), record.rule50_count, u8::try_from(clock).unwrap_or(u8::MAX))?;

        // Canonical formats do not say which color began. The colors alternate from the first record on.
        let mut info = transform_of(replay.format(), position).raw();
        if replay.format().is_canonical() {
            let is_other_color = self.index % 2 == 1;
            info |= (first.invariance_info & V6::BLACK_TO_MOVE) ^ if is_other_color { V6::BLACK_TO_MOVE } else { 0 };
        }
        const COMPARED: u8 = 7 | V6::BLACK_TO_MOVE;
        byte(field!(invariance_info), record.invariance_info & COMPARED, info)
    }

    /// Checks that the last move is legal, because no record shows where it leads.
    fn check_last_move(&self, replay: &Replay) -> Outcome {
        let index = self.record.played_idx.get();
        let transform = transform_of(replay.format(), self.position);
        let legal = self.position.board().legal_moves();
        let played = PolicyIndex::from_index(index).and_then(|m| m.among(&legal, transform, PolicyIndexing::Lc0));
        if played.is_some() || self.record.visits.get() == 0 {
            return Ok(());
        }
        Err(GameError::new(self.index, Rule::LastMove, field!(played_idx), u32::from(index)))
    }

    /// Compares the moves that have a probability with the legal moves.
    fn check_moves(&self, replay: &Replay) -> Outcome {
        let transform = transform_of(replay.format(), self.position);
        let mut legal = [false; POLICY_SIZE];
        for &m in &self.position.board().legal_moves() {
            if let Some(index) = PolicyIndex::from_move(m, transform, PolicyIndexing::Lc0) {
                legal[usize::from(index.index())] = true;
            }
        }
        for (index, (&is_legal, probability)) in legal.iter().zip(&self.record.probabilities).enumerate() {
            if (probability.get() >= 0.0) != is_legal {
                let field = probability_field(index);
                return Err(GameError::new(self.index, Rule::LegalMoves, field, probability.get()));
            }
        }
        Ok(())
    }
}
