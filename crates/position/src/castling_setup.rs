//! The rooks that castle, as a board keeps them.

use gardez_bitboard::Bitboard;
use gardez_types::{CastlingRights, CastlingSide, Color, Square};

/// The rooks that castle, fixed when the position is set up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CastlingSetup {
    /// The rook of each right that the set-up position has.
    rooks: [Option<Square>; 4],
    /// The squares of these rooks and their kings: only moves from or to them change the rights.
    pub watched: Bitboard,
}

impl CastlingSetup {
    /// No rooks.
    pub const NONE: Self = Self { rooks: [None; 4], watched: Bitboard::EMPTY };

    /// Adds the right of `color` to castle on `side` with this king and rook.
    pub fn add(&mut self, color: Color, side: CastlingSide, king: Square, rook: Square) {
        self.rooks[CastlingRights::right_index(color, side)] = Some(rook);
        self.watched.insert(king);
        self.watched.insert(rook);
    }

    /// Returns the rook that was set up for a right.
    #[inline]
    pub const fn rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        self.rooks[CastlingRights::right_index(color, side)]
    }

    /// Returns the rights whose rook was set up on one of `squares`.
    pub fn rights_of_rooks_on(&self, squares: Bitboard) -> CastlingRights {
        let mut rights = CastlingRights::empty();
        for ((right, ..), rook) in CastlingRights::EACH.into_iter().zip(self.rooks) {
            if rook.is_some_and(|rook| squares.contains(rook)) {
                rights |= right;
            }
        }
        rights
    }
}
