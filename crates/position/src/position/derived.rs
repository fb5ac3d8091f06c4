//! Positions made from a position: after a move, and with the colors exchanged. All of them keep the history.

use alloc::vec::Vec;

use gardez_types::Move;

use super::Position;
use crate::mirror::swap_colors_of_move;
use crate::observers::MoveObserver;

/// # Positions made from this one
///
/// Each of them returns a new position with a history, and leaves this one as it is. Copying the history takes time that
/// grows with the number of moves made. To look one move ahead, make and undo the move, or use
/// `position.board().after(m)`.
impl Position {
    /// The position after the legal move `m`, with the history.
    ///
    /// ```
    /// use gardez_position::Position;
    ///
    /// let start = Position::start();
    /// let e2e4 = start.parse_uci("e2e4")?;
    /// let mut after = start.after(e2e4);
    /// assert_eq!(after.undo_move(), Some(e2e4));
    /// assert_eq!(after, start);
    /// # Ok::<_, gardez_position::UciError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// Panics under the conditions of [`Position::do_move`].
    #[must_use = "the position itself does not change"]
    pub fn after(&self, m: Move) -> Self {
        self.after_with(m, &mut ())
    }

    /// The position after the legal move `m`, with the history. The move is reported to `observer`.
    ///
    /// # Panics
    ///
    /// Panics under the conditions of [`Position::do_move`].
    #[must_use = "the position itself does not change"]
    pub fn after_with(&self, m: Move, observer: &mut (impl MoveObserver + ?Sized)) -> Self {
        let mut after = self.clone();
        after.do_move_with(m, observer);
        after
    }

    /// The position after a null move, with the history; see [`Position::do_null_move`].
    ///
    /// # Panics
    ///
    /// Panics under the conditions of [`Position::do_null_move`].
    #[must_use = "the position itself does not change"]
    pub fn after_null(&self) -> Self {
        let mut after = self.clone();
        after.do_null_move();
        after
    }

    /// The same game with the colors exchanged: every board of the history is swapped by
    /// [`Board::swap_colors`](crate::Board::swap_colors), so repetitions stay and moves can be undone.
    ///
    /// Undoes all moves on a copy and makes them again for the other color. `position.board().swap_colors()` is faster
    /// where the history does not matter.
    ///
    /// ```
    /// use gardez_position::{FenMode, Move, Position, Square};
    ///
    /// let start = Position::start().to_string();
    /// let position = Position::from_fen_and_moves(&start, FenMode::Detect, ["e2e4", "c7c5"])?;
    /// let mut swapped = position.swap_colors();
    /// assert_eq!(swapped.to_string(), "rnbqkbnr/pppp1ppp/8/4p3/2P5/8/PP1PPPPP/RNBQKBNR b KQkq - 0 2");
    /// assert_eq!(swapped.undo_move(), Some(Move::normal(Square::C2, Square::C4)));
    /// # Ok::<_, gardez_position::SetupError>(())
    /// ```
    #[must_use = "the position itself does not change"]
    pub fn swap_colors(&self) -> Self {
        // Back to the set-up position, with the moves from the last to the first, and the move numbers after them.
        let mut earlier = self.clone();
        let mut moves = Vec::with_capacity(self.history.len());
        loop {
            let fullmove = earlier.fullmove();
            match earlier.undo_move() {
                Some(m) => moves.push((Some(m), fullmove)),
                None if earlier.undo_null_move() => moves.push((None, fullmove)),
                None => break,
            }
        }

        // Forward again, for the other color.
        let mut swapped = Self::from(earlier.board.swap_colors());
        for (m, fullmove) in moves.into_iter().rev() {
            match m {
                Some(m) => swapped.do_move(swap_colors_of_move(m)),
                None => swapped.do_null_move(),
            }
            // The number of the move stays, so the plies do not simply count up.
            swapped.board.set_fullmove(fullmove);
        }
        swapped
    }
}
