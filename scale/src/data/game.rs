//! One game of a PGN as rows.

use gardez::data::{KeepLine, MainLine};
use gardez_notation::pgn::{MoveEvaluation, Tag, Text};
use gardez_position::{Board, PackedBoard};
use gardez_types::{Color, GameResult, Move};
use serde::{Deserialize, Serialize};

use super::evaluation::Evaluation;
use crate::done::{Facts, facts};

/// The numbers of games and rows of a shard that were read and left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Counts {
    pub(crate) games: u64,
    /// The rows of these games: a row for each ply and one for the last position.
    pub(crate) rows: u64,
    /// The games that end at an error, such as an illegal move, or at a null move. The rows before it are kept.
    pub(crate) damaged: u64,
    /// The games without rows: their tags do not set up a position, or a position with more than 32 pieces.
    pub(crate) unreadable: u64,
    /// The games with more than [`MOST_PLIES`](gardez::data::MOST_PLIES) plies. The rows before them are kept.
    pub(crate) too_long: u64,
    /// The games without a result.
    pub(crate) without_result: u64,
    pub(crate) evaluations: u64,
    /// The evaluations that became the nearest one that fits the columns.
    pub(crate) clipped: u64,
}

impl Counts {
    pub(super) fn facts(&self) -> Facts {
        facts(serde_json::to_value(self).expect("it has only numbers"))
    }

    /// Returns the sum of both.
    #[must_use]
    pub(crate) fn plus(&self, other: &Self) -> Self {
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
pub(super) type Game = MainLine<Rows>;

#[derive(Debug, Default)]
pub(super) struct Rows {
    pub(super) rows: Vec<Row>,
    pub(super) white_elo: Option<u16>,
    pub(super) black_elo: Option<u16>,
    /// All tags, with their names.
    pub(super) tags: Vec<(String, String)>,
    /// The seconds that are left after each move, as far as they are known.
    pub(super) clocks: Vec<Option<u64>>,
    clipped: u64,
}

pub(super) fn result(game: &Game) -> Option<i8> {
    let result = Some(game.result()).filter(|result| *result != GameResult::Unknown)?;
    Some(match result.winner() {
        Some(Color::White) => 1,
        Some(Color::Black) => -1,
        None => 0,
    })
}

pub(super) fn counts(game: &Game) -> Counts {
    let rows = &game.kept.rows;
    Counts {
        games: 1,
        rows: rows.len() as u64,
        damaged: u64::from(game.is_damaged),
        unreadable: u64::from(rows.is_empty()),
        too_long: u64::from(game.is_too_long),
        without_result: u64::from(result(game).is_none()),
        evaluations: rows.iter().filter(|row| row.evaluation.is_some()).count() as u64,
        clipped: game.kept.clipped,
    }
}

impl Rows {
    /// Appends the position. Returns `false` if it cannot be packed.
    fn push(&mut self, board: &Board) -> bool {
        let Ok(packed) = board.packed() else { return false };
        self.rows.push(Row {
            board: packed,
            mv: None,
            ply: board.game_ply().try_into().unwrap_or(u16::MAX),
            rule50: board.halfmove_clock().try_into().unwrap_or(u8::MAX),
            evaluation: None,
        });
        true
    }
}

fn elo(tag: &Tag<'_>) -> Option<u16> {
    tag.value().parse().ok()
}

impl KeepLine for Rows {
    fn clear(&mut self) {
        self.rows.clear();
        *self = Self { rows: std::mem::take(&mut self.rows), ..Self::default() };
    }

    fn tag(&mut self, tag: Tag<'_>) {
        match tag.name().as_bytes() {
            b"WhiteElo" => self.white_elo = elo(&tag),
            b"BlackElo" => self.black_elo = elo(&tag),
            _ => {}
        }
        self.tags.push((String::from_utf8_lossy(tag.name().as_bytes()).into_owned(), tag.value().into_owned()));
    }

    fn comment(&mut self, comment: Text<'_>) {
        let played = self.rows.len().saturating_sub(1);
        if let (Some(left), true) = (comment.clock(), 0 < played) {
            self.clocks.resize(played, None);
            self.clocks[played - 1] = Some(left.as_secs());
        }
    }

    fn begin(&mut self, start: &Board) -> bool {
        self.push(start)
    }

    fn play(&mut self, mv: Move, after: &Board) {
        if let Some(last) = self.rows.last_mut() {
            last.mv = Some(mv);
        }
        // A move adds no piece.
        let is_there = self.push(after);
        debug_assert!(is_there, "a board after a move can be packed");
    }

    fn is_evaluated(&mut self, position: usize) -> bool {
        self.rows.get(position).is_none_or(|row| row.evaluation.is_some())
    }

    fn evaluate(&mut self, position: usize, _: Color, found: MoveEvaluation) {
        if let Some(row) = self.rows.get_mut(position) {
            let evaluation = Evaluation::new(found.score, found.depth);
            self.clipped += u64::from(!evaluation.fits(&found));
            row.evaluation = Some(evaluation);
        }
    }
}
