//! A position with a value of the caller for each ply.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Deref;

use gardez_types::Move;

use super::Position;
use crate::observers::MoveObserver;

/// A position with a value of your own for each ply, pushed by a move and popped by undoing it.
///
/// It dereferences to its [`Position`].
#[derive(Clone, Debug)]
pub struct PositionWith<S> {
    position: Position,
    /// One value for each position from the set-up position on; the last one belongs to the current position.
    values: Vec<S>,
}

impl<S> PositionWith<S> {
    /// Creates a position. The earlier history only counts for repetitions and cannot be undone.
    pub fn new(position: Position, value: S) -> Self {
        Self { position, values: vec![value] }
    }

    /// Returns the value of the current position.
    #[inline]
    pub fn value(&self) -> &S {
        self.values.last().expect("the first value is never popped")
    }

    /// Borrows the value of the current position mutably.
    #[inline]
    pub fn value_mut(&mut self) -> &mut S {
        self.values.last_mut().expect("the first value is never popped")
    }

    /// Returns the values of all positions since [`PositionWith::new`].
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

    /// Makes a legal move and pushes what `value` computes of the new position and the observer.
    ///
    /// Observe with a copy of the current value if each move updates it, and with a mutable reference to keep an observer.
    ///
    /// ```
    /// use gardez_position::observers::{DirtyPiece, NodeCounter};
    /// use gardez_position::{Position, PositionWith, Square};
    ///
    /// // Each ply keeps what the last move changed, and the number of replies.
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

    /// Undoes the last move and returns it with the value of the position after it.
    ///
    /// Returns `None` like [`Position::undo_move`], and at the position of [`PositionWith::new`].
    #[inline]
    pub fn undo_move(&mut self) -> Option<(Move, S)> {
        if self.values.len() == 1 {
            return None;
        }
        let m = self.position.undo_move()?;
        self.values.pop().map(|value| (m, value))
    }

    /// Makes a null move, and pushes the value of the position after it.
    ///
    /// # Panics
    ///
    /// Panics under the conditions of [`Position::do_null_move`].
    pub fn do_null_move(&mut self, value: S) {
        self.position.do_null_move();
        self.values.push(value);
    }

    /// Makes a null move and observes it like [`PositionWith::do_move_with`].
    ///
    /// # Panics
    ///
    /// Panics under the conditions of [`Position::do_null_move`].
    pub fn do_null_move_with<O: MoveObserver>(&mut self, mut observer: O, value: impl FnOnce(&Position, O) -> S) {
        self.position.do_null_move_with(&mut observer);
        self.values.push(value(&self.position, observer));
    }

    /// Undoes a null move, or returns `None` if the last move was not a null move.
    pub fn undo_null_move(&mut self) -> Option<S> {
        if self.values.len() == 1 || !self.position.undo_null_move() {
            return None;
        }
        self.values.pop()
    }

    /// Returns the position without the values.
    pub fn into_position(self) -> Position {
        self.position
    }
}

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
