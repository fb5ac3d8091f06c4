//! A position with a value of the caller for each ply.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Deref;

use gardez_types::Move;

use super::Position;
use crate::observers::MoveObserver;

/// A position with a value of your own for each ply: making a move pushes a value, and undoing it pops the value.
///
/// For what a search keeps next to each position: an accumulator, a key of its own, threats, a static evaluation. It
/// dereferences to its [`Position`], and so to the board. A [`Position`] alone pays nothing for it.
///
/// ```
/// use gardez_position::{Board, MoveObserver, Piece, PieceType, Position, PositionWith, Square};
///
/// /// A key of the queens, which an observer keeps up to date.
/// #[derive(Clone, Copy, PartialEq, Debug)]
/// struct QueensKey(u64);
///
/// impl QueensKey {
///     fn new(board: &Board) -> Self {
///         let mut key = Self(0);
///         board.piece_map().for_each(|(square, piece)| key.toggle(piece, square));
///         key
///     }
///     fn toggle(&mut self, piece: Piece, square: Square) {
///         if piece.piece_type() == PieceType::Queen {
///             self.0 ^= (64 * piece as u64 + square as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
///         }
///     }
/// }
///
/// impl MoveObserver for QueensKey {
///     fn removed(&mut self, _: &Board, piece: Piece, square: Square) {
///         self.toggle(piece, square);
///     }
///     fn placed(&mut self, _: &Board, piece: Piece, square: Square) {
///         self.toggle(piece, square);
///     }
///     fn moved(&mut self, _: &Board, piece: Piece, from: Square, to: Square) {
///         self.toggle(piece, from);
///         self.toggle(piece, to);
///     }
///     fn replaced(&mut self, _: &Board, square: Square, old: Piece, new: Piece) {
///         self.toggle(old, square);
///         self.toggle(new, square);
///     }
/// }
///
/// let start = Position::start();
/// let key = QueensKey::new(&start);
/// let mut position = PositionWith::new(start, key);
/// for text in ["e2e4", "d7d5", "e4d5", "d8d5"] {
///     let (m, key) = (position.parse_uci(text)?, *position.value());
///     position.do_move_with(m, key, |_, key| key);
///     assert_eq!(*position.value(), QueensKey::new(&position));
/// }
/// // The queen returns to d8, and its key with it.
/// assert_eq!(position.undo_move().map(|(m, _)| m.to()), Some(Square::D5));
/// assert_eq!(*position.value(), key);
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PositionWith<S> {
    position: Position,
    /// One value for each position from the set-up position on; the last one belongs to the current position.
    values: Vec<S>,
}

impl<S> PositionWith<S> {
    /// Creates a position that can undo the moves made from now on. The earlier history only counts for repetitions.
    pub fn new(position: Position, value: S) -> Self {
        Self { position, values: vec![value] }
    }

    /// Returns the value of the current position.
    #[inline]
    pub fn value(&self) -> &S {
        self.values.last().expect("the first value is never popped")
    }

    /// Returns the value of the current position, to be changed.
    #[inline]
    pub fn value_mut(&mut self) -> &mut S {
        self.values.last_mut().expect("the first value is never popped")
    }

    /// Returns the values of all positions since [`PositionWith::new`], the current position's last.
    #[inline]
    pub fn values(&self) -> &[S] {
        &self.values
    }

    /// Makes a legal move, and pushes the value of the position after it.
    ///
    /// # Panics
    ///
    /// Panics under the conditions of [`Position::do_move`].
    #[inline]
    pub fn do_move(&mut self, m: Move, value: S) {
        self.position.do_move(m);
        self.values.push(value);
    }

    /// Makes a legal move, reports its changes to an observer, and pushes the value that `value` makes of the position
    /// after the move and of the observer.
    ///
    /// Observe with a copy of the current value if that is what follows the moves, with a tuple to observe several things
    /// at once, and with a mutable reference to keep an observer.
    ///
    /// ```
    /// use gardez_position::observers::{DirtyPiece, NodeCounter};
    /// use gardez_position::{Position, PositionWith, Square};
    ///
    /// // What a search keeps for each ply: what the last move changed, and the number of replies.
    /// let mut position = PositionWith::new(Position::start(), (DirtyPiece::default(), 20));
    /// let mut nodes = NodeCounter::default();
    /// let m = position.parse_uci("e2e4")?;
    /// position.do_move_with(m, (DirtyPiece::default(), &mut nodes), |position, (dirty, _)| {
    ///     (dirty, position.legal_move_count())
    /// });
    /// assert_eq!((position.value().0.to, position.value().1, nodes.0), (Some(Square::E4), 20, 1));
    /// # Ok::<_, gardez_position::UciError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// Panics under the conditions of [`Position::do_move`].
    #[inline]
    pub fn do_move_with<O: MoveObserver>(&mut self, m: Move, mut observer: O, value: impl FnOnce(&Position, O) -> S) {
        self.position.do_move_with(m, &mut observer);
        self.values.push(value(&self.position, observer));
    }

    /// Undoes the last move. Returns it with the value of the position after it, or `None` like
    /// [`Position::undo_move`], and at the position of [`PositionWith::new`].
    #[inline]
    pub fn undo_move(&mut self) -> Option<(Move, S)> {
        if self.values.len() == 1 {
            return None;
        }
        let m = self.position.undo_move()?;
        self.values.pop().map(|value| (m, value))
    }

    /// Makes a null move, and pushes the value of the position after it; see [`Position::do_null_move`].
    ///
    /// # Panics
    ///
    /// Panics under the conditions of [`Position::do_null_move`].
    pub fn do_null_move(&mut self, value: S) {
        self.position.do_null_move();
        self.values.push(value);
    }

    /// Makes a null move, and observes it like [`PositionWith::do_move_with`]. A null move changes no piece, so a record of
    /// changes begins empty: observe with a copy only if the value is a sum.
    ///
    /// # Panics
    ///
    /// Panics under the conditions of [`Position::do_null_move`].
    pub fn do_null_move_with<O: MoveObserver>(&mut self, mut observer: O, value: impl FnOnce(&Position, O) -> S) {
        self.position.do_null_move_with(&mut observer);
        self.values.push(value(&self.position, observer));
    }

    /// Undoes a null move. Returns the value of the position after it, or `None` if the last move was not a null move.
    pub fn undo_null_move(&mut self) -> Option<S> {
        if self.values.len() == 1 || !self.position.undo_null_move() {
            return None;
        }
        self.values.pop()
    }

    /// Returns the position, without the values.
    pub fn into_position(self) -> Position {
        self.position
    }
}

/// All methods of a position that take `&self` work on a position with values, too.
impl<S> Deref for PositionWith<S> {
    type Target = Position;

    #[inline]
    fn deref(&self) -> &Position {
        &self.position
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observers::NodeCounter;

    #[test]
    fn values_are_pushed_and_popped_with_the_moves_and_not_past_the_first_one() {
        let moves = ["e2e4", "e7e5"];
        let before = Position::from_moves(moves).expect("legal moves");
        let mut position = PositionWith::new(before.clone(), 0);
        let (m, other) = (position.legal_moves()[0], position.legal_moves()[1]);
        position.do_move(m, 1);
        position.do_null_move(2);
        *position.value_mut() += 40;
        assert_eq!(position.values(), [0, 1, 42]);
        assert_eq!(position.undo_move(), None);
        assert_eq!((position.undo_null_move(), position.undo_null_move()), (Some(42), None));
        assert_eq!(position.undo_move(), Some((m, 1)));
        assert_eq!((position.undo_move(), position.undo_null_move(), *position.value()), (None, None, 0));
        position
            .do_move_with(m, NodeCounter(0), |position, nodes| nodes.0 + u64::from(position.last_move() == Some(m)));
        position
            .do_null_move_with(NodeCounter(5), |position, nodes| nodes.0 + u64::from(position.last_move().is_none()));
        assert_eq!(position.values(), [0, 2, 6]);
        assert_eq!((position.undo_null_move(), position.undo_move()), (Some(6), Some((m, 2))));
        position.do_move(other, 3);
        assert_eq!(position.undo_move(), Some((other, 3)));
        assert!(position.into_position().same_history(&before));
    }
}
