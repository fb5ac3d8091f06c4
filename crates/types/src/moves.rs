//! A move in 16 bits.

use core::fmt;
use core::num::NonZeroU16;

use crate::castling::{CastlingMode, CastlingSide};
use crate::geometry;
use crate::piece::PieceType;
use crate::square::Square;
use crate::uci::UciText;

/// The kind of a [`Move`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum MoveKind {
    /// Any other move, captures and double pushes included.
    Normal = 0,
    /// A pawn becomes another piece on its last rank.
    Promotion = 1,
    /// A pawn captures a pawn that has just made a double push past it.
    EnPassant = 2,
    /// King and rook move together. The target is the square of the rook.
    Castling = 3,
}

/// A move in 16 bits, in Stockfish's encoding.
///
/// | bits | content |
/// |---|---|
/// | 0 to 5 | the target square |
/// | 6 to 11 | the origin square |
/// | 12 and 13 | the promotion piece: knight 0, bishop 1, rook 2, queen 3; 0 for other moves |
/// | 14 and 15 | the [`MoveKind`] |
///
/// Castling is stored as *king takes own rook*, in chess and in Chess960. The target of an en passant capture is the
/// square on which the capturing pawn ends. There is no null move; `Option<Move>` takes two bytes as well.
///
/// ```
/// use gardez_types::{Move, MoveKind, Square};
///
/// let capture = Move::en_passant(Square::E5, Square::D6);
/// assert_eq!((capture.from(), capture.to()), (Square::E5, Square::D6));
/// assert_eq!(capture.kind(), MoveKind::EnPassant);
/// assert_eq!(Move::from_raw(capture.raw()), Some(capture));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Move(NonZeroU16);

impl Move {
    /// Returns a move of the kind [`MoveKind::Normal`].
    ///
    /// # Panics
    ///
    /// Panics in debug builds if the squares are equal. Release builds return an unspecified move.
    #[inline]
    pub const fn normal(from: Square, to: Square) -> Self {
        Self::pack(from, to, 0, MoveKind::Normal)
    }

    /// Returns a pawn's move to its last rank, to become `piece`.
    ///
    /// # Panics
    ///
    /// Panics if `piece` is a pawn or a king. Debug builds also panic if the squares are equal.
    #[inline]
    pub const fn new_promotion(from: Square, to: Square, piece: PieceType) -> Self {
        assert!(!matches!(piece, PieceType::Pawn | PieceType::King), "a pawn becomes a knight, bishop, rook or queen");
        Self::pack(from, to, piece as u16 - PieceType::Knight as u16, MoveKind::Promotion)
    }

    /// Returns an en passant capture to the square that the captured pawn has passed.
    ///
    /// # Panics
    ///
    /// Panics in debug builds if the squares are equal.
    #[inline]
    pub const fn en_passant(from: Square, to: Square) -> Self {
        Self::pack(from, to, 0, MoveKind::EnPassant)
    }

    /// Returns castling of the king with its own rook.
    ///
    /// # Panics
    ///
    /// Panics in debug builds if the squares are equal.
    #[inline]
    pub const fn castling(king: Square, rook: Square) -> Self {
        Self::pack(king, rook, 0, MoveKind::Castling)
    }

    #[inline]
    const fn pack(from: Square, to: Square, promotion: u16, kind: MoveKind) -> Self {
        debug_assert!(from as u8 != to as u8, "the squares of a move differ");
        let raw = ((kind as u16) << 14) | (promotion << 12) | ((from as u16) << 6) | to as u16;
        // Zero would be a1a1, which breaks the contract. Any other move can replace it.
        match NonZeroU16::new(raw) {
            Some(raw) => Self(raw),
            None => Self(NonZeroU16::MIN),
        }
    }

    /// Returns the move with this number, or `None` if no piece in any position could make it.
    ///
    /// ```
    /// use gardez_types::{Move, Square};
    ///
    /// assert_eq!(Move::from_raw(796), Some(Move::normal(Square::E2, Square::E4)));
    /// assert_eq!(Move::from_raw(0), None);
    /// ```
    pub const fn from_raw(raw: u16) -> Option<Self> {
        let Some(non_zero) = NonZeroU16::new(raw) else {
            return None;
        };
        let this = Self(non_zero);
        let (from, to) = (this.from(), this.to());
        let promotion_bits = (raw >> 12) & 3;
        let possible = match this.kind() {
            MoveKind::Normal => {
                let aligned = geometry::direction(from, to).is_some();
                let leap = geometry::leaps(from, &geometry::KNIGHT_LEAPS) & geometry::bit(to) != 0;
                promotion_bits == 0 && (aligned || leap)
            }
            MoveKind::Promotion => {
                let ranks = (from.rank() as u8, to.rank() as u8);
                matches!(ranks, (6, 7) | (1, 0)) && from.file_distance(to) <= 1
            }
            MoveKind::EnPassant => {
                let ranks = (from.rank() as u8, to.rank() as u8);
                promotion_bits == 0 && matches!(ranks, (4, 5) | (3, 2)) && from.file_distance(to) == 1
            }
            MoveKind::Castling => {
                let ranks = (from.rank() as u8, to.rank() as u8);
                promotion_bits == 0 && matches!(ranks, (0, 0) | (7, 7)) && from as u8 != to as u8
            }
        };
        // Stockfish's null move is b1b1.
        if possible { Some(this) } else { None }
    }

    /// Returns the number of the move in Stockfish's encoding.
    #[inline]
    pub const fn raw(self) -> u16 {
        self.0.get()
    }

    /// Returns the square from which the piece moves.
    #[inline]
    pub const fn from(self) -> Square {
        Square::from_low_bits((self.raw() >> 6) as u8)
    }

    /// Returns the square to which the piece moves; for castling, the square of the rook.
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_low_bits(self.raw() as u8)
    }

    /// Returns the kind of the move.
    #[inline]
    pub const fn kind(self) -> MoveKind {
        match self.raw() >> 14 {
            0 => MoveKind::Normal,
            1 => MoveKind::Promotion,
            2 => MoveKind::EnPassant,
            _ => MoveKind::Castling,
        }
    }

    /// Returns the piece that the pawn becomes.
    #[inline]
    pub const fn promotion(self) -> Option<PieceType> {
        match self.kind() {
            MoveKind::Promotion => PieceType::from_raw(((self.raw() >> 12) & 3) as u8 + PieceType::Knight as u8),
            _ => None,
        }
    }

    /// Returns the move as UCI text: origin, target and, for a promotion, a lower-case letter.
    ///
    /// Castling is written as the king's step in [`CastlingMode::Standard`], and as king takes own rook in
    /// [`CastlingMode::Chess960`].
    ///
    /// ```
    /// use gardez_types::{CastlingMode, Move, PieceType, Square};
    ///
    /// let castling = Move::castling(Square::E1, Square::H1);
    /// assert_eq!(castling.uci(CastlingMode::Standard).to_string(), "e1g1");
    /// assert_eq!(castling.uci(CastlingMode::Chess960).to_string(), "e1h1");
    /// let promotion = Move::new_promotion(Square::A7, Square::B8, PieceType::Queen);
    /// assert_eq!(promotion.uci(CastlingMode::Standard).to_string(), "a7b8q");
    /// ```
    #[inline]
    pub const fn uci(self, mode: CastlingMode) -> UciText {
        let to = match (self.kind(), mode) {
            (MoveKind::Castling, CastlingMode::Standard) => {
                let file =
                    CastlingSide::from_squares(self.from(), self.to()).king_target(crate::color::Color::White).file();
                Square::new(file, self.from().rank())
            }
            _ => self.to(),
        };
        UciText::new(self.from(), to, self.promotion())
    }
}

impl fmt::Debug for Move {
    /// Writes origin and target as stored, followed by `=q` (for a promotion to a queen), ` e.p.` or ` castling`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.kind() {
            MoveKind::Normal => Ok(()),
            MoveKind::Promotion => self.promotion().map_or(Ok(()), |piece| write!(f, "={piece}")),
            MoveKind::EnPassant => f.write_str(" e.p."),
            MoveKind::Castling => f.write_str(" castling"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use super::*;

    #[test]
    fn every_number_that_is_accepted_is_the_number_of_its_move() {
        for raw in 0..=u16::MAX {
            if let Some(accepted) = Move::from_raw(raw) {
                assert_eq!(accepted.raw(), raw);
                let rebuilt = match accepted.kind() {
                    MoveKind::Normal => Move::normal(accepted.from(), accepted.to()),
                    MoveKind::Promotion => {
                        Move::new_promotion(accepted.from(), accepted.to(), accepted.promotion().expect("a piece"))
                    }
                    MoveKind::EnPassant => Move::en_passant(accepted.from(), accepted.to()),
                    MoveKind::Castling => Move::castling(accepted.from(), accepted.to()),
                };
                assert_eq!(rebuilt, accepted);
            }
        }
    }

    #[test]
    fn numbers_with_equal_squares_are_refused() {
        for square in Square::ALL {
            for kind in 0..16 {
                let raw = (kind << 12) | ((square as u16) << 6) | square as u16;
                assert_eq!(Move::from_raw(raw), None, "{raw}");
            }
        }
    }

    #[test]
    fn numbers_of_impossible_pawn_moves_and_castlings_are_refused() {
        let possible = |kind: MoveKind, from: Square, to: Square| {
            let raw = ((kind as u16) << 14) | ((from as u16) << 6) | to as u16;
            Move::from_raw(raw).is_some()
        };
        assert!(
            possible(MoveKind::Promotion, Square::A7, Square::B8)
                && possible(MoveKind::Promotion, Square::H2, Square::H1)
        );
        assert!(!possible(MoveKind::Promotion, Square::A7, Square::C8), "a file too far");
        assert!(
            !possible(MoveKind::Promotion, Square::A6, Square::A7)
                && !possible(MoveKind::Promotion, Square::A8, Square::A7)
        );
        assert!(
            possible(MoveKind::EnPassant, Square::E5, Square::D6)
                && possible(MoveKind::EnPassant, Square::E4, Square::F3)
        );
        assert!(
            !possible(MoveKind::EnPassant, Square::E5, Square::E6)
                && !possible(MoveKind::EnPassant, Square::E5, Square::C6)
        );
        assert!(!possible(MoveKind::EnPassant, Square::E6, Square::D5), "backwards");
        assert!(
            possible(MoveKind::Castling, Square::B1, Square::C1)
                && possible(MoveKind::Castling, Square::E8, Square::A8)
        );
        assert!(
            !possible(MoveKind::Castling, Square::E2, Square::H2)
                && !possible(MoveKind::Castling, Square::E1, Square::E8)
        );
        assert!(
            possible(MoveKind::Normal, Square::A1, Square::B3) && !possible(MoveKind::Normal, Square::A1, Square::B4)
        );
    }

    #[test]
    fn only_promotions_carry_a_promotion_piece() {
        let e2e4 = Move::normal(Square::E2, Square::E4);
        assert_eq!(e2e4.promotion(), None);
        assert_eq!(Move::from_raw(e2e4.raw() | (3 << 12)), None);
        let castling = Move::castling(Square::E8, Square::A8);
        assert_eq!(Move::from_raw(castling.raw() | (1 << 12)), None);
    }

    #[test]
    fn queen_side_castling_of_black_goes_to_c8_in_standard_text() {
        let castling = Move::castling(Square::E8, Square::A8);
        assert_eq!(castling.uci(CastlingMode::Standard).to_string(), "e8c8");
        assert_eq!(castling.uci(CastlingMode::Chess960).to_string(), "e8a8");
    }
}
