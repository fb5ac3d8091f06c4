//! One game of a PGN as rows.

use std::convert::Infallible;
use std::ops::ControlFlow;

use gardez::data::Comment;
use gardez_notation::pgn::{Interest, MoveEvaluation, Played, Problem, Score, Severity, Tag, Text, Visitor};
use gardez_position::{Board, PackedBoard};
use gardez_types::{Color, GameResult, Move};
use serde::{Deserialize, Serialize};

use super::evaluation::Evaluation;
use crate::done::Facts;

/// The most plies of a game. The plies after them are left out, and the game is counted as too long.
pub const MOST_PLIES: usize = 1 << 16;

/// What was read of a shard, and what was left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Counts {
    /// The games that were read.
    pub games: u64,
    /// The rows of these games: a row for each ply and one for the last position.
    pub rows: u64,
    /// The games that end at an error, such as an illegal move, or at a null move. The rows before it are kept.
    pub damaged: u64,
    /// The games without rows: their tags do not set up a position, or a position with more than 32 pieces.
    pub unreadable: u64,
    /// The games with more than [`MOST_PLIES`] plies. The rows before them are kept.
    pub too_long: u64,
    /// The games without a result.
    pub without_result: u64,
    /// The rows with an evaluation.
    pub evaluations: u64,
    /// The evaluations that became the nearest one that fits the columns.
    pub clipped: u64,
}

impl Counts {
    /// Returns the numbers by name, for `done.json`.
    pub(super) fn facts(&self) -> Facts {
        match serde_json::to_value(self) {
            Ok(serde_json::Value::Object(facts)) => facts,
            _ => unreachable!("a struct of numbers is an object"),
        }
    }

    /// Returns the sum of both.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        Self {
            games: self.games + other.games,
            rows: self.rows + other.rows,
            damaged: self.damaged + other.damaged,
            unreadable: self.unreadable + other.unreadable,
            too_long: self.too_long + other.too_long,
            without_result: self.without_result + other.without_result,
            evaluations: self.evaluations + other.evaluations,
            clipped: self.clipped + other.clipped,
        }
    }
}

/// A position of a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub(super) board: PackedBoard,
    /// The move that was made; `None` in the last position.
    pub(super) mv: Option<Move>,
    pub(super) ply: u16,
    pub(super) rule50: u8,
    pub(super) evaluation: Option<Evaluation>,
}

/// The game that was read last.
#[derive(Debug, Default)]
pub(super) struct Game {
    pub(super) rows: Vec<Row>,
    pub(super) white_elo: Option<u16>,
    pub(super) black_elo: Option<u16>,
    tag: Option<GameResult>,
    end: Option<GameResult>,
    /// The side to move after the last move.
    color: Option<Color>,
    /// Evaluations by the numbers of their rows.
    profile: Vec<(usize, Score)>,
    is_damaged: bool,
    is_too_long: bool,
    clipped: u64,
}

impl Game {
    /// Returns the result at the end of the moves, or else of the tag, as the column has it.
    pub(super) fn result(&self) -> Option<i8> {
        let known = |result: &GameResult| *result != GameResult::Unknown;
        let result = self.end.filter(known).or(self.tag).filter(known)?;
        Some(match result.winner() {
            Some(Color::White) => 1,
            Some(Color::Black) => -1,
            None => 0,
        })
    }

    /// Returns what the game adds to the counts.
    pub(super) fn counts(&self) -> Counts {
        Counts {
            games: 1,
            rows: self.rows.len() as u64,
            damaged: u64::from(self.is_damaged),
            unreadable: u64::from(self.rows.is_empty()),
            too_long: u64::from(self.is_too_long),
            without_result: u64::from(self.result().is_none()),
            evaluations: self.rows.iter().filter(|row| row.evaluation.is_some()).count() as u64,
            clipped: self.clipped,
        }
    }

    /// Fills in what follows from the whole game.
    pub(super) fn finish(&mut self) {
        for (row, score) in std::mem::take(&mut self.profile) {
            self.evaluate(row, score.into());
        }
    }

    /// Gives the row this evaluation, unless it has one.
    fn evaluate(&mut self, row: usize, found: MoveEvaluation) {
        if let Some(place @ None) = self.rows.get_mut(row).map(|row| &mut row.evaluation) {
            let evaluation = Evaluation::new(found.score, found.depth);
            self.clipped += u64::from(!evaluation.fits(&found));
            *place = Some(evaluation);
        }
    }

    /// Appends the position. Returns `false` if it cannot be packed.
    fn push(&mut self, board: &Board) -> bool {
        let Ok(packed) = board.packed() else { return false };
        self.color = Some(board.side_to_move());
        self.rows.push(Row {
            board: packed,
            mv: None,
            ply: board.game_ply().try_into().unwrap_or(u16::MAX),
            rule50: board.rule50().try_into().unwrap_or(u8::MAX),
            evaluation: None,
        });
        true
    }
}

/// Returns the number in a tag such as `WhiteElo`.
fn elo(tag: &Tag<'_>) -> Option<u16> {
    str::from_utf8(tag.raw_value.as_bytes()).ok()?.parse().ok()
}

impl Visitor for Game {
    type Break = Infallible;

    fn begin_game(&mut self) -> ControlFlow<Infallible, Interest> {
        self.rows.clear();
        *self = Self { rows: std::mem::take(&mut self.rows), ..Self::default() };
        ControlFlow::Continue(Interest::Take)
    }

    fn tag(&mut self, tag: Tag<'_>) -> ControlFlow<Infallible> {
        match tag.name.as_bytes() {
            b"Result" => self.tag = tag.value().parse().ok(),
            b"WhiteElo" => self.white_elo = elo(&tag),
            b"BlackElo" => self.black_elo = elo(&tag),
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn begin_moves(&mut self, start: &Board) -> ControlFlow<Infallible, Interest> {
        let interest = if self.push(start) { Interest::Take } else { Interest::Skip };
        ControlFlow::Continue(interest)
    }

    fn play(&mut self, played: Played<'_>) -> ControlFlow<Infallible, Interest> {
        // The moves after a null move were not played.
        self.is_damaged |= played.mv.is_none();
        self.is_too_long |= self.rows.len() > MOST_PLIES;
        let (Some(mv), false, Some(last)) = (played.mv, self.is_too_long, self.rows.last_mut()) else {
            return ControlFlow::Continue(Interest::Skip);
        };
        last.mv = Some(mv);
        // A move adds no piece.
        let is_there = self.push(played.after);
        debug_assert!(is_there, "a board after a move can be packed");
        ControlFlow::Continue(Interest::Take)
    }

    fn comment(&mut self, comment: Text<'_>) -> ControlFlow<Infallible> {
        let text = comment.to_str();
        let read = Comment::read(&text, !self.color.unwrap_or(Color::White));
        let last = self.rows.len().wrapping_sub(1);
        if let Some(found) = read.before {
            self.evaluate(last.wrapping_sub(1), found);
        }
        if let (Some(found), Some(row)) = (read.after, self.rows.last_mut()) {
            row.evaluation = None;
            self.evaluate(last, found);
        }
        self.profile.extend(read.profile_items());
        ControlFlow::Continue(())
    }

    fn result(&mut self, result: GameResult) -> ControlFlow<Infallible> {
        self.end = Some(result);
        ControlFlow::Continue(())
    }

    fn problem(&mut self, problem: &Problem) -> ControlFlow<Infallible> {
        self.is_damaged |= problem.kind.severity() == Severity::Error;
        ControlFlow::Continue(())
    }
}
