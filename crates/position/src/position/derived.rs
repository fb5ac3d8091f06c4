//! Positions made from a position: after a move, and with the colors exchanged. All of them keep the history.

use alloc::vec::Vec;

use gardez_types::{Move, Square};

use super::Position;
use crate::board::Board;
use crate::mirror::transform_move;
use crate::observers::MoveObserver;

/// # Positions made from this one
///
/// Each of them returns a new position with a history, and leaves this one as it is. Copying the history takes time that
/// grows with the number of moves made. To look one move ahead, make and undo the move, or use
/// `position.board().after(m)`.
impl Position {
    /// Returns the position after the legal move `m`, with the history.
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
    #[inline]
    pub fn after(&self, m: Move) -> Self {
        self.after_with(m, &mut ())
    }

    /// Returns the position after the legal move `m`, with the history. The move is reported to `observer`.
    ///
    /// # Panics
    ///
    /// Panics under the conditions of [`Position::do_move`].
    #[must_use = "the position itself does not change"]
    #[inline]
    pub fn after_with(&self, m: Move, observer: &mut (impl MoveObserver + ?Sized)) -> Self {
        let mut after = self.clone();
        after.do_move_with(m, observer);
        after
    }

    /// Returns the position after a null move, with the history; see [`Position::do_null_move`].
    ///
    /// # Panics
    ///
    /// Panics under the conditions of [`Position::do_null_move`].
    #[must_use = "the position itself does not change"]
    #[inline]
    pub fn after_null(&self) -> Self {
        let mut after = self.clone();
        after.do_null_move();
        after
    }

    /// Returns the same game with the colors exchanged: every board of the history is swapped by
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
    #[inline]
    pub fn swap_colors(&self) -> Self {
        self.retrace(Board::swap_colors, Square::flip_vertical, |_| true)
    }

    /// Returns the same game with left and right exchanged, as
    /// [`Board::flip_horizontal`](crate::Board::flip_horizontal) does it.
    ///
    /// Castling is not symmetric. The castling rights are lost, and the history is kept only back to the first position without
    /// castling rights, so that it contains the same repetitions.
    ///
    /// ```
    /// use gardez_position::{FenMode, Move, Position, Square};
    ///
    /// let position = Position::from_fen_and_moves("4k3/8/8/8/8/8/1P6/4K3 w - - 0 1", FenMode::Detect, ["b2b4"])?;
    /// let mut flipped = position.flip_horizontal();
    /// assert_eq!(flipped.to_string(), "3k4/8/8/8/6P1/8/8/3K4 b - - 0 1");
    /// assert_eq!(flipped.undo_move(), Some(Move::normal(Square::G2, Square::G4)));
    /// # Ok::<_, gardez_position::SetupError>(())
    /// ```
    #[must_use = "the position itself does not change"]
    #[inline]
    pub fn flip_horizontal(&self) -> Self {
        let can_be_flipped = |board: &Board| board.castling_rights().is_empty();
        self.retrace(Board::flip_horizontal, Square::flip_horizontal, can_be_flipped)
    }

    /// Undoes the moves on a copy as long as `keeps` is true of the boards before them, changes the board, and makes the moves
    /// again between the changed squares.
    #[inline]
    fn retrace(&self, board: fn(&Board) -> Board, square: fn(Square) -> Square, keeps: fn(&Board) -> bool) -> Self {
        // Back, with the moves from the last to the first, and the move numbers after them.
        let mut earlier = self.clone();
        let mut start = *self.board();
        let mut moves = Vec::with_capacity(self.plies);
        loop {
            let fullmove = earlier.fullmove();
            let m = earlier.undo_move();
            if (m.is_none() && !earlier.undo_null_move()) || !keeps(&earlier) {
                break;
            }
            moves.push((m, fullmove));
            start = *earlier.board();
        }

        // Forward again, on the changed board.
        let mut changed = Self::from(board(&start));
        for (m, fullmove) in moves.into_iter().rev() {
            match m {
                Some(m) => changed.do_move(transform_move(m, square)),
                None => changed.do_null_move(),
            }
            // The number of the move stays. Where the colors are swapped, the plies do not simply count up.
            changed.board.set_fullmove(fullmove);
        }
        changed
    }
}
