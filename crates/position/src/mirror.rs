//! A board with colors swapped, and with left and right swapped.

use gardez_types::{CastlingRights, Color, Square};

use crate::board::Board;
use crate::setup::piece_setup::PieceSetup;

/// # Symmetry
/// [`Placement::transform`](crate::Placement::transform) flips and turns pieces in any way.
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
        let mut swapped = Self::empty(self.mode);
        swapped.put_pieces(&PieceSetup::from_squares(self.placement().swap_colors().squares()));
        if self.side_to_move == Color::White {
            swapped.pass_to_black();
        }
        for (_, color, side) in CastlingRights::EACH {
            if let Some(rook) = self.castling_rook(color, side) {
                swapped.grant(!color, rook.flip_vertical());
            }
        }
        swapped.copy_en_passant(self, Square::flip_vertical);
        swapped.state.rule50 = self.state.rule50;
        swapped.set_fullmove(self.fullmove());
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
        let mut flipped = Self::empty(self.mode);
        flipped.put_pieces(&PieceSetup::from_squares(self.placement().transform(Square::flip_horizontal).squares()));
        if self.side_to_move() == Color::Black {
            flipped.pass_to_black();
        }
        flipped.copy_en_passant(self, Square::flip_horizontal);
        flipped.state.rule50 = self.state.rule50;
        flipped.set_fullmove(self.fullmove());
        flipped
    }
}
