//! Castling: rights, wings, and the two ways castling is written.

use core::fmt;
use core::str::FromStr;

use bitflags::bitflags;

use crate::{Color, File, ParseError, Rank, Square};

/// A wing towards which a king castles.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum CastlingSide {
    /// Towards the h-file: the king ends on g, the rook on f.
    KingSide = 0,
    /// Towards the a-file: the king ends on c, the rook on d.
    QueenSide = 1,
}

impl CastlingSide {
    /// King side, then queen side.
    pub const ALL: [Self; 2] = [Self::KingSide, Self::QueenSide];

    /// Where the king of `color` stands after castling, in chess and in Chess960.
    #[inline]
    pub const fn king_target(self, color: Color) -> Square {
        let file = match self {
            Self::KingSide => File::G,
            Self::QueenSide => File::C,
        };
        Square::new(file, color.back_rank())
    }

    /// Where the rook of `color` stands after castling, in chess and in Chess960.
    #[inline]
    pub const fn rook_target(self, color: Color) -> Square {
        let file = match self {
            Self::KingSide => File::F,
            Self::QueenSide => File::D,
        };
        Square::new(file, color.back_rank())
    }

    /// The wing on which a rook stands, as seen from its king.
    #[inline]
    pub const fn from_squares(king: Square, rook: Square) -> Self {
        if (rook as u8) > king as u8 { Self::KingSide } else { Self::QueenSide }
    }
}

/// How castling is written: which dialect of FEN and of UCI move text is printed.
///
/// Nothing else depends on it; the rules are the same for both.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum CastlingMode {
    /// `KQkq`, and castling as the king's step of two: `e1g1`.
    #[default]
    Standard,
    /// Rook files (`HAha`), and castling as king takes rook: `e1h1`.
    Chess960,
}

bitflags! {
    /// A set of castling rights, with Stockfish's bits: white's king side 1, queen side 2, black's 4 and 8.
    ///
    /// ```
    /// use gardez_types::{CastlingRights, CastlingSide, Color};
    ///
    /// let rights: CastlingRights = "Kq".parse()?;
    /// assert_eq!(rights.bits(), 9);
    /// assert!(rights.contains(CastlingRights::new(Color::White, CastlingSide::KingSide)));
    /// # Ok::<_, gardez_types::ParseError>(())
    /// ```
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
    pub struct CastlingRights: u8 {
        /// White may castle king side.
        const WHITE_KING_SIDE = 1;
        /// White may castle queen side.
        const WHITE_QUEEN_SIDE = 2;
        /// Black may castle king side.
        const BLACK_KING_SIDE = 4;
        /// Black may castle queen side.
        const BLACK_QUEEN_SIDE = 8;
        /// Both of white's rights.
        const WHITE = 3;
        /// Both of black's rights.
        const BLACK = 12;
        /// Both sides' rights to castle king side.
        const KING_SIDE = 5;
        /// Both sides' rights to castle queen side.
        const QUEEN_SIDE = 10;
    }
}

impl CastlingRights {
    /// The four single rights, in the order of a FEN: white's king side, queen side, then black's.
    pub const EACH: [(Self, Color, CastlingSide); 4] = [
        (Self::WHITE_KING_SIDE, Color::White, CastlingSide::KingSide),
        (Self::WHITE_QUEEN_SIDE, Color::White, CastlingSide::QueenSide),
        (Self::BLACK_KING_SIDE, Color::Black, CastlingSide::KingSide),
        (Self::BLACK_QUEEN_SIDE, Color::Black, CastlingSide::QueenSide),
    ];

    /// The right of `color` to castle towards `side`.
    #[inline]
    pub const fn new(color: Color, side: CastlingSide) -> Self {
        Self::from_bits_truncate(1 << Self::index(color, side))
    }

    /// The place of a single right in [`CastlingRights::EACH`], 0 to 3: an index for arrays of four.
    #[inline]
    pub const fn index(color: Color, side: CastlingSide) -> usize {
        ((color as usize) << 1) | side as usize
    }

    /// The FEN letter of a single right in the normal dialect.
    const fn letter(color: Color, side: CastlingSide) -> char {
        match (color, side) {
            (Color::White, CastlingSide::KingSide) => 'K',
            (Color::White, CastlingSide::QueenSide) => 'Q',
            (Color::Black, CastlingSide::KingSide) => 'k',
            (Color::Black, CastlingSide::QueenSide) => 'q',
        }
    }

    /// The corner from which the rook of this right castles in chess (not Chess960).
    #[inline]
    pub const fn standard_rook(color: Color, side: CastlingSide) -> Square {
        let file = match side {
            CastlingSide::KingSide => File::H,
            CastlingSide::QueenSide => File::A,
        };
        Square::new(file, Rank::One.relative_to(color))
    }
}

impl fmt::Display for CastlingRights {
    /// The letters of the normal FEN dialect in the order `KQkq`, or `-` for none.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut text, mut length) = ([b'-'; 4], 0);
        for (right, color, side) in Self::EACH {
            if self.contains(right) {
                text[length] = Self::letter(color, side) as u8;
                length += 1;
            }
        }
        f.pad(core::str::from_utf8(&text[..length.max(1)]).unwrap_or_default())
    }
}

impl FromStr for CastlingRights {
    type Err = ParseError;

    /// Reads letters of `KQkq` in any order, each at most once, or `-`.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        const EXPECTED: &str = "letters of KQkq, each once, or -";
        if text == "-" {
            return Ok(Self::empty());
        }
        if text.is_empty() {
            return Err(ParseError::Length { expected: EXPECTED, found: 0 });
        }
        let mut rights = Self::empty();
        for (at, found) in text.char_indices() {
            let named = Self::EACH.into_iter().find(|&(_, color, side)| Self::letter(color, side) == found);
            match named {
                Some((right, ..)) if !rights.contains(right) => rights |= right,
                _ => return Err(ParseError::Character { expected: EXPECTED, found, at }),
            }
        }
        Ok(rights)
    }
}
