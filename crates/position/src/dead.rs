//! Dead positions that are cheap to recognize.

use gardez_bitboard::{Bitboard, king_attacks};
use gardez_types::{Color, PieceType};

use crate::board::Board;

/// # Dead positions
impl Board {
    /// Returns `true` if the position is easily seen to be dead (FIDE, article 5.2.2): no legal moves lead to
    /// checkmate.
    ///
    /// Recognizes [insufficient material](Board::has_insufficient_material) and blocked pawns: only kings and pawns are
    /// left, the side to move is not mated, each pawn has a pawn directly in front of it, no pawn attacks a pawn, and
    /// neither king can walk to a pawn that it could capture, even without the other king. Constant time.
    ///
    /// ```text
    /// 7  . . . . k . . .
    /// 6  . . . . . . . .
    /// 5  p . p . p . p .      each pawn is blocked, and the pawns guard every
    /// 4  P . P . P . P .      square on which a king could pass
    /// 3  . . . . . . . .
    /// 2  . . . . K . . .
    ///    a b c d e f g h
    /// ```
    /// ```
    /// use gardez_position::Board;
    ///
    /// let board: Board = "8/4k3/8/p1p1p1p1/P1P1P1P1/8/4K3/8 w - - 0 1".parse()?;
    /// assert!(board.is_dead_position());
    /// # Ok::<_, gardez_position::FenError>(())
    /// ```
    // No program here calls it; arbiters of online games need it.
    #[inline]
    pub fn is_dead_position(&self) -> bool {
        self.has_insufficient_material() || self.is_blocked_by_pawns()
    }
}

impl Board {
    /// Returns `true` for the blocked pawns of [`Board::is_dead_position`].
    #[inline]
    fn is_blocked_by_pawns(&self) -> bool {
        let pawns = self.by_type(PieceType::Pawn);
        let [white, black] = Color::ALL.map(|color| pawns & self.by_color(color));
        let only_kings_and_pawns = self.occupied() == pawns | self.by_type(PieceType::King);
        let in_front = white.shift(Color::White.up()) | black.shift(Color::Black.up());
        only_kings_and_pawns
            && in_front.is_subset(pawns)
            // The pawn that captures en passant is blocked, too, so no other rule excludes this capture.
            && self.ep_square().is_none()
            && self.attacks_by(Color::White, PieceType::Pawn).is_disjoint(black)
            && (!self.in_check() || self.has_legal_moves())
            && Color::ALL.into_iter().all(|color| self.squares_of_king(color).is_disjoint(pawns & self.by_color(!color)))
    }

    /// Returns the squares to which the king of `color` can walk if all pawns stay, and the other king is not there.
    #[inline]
    fn squares_of_king(&self, color: Color) -> Bitboard {
        let pawns = self.by_type(PieceType::Pawn);
        let closed = (pawns & self.by_color(color)) | self.attacks_by(!color, PieceType::Pawn);
        let mut reached = Bitboard::from(self.king(color));
        loop {
            let steps = reached.into_iter().map(king_attacks).fold(Bitboard::EMPTY, |all, steps| all | steps);
            let more = steps - closed - reached;
            if more.is_empty() {
                return reached;
            }
            reached |= more;
        }
    }
}
