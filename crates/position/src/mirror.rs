//! A board with the colors exchanged.

use gardez_types::{CastlingRights, Color, Piece};
#[cfg(feature = "alloc")]
use gardez_types::{Move, MoveKind};

use crate::board::Board;

/// # The same position for the other color
///
/// Evaluations and tests use it to treat both colors alike.
impl Board {
    /// The board with the colors exchanged: pieces, castling rights and en passant square are flipped vertically and
    /// belong to the other color, and the other side is to move. The fifty-move counter and the move number stay.
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
    pub fn swap_colors(&self) -> Self {
        let mut squares = [None; 64];
        for square in self.occupied() {
            squares[square.flip_vertical() as usize] = self.piece_on(square).map(Piece::swap_colors);
        }
        let mut swapped = Self::empty(self.mode);
        swapped.put_pieces(&squares);
        if self.side_to_move == Color::White {
            swapped.pass_to_black();
        }
        for (_, color, side) in CastlingRights::EACH {
            if let Some(rook) = self.castling_rook(color, side) {
                swapped.grant(!color, rook.flip_vertical());
            }
        }
        swapped.copy_en_passant_swapped(self);
        swapped.state.rule50 = self.state.rule50;
        swapped.set_fullmove(self.fullmove());
        swapped
    }
}

/// The same move of the other color.
#[cfg(feature = "alloc")]
pub(crate) fn swap_colors_of_move(m: Move) -> Move {
    let (from, to) = (m.from().flip_vertical(), m.to().flip_vertical());
    match (m.kind(), m.promotion_piece()) {
        (MoveKind::EnPassant, _) => Move::en_passant(from, to),
        (MoveKind::Castling, _) => Move::castling(from, to),
        (_, Some(promoted)) => Move::promotion(from, to, promoted),
        (_, None) => Move::normal(from, to),
    }
}
