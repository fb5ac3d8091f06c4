//! Castling: rights, sides and modes.

use core::fmt;
use core::str::FromStr;

use bitflags::bitflags;

use crate::color::Color;
use crate::error::ParseError;
use crate::file::File;
use crate::square::Square;

vocabulary! {
    /// The side of the board to which a king castles.
    ///
    /// The king and the rook end on the same squares in chess and in Chess960, wherever they start:
    ///
    /// ```text
    /// 1 . . K R . . . .      queen side
    /// 1 . . . . . R K .      king side
    ///   a b c d e f g h
    /// ```
    #[derive(Debug)]
    CastlingSide, "castling side", from_index {
        /// Toward the h-file: the king ends on the g-file, the rook on the f-file.
        KingSide = 0,
        /// Toward the a-file: the king ends on the c-file, the rook on the d-file.
        QueenSide = 1,
    }
}

ordinal! { CastlingSide, "castling side" }

impl CastlingSide {
    /// Returns the square on which the king of `color` ends, in chess and in Chess960.
    #[inline]
    pub const fn king_target(self, color: Color) -> Square {
        let file = match self {
            Self::KingSide => File::G,
            Self::QueenSide => File::C,
        };
        Square::new(file, color.back_rank())
    }

    /// Returns the square on which the rook of `color` ends, in chess and in Chess960.
    #[inline]
    pub const fn rook_target(self, color: Color) -> Square {
        let file = match self {
            Self::KingSide => File::F,
            Self::QueenSide => File::D,
        };
        Square::new(file, color.back_rank())
    }

    /// Returns the corner where the castling rook of `color` starts in chess.
    #[inline]
    pub const fn standard_rook(self, color: Color) -> Square {
        let file = match self {
            Self::KingSide => File::H,
            Self::QueenSide => File::A,
        };
        Square::new(file, color.back_rank())
    }

    /// Returns the side of `king` on which `rook` is, on the same rank.
    #[inline]
    pub const fn from_squares(king: Square, rook: Square) -> Self {
        if (rook as u8) > king as u8 { Self::KingSide } else { Self::QueenSide }
    }
}

/// The way castling is written in a FEN and in UCI text. The rules are the same for both modes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum CastlingMode {
    /// Rights are `KQkq`, and castling is a king's step of two files: `e1g1`.
    #[default]
    Standard,
    /// Rights are the files of the rooks (`HAha`), and castling is king takes own rook: `e1h1`.
    Chess960,
}

bitflags! {
    /// A set of castling rights, with Stockfish's bits. Its text is some letters of `KQkq`, or `-`.
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
        /// Both rights of white.
        const WHITE = 3;
        /// Both rights of black.
        const BLACK = 12;
        /// Both rights to castle king side.
        const KING_SIDE = 5;
        /// Both rights to castle queen side.
        const QUEEN_SIDE = 10;
    }
}

impl CastlingRights {
    /// The four single rights in the order of a FEN.
    pub const EACH: [(Self, Color, CastlingSide); 4] = [
        (Self::WHITE_KING_SIDE, Color::White, CastlingSide::KingSide),
        (Self::WHITE_QUEEN_SIDE, Color::White, CastlingSide::QueenSide),
        (Self::BLACK_KING_SIDE, Color::Black, CastlingSide::KingSide),
        (Self::BLACK_QUEEN_SIDE, Color::Black, CastlingSide::QueenSide),
    ];

    /// Returns the set of the right of `color` to castle on `side`.
    #[inline]
    pub const fn new(color: Color, side: CastlingSide) -> Self {
        Self::from_bits_truncate(1 << Self::right_index(color, side))
    }

    /// Returns the place of a single right in [`CastlingRights::EACH`], as an array index.
    #[inline]
    pub const fn right_index(color: Color, side: CastlingSide) -> usize {
        (color.index() << 1) | side.index()
    }

    /// Returns the letter of a single right in a FEN.
    const fn letter(color: Color, side: CastlingSide) -> char {
        match (color, side) {
            (Color::White, CastlingSide::KingSide) => 'K',
            (Color::White, CastlingSide::QueenSide) => 'Q',
            (Color::Black, CastlingSide::KingSide) => 'k',
            (Color::Black, CastlingSide::QueenSide) => 'q',
        }
    }
}

impl Color {
    /// Returns both castling rights of this side.
    #[inline]
    pub const fn castling_rights(self) -> CastlingRights {
        match self {
            Self::White => CastlingRights::WHITE,
            Self::Black => CastlingRights::BLACK,
        }
    }
}

impl fmt::Display for CastlingRights {
    /// Writes the letters of the rights in the order `KQkq`, or `-`.
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
