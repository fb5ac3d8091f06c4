//! All positions of a game.

use alloc::vec::Vec;
use core::ops::Deref;

use super::position::Position;
use crate::fen::FenError;
use crate::hash::cat;
use crate::moves::Move;

/// All positions of a game, oldest first, with repetitions counted as lc0 does. A history is never empty.
///
/// It dereferences to a slice of [`Position`]s, the input of an [`Encoder`](crate::Encoder).
///
/// A position is a repetition if the same board occurred at least four plies earlier, with no capture or pawn move since.
/// The rook files of lost castling rights count, so a position from a FEN can differ from the same one reached by moves.
///
/// ```
/// use gardez_lc0::PositionHistory;
/// use gardez_lc0::gardez_position::Position;
///
/// let mut position = Position::start();
/// let mut history = PositionHistory::from(&position);
/// for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
///     let m = position.parse_uci(text)?;
///     position.play(m)?;
///     history.push(m);
/// }
/// assert_eq!(history.last().repetitions(), 1);
/// assert_eq!(history.last().cycle_length(), 4);
/// history.pop();
/// assert_eq!(history.last().repetitions(), 0);
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionHistory {
    positions: Vec<Position>,
}

impl PositionHistory {
    /// Creates a history that starts with this position and forgets its repetitions.
    pub fn new(start: Position) -> Self {
        let mut history = Self { positions: Vec::new() };
        history.reset(start);
        history
    }

    /// Creates a history that starts with the start position of chess.
    pub fn start() -> Self {
        Self::new(Position::start())
    }

    /// Creates a history that starts with the position of a FEN; see [`Position::from_fen`].
    ///
    /// # Errors
    ///
    /// Returns an error if lc0 refuses the text.
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        Position::from_fen(fen).map(Self::new)
    }

    /// Replaces all positions by this one, and keeps the memory.
    pub fn reset(&mut self, start: Position) {
        self.positions.clear();
        self.positions.push(Position::new(*start.board(), start.halfmove_clock(), start.game_ply()));
    }

    /// Reserves memory for at least `additional` more positions.
    pub fn reserve(&mut self, additional: usize) {
        self.positions.reserve(additional);
    }

    /// Returns the newest position.
    #[inline]
    pub fn last(&self) -> &Position {
        self.positions.last().expect("a history is never empty")
    }

    /// Makes a move from the side to move's point of view, such as one of
    /// [`Board::legal_moves`](crate::Board::legal_moves), and counts how often the resulting position has occurred.
    ///
    /// For a [`gardez_types::Move`], call [`PositionHistory::push`]. No move makes this function panic. After a move
    /// that is not legal, the position is meaningless.
    pub fn push_relative(&mut self, m: Move) {
        let mut position = self.last().after(m);
        self.count_repetitions(&mut position);
        self.positions.push(position);
    }

    /// Sets how often the position `next` has occurred, and how many plies ago it last occurred.
    fn count_repetitions(&self, next: &mut Position) {
        // A position cannot occur again before four plies have been made.
        if next.halfmove_clock < 4 {
            return;
        }
        for (plies, earlier) in self.positions.iter().rev().enumerate().skip(3).step_by(2) {
            if earlier.board == next.board {
                next.repetitions = 1 + earlier.repetitions;
                next.cycle_length = plies as u32 + 1;
                return;
            }
            if earlier.halfmove_clock < 2 {
                return;
            }
        }
    }

    /// Undoes the last move and returns the position that it led to, or `None` if no move was made.
    pub fn pop(&mut self) -> Option<Position> {
        if self.positions.len() > 1 { self.positions.pop() } else { None }
    }

    /// Undoes moves until at most `length` positions are left, but never the first one.
    pub fn trim(&mut self, length: usize) {
        self.positions.truncate(length.max(1));
    }

    /// Returns `true` if a position since the last capture or pawn move is a repetition.
    pub fn did_repeat_since_last_zeroing_move(&self) -> bool {
        for position in self.positions.iter().rev() {
            if position.repetitions > 0 {
                return true;
            }
            if position.halfmove_clock == 0 {
                return false;
            }
        }
        false
    }

    /// Returns lc0's hash of the newest `count` positions, or of all if there are fewer, and of the halfmove clock.
    pub fn hash_last(&self, count: usize) -> u64 {
        let newest = self.positions.iter().rev().take(count);
        let hash = newest.fold(count as u64, |hash, position| cat(hash, position.hash()));
        cat(hash, i64::from(self.last().halfmove_clock) as u64)
    }
}

impl Deref for PositionHistory {
    type Target = [Position];

    #[inline]
    fn deref(&self) -> &[Position] {
        &self.positions
    }
}

impl AsRef<[Position]> for PositionHistory {
    fn as_ref(&self) -> &[Position] {
        &self.positions
    }
}
