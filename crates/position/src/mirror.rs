//! A board with colors swapped, and with left and right swapped.

use gardez_types::{CastlingRights, Color, Square};

use crate::board::Board;
use crate::setup::piece_setup::PieceSetup;
use crate::setup::placement::Placement;

/// # Symmetry
impl Board {
    /// Returns the board with the colors swapped, and everything flipped vertically.
    ///
    /// The other side is to move. The fifty-move counter and the move number stay.
    ///
    /// ```
    /// use gardez_position::Board;
    ///
    /// let board: Board = "4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 9".parse()?;
    /// assert_eq!(board.swap_colors().to_string(), "4k2r/8/8/8/3Pp3/8/8/4K3 b k d3 0 9");
    /// assert_eq!(board.swap_colors().swap_colors(), board);
    /// # Ok::<_, gardez_position::FenError>(())
    /// ```
    #[must_use = "the board itself does not change"]
    #[inline]
    pub fn swap_colors(&self) -> Self {
        let mut swapped = self.seen_as(&self.placement().swap_colors(), !self.side_to_move, Square::flip_vertical);
        for (_, color, side) in CastlingRights::EACH {
            if let Some(rook) = self.castling_rook(color, side) {
                swapped.grant(!color, rook.flip_vertical());
            }
        }
        swapped
    }

    /// Returns the board with left and right swapped, without castling rights.
    ///
    /// The side to move, the fifty-move counter and the move number stay.
    ///
    /// ```
    /// use gardez_position::Board;
    ///
    /// let board: Board = "4k3/8/8/3pP3/8/8/8/R3K3 w Q d6 0 9".parse()?;
    /// assert_eq!(board.flip_horizontal().to_string(), "3k4/8/8/3Pp3/8/8/8/3K3R w - e6 0 9");
    /// # Ok::<_, gardez_position::FenError>(())
    /// ```
    #[must_use = "the board itself does not change"]
    #[inline]
    pub fn flip_horizontal(&self) -> Self {
        let placement = self.placement().transform(Square::flip_horizontal);
        self.seen_as(&placement, self.side_to_move, Square::flip_horizontal)
    }

    /// Returns these pieces with the squares of en passant moved to their targets, and with the counters of this board.
    fn seen_as(&self, placement: &Placement, side_to_move: Color, target: fn(Square) -> Square) -> Self {
        let mut board = Self::empty(self.mode);
        board.put_pieces(&PieceSetup::from_squares(placement.squares()));
        board.set_side_to_move(side_to_move);
        board.copy_en_passant(self, target);
        board.set_up_counters(self.halfmove_clock(), self.fullmove_number());
        board
    }
}
