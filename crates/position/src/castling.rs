//! Where kings and rooks castle from, in chess and Chess960.

use gardez_bitboard::{Bitboard, between, path_to};
use gardez_types::{CastlingRights, CastlingSide, Color, Square};

use crate::Board;

/// The rooks that the castling rights of a game speak of: fixed when the position is set up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CastlingSetup {
    /// For each right, the square of its rook, if the right was ever there.
    rooks: [Option<Square>; 4],
    /// The squares of kings and rooks on which a right depends: a move that touches none of them loses none.
    pub(crate) watched: Bitboard,
}

impl CastlingSetup {
    pub(crate) const NONE: Self = Self { rooks: [None; 4], watched: Bitboard::EMPTY };

    /// Notes that `color` may castle towards `side` with this king and rook.
    pub(crate) fn add(&mut self, color: Color, side: CastlingSide, king: Square, rook: Square) {
        self.rooks[CastlingRights::right_index(color, side)] = Some(rook);
        self.watched.insert(king);
        self.watched.insert(rook);
    }

    #[inline]
    pub(crate) const fn rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        self.rooks[CastlingRights::right_index(color, side)]
    }

    /// The rights whose rook stands, or stood, on one of `squares`.
    pub(crate) fn rights_of_rooks_on(&self, squares: Bitboard) -> CastlingRights {
        let mut rights = CastlingRights::empty();
        for ((right, ..), rook) in CastlingRights::EACH.into_iter().zip(self.rooks) {
            if rook.is_some_and(|rook| squares.contains(rook)) {
                rights |= right;
            }
        }
        rights
    }
}

/// The squares that must be empty for castling: those that king and rook pass and reach, without their own two.
pub(crate) fn path(color: Color, side: CastlingSide, king: Square, rook: Square) -> Bitboard {
    let (king_target, rook_target) = (side.king_target(color), side.rook_target(color));
    let passed = path_to(king, king_target) | path_to(rook, rook_target);
    passed - Bitboard::from(king) - rook.into()
}

impl Board {
    /// The castling rights that are left.
    #[inline]
    pub const fn castling_rights(&self) -> CastlingRights {
        self.state.castling_rights
    }

    /// The square of the rook with which `color` may castle towards `side`, if it still has that right.
    #[inline]
    pub fn castling_rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        if self.castling_rights().contains(CastlingRights::new(color, side)) {
            self.setup.rook(color, side)
        } else {
            None
        }
    }

    /// The squares that must be empty for `color` to castle towards `side`, if it still has that right.
    #[inline]
    pub fn castling_path(&self, color: Color, side: CastlingSide) -> Option<Bitboard> {
        self.castling_rook(color, side).map(|rook| path(color, side, self.king(color), rook))
    }

    /// True if `color` has the right to castle towards `side` and a piece stands in the way; attacks do not matter.
    #[inline]
    pub fn castling_impeded(&self, color: Color, side: CastlingSide) -> bool {
        self.castling_path(color, side).is_some_and(|path| !path.is_disjoint(self.occupied()))
    }

    /// True if the king of `color`, which has the right and the free path, may castle with this rook: it passes and
    /// reaches no attacked square, and the rook does not hide it from a slider.
    ///
    /// The king is not in check.
    #[inline]
    pub(crate) fn castling_is_safe(&self, color: Color, side: CastlingSide, rook: Square, pinned: Bitboard) -> bool {
        let (king, target) = (self.king(color), side.king_target(color));
        let mut way = between(king, target) | target.into();
        way.remove(king);
        !pinned.contains(rook) && way.into_iter().all(|square| !self.attackers_exist(square, !color, self.occupied()))
    }
}
