//! A board with its place in the game.

use core::fmt;

use gardez_types::GameResult;

use super::game_end::GameEnd;
use crate::board::Board;
use crate::fen::{FenError, ReadFen};
use crate::hash::cat;
use crate::make::AfterMove;
use crate::moves::Move;

/// A board with the counters of a game. `Display` prints the six fields of a FEN.
///
/// ```
/// use gardez_lc0::Position;
///
/// let position = Position::from_fen("7r/8/8/4k3/8/8/8/K7 b - - 3 40")?;
/// assert_eq!((position.halfmove_clock(), position.game_ply()), (3, 79));
/// assert_eq!(position.to_string(), "7r/8/8/4k3/8/8/8/K7 b - - 3 40");
/// # Ok::<_, gardez_lc0::FenError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pub(crate) board: Board,
    pub(crate) halfmove_clock: i32,
    pub(crate) repetitions: u32,
    pub(crate) cycle_length: u32,
    pub(crate) game_ply: i32,
}

impl Position {
    /// Creates a position without repetitions, with the plies since the last capture or pawn move and since the start.
    pub const fn new(board: Board, halfmove_clock: i32, game_ply: i32) -> Self {
        Self { board, halfmove_clock, repetitions: 0, cycle_length: 0, game_ply }
    }

    /// Returns the start position of chess.
    pub const fn start() -> Self {
        Self::new(Board::start(), 0, 0)
    }

    /// Reads a position from a FEN; see [`Board::from_fen`]. The game ply follows from the number of the full move.
    ///
    /// # Errors
    ///
    /// Returns an error if lc0 refuses the text.
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        let ReadFen { board, halfmove_clock, fullmove_number } = Board::from_fen(fen)?;
        let before = if board.is_flipped() { 1 } else { 2 };
        Ok(Self::new(board, halfmove_clock, fullmove_number.saturating_mul(2).saturating_sub(before)))
    }

    /// Returns the position after the move `m`, from the other side's point of view, without counting repetitions.
    #[must_use]
    pub fn after(&self, m: Move) -> Self {
        let AfterMove { board, is_zeroing } = self.board.after_move(m);
        let halfmove_clock = if is_zeroing { 0 } else { self.halfmove_clock.saturating_add(1) };
        Self::new(board, halfmove_clock, self.game_ply.saturating_add(1))
    }

    /// Returns the board.
    #[inline]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the plies since the last capture or pawn move: after a FEN any number, even a negative one.
    #[inline]
    pub const fn halfmove_clock(&self) -> i32 {
        self.halfmove_clock
    }

    /// Returns how often the position has occurred before.
    #[inline]
    pub const fn repetitions(&self) -> u32 {
        self.repetitions
    }

    /// Returns how many plies ago the position last occurred, or 0.
    #[inline]
    pub const fn cycle_length(&self) -> u32 {
        self.cycle_length
    }

    /// Returns the number of plies since the start of the game.
    #[inline]
    pub const fn game_ply(&self) -> i32 {
        self.game_ply
    }

    /// Returns lc0's hash of the board and the number of repetitions, without the halfmove clock.
    pub fn hash(&self) -> u64 {
        cat(cat(0, self.board.hash()), self.repetitions.into())
    }

    /// Returns why the game is over, or `None` if it goes on.
    pub fn game_end(&self) -> Option<GameEnd> {
        let board = &self.board;
        if board.legal_moves().is_empty() {
            let is_mate = board.in_check();
            return Some(if is_mate { GameEnd::Checkmate(!board.side_to_move()) } else { GameEnd::Stalemate });
        }
        if !board.has_mating_material() {
            return Some(GameEnd::Material);
        }
        if self.halfmove_clock >= 100 {
            return Some(GameEnd::Rule50);
        }
        (self.repetitions >= 2).then_some(GameEnd::Repetition)
    }

    /// Returns the result of the game, or [`GameResult::Unknown`] if it goes on.
    pub fn game_result(&self) -> GameResult {
        self.game_end().map_or(GameResult::Unknown, GameEnd::result)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fullmove_number = self.game_ply.saturating_add(if self.board.is_flipped() { 1 } else { 2 }) / 2;
        write!(f, "{} {} {fullmove_number}", self.board.fen(), self.halfmove_clock)
    }
}
