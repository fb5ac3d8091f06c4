//! All positions of a game.

use alloc::vec::Vec;
use core::ops::Deref;

use super::position::Position;
use crate::fen::FenError;
use crate::hash::cat;
use crate::moves::Move;

/// All positions of a game, oldest first, with repetitions counted as lc0 counts them. A history is never empty.
///
/// It dereferences to a slice of [`Position`]s, which is the input of an [`Encoder`](crate::Encoder).
///
/// A position is a repetition if the same board occurred at least four plies earlier with the same side to move, and no
/// capture or pawn move happened since. Boards are compared as a whole, including the rook files of lost castling
/// rights. So a position that was read from a FEN can differ from the same position reached by moves.
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
#[cfg_attr(docsrs, doc(cfg(feature = "alloc")))]
pub struct PositionHistory {
    positions: Vec<Position>,
}

impl PositionHistory {
    /// Creates a history that starts with this position. Repetitions before it are forgotten.
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

    /// Replaces all positions by this one. The memory is kept for later positions.
    pub fn reset(&mut self, start: Position) {
        self.positions.clear();
        self.positions.push(Position::new(*start.board(), start.rule50(), start.game_ply()));
    }

    /// Reserves memory for at least `additional` more positions.
    pub fn reserve(&mut self, additional: usize) {
        self.positions.reserve(additional);
    }

    /// Returns the first position.
    #[inline]
    pub fn starting(&self) -> &Position {
        self.positions.first().expect("a history is never empty")
    }

    /// Returns the newest position.
    #[inline]
    pub fn last(&self) -> &Position {
        self.positions.last().expect("a history is never empty")
    }

    /// Makes a move from the side to move's point of view, and counts how often the resulting position has occurred.
    ///
    /// It is for moves that this crate returns, as [`Board::legal_moves`](crate::Board::legal_moves) does. For a
    /// [`gardez_types::Move`], call [`PositionHistory::push`].
    ///
    /// This function does not panic for any move. After a move that is not legal, the position is meaningless.
    pub fn push_relative(&mut self, m: Move) {
        let mut position = self.last().after(m);
        self.count_repetitions(&mut position);
        self.positions.push(position);
    }

    /// Sets how often the position `next` has occurred, and how many plies ago it last occurred.
    fn count_repetitions(&self, next: &mut Position) {
        // A position cannot occur again before four plies have been made.
        if next.rule50 < 4 {
            return;
        }
        for (plies, earlier) in self.positions.iter().rev().enumerate().skip(3).step_by(2) {
            if earlier.board == next.board {
                next.repetitions = 1 + earlier.repetitions;
                next.cycle_length = plies as u32 + 1;
                return;
            }
            if earlier.rule50 < 2 {
                return;
            }
        }
    }

    /// Takes back the last move and returns the position that it led to. Returns `None` if no move was made.
    pub fn pop(&mut self) -> Option<Position> {
        if self.positions.len() > 1 { self.positions.pop() } else { None }
    }

    /// Takes back moves until at most `length` positions are left. The first position always remains.
    pub fn trim(&mut self, length: usize) {
        self.positions.truncate(length.max(1));
    }

    /// Returns `true` if a position since the last capture or pawn move is a repetition.
    pub fn did_repeat_since_last_zeroing_move(&self) -> bool {
        for position in self.positions.iter().rev() {
            if position.repetitions > 0 {
                return true;
            }
            if position.rule50 == 0 {
                return false;
            }
        }
        false
    }

    /// Returns lc0's hash of the newest `count` positions and of the fifty-move counter.
    ///
    /// All positions are used if there are fewer than `count`.
    pub fn hash_last(&self, count: usize) -> u64 {
        let newest = self.positions.iter().rev().take(count);
        let hash = newest.fold(count as u64, |hash, position| cat(hash, position.hash()));
        cat(hash, i64::from(self.last().rule50) as u64)
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
