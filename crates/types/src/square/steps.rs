//! From one square to another: flips, steps and distances.

use crate::color::Color;
use crate::direction::Direction;
use crate::square::Square;

impl Square {
    /// Returns the square with its rank flipped: a1 becomes a8.
    ///
    /// ```
    /// use gardez_types::Square;
    ///
    /// assert_eq!(Square::C2.flip_vertical(), Square::C7);
    /// ```
    #[inline]
    pub const fn flip_vertical(self) -> Self {
        Self::from_valid(self as u8 ^ 56)
    }

    /// Returns the square with its file flipped: a1 becomes h1.
    /// ```
    /// use gardez_types::Square;
    ///
    /// assert_eq!(Square::C2.flip_horizontal(), Square::F2);
    /// ```
    #[inline]
    pub const fn flip_horizontal(self) -> Self {
        Self::from_valid(self as u8 ^ 7)
    }

    /// Returns the square from `color`'s point of view: flipped vertically for black.
    ///
    /// ```
    /// use gardez_types::{Color, Square};
    ///
    /// assert_eq!(Square::E1.relative_to(Color::Black), Square::E8);
    /// ```
    #[inline]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => self.flip_vertical(),
        }
    }

    /// Returns the neighbor one step in `direction`, or `None` if the step leaves the board.
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

    /// Returns the square `files` to the east and `ranks` to the north.
    ///
    /// Negative numbers lead west and south. `None` is off the board.
    ///
    /// ```
    /// use gardez_types::Square;
    ///
    /// assert_eq!(Square::E4.offset(-1, -2), Some(Square::D2));
    /// assert_eq!(Square::E4.offset(4, 0), None);
    /// ```
    #[inline]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        // Without this test, the sums below could overflow.
        if files < -7 || files > 7 || ranks < -7 || ranks > 7 {
            return None;
        }
        let number = self as i8;
        let (file, rank) = ((number & 7) + files, (number >> 3) + ranks);
        // Negative numbers and numbers above 7 have a bit set above the lowest three.
        if (file | rank) & !7 == 0 { Self::from_index((rank * 8 + file) as u8) } else { None }
    }

    /// Returns the number of files from this square to `other`, 0 to 7.
    ///
    /// ```
    /// use gardez_types::Square;
    ///
    /// assert_eq!(Square::B2.file_distance(Square::G5), 5);
    /// assert_eq!(Square::B2.rank_distance(Square::G5), 3);
    /// assert_eq!(Square::B2.distance(Square::G5), 5);
    /// ```
    #[inline]
    pub const fn file_distance(self, other: Self) -> u8 {
        (self.file() as u8).abs_diff(other.file() as u8)
    }

    /// Returns the number of ranks from this square to `other`, 0 to 7.
    #[inline]
    pub const fn rank_distance(self, other: Self) -> u8 {
        (self.rank() as u8).abs_diff(other.rank() as u8)
    }

    /// Returns the number of king steps from this square to `other` on an empty board, 0 to 7.
    #[inline]
    pub const fn distance(self, other: Self) -> u8 {
        let (files, ranks) = (self.file_distance(other), self.rank_distance(other));
        if files > ranks { files } else { ranks }
    }
}
