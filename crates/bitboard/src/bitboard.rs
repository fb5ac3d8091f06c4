//! The set of squares itself: making, asking, changing and mirroring it.

use gardez_types::{Color, Direction, File, Rank, Square, geometry};

use crate::{Squares, Subsets};

/// A set of squares; bit 0 stands for a1, bit 63 for h8.
///
/// Sets unite with `|`, intersect with `&`, differ with `^`, subtract with `-` and complement with `!`. A set is `Copy`
/// and is no iterator itself; `for square in set` goes through its squares from a1 to h8.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(transparent)]
pub struct Bitboard(pub(crate) u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);

    /// All 64 squares.
    pub const FULL: Self = Self(!0);

    /// The light squares, such as h1.
    pub const LIGHT_SQUARES: Self = Self(0x55aa_55aa_55aa_55aa);

    /// The dark squares, such as a1.
    pub const DARK_SQUARES: Self = Self(!0x55aa_55aa_55aa_55aa);

    /// The squares on the edge of the board.
    pub const EDGES: Self = Self(0xff81_8181_8181_81ff);

    /// The set whose squares are the set bits of `bits`.
    #[inline]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// The set as 64 bits.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The set that holds just `square`; `Bitboard::from(square)` for use in constants.
    #[inline]
    pub const fn from_square(square: Square) -> Self {
        Self(geometry::bit(square))
    }

    /// The eight squares of `file`.
    #[inline]
    pub const fn from_file(file: File) -> Self {
        Self(0x0101_0101_0101_0101 << file as u8)
    }

    /// The eight squares of `rank`.
    #[inline]
    pub const fn from_rank(rank: Rank) -> Self {
        Self(0xff << (8 * rank as u8))
    }

    /// True if no square is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many squares are in the set, 0 to 64.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// True if two or more squares are in the set.
    #[inline]
    pub const fn has_several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The only square of the set, or `None` if it holds none or several.
    #[inline]
    pub const fn single(self) -> Option<Square> {
        if self.has_several() { None } else { self.lsb() }
    }

    /// True if `square` is in the set.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square as u8 & 1 != 0
    }

    /// True if every square of this set is in `other` as well.
    #[inline]
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// True if the sets have no square in common.
    #[inline]
    pub const fn is_disjoint(self, other: Self) -> bool {
        self.0 & other.0 == 0
    }

    /// Adds `square`.
    #[inline]
    pub const fn insert(&mut self, square: Square) {
        self.0 |= geometry::bit(square);
    }

    /// Takes `square` out.
    #[inline]
    pub const fn remove(&mut self, square: Square) {
        self.0 &= !geometry::bit(square);
    }

    /// Adds `square` if it is missing, takes it out if it is there.
    #[inline]
    pub const fn toggle(&mut self, square: Square) {
        self.0 ^= geometry::bit(square);
    }

    /// The lowest square (nearest to a1, rank by rank).
    #[inline]
    pub const fn lsb(self) -> Option<Square> {
        // An empty set has 64 trailing zeros, and there is no square 64.
        Square::from_index(self.0.trailing_zeros() as u8)
    }

    /// The highest square (nearest to h8, rank by rank).
    #[inline]
    pub const fn msb(self) -> Option<Square> {
        Square::from_index(63_u8.wrapping_sub(self.0.leading_zeros() as u8))
    }

    /// Removes the lowest square and returns it.
    ///
    /// ```
    /// use gardez_bitboard::Bitboard;
    /// use gardez_types::{Rank, Square};
    ///
    /// let mut rank = Bitboard::from_rank(Rank::Two);
    /// assert_eq!(rank.pop_lsb(), Some(Square::A2));
    /// assert_eq!(rank.len(), 7);
    /// ```
    #[inline]
    pub const fn pop_lsb(&mut self) -> Option<Square> {
        let first = self.lsb();
        if first.is_some() {
            self.0 &= self.0 - 1;
        }
        first
    }

    /// Removes the highest square and returns it.
    #[inline]
    pub const fn pop_msb(&mut self) -> Option<Square> {
        let last = self.msb();
        if let Some(square) = last {
            self.0 ^= geometry::bit(square);
        }
        last
    }

    /// The squares from a1 to h8; `for square in set` does the same.
    #[inline]
    pub const fn iter(self) -> Squares {
        Squares::new(self)
    }

    /// Every subset of this set, from the empty one to the whole: 2ⁿ sets for n squares, in ascending order of bits.
    ///
    /// ```
    /// use gardez_bitboard::Bitboard;
    /// use gardez_types::File;
    ///
    /// assert_eq!(Bitboard::from_file(File::A).subsets().count(), 256);
    /// ```
    #[inline]
    pub const fn subsets(self) -> Subsets {
        Subsets::new(self)
    }

    /// The set moved one step; what leaves the board is gone.
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

    /// The set mirrored top to bottom: a1 becomes a8.
    #[inline]
    pub const fn flip_vertical(self) -> Self {
        Self(self.0.swap_bytes())
    }

    /// The set mirrored left to right: a1 becomes h1.
    #[inline]
    pub const fn flip_horizontal(self) -> Self {
        Self(self.0.reverse_bits().swap_bytes())
    }

    /// The set turned by half a turn: a1 becomes h8.
    #[inline]
    pub const fn rotate(self) -> Self {
        Self(self.0.reverse_bits())
    }

    /// The set mirrored at the diagonal from a1 to h8: b1 becomes a2.
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

    /// The set as `color` sees it: unchanged for white, mirrored top to bottom for black.
    #[inline]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => self.flip_vertical(),
        }
    }
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Self {
        Self::from_square(square)
    }
}

impl From<File> for Bitboard {
    #[inline]
    fn from(file: File) -> Self {
        Self::from_file(file)
    }
}

impl From<Rank> for Bitboard {
    #[inline]
    fn from(rank: Rank) -> Self {
        Self::from_rank(rank)
    }
}

impl From<Option<Square>> for Bitboard {
    /// The set of the one square, or the empty set.
    #[inline]
    fn from(square: Option<Square>) -> Self {
        square.map_or(Self::EMPTY, Self::from_square)
    }
}
