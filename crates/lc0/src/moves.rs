//! A move from the mover's point of view.

use core::fmt;

use gardez_types::{CastlingMode, CastlingSide, Color, MoveKind, PieceType, Square, UciText};

/// A move from the mover's point of view, in lc0's 16 bits.
///
/// | 0 to 5 | the target square |
/// | 6 to 11 | the origin square |
/// | 12 and 13 | in a promotion, the new piece: knight 0, queen 1, rook 2, bishop 3; otherwise castling 1, en passant 2 |
/// | 14 | set in a promotion |
///
/// Black's moves are upside down, so pawns always move up. Castling is *king takes own rook*.
///
/// ```
/// use gardez_lc0::{CastlingMode, Color, Move, Square};
///
/// let m = Move::normal(Square::E2, Square::E4);
/// assert_eq!(m.raw(), 796);
/// assert_eq!(m.uci(Color::Black, CastlingMode::Standard).to_string(), "e7e5");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Move(u16);

/// The promotion pieces in the order of lc0's numbers.
const PROMOTIONS: [PieceType; 4] = [PieceType::Knight, PieceType::Queen, PieceType::Rook, PieceType::Bishop];

impl Move {
    const PROMOTION: u16 = 1 << 14;
    const CASTLING: u16 = 1 << 12;
    const EN_PASSANT: u16 = 2 << 12;

    /// Creates a move that is not a promotion, castling or en passant.
    #[inline]
    pub const fn normal(from: Square, to: Square) -> Self {
        Self((from as u16) << 6 | to as u16)
    }

    /// Creates a promotion, or returns `None` if `piece` is a pawn or a king.
    #[inline]
    pub const fn new_promotion(from: Square, to: Square, piece: PieceType) -> Option<Self> {
        let number = match piece {
            PieceType::Knight => 0,
            PieceType::Queen => 1,
            PieceType::Rook => 2,
            PieceType::Bishop => 3,
            PieceType::Pawn | PieceType::King => return None,
        };
        Some(Self(Self::normal(from, to).0 | Self::PROMOTION | number << 12))
    }

    /// Creates an en passant capture. `to` is the square that the captured pawn passed:
    ///
    /// ```text
    /// 6  . . . . x . . .      x: to
    /// 5  . . . P p . . .      P: from, p: the pawn that is captured
    ///    a b c d e f g h
    /// ```
    #[inline]
    pub const fn en_passant(from: Square, to: Square) -> Self {
        Self(Self::normal(from, to).0 | Self::EN_PASSANT)
    }

    /// Creates a castling move of the king on `king` with the rook on `rook`.
    #[inline]
    pub const fn castling(king: Square, rook: Square) -> Self {
        Self(Self::normal(king, rook).0 | Self::CASTLING)
    }

    /// Returns the move with this number, or `None` if bit 15 is set, or bits 12 and 13 without bit 14.
    ///
    /// The number 0 is a1a1, lc0's null move.
    #[inline]
    pub const fn from_raw(raw: u16) -> Option<Self> {
        if raw < 3 << 12 || raw >> 14 == 1 { Some(Self(raw)) } else { None }
    }

    /// Returns lc0's number of the move.
    #[inline]
    pub const fn raw(self) -> u16 {
        self.0
    }

    /// Returns the origin square.
    #[inline]
    pub const fn from(self) -> Square {
        square(self.0 >> 6)
    }

    /// Returns the target square, in castling the square of the rook.
    #[inline]
    pub const fn to(self) -> Square {
        square(self.0)
    }

    /// Returns the kind of the move.
    #[inline]
    pub const fn kind(self) -> MoveKind {
        match self.0 >> 12 {
            0 => MoveKind::Normal,
            1 => MoveKind::Castling,
            2 => MoveKind::EnPassant,
            _ => MoveKind::Promotion,
        }
    }

    /// Returns the new piece if the move is a promotion.
    #[inline]
    pub const fn promotion(self) -> Option<PieceType> {
        match self.kind() {
            MoveKind::Promotion => Some(PROMOTIONS[((self.0 >> 12) & 3) as usize]),
            _ => None,
        }
    }

    /// Returns the move from the other side's point of view, such as e7e5 for e2e4.
    #[inline]
    #[must_use]
    pub const fn flip_vertical(self) -> Self {
        Self(self.0 ^ 0b111_000_111_000)
    }

    #[inline]
    pub(crate) const fn with_squares(self, from: Square, to: Square) -> Self {
        Self(self.0 & 0xf000 | Self::normal(from, to).0)
    }

    /// Returns the UCI text of this move of `color`.
    ///
    /// Castling is the king's move to the g- or c-file in [`CastlingMode::Standard`], and king takes rook in
    /// [`CastlingMode::Chess960`].
    pub const fn uci(self, color: Color, mode: CastlingMode) -> UciText {
        let (from, to) = (self.from(), self.to());
        let to = match (self.kind(), mode) {
            (MoveKind::Castling, CastlingMode::Standard) => {
                Square::new(self.castling_side().king_target(Color::White).file(), from.rank())
            }
            _ => to,
        };
        UciText::new(from.relative_to(color), to.relative_to(color), self.promotion())
    }

    #[inline]
    pub(crate) const fn castling_side(self) -> CastlingSide {
        CastlingSide::from_squares(self.from(), self.to())
    }
}

#[inline]
const fn square(bits: u16) -> Square {
    match Square::from_index((bits & 63) as u8) {
        Some(square) => square,
        None => panic!("six bits make a square"),
    }
}

impl fmt::Debug for Move {
    /// Writes origin and target from the mover's point of view, and then `=q` (or another piece), ` e.p.` or ` castling`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match (self.kind(), self.promotion()) {
            (_, Some(piece)) => write!(f, "={piece}"),
            (MoveKind::Castling, _) => f.write_str(" castling"),
            (MoveKind::EnPassant, _) => f.write_str(" e.p."),
            _ => Ok(()),
        }
    }
}

pub(crate) fn read_square(bytes: &[u8]) -> Option<Square> {
    let &[file, rank] = bytes else { return None };
    Square::from_ascii([file.to_ascii_lowercase(), rank])
}

#[cfg(test)]
mod tests {
    use quickcheck::quickcheck;

    use super::*;

    quickcheck! {
        fn two_flips_restore_a_move(raw: u16) -> bool {
            Move::from_raw(raw).is_none_or(|m| m.flip_vertical().flip_vertical() == m)
        }
    }

    #[test]
    fn numbers_that_no_move_has_are_refused() {
        assert_eq!(Move::from_raw(3 << 12), None);
        assert_eq!(Move::from_raw(1 << 15), None);
        assert_eq!(Move::from_raw(0).map(|m| (m.from(), m.to())), Some((Square::A1, Square::A1)));
        assert_eq!(Move::new_promotion(Square::A7, Square::A8, PieceType::King), None);
    }
}
