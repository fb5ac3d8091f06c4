//! The rules by which a game ends before its last move.

use std::str::FromStr;

use gardez::syzygy::{Tablebase, Wdl};
use gardez::{CastlingRights, Color, GameResult, Position};

/// Numbers with commas between.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbers<const N: usize>([u32; N]);

impl<const N: usize> FromStr for Numbers<N> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers: Option<Vec<u32>> = text.split(',').map(|number| number.parse().ok()).collect();
        let numbers = numbers.and_then(|numbers| numbers.try_into().ok()).map(Self);
        numbers.ok_or_else(|| format!("expected {N} numbers and commas"))
    }
}

/// All rules.
#[derive(Debug)]
pub(super) struct Adjudication {
    /// Draws: from a move on, after a number of moves of each side, with scores of at most this.
    pub(super) draw: Option<Numbers<3>>,
    /// Wins: after a number of moves of each side, with scores of at least this for the same side.
    pub(super) resign: Option<Numbers<2>>,
    pub(super) max_plies: u32,
    pub(super) tables: Option<Tablebase>,
}

/// The scores of a game so far.
#[derive(Default)]
pub(super) struct Scores {
    /// The number of plies, one after the other, with a small score.
    quiet: u32,
    /// The number of plies, one after the other, that the same side is winning.
    decided: u32,
    winner: Option<Color>,
}

impl Adjudication {
    /// Returns the result and the reason, if a rule ends the game. `score` is White's after the last move.
    pub(super) fn result(
        &self,
        scores: &mut Scores,
        position: &Position,
        score: Option<i32>,
        ply: u32,
    ) -> Option<(GameResult, &'static str)> {
        if let Some(Numbers([from, moves, most])) = self.draw {
            let is_small = score.is_some_and(|score| score.unsigned_abs() <= most);
            scores.quiet = if is_small { scores.quiet + 1 } else { 0 };
            if moves.saturating_mul(2) <= scores.quiet && from <= position.fullmove_number() {
                return Some((GameResult::Draw, "Draw by adjudication"));
            }
        }
        if let Some(Numbers([moves, least])) = self.resign {
            let score = score.filter(|score| least <= score.unsigned_abs());
            let winner = score.map(|score| if score < 0 { Color::Black } else { Color::White });
            scores.decided = match winner {
                Some(_) if winner == scores.winner => scores.decided + 1,
                winner => u32::from(winner.is_some()),
            };
            scores.winner = winner;
            if let Some(winner) = winner.filter(|_| moves.saturating_mul(2) <= scores.decided) {
                return Some((GameResult::from_winner(winner), "adjudication"));
            }
        }
        if self.max_plies <= ply {
            return Some((GameResult::Draw, "Draw by adjudication: too many moves"));
        }
        let tables = self.tables.as_ref().filter(|tables| {
            position.occupied().len() as usize <= tables.max_pieces()
                && position.castling_rights() == CastlingRights::empty()
                && position.halfmove_clock() == 0
        })?;
        let us = position.side_to_move();
        Some(match tables.probe_wdl(position.board()).ok()? {
            Wdl::Win => (GameResult::from_winner(us), "adjudication: endgame tables"),
            Wdl::Loss => (GameResult::from_winner(!us), "adjudication: endgame tables"),
            _ => (GameResult::Draw, "Draw by adjudication: endgame tables"),
        })
    }
}
