//! The 64 squares.

use core::fmt;
use core::str::FromStr;

use crate::{Color, Direction, File, ParseError, Rank};

vocabulary! {
    /// A square of the board, numbered a1 = 0, b1 = 1, … h8 = 63.
    ///
    /// `Option<Square>` is one byte as well, and an array `[T; 64]` indexed by `square as usize` needs no bounds check.
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
    /// The square where `file` and `rank` cross.
    #[inline]
    pub const fn new(file: File, rank: Rank) -> Self {
        Self::known(((rank as u8) << 3) | file as u8)
    }

    /// The square in the low six bits of `number`.
    #[inline]
    pub(crate) const fn masked(number: u8) -> Self {
        Self::known(number & 63)
    }

    /// The file the square lies on.
    #[inline]
    pub const fn file(self) -> File {
        File::of(self)
    }

    /// The rank the square lies on.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank::of(self)
    }

    /// The square mirrored top to bottom: a1 becomes a8.
    #[inline]
    pub const fn flip_vertical(self) -> Self {
        Self::known(self as u8 ^ 56)
    }

    /// The square mirrored left to right: a1 becomes h1.
    #[inline]
    pub const fn flip_horizontal(self) -> Self {
        Self::known(self as u8 ^ 7)
    }

    /// The square as `color` sees it: unchanged for white, mirrored top to bottom for black.
    #[inline]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => self.flip_vertical(),
        }
    }

    /// The neighbor one step in `direction`, or `None` beyond the edge.
    ///
    /// ```
    /// use gardez_types::{Direction, Square};
    ///
    /// assert_eq!(Square::E4.step(Direction::NorthEast), Some(Square::F5));
    /// assert_eq!(Square::H4.step(Direction::East), None);
    /// ```
    #[inline]
    pub const fn step(self, direction: Direction) -> Option<Self> {
        let (files, ranks) = direction.delta();
        self.offset(files, ranks)
    }

    /// The square this many files to the east and ranks to the north, or `None` beyond the edge.
    #[inline]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        // Steps of a whole board or more lead off it, however large they are.
        if files < -7 || files > 7 || ranks < -7 || ranks > 7 {
            return None;
        }
        let number = self as i8;
        let (file, rank) = ((number & 7) + files, (number >> 3) + ranks);
        // A negative number has high bits set, as has one above 7.
        if (file | rank) & !7 == 0 { Self::from_index((rank * 8 + file) as u8) } else { None }
    }

    /// How many files lie between this square and `other`, 0 to 7.
    #[inline]
    pub const fn file_distance(self, other: Self) -> u8 {
        (self.file() as u8).abs_diff(other.file() as u8)
    }

    /// How many ranks lie between this square and `other`, 0 to 7.
    #[inline]
    pub const fn rank_distance(self, other: Self) -> u8 {
        (self.rank() as u8).abs_diff(other.rank() as u8)
    }

    /// How many steps a king needs from this square to `other`, 0 to 7.
    #[inline]
    pub const fn distance(self, other: Self) -> u8 {
        let (files, ranks) = (self.file_distance(other), self.rank_distance(other));
        if files > ranks { files } else { ranks }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = [b'a' + self.file() as u8, b'1' + self.rank() as u8];
        f.pad(core::str::from_utf8(&name).unwrap_or_default())
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
        let mut characters = text.chars();
        let (Some(file), Some(rank), None) = (characters.next(), characters.next(), characters.next()) else {
            return Err(ParseError::Length { expected: "a square such as e4", found: text.chars().count() });
        };
        let Some(file) = File::from_letter(file) else {
            return Err(ParseError::Character { expected: "a file from a to h", found: file, at: 0 });
        };
        match Rank::from_digit(rank) {
            Some(rank) => Ok(Self::new(file, rank)),
            None => Err(ParseError::Character { expected: "a rank from 1 to 8", found: rank, at: 1 }),
        }
    }
}
