//! A move as the side that makes it sees it.

use core::fmt;

use gardez_types::{CastlingMode, CastlingSide, Color, File, MoveKind, PieceType, Rank, Square};

/// A move in lc0's 16 bits, seen by the side that makes it: bits 0 to 5 the target, 6 to 11 the origin; with bit 14,
/// bits 12 and 13 tell the promotion piece (knight 0, queen 1, rook 2, bishop 3), without it whether the move is
/// castling (1) or en passant (2).
///
/// Black's moves are turned top to bottom, so that pawns always go up. Castling is *king takes own rook*. Two moves are
/// equal if all bits are: the same squares with another kind are another move.
///
/// ```
/// use gardez_lc0::Move;
/// use gardez_types::{CastlingMode, Color, Square};
///
/// let m = Move::normal(Square::E2, Square::E4);
/// assert_eq!(m.raw(), 796);
/// assert_eq!(m.uci(Color::Black, CastlingMode::Standard).to_string(), "e7e5");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Move(u16);

/// What a pawn may become, by lc0's number.
const PROMOTIONS: [PieceType; 4] = [PieceType::Knight, PieceType::Queen, PieceType::Rook, PieceType::Bishop];

impl Move {
    const PROMOTION: u16 = 1 << 14;
    const CASTLING: u16 = 1 << 12;
    const EN_PASSANT: u16 = 2 << 12;

    /// A move of the kind [`MoveKind::Normal`].
    #[inline]
    pub const fn normal(from: Square, to: Square) -> Self {
        Self((from as u16) << 6 | to as u16)
    }

    /// A pawn's move to the last rank; `None` if `piece` is a pawn or a king.
    #[inline]
    pub const fn promotion(from: Square, to: Square, piece: PieceType) -> Option<Self> {
        let number = match piece {
            PieceType::Knight => 0,
            PieceType::Queen => 1,
            PieceType::Rook => 2,
            PieceType::Bishop => 3,
            PieceType::Pawn | PieceType::King => return None,
        };
        Some(Self(Self::normal(from, to).0 | Self::PROMOTION | number << 12))
    }

    /// An en passant capture; `to` is the square behind the captured pawn.
    #[inline]
    pub const fn en_passant(from: Square, to: Square) -> Self {
        Self(Self::normal(from, to).0 | Self::EN_PASSANT)
    }

    /// Castling of the king on `king` with the rook on `rook`.
    #[inline]
    pub const fn castling(king: Square, rook: Square) -> Self {
        Self(Self::normal(king, rook).0 | Self::CASTLING)
    }

    /// The move with this number, or `None` if the kind is none: bit 15, or bits 12 and 13 without bit 14.
    ///
    /// Zero is a1a1, which lc0 uses as its null move.
    #[inline]
    pub const fn from_raw(raw: u16) -> Option<Self> {
        if raw < 3 << 12 || raw >> 14 == 1 { Some(Self(raw)) } else { None }
    }

    /// The move as lc0's number.
    #[inline]
    pub const fn raw(self) -> u16 {
        self.0
    }

    /// Where the piece comes from.
    #[inline]
    pub const fn from(self) -> Square {
        square(self.0 >> 6)
    }

    /// Where the piece goes; for castling, the square of the rook.
    #[inline]
    pub const fn to(self) -> Square {
        square(self.0)
    }

    /// The kind of the move.
    #[inline]
    pub const fn kind(self) -> MoveKind {
        match self.0 >> 12 {
            0 => MoveKind::Normal,
            1 => MoveKind::Castling,
            2 => MoveKind::EnPassant,
            _ => MoveKind::Promotion,
        }
    }

    /// What a pawn becomes, if the move is a promotion.
    #[inline]
    pub const fn promotion_piece(self) -> Option<PieceType> {
        match self.kind() {
            MoveKind::Promotion => Some(PROMOTIONS[((self.0 >> 12) & 3) as usize]),
            _ => None,
        }
    }

    /// The move as the other side sees it.
    #[inline]
    #[must_use]
    pub const fn flip_vertical(self) -> Self {
        Self(self.0 ^ 0b111_000_111_000)
    }

    /// The same move between other squares.
    #[inline]
    pub(crate) const fn with_squares(self, from: Square, to: Square) -> Self {
        Self(self.0 & 0xf000 | Self::normal(from, to).0)
    }

    /// The move of [`gardez_position`] for this move of `side`; `None` for a move from a square to itself.
    pub fn to_absolute(self, side: Color) -> Option<gardez_types::Move> {
        let (from, to) = (self.from().relative_to(side), self.to().relative_to(side));
        if from == to {
            return None;
        }
        Some(match (self.kind(), self.promotion_piece()) {
            (_, Some(piece)) => gardez_types::Move::promotion(from, to, piece),
            (MoveKind::Castling, _) => gardez_types::Move::castling(from, to),
            (MoveKind::EnPassant, _) => gardez_types::Move::en_passant(from, to),
            _ => gardez_types::Move::normal(from, to),
        })
    }

    /// This move of `side` as lc0 writes it.
    pub fn from_absolute(m: gardez_types::Move, side: Color) -> Self {
        let (from, to) = (m.from().relative_to(side), m.to().relative_to(side));
        let promotion = m.promotion_piece().and_then(|piece| Self::promotion(from, to, piece));
        match (m.kind(), promotion) {
            (MoveKind::Castling, _) => Self::castling(from, to),
            (MoveKind::EnPassant, _) => Self::en_passant(from, to),
            (_, Some(promotion)) => promotion,
            _ => Self::normal(from, to),
        }
    }

    /// The move of `side` as UCI text.
    ///
    /// Castling is written as the king's way to the g- or c-file in [`CastlingMode::Standard`], from whatever file the
    /// king starts, and as king takes rook in [`CastlingMode::Chess960`].
    pub const fn uci(self, side: Color, mode: CastlingMode) -> UciText {
        let (from, to) = (self.from(), self.to());
        let to = match (self.kind(), mode) {
            (MoveKind::Castling, CastlingMode::Standard) => {
                let file = if (to.file() as u8) > from.file() as u8 { File::G } else { File::C };
                Square::new(file, from.rank())
            }
            _ => to,
        };
        UciText { from: from.relative_to(side), to: to.relative_to(side), promotion: self.promotion_piece() }
    }

    /// The wing towards which a castling move goes.
    #[inline]
    pub(crate) const fn castling_side(self) -> CastlingSide {
        if self.to().file() as u8 > self.from().file() as u8 { CastlingSide::KingSide } else { CastlingSide::QueenSide }
    }
}

/// The square in the lowest six bits.
#[inline]
const fn square(bits: u16) -> Square {
    match Square::from_index((bits & 63) as u8) {
        Some(square) => square,
        None => panic!("six bits make a square"),
    }
}

impl fmt::Debug for Move {
    /// Origin and target as the mover sees them, with `=q` for a promotion, ` e.p.` or ` castling` behind.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match (self.kind(), self.promotion_piece()) {
            (_, Some(piece)) => write!(f, "={piece}"),
            (MoveKind::Castling, _) => f.write_str(" castling"),
            (MoveKind::EnPassant, _) => f.write_str(" e.p."),
            _ => Ok(()),
        }
    }
}

/// A move as UCI text, made by [`Move::uci`] and printed with `{}`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct UciText {
    from: Square,
    to: Square,
    promotion: Option<PieceType>,
}

impl fmt::Display for UciText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        self.promotion.map_or(Ok(()), |piece| write!(f, "{}", piece.letter()))
    }
}

/// Why a text is no move of a piece of the side to move; [`Board::parse_move`](crate::Board::parse_move).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ParseMoveError {
    /// The text has another length, in bytes, than 4 or 5.
    Length(usize),
    /// The two bytes from this one on are no square.
    Square(usize),
    /// No own piece stands on the origin.
    NoPiece(Square),
    /// The fifth character of a promotion is this one, which stands for no piece that a pawn may become.
    Promotion(char),
}

impl fmt::Display for ParseMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length(length) => write!(f, "a move has 4 or 5 characters, not {length}"),
            Self::Square(place) => write!(f, "there is no square at byte {place}"),
            Self::NoPiece(square) => write!(f, "no piece of the side to move stands on {square}"),
            Self::Promotion(letter) => write!(f, "a pawn cannot become {letter:?}"),
        }
    }
}

impl core::error::Error for ParseMoveError {}

/// Reads two bytes as a square, letters of either case.
pub(crate) fn read_square(bytes: &[u8]) -> Option<Square> {
    let &[file, rank] = bytes else { return None };
    let file = File::from_index(file.to_ascii_lowercase().wrapping_sub(b'a'))?;
    Some(Square::new(file, Rank::from_index(rank.wrapping_sub(b'1'))?))
}

#[cfg(test)]
mod tests {
    use quickcheck::quickcheck;

    use super::*;

    quickcheck! {
        fn a_move_survives_being_turned_and_made_absolute(raw: u16, black: bool) -> bool {
            let side = if black { Color::Black } else { Color::White };
            let Some(m) = Move::from_raw(raw) else { return true };
            let back = m.to_absolute(side).map(|absolute| Move::from_absolute(absolute, side));
            m.flip_vertical().flip_vertical() == m && (m.from() == m.to() || back == Some(m))
        }
    }

    #[test]
    fn numbers_of_no_kind_are_refused() {
        assert_eq!(Move::from_raw(3 << 12), None);
        assert_eq!(Move::from_raw(1 << 15), None);
        assert_eq!(Move::from_raw(0).map(|m| (m.from(), m.to())), Some((Square::A1, Square::A1)));
        assert_eq!(Move::promotion(Square::A7, Square::A8, PieceType::King), None);
    }
}
