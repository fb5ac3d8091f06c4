//! All positions of a game.

use alloc::vec::Vec;
use core::ops::Deref;

use super::Position;
use crate::hash::cat;
use crate::{FenError, Move};

/// The positions of a game from its start on, with lc0's counting of repetitions; never empty.
///
/// It dereferences to the slice of its positions, oldest first, which is what an [`Encoder`](crate::Encoder) takes.
///
/// ```
/// use gardez_lc0::PositionHistory;
///
/// let mut history = PositionHistory::start();
/// for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
///     let m = history.last().board().parse_move(text)?;
///     history.append(m);
/// }
/// assert_eq!(history.last().repetitions(), 1);
/// assert_eq!(history.last().cycle_length(), 4);
/// history.pop();
/// assert_eq!(history.last().repetitions(), 0);
/// # Ok::<_, gardez_lc0::ParseMoveError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionHistory {
    positions: Vec<Position>,
}

impl PositionHistory {
    /// The history that starts with this position, whose repetitions do not count.
    pub fn new(start: Position) -> Self {
        let mut history = Self { positions: Vec::new() };
        history.reset(start);
        history
    }

    /// The history that starts with the start position of chess.
    pub fn start() -> Self {
        Self::new(Position::start())
    }

    /// The history that starts with the position of a FEN; [`Position::from_fen`].
    ///
    /// # Errors
    ///
    /// Where lc0 refuses the text.
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        Position::from_fen(fen).map(Self::new)
    }

    /// Starts anew with this position, keeping the room.
    pub fn reset(&mut self, start: Position) {
        self.positions.clear();
        self.positions.push(Position::new(*start.board(), start.rule50(), start.game_ply()));
    }

    /// Makes room for so many more positions.
    pub fn reserve(&mut self, additional: usize) {
        self.positions.reserve(additional);
    }

    /// The first position.
    #[inline]
    pub fn starting(&self) -> &Position {
        self.positions.first().expect("a history is never empty")
    }

    /// The newest position.
    #[inline]
    pub fn last(&self) -> &Position {
        self.positions.last().expect("a history is never empty")
    }

    /// Makes a move, and looks for the position that it leads to among the earlier ones.
    ///
    /// Any move is safe to make; one that is not legal leads to a board of no meaning. Time: one comparison for every
    /// second position since the last capture or pawn move.
    pub fn append(&mut self, m: Move) {
        let mut position = self.last().after(m);
        (position.repetitions, position.cycle_length) = self.repetition(&position);
        self.positions.push(position);
    }

    /// How often the next position has occurred, and how many plies ago it last did.
    fn repetition(&self, next: &Position) -> (u32, u32) {
        // The same position cannot come back sooner than after four plies.
        if next.rule50 < 4 {
            return (0, 0);
        }
        for (plies, earlier) in self.positions.iter().rev().enumerate().skip(3).step_by(2) {
            if earlier.board == next.board {
                return (1 + earlier.repetitions, plies as u32 + 1);
            }
            if earlier.rule50 < 2 {
                break;
            }
        }
        (0, 0)
    }

    /// Takes back the last move; `None`, and nothing happens, if none was made.
    pub fn pop(&mut self) -> Option<Position> {
        if self.positions.len() > 1 { self.positions.pop() } else { None }
    }

    /// Takes back moves until `length` positions are left, but never the first one.
    pub fn trim(&mut self, length: usize) {
        self.positions.truncate(length.max(1));
    }

    /// True if the newest position or an earlier one, back to the last capture or pawn move, is a repetition.
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

    /// The hash of the newest `count` positions, or of all if there are fewer, and of the fifty-move counter.
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

impl From<&gardez_position::Position> for PositionHistory {
    /// The history of a position of `gardez_position`, from its set-up position on, or from behind the last null move,
    /// which lc0 does not know.
    fn from(position: &gardez_position::Position) -> Self {
        let mut first = position.clone();
        let mut moves = Vec::with_capacity(position.history().len());
        while let Some(m) = first.undo_move() {
            moves.push(m);
        }
        let mut history = Self::new(Position::from(first.board()));
        history.reserve(moves.len());
        for m in moves.into_iter().rev() {
            let side = history.last().board().side_to_move();
            history.append(Move::from_absolute(m, side));
        }
        history
    }
}
