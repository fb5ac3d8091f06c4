//! Material, for evaluation and for draws.

use gardez_bitboard::Bitboard;
use gardez_types::{Color, PieceType};

use crate::board::Board;
use crate::value::{Value, piece_value};

/// # Material
impl Board {
    /// Returns the value of the knights, bishops, rooks and queens of `color`; see [`piece_value`].
    #[inline]
    pub fn non_pawn_material(&self, color: Color) -> Value {
        let value = |piece_type| self.count(color, piece_type) as Value * piece_value(piece_type);
        value(PieceType::Knight) + value(PieceType::Bishop) + value(PieceType::Rook) + value(PieceType::Queen)
    }

    /// Returns `true` if neither side can ever checkmate.
    ///
    /// So it is with bare kings, a single knight or bishop, or only bishops on squares of one color.
    ///
    /// ```
    /// use gardez_position::Board;
    ///
    /// // 8  . . b . k . . .   Both bishops are on light squares.
    /// // 1  . . . . K B . .
    /// let board: Board = "2b1k3/8/8/8/8/8/8/4KB2 w - - 0 1".parse()?;
    /// assert!(board.has_insufficient_material());
    /// # Ok::<_, gardez_position::FenError>(())
    /// ```
    pub fn has_insufficient_material(&self) -> bool {
        let bishops = self.by_type(PieceType::Bishop);
        let knights = self.by_type(PieceType::Knight);
        let minors = bishops | knights;
        if !(self.occupied() - self.by_type(PieceType::King) - minors).is_empty() {
            return false;
        }
        let one_color = bishops.is_subset(Bitboard::LIGHT_SQUARES) || bishops.is_subset(Bitboard::DARK_SQUARES);
        minors.len() <= 1 || (knights.is_empty() && one_color)
    }

    /// Returns `true` if `color` can never checkmate by its pieces (the flag-fall rule, FIDE, article 6.9).
    ///
    /// | pieces of `color` besides the king | insufficient if the other side has |
    /// |---|---|
    /// | none | anything |
    /// | one knight | only a king, or a king and queens |
    /// | bishops on squares of one color | no pawn, no knight, and no bishop on squares of the other color |
    /// | anything else | never |
    ///
    /// The pieces of the other side can block their own king. python-chess has the same rules.
    pub fn has_insufficient_material_for(&self, color: Color) -> bool {
        let (ours, theirs) = (self.by_color(color), self.by_color(!color));
        let knights = self.by_type(PieceType::Knight);
        let bishops = self.by_type(PieceType::Bishop);
        if !(ours - self.by_type(PieceType::King) - knights - bishops).is_empty() {
            return false;
        }
        if !ours.is_disjoint(knights) {
            return ours.len() == 2 && theirs.is_subset(self.by_type(PieceType::King) | self.by_type(PieceType::Queen));
        }
        let one_color = bishops.is_subset(Bitboard::LIGHT_SQUARES) || bishops.is_subset(Bitboard::DARK_SQUARES);
        ours.is_disjoint(bishops) || (one_color && (knights | self.by_type(PieceType::Pawn)).is_empty())
    }
}
