//! A move in 16 bits.

use core::fmt;
use core::num::NonZeroU16;
use core::str::FromStr;

use crate::{CastlingMode, CastlingSide, File, ParseError, PieceType, Rank, Square, geometry};

/// What kind of move a [`Move`] is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum MoveKind {
    /// A step or capture without side effects; also a double pawn step.
    Normal = 0,
    /// A pawn reaches the last rank and becomes another piece.
    Promotion = 1,
    /// A pawn captures a pawn that has just stepped past it.
    EnPassant = 2,
    /// King and rook move together; the target is the rook's square.
    Castling = 3,
}

/// A move, in Stockfish's encoding: bits 0 to 5 the target, 6 to 11 the origin, 12 and 13 the promotion piece
/// (knight 0, … queen 3), 14 and 15 the [`MoveKind`].
///
/// Castling is stored as *king takes own rook*, in chess as well as in Chess960. There is no "null" or "none" among the
/// values: no move is `Option<Move>`, which takes two bytes as well.
///
/// A move knows nothing of the position; whether it is legal there is the position's business.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Move(NonZeroU16);

impl Move {
    /// A move of the kind [`MoveKind::Normal`].
    ///
    /// # Panics
    ///
    /// In debug builds, if the squares are the same. In release builds the move is then one that no position allows.
    #[inline]
    pub const fn normal(from: Square, to: Square) -> Self {
        Self::pack(from, to, 0, MoveKind::Normal)
    }

    /// A pawn's move to the last rank, where it becomes `piece`.
    ///
    /// # Panics
    ///
    /// If `piece` is a pawn or a king; in debug builds, also if the squares are the same.
    #[inline]
    pub const fn promotion(from: Square, to: Square, piece: PieceType) -> Self {
        assert!(!matches!(piece, PieceType::Pawn | PieceType::King), "a pawn becomes a knight, bishop, rook or queen");
        Self::pack(from, to, piece as u16 - PieceType::Knight as u16, MoveKind::Promotion)
    }

    /// An en passant capture; `to` is the square behind the captured pawn.
    ///
    /// # Panics
    ///
    /// As [`Move::normal`].
    #[inline]
    pub const fn en_passant(from: Square, to: Square) -> Self {
        Self::pack(from, to, 0, MoveKind::EnPassant)
    }

    /// Castling of the king on `king` with the rook on `rook`.
    ///
    /// # Panics
    ///
    /// As [`Move::normal`].
    #[inline]
    pub const fn castling(king: Square, rook: Square) -> Self {
        Self::pack(king, rook, 0, MoveKind::Castling)
    }

    #[inline]
    const fn pack(from: Square, to: Square, promotion: u16, kind: MoveKind) -> Self {
        debug_assert!(from as u8 != to as u8, "a move leads to another square");
        let raw = ((kind as u16) << 14) | (promotion << 12) | ((from as u16) << 6) | to as u16;
        // Zero would be a1a1, which breaks the contract above: any move does in its place.
        match NonZeroU16::new(raw) {
            Some(raw) => Self(raw),
            None => Self(NonZeroU16::MIN),
        }
    }

    /// The move with this number, or `None` where no piece in any position could make it: when the squares are equal
    /// or not a queen's or knight's move apart, when there is a promotion piece but no promotion, when a pawn's move or
    /// castling happens where there is none.
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
        // b1b1 is the reference's null move; like every move onto its own square it is refused here.
        if possible { Some(this) } else { None }
    }

    /// The move as a number in Stockfish's encoding.
    #[inline]
    pub const fn raw(self) -> u16 {
        self.0.get()
    }

    /// Where the piece comes from.
    #[inline]
    pub const fn from(self) -> Square {
        Square::masked((self.raw() >> 6) as u8)
    }

    /// Where the piece goes; for castling, the square of the rook.
    #[inline]
    pub const fn to(self) -> Square {
        Square::masked(self.raw() as u8)
    }

    /// The kind of the move.
    #[inline]
    pub const fn kind(self) -> MoveKind {
        match self.raw() >> 14 {
            0 => MoveKind::Normal,
            1 => MoveKind::Promotion,
            2 => MoveKind::EnPassant,
            _ => MoveKind::Castling,
        }
    }

    /// What a pawn becomes, if the move is a promotion.
    #[inline]
    pub const fn promotion_piece(self) -> Option<PieceType> {
        match self.kind() {
            MoveKind::Promotion => PieceType::from_raw(((self.raw() >> 12) & 3) as u8 + PieceType::Knight as u8),
            _ => None,
        }
    }

    /// The move as UCI text: origin, target and a lower-case promotion letter.
    ///
    /// Castling is written as the king's way to the g- or c-file in [`CastlingMode::Standard`] and as king takes rook
    /// in [`CastlingMode::Chess960`].
    ///
    /// ```
    /// use gardez_types::{CastlingMode, Move, PieceType, Square};
    ///
    /// let castling = Move::castling(Square::E1, Square::H1);
    /// assert_eq!(castling.uci(CastlingMode::Standard).to_string(), "e1g1");
    /// assert_eq!(castling.uci(CastlingMode::Chess960).to_string(), "e1h1");
    /// let promotion = Move::promotion(Square::A7, Square::B8, PieceType::Queen);
    /// assert_eq!(promotion.uci(CastlingMode::Standard).to_string(), "a7b8q");
    /// ```
    #[inline]
    pub const fn uci(self, mode: CastlingMode) -> UciText {
        let to = match (self.kind(), mode) {
            (MoveKind::Castling, CastlingMode::Standard) => {
                let file = CastlingSide::from_squares(self.from(), self.to()).king_target(crate::Color::White).file();
                Square::new(file, self.from().rank())
            }
            _ => self.to(),
        };
        UciText { from: self.from(), to, promotion: self.promotion_piece() }
    }
}

impl fmt::Debug for Move {
    /// Origin and target as stored, with `=q` for a promotion, ` e.p.` or ` castling` behind.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.kind() {
            MoveKind::Normal => Ok(()),
            MoveKind::Promotion => self.promotion_piece().map_or(Ok(()), |piece| write!(f, "={piece}")),
            MoveKind::EnPassant => f.write_str(" e.p."),
            MoveKind::Castling => f.write_str(" castling"),
        }
    }
}

/// A move as UCI text says it: made by [`Move::uci`] and printed with `{}`, or read with `parse`.
///
/// The text alone does not tell which kind of move it is; the position does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct UciText {
    from: Square,
    to: Square,
    promotion: Option<PieceType>,
}

impl UciText {
    /// Where the piece comes from.
    #[inline]
    pub const fn from(self) -> Square {
        self.from
    }

    /// Where the text says that it goes; for castling, the square of the rook or the king's target.
    #[inline]
    pub const fn to(self) -> Square {
        self.to
    }

    /// What a pawn becomes, if the text says so.
    #[inline]
    pub const fn promotion_piece(self) -> Option<PieceType> {
        self.promotion
    }
}

impl FromStr for UciText {
    type Err = ParseError;

    /// Reads two squares and perhaps one of `n`, `b`, `r`, `q`. The null move `0000` is no move.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let length = text.chars().count();
        if !(4..=5).contains(&length) {
            return Err(ParseError::Length { expected: "a move such as e2e4 or e7e8q", found: length });
        }
        let mut characters = text.char_indices();
        let mut square = || -> Result<Square, ParseError> {
            let (file_at, file) = characters.next().unwrap_or_default();
            let (rank_at, rank) = characters.next().unwrap_or_default();
            let file = File::from_letter(file).ok_or(ParseError::Character {
                expected: "a file from a to h",
                found: file,
                at: file_at,
            })?;
            let rank = Rank::from_digit(rank).ok_or(ParseError::Character {
                expected: "a rank from 1 to 8",
                found: rank,
                at: rank_at,
            })?;
            Ok(Square::new(file, rank))
        };
        let (from, to) = (square()?, square()?);
        let promotion = match characters.next() {
            None => None,
            Some((_, 'n')) => Some(PieceType::Knight),
            Some((_, 'b')) => Some(PieceType::Bishop),
            Some((_, 'r')) => Some(PieceType::Rook),
            Some((_, 'q')) => Some(PieceType::Queen),
            Some((at, found)) => return Err(ParseError::Character { expected: "one of n, b, r, q", found, at }),
        };
        Ok(Self { from, to, promotion })
    }
}

impl fmt::Display for UciText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = [0; 5];
        for (at, square) in [(0, self.from), (2, self.to)] {
            text[at] = b'a' + square.file() as u8;
            text[at + 1] = b'1' + square.rank() as u8;
        }
        let mut length = 4;
        if let Some(piece) = self.promotion {
            text[4] = piece.letter() as u8;
            length = 5;
        }
        f.pad(core::str::from_utf8(&text[..length]).unwrap_or_default())
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
                        Move::promotion(accepted.from(), accepted.to(), accepted.promotion_piece().expect("a piece"))
                    }
                    MoveKind::EnPassant => Move::en_passant(accepted.from(), accepted.to()),
                    MoveKind::Castling => Move::castling(accepted.from(), accepted.to()),
                };
                assert_eq!(rebuilt, accepted);
            }
        }
    }

    #[test]
    fn none_null_and_moves_onto_their_own_square_are_no_moves() {
        for square in Square::ALL {
            for kind in 0..16 {
                let raw = (kind << 12) | ((square as u16) << 6) | square as u16;
                assert_eq!(Move::from_raw(raw), None, "{raw}");
            }
        }
    }

    #[test]
    fn numbers_that_no_pawn_and_no_castling_king_could_move_are_no_moves() {
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
        assert_eq!(e2e4.promotion_piece(), None);
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
