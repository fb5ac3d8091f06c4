//! Castling in chess and Chess960.

use gardez_bitboard::{Bitboard, between, path_to};
use gardez_types::{CastlingRights, CastlingSide, Color, Square};

use crate::board::Board;

/// Returns the squares that must be empty for castling: all that king or rook pass or reach.
pub fn path(color: Color, side: CastlingSide, king: Square, rook: Square) -> Bitboard {
    let (king_target, rook_target) = (side.king_target(color), side.rook_target(color));
    let passed = path_to(king, king_target) | path_to(rook, rook_target);
    passed - Bitboard::from(king) - rook.into()
}

/// # Castling
///
/// ```text
///               chess                  Chess960
/// before        1  R . . . K . . R     1  . R . . . K R .
/// king side     1  R . . . . R K .     1  . R . . . R K .     king on g1, rook on f1
/// queen side    1  . . K R . . . R     1  . . K R . . R .     king on c1, rook on d1
/// ```
impl Board {
    /// Returns the castling rights that are left.
    #[inline]
    pub const fn castling_rights(&self) -> CastlingRights {
        self.state.castling_rights
    }

    /// Returns the rook with which `color` may castle on `side`, or `None` without the right.
    #[inline]
    pub fn castling_rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        let has_right = self.castling_rights().contains(CastlingRights::new(color, side));
        if has_right { self.setup.rook(color, side) } else { None }
    }

    /// Returns the squares that must be empty for castling, or `None` without the right.
    ///
    /// ```
    /// use gardez_position::{Bitboard, Board, CastlingSide, Color, Square};
    ///
    /// // Chess960  1  . R . . . K R .    queen side: c1, d1, e1
    /// let board: Board = "4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1".parse()?;
    /// let path = board.castling_path(Color::White, CastlingSide::QueenSide);
    /// assert_eq!(path, Some(Bitboard::from_iter([Square::C1, Square::D1, Square::E1])));
    /// # Ok::<_, gardez_position::FenError>(())
    /// ```
    #[inline]
    pub fn castling_path(&self, color: Color, side: CastlingSide) -> Option<Bitboard> {
        self.castling_rook(color, side).map(|rook| path(color, side, self.king(color), rook))
    }

    /// Returns `true` if `color` has the right to castle on `side` but a piece is in the way.
    #[inline]
    pub(crate) fn castling_impeded(&self, color: Color, side: CastlingSide) -> bool {
        self.castling_path(color, side).is_some_and(|path| !path.is_disjoint(self.occupied()))
    }
}

impl Board {
    /// Returns `true` if no square that the castling king passes or reaches is attacked, and the rook is not `pinned`.
    ///
    /// The caller has checked that the right exists, that the path is empty and that the king is not in check. Only in
    /// Chess960, the rook may shield the king on its rank.
    #[inline]
    pub(crate) fn castling_is_safe(&self, color: Color, side: CastlingSide, rook: Square, pinned: Bitboard) -> bool {
        let (king, target) = (self.king(color), side.king_target(color));
        let mut way = between(king, target) | target.into();
        way.remove(king);
        !pinned.contains(rook) && way.into_iter().all(|square| !self.attackers_exist(square, !color, self.occupied()))
    }
}
