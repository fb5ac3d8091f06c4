//! The 64 squares.

mod steps;

use core::fmt;
use core::str::{CharIndices, FromStr};

use crate::error::ParseError;
use crate::file::File;
use crate::rank::Rank;

vocabulary! {
    /// A square of the board, numbered a1 = 0, b1 = 1, … h8 = 63.
    ///
    /// ```text
    /// 8   56 57 58 59 60 61 62 63
    /// 7   48 49 50 51 52 53 54 55
    /// 6   40 41 42 43 44 45 46 47
    /// 5   32 33 34 35 36 37 38 39
    /// 4   24 25 26 27 28 29 30 31
    /// 3   16 17 18 19 20 21 22 23
    /// 2    8  9 10 11 12 13 14 15
    /// 1    0  1  2  3  4  5  6  7
    ///
    ///      a  b  c  d  e  f  g  h
    /// ```
    ///
    /// Indexing a `[T; 64]` by `square.index()` needs no bounds check. `Display` and `FromStr` use names such as `e4`.
    Square, "square", from_index {
        /// a1.
        A1 = 0,
        /// b1.
        B1 = 1,
        /// c1.
        C1 = 2,
        /// d1.
        D1 = 3,
        /// e1.
        E1 = 4,
        /// f1.
        F1 = 5,
        /// g1.
        G1 = 6,
        /// h1.
        H1 = 7,
        /// a2.
        A2 = 8,
        /// b2.
        B2 = 9,
        /// c2.
        C2 = 10,
        /// d2.
        D2 = 11,
        /// e2.
        E2 = 12,
        /// f2.
        F2 = 13,
        /// g2.
        G2 = 14,
        /// h2.
        H2 = 15,
        /// a3.
        A3 = 16,
        /// b3.
        B3 = 17,
        /// c3.
        C3 = 18,
        /// d3.
        D3 = 19,
        /// e3.
        E3 = 20,
        /// f3.
        F3 = 21,
        /// g3.
        G3 = 22,
        /// h3.
        H3 = 23,
        /// a4.
        A4 = 24,
        /// b4.
        B4 = 25,
        /// c4.
        C4 = 26,
        /// d4.
        D4 = 27,
        /// e4.
        E4 = 28,
        /// f4.
        F4 = 29,
        /// g4.
        G4 = 30,
        /// h4.
        H4 = 31,
        /// a5.
        A5 = 32,
        /// b5.
        B5 = 33,
        /// c5.
        C5 = 34,
        /// d5.
        D5 = 35,
        /// e5.
        E5 = 36,
        /// f5.
        F5 = 37,
        /// g5.
        G5 = 38,
        /// h5.
        H5 = 39,
        /// a6.
        A6 = 40,
        /// b6.
        B6 = 41,
        /// c6.
        C6 = 42,
        /// d6.
        D6 = 43,
        /// e6.
        E6 = 44,
        /// f6.
        F6 = 45,
        /// g6.
        G6 = 46,
        /// h6.
        H6 = 47,
        /// a7.
        A7 = 48,
        /// b7.
        B7 = 49,
        /// c7.
        C7 = 50,
        /// d7.
        D7 = 51,
        /// e7.
        E7 = 52,
        /// f7.
        F7 = 53,
        /// g7.
        G7 = 54,
        /// h7.
        H7 = 55,
        /// a8.
        A8 = 56,
        /// b8.
        B8 = 57,
        /// c8.
        C8 = 58,
        /// d8.
        D8 = 59,
        /// e8.
        E8 = 60,
        /// f8.
        F8 = 61,
        /// g8.
        G8 = 62,
        /// h8.
        H8 = 63,
    }
}

ordinal! { Square, "square" }

impl Square {
    /// Returns the square where `file` and `rank` cross.
    #[inline]
    pub const fn new(file: File, rank: Rank) -> Self {
        Self::from_valid(((rank as u8) << 3) | file as u8)
    }

    #[inline]
    pub(crate) const fn from_low_bits(number: u8) -> Self {
        Self::from_valid(number & 63)
    }

    /// Returns the square with this name in ASCII, such as `*b"e4"`.
    #[inline]
    pub const fn from_ascii(name: [u8; 2]) -> Option<Self> {
        match (File::from_letter(name[0] as char), Rank::from_digit(name[1] as char)) {
            (Some(file), Some(rank)) => Some(Self::new(file, rank)),
            _ => None,
        }
    }

    /// Returns the name of the square in ASCII.
    #[inline]
    pub const fn to_ascii(self) -> [u8; 2] {
        [self.file().letter() as u8, self.rank().digit() as u8]
    }

    /// Reads the next two characters of a text as a square.
    pub(crate) fn read(characters: &mut CharIndices<'_>) -> Result<Self, ParseError> {
        let (at, found) = characters.next().unwrap_or_default();
        let file =
            File::from_letter(found).ok_or(ParseError::Character { expected: "a file from a to h", found, at })?;
        let (at, found) = characters.next().unwrap_or_default();
        let rank =
            Rank::from_digit(found).ok_or(ParseError::Character { expected: "a rank from 1 to 8", found, at })?;
        Ok(Self::new(file, rank))
    }

    /// Returns `true` for a light square, such as h1.
    #[inline]
    pub const fn is_light(self) -> bool {
        (self.file() as u8 ^ self.rank() as u8) & 1 == 1
    }

    /// Returns the file of the square.
    #[inline]
    pub const fn file(self) -> File {
        File::from_square_index(self as u8)
    }

    /// Returns the rank of the square.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank::from_square_index(self as u8)
    }
}

impl fmt::Display for Square {
    /// Writes the name of the square, such as `e4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(core::str::from_utf8(&self.to_ascii()).unwrap_or_default())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = ParseError;

    /// Reads a lower-case file letter and a digit, such as `e4`.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let length = text.chars().count();
        if length != 2 {
            return Err(ParseError::Length { expected: "a square such as e4", found: length });
        }
        Self::read(&mut text.char_indices())
    }
}
