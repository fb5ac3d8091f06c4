//! A board with its place in the game.

use core::fmt;

use gardez_types::GameResult;

use super::GameEnd;
use crate::hash::cat;
use crate::{Board, FenError, Move};

/// A board with the counters that a game adds to it.
///
/// `Display` prints the six fields of a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pub(crate) board: Board,
    pub(crate) rule50: i32,
    pub(crate) repetitions: u32,
    pub(crate) cycle_length: u32,
    pub(crate) game_ply: i32,
}

impl Position {
    /// A position that has not occurred before, with half-moves since the last capture or pawn move, and since the start
    /// of the game.
    pub const fn new(board: Board, rule50: i32, game_ply: i32) -> Self {
        Self { board, rule50, repetitions: 0, cycle_length: 0, game_ply }
    }

    /// The start position of chess.
    pub const fn start() -> Self {
        Self::new(Board::start(), 0, 0)
    }

    /// The position of a FEN ([`Board::from_fen`]), with the game ply that belongs to its full move.
    ///
    /// # Errors
    ///
    /// Where lc0 refuses the text.
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        let (board, rule50, fullmove) = Board::from_fen(fen)?.parts();
        let before = if board.is_flipped() { 1 } else { 2 };
        Ok(Self::new(board, rule50, fullmove.saturating_mul(2).saturating_sub(before)))
    }

    /// The position after a move, as seen by the other side; its repetitions are unknown and 0, which only a
    /// [`PositionHistory`](crate::PositionHistory) can tell.
    #[must_use]
    pub fn after(&self, m: Move) -> Self {
        let (board, is_zeroing) = self.board.after_move(m);
        let rule50 = if is_zeroing { 0 } else { self.rule50.saturating_add(1) };
        Self::new(board, rule50, self.game_ply.saturating_add(1))
    }

    /// The board, seen by the side to move.
    #[inline]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Half-moves since the last capture or pawn move; a FEN may say anything, even less than 0.
    #[inline]
    pub const fn rule50(&self) -> i32 {
        self.rule50
    }

    /// How often the position has occurred before, as far as the history reaches.
    #[inline]
    pub const fn repetitions(&self) -> u32 {
        self.repetitions
    }

    /// How many plies ago it last occurred; 0 if it has not.
    #[inline]
    pub const fn cycle_length(&self) -> u32 {
        self.cycle_length
    }

    /// Half-moves since the start of the game.
    #[inline]
    pub const fn game_ply(&self) -> i32 {
        self.game_ply
    }

    /// lc0's hash of board and repetitions; the fifty-move counter has no part in it.
    pub fn hash(&self) -> u64 {
        cat(cat(0, self.board.hash()), self.repetitions.into())
    }

    /// Why the game is over with this position, if it is; [`GameEnd`] tells the order of the reasons.
    pub fn game_end(&self) -> Option<GameEnd> {
        let board = &self.board;
        if board.legal_moves().is_empty() {
            let is_mate = board.in_check();
            return Some(if is_mate { GameEnd::Checkmate(!board.side_to_move()) } else { GameEnd::Stalemate });
        }
        if !board.has_mating_material() {
            return Some(GameEnd::Material);
        }
        if self.rule50 >= 100 {
            return Some(GameEnd::Rule50);
        }
        (self.repetitions >= 2).then_some(GameEnd::Repetition)
    }

    /// Who has won, if the game is over with this position.
    pub fn game_result(&self) -> GameResult {
        self.game_end().map_or(GameResult::Unknown, GameEnd::result)
    }
}

impl From<&gardez_position::Board> for Position {
    /// The board with its counters.
    fn from(board: &gardez_position::Board) -> Self {
        let ply = i32::try_from(board.game_ply()).unwrap_or(i32::MAX);
        Self::new(Board::from(board), board.rule50().into(), ply)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fullmove = self.game_ply.saturating_add(if self.board.is_flipped() { 1 } else { 2 }) / 2;
        write!(f, "{} {} {fullmove}", self.board.fen(), self.rule50)
    }
}
