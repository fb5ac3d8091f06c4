//! The rules by which a game ends before its last move.

use std::str::FromStr;

use gardez::syzygy::{Tablebase, Wdl};
use gardez::{CastlingRights, Color, GameResult, Position};

/// Draws: from a move on, after some moves of each side with small scores.
#[derive(Clone, Copy, Debug)]
pub(super) struct DrawRule {
    from: u32,
    moves: u32,
    score: i32,
}

/// Wins: after some moves of each side with large scores of the same sign.
#[derive(Clone, Copy, Debug)]
pub(super) struct ResignRule {
    moves: u32,
    score: i32,
}

/// Returns the numbers between commas.
fn numbers<const N: usize>(text: &str) -> Result<[u32; N], String> {
    let numbers: Option<Vec<u32>> = text.split(',').map(|number| number.parse().ok()).collect();
    numbers.and_then(|numbers| numbers.try_into().ok()).ok_or_else(|| format!("expected {N} numbers and commas"))
}

/// Returns a score in centipawns.
fn score(number: u32) -> Result<i32, String> {
    i32::try_from(number).map_err(|_| "the score is too large".into())
}

impl FromStr for DrawRule {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let [from, moves, points] = numbers(text)?;
        Ok(Self { from, moves, score: score(points)? })
    }
}

impl FromStr for ResignRule {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let [moves, points] = numbers(text)?;
        Ok(Self { moves, score: score(points)? })
    }
}

/// All rules.
#[derive(Debug)]
pub(super) struct Adjudication {
    pub(super) draw: Option<DrawRule>,
    pub(super) resign: Option<ResignRule>,
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
        if let Some(rule) = self.draw {
            let is_small = score.is_some_and(|score| score.abs() <= rule.score);
            scores.quiet = if is_small { scores.quiet + 1 } else { 0 };
            if 2 * rule.moves <= scores.quiet && rule.from <= position.fullmove() {
                return Some((GameResult::Draw, "Draw by adjudication"));
            }
        }
        if let Some(rule) = self.resign {
            let score = score.filter(|score| rule.score <= score.abs());
            let winner = score.map(|score| if score < 0 { Color::Black } else { Color::White });
            scores.decided = match winner {
                Some(_) if winner == scores.winner => scores.decided + 1,
                winner => u32::from(winner.is_some()),
            };
            scores.winner = winner;
            if let Some(winner) = winner.filter(|_| 2 * rule.moves <= scores.decided) {
                return Some((GameResult::from_winner(winner), "adjudication"));
            }
        }
        if self.max_plies <= ply {
            return Some((GameResult::Draw, "Draw by adjudication: too many moves"));
        }
        let tables = self.tables.as_ref().filter(|tables| {
            position.occupied().len() as usize <= tables.max_pieces()
                && position.castling_rights() == CastlingRights::empty()
                && position.rule50() == 0
        })?;
        let us = position.side_to_move();
        Some(match tables.probe_wdl(position.board()).ok()? {
            Wdl::Win => (GameResult::from_winner(us), "adjudication: endgame tables"),
            Wdl::Loss => (GameResult::from_winner(!us), "adjudication: endgame tables"),
            _ => (GameResult::Draw, "Draw by adjudication: endgame tables"),
        })
    }
}
