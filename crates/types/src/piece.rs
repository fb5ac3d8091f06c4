//! Piece types, and pieces with their color.

use core::fmt;
use core::str::FromStr;

use crate::color::Color;
use crate::error::ParseError;

vocabulary! {
    /// A type of piece, numbered as in Stockfish: pawn 1, … king 6.
    ///
    /// Use [`PieceType::index`], which is 0 to 5, for arrays of six: `piece_type as usize` is 1 to 6. `Display` writes
    /// the lower-case English letter, and `FromStr` reads it.
    #[derive(Debug)]
    PieceType, "piece type", from_raw {
        /// A pawn.
        Pawn = 1,
        /// A knight.
        Knight = 2,
        /// A bishop.
        Bishop = 3,
        /// A rook.
        Rook = 4,
        /// A queen.
        Queen = 5,
        /// A king.
        King = 6,
    }
}

impl PieceType {
    /// The pieces that a pawn becomes: queen, rook, bishop, knight.
    pub const PROMOTION_PIECES: [Self; 4] = [Self::Queen, Self::Rook, Self::Bishop, Self::Knight];

    /// Returns the English name for sentences, such as `knight`.
    #[inline]
    pub const fn name(self) -> &'static str {
        ["pawn", "knight", "bishop", "rook", "queen", "king"][self.index()]
    }

    /// Returns the lower-case English letter: `p`, `n`, `b`, `r`, `q` or `k`.
    #[inline]
    pub const fn letter(self) -> char {
        ['p', 'n', 'b', 'r', 'q', 'k'][self.index()]
    }

    /// Returns the piece type with this lower-case English letter.
    #[inline]
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'p' => Some(Self::Pawn),
            'n' => Some(Self::Knight),
            'b' => Some(Self::Bishop),
            'r' => Some(Self::Rook),
            'q' => Some(Self::Queen),
            'k' => Some(Self::King),
            _ => None,
        }
    }

    /// Returns the piece type at this place of [`PieceType::ALL`], or `None` above 5.
    #[inline]
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < 6 { Self::from_raw(index + 1) } else { None }
    }

    /// Returns the place in [`PieceType::ALL`], 0 to 5, as an array index.
    /// ```
    /// use gardez_types::PieceType;
    ///
    /// let values = [100, 300, 300, 500, 900, 0]; // pawn first
    /// assert_eq!(values[PieceType::Knight.index()], 300);
    /// assert_eq!(PieceType::Knight.index(), 1);
    /// assert_eq!(PieceType::Knight as usize, 2); // not an index
    /// ```
    #[inline]
    pub const fn index(self) -> usize {
        self as usize - 1
    }

    /// Returns the number in Stockfish's encoding: pawn 1, … king 6.
    #[inline]
    pub const fn raw(self) -> u8 {
        self as u8
    }

    /// Returns `true` for a bishop, a rook and a queen.
    #[inline]
    pub const fn is_slider(self) -> bool {
        matches!(self, Self::Bishop | Self::Rook | Self::Queen)
    }
}

impl fmt::Display for PieceType {
    /// Writes the lower-case letter.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.letter(), f)
    }
}

impl FromStr for PieceType {
    type Err = ParseError;

    /// Reads one of the lower-case letters `p`, `n`, `b`, `r`, `q`, `k`.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        const EXPECTED: &str = "one of p, n, b, r, q, k";
        let found = ParseError::only_character(text, EXPECTED)?;
        Self::from_letter(found).ok_or(ParseError::Character { expected: EXPECTED, found, at: 0 })
    }
}

vocabulary! {
    /// A piece with its color, numbered as in Stockfish: white 1 to 6, black 9 to 14.
    ///
    /// An array `[T; 16]` that is indexed by `piece as usize` needs no bounds check; [`Piece::index`] is 0 to 11.
    /// `Display` writes the FEN letter, upper case for white and lower case for black, and `FromStr` reads it.
    #[derive(Debug)]
    Piece, "piece", from_raw {
        /// A white pawn.
        WhitePawn = 1,
        /// A white knight.
        WhiteKnight = 2,
        /// A white bishop.
        WhiteBishop = 3,
        /// A white rook.
        WhiteRook = 4,
        /// A white queen.
        WhiteQueen = 5,
        /// The white king.
        WhiteKing = 6;
        /// A black pawn.
        BlackPawn = 9,
        /// A black knight.
        BlackKnight = 10,
        /// A black bishop.
        BlackBishop = 11,
        /// A black rook.
        BlackRook = 12,
        /// A black queen.
        BlackQueen = 13,
        /// The black king.
        BlackKing = 14,
    }
}

impl Piece {
    /// Returns the piece of this color and type.
    #[inline]
    pub const fn new(color: Color, piece_type: PieceType) -> Self {
        match color {
            Color::White => match piece_type {
                PieceType::Pawn => Self::WhitePawn,
                PieceType::Knight => Self::WhiteKnight,
                PieceType::Bishop => Self::WhiteBishop,
                PieceType::Rook => Self::WhiteRook,
                PieceType::Queen => Self::WhiteQueen,
                PieceType::King => Self::WhiteKing,
            },
            Color::Black => match piece_type {
                PieceType::Pawn => Self::BlackPawn,
                PieceType::Knight => Self::BlackKnight,
                PieceType::Bishop => Self::BlackBishop,
                PieceType::Rook => Self::BlackRook,
                PieceType::Queen => Self::BlackQueen,
                PieceType::King => Self::BlackKing,
            },
        }
    }

    /// Returns the piece at this place of [`Piece::ALL`], or `None` above 11.
    #[inline]
    pub const fn from_index(index: u8) -> Option<Self> {
        match index {
            0..=5 => Self::from_raw(index + 1),
            6..=11 => Self::from_raw(index + 3),
            _ => None,
        }
    }

    /// Returns the place in [`Piece::ALL`], 0 to 11, as an array index.
    #[inline]
    pub const fn index(self) -> usize {
        let raw = self as usize;
        raw - 1 - (raw >> 3) * 2
    }

    /// Returns the number in Stockfish's encoding: white 1 to 6, black 9 to 14.
    #[inline]
    pub const fn raw(self) -> u8 {
        self as u8
    }

    /// Returns the side that owns the piece.
    #[inline]
    pub const fn color(self) -> Color {
        if self as u8 & 8 == 0 { Color::White } else { Color::Black }
    }

    /// Returns the type of the piece.
    #[inline]
    pub const fn piece_type(self) -> PieceType {
        PieceType::from_valid(self as u8 & 7)
    }

    /// Returns the piece of the same type and the other color.
    #[inline]
    pub const fn swap_colors(self) -> Self {
        Self::new(self.color().opposite(), self.piece_type())
    }

    /// Returns the FEN letter.
    #[inline]
    pub const fn letter(self) -> char {
        b" PNBRQK  pnbrqk "[self as usize] as char
    }

    /// Returns the piece with this FEN letter, or `None` if there is none.
    /// Returns the piece with this FEN letter.
    pub const fn from_letter(letter: char) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        match PieceType::from_letter(letter.to_ascii_lowercase()) {
            Some(piece_type) => Some(Self::new(color, piece_type)),
            None => None,
        }
    }

    /// Returns the chess symbol of the piece in Unicode, from U+2654 to U+265F.
    #[inline]
    pub const fn figurine(self) -> char {
        FIGURINES[self.index()]
    }

    /// Returns the piece with this chess symbol.
    ///
    /// ```
    /// use gardez_types::Piece;
    ///
    /// assert_eq!(Piece::from_figurine('♛'), Some(Piece::BlackQueen));
    /// assert_eq!(Piece::from_figurine('Q'), None);
    /// ```
    #[inline]
    pub const fn from_figurine(figurine: char) -> Option<Self> {
        let mut index = 0;
        while index < Self::COUNT {
            if FIGURINES[index] == figurine {
                return Some(Self::ALL[index]);
            }
            index += 1;
        }
        None
    }
}

/// The chess symbols, in the order of [`Piece::ALL`].
const FIGURINES: [char; Piece::COUNT] = ['♙', '♘', '♗', '♖', '♕', '♔', '♟', '♞', '♝', '♜', '♛', '♚'];

impl fmt::Display for Piece {
    /// Writes the FEN letter.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.letter(), f)
    }
}

impl FromStr for Piece {
    type Err = ParseError;

    /// Reads a FEN letter.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        const EXPECTED: &str = "one of PNBRQKpnbrqk";
        let found = ParseError::only_character(text, EXPECTED)?;
        Self::from_letter(found).ok_or(ParseError::Character { expected: EXPECTED, found, at: 0 })
    }
}
