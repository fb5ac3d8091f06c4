//! Whole sets shifted, flipped and rotated.

use gardez_types::{Color, Direction};

use crate::bitboard::Bitboard;

impl Bitboard {
    /// Returns the set one step in `direction`, without squares that leave the board.
    ///
    /// ```
    /// use gardez_bitboard::{Bitboard, Direction, Square};
    ///
    /// let set = Bitboard::from_iter([Square::B4, Square::H4]);
    /// assert_eq!(set.shift(Direction::NorthEast), Square::C5.into());
    /// ```
    #[inline]
    pub const fn shift(self, direction: Direction) -> Self {
        const NOT_A: u64 = !0x0101_0101_0101_0101;
        const NOT_H: u64 = !0x8080_8080_8080_8080;
        Self(match direction {
            Direction::North => self.0 << 8,
            Direction::NorthEast => (self.0 & NOT_H) << 9,
            Direction::East => (self.0 & NOT_H) << 1,
            Direction::SouthEast => (self.0 & NOT_H) >> 7,
            Direction::South => self.0 >> 8,
            Direction::SouthWest => (self.0 & NOT_A) >> 9,
            Direction::West => (self.0 & NOT_A) >> 1,
            Direction::NorthWest => (self.0 & NOT_A) << 7,
        })
    }

    /// Returns the set with top and bottom swapped: a1 becomes a8.
    #[inline]
    pub const fn flip_vertical(self) -> Self {
        Self(self.0.swap_bytes())
    }

    /// Returns the set with left and right swapped: a1 becomes h1.
    #[inline]
    pub const fn flip_horizontal(self) -> Self {
        Self(self.0.reverse_bits().swap_bytes())
    }

    /// Returns the set rotated by 180 degrees: a1 becomes h8.
    #[inline]
    pub const fn rotate_180(self) -> Self {
        Self(self.0.reverse_bits())
    }

    /// Returns the set with files and ranks swapped: b1 becomes a2.
    #[inline]
    pub const fn transpose(self) -> Self {
        // Swap the off-diagonal blocks of four, then of two, then single squares (Warren, Hacker's Delight, 7-3).
        let mut x = self.0;
        let mut t = 0x0f0f_0f0f_0000_0000 & (x ^ (x << 28));
        x ^= t ^ (t >> 28);
        t = 0x3333_0000_3333_0000 & (x ^ (x << 14));
        x ^= t ^ (t >> 14);
        t = 0x5500_5500_5500_5500 & (x ^ (x << 7));
        Self(x ^ t ^ (t >> 7))
    }

    /// Returns the set from `color`'s point of view: flipped vertically for black.
    #[inline]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => self.flip_vertical(),
        }
    }
}
