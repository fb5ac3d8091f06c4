//! The set of squares: constructors, queries and changes.

use core::num::NonZeroU64;

use gardez_types::{File, Rank, Square, geometry};

/// A set of squares in 64 bits: bit 0 is a1, bit 1 is b1, bit 63 is h8.
///
/// | operator | result |
/// |---|---|
/// | `a \| b` | the squares that are in either set |
/// | `a & b` | the squares that are in both sets |
/// | `a ^ b` | the squares that are in exactly one of the sets |
/// | `a - b` | the squares of `a` that are not in `b` |
/// | `!a` | the squares that are not in `a` |
///
/// `for square in set` visits the squares from a1 to h8. `Debug` draws the set; `{:x}` and `{:X}` write its bits.
///
/// ```
/// use gardez_bitboard::{Bitboard, File, Rank, Square};
///
/// let cross = Bitboard::from(File::C) | Rank::Six.into();
/// assert_eq!((cross - Square::C6.into()).len(), 14);
/// assert_eq!(cross.iter().next(), Some(Square::C1));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(transparent)]
pub struct Bitboard(pub(crate) u64);

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// All 64 squares.
    pub const FULL: Self = Self(!0);

    /// The light squares, such as h1.
    pub const LIGHT_SQUARES: Self = Self(0x55aa_55aa_55aa_55aa);

    /// The dark squares, such as a1.
    pub const DARK_SQUARES: Self = Self(!0x55aa_55aa_55aa_55aa);

    /// The 28 squares on the edge of the board.
    pub const EDGES: Self = Self(0xff81_8181_8181_81ff);

    /// Returns the set with these bits.
    #[inline]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// Returns the set as 64 bits.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Returns the set that contains only `square`, also in constants.
    #[inline]
    pub const fn from_square(square: Square) -> Self {
        Self(geometry::bit(square))
    }

    /// Returns the eight squares of `file`.
    #[inline]
    pub const fn from_file(file: File) -> Self {
        Self(0x0101_0101_0101_0101 << file as u8)
    }

    /// Returns the eight squares of `rank`.
    #[inline]
    pub const fn from_rank(rank: Rank) -> Self {
        Self(0xff << (8 * rank as u8))
    }

    /// Returns `true` if the set contains no square.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of squares in the set, 0 to 64.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns `true` if the set contains two or more squares.
    #[inline]
    pub const fn more_than_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Returns the only square of the set, or `None` if there is none or several.
    #[inline]
    pub const fn single(self) -> Option<Square> {
        if self.more_than_one() { None } else { self.lsb() }
    }

    /// Returns `true` if `square` is in the set.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square as u8 & 1 != 0
    }

    /// Returns `true` if every square is also in `other`.
    #[inline]
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Returns `true` if the sets have no square in common.
    #[inline]
    pub const fn is_disjoint(self, other: Self) -> bool {
        self.0 & other.0 == 0
    }

    /// Adds `square`.
    #[inline]
    pub const fn insert(&mut self, square: Square) {
        self.0 |= geometry::bit(square);
    }

    /// Removes `square`.
    #[inline]
    pub const fn remove(&mut self, square: Square) {
        self.0 &= !geometry::bit(square);
    }

    /// Adds or removes `square`.
    #[inline]
    pub const fn toggle(&mut self, square: Square) {
        self.0 ^= geometry::bit(square);
    }

    /// Returns the lowest square, in the order from a1 to h8.
    #[inline]
    pub const fn lsb(self) -> Option<Square> {
        // Asking for zero first compiles to `tzcnt` in every build; `bsf`, which leaves zero undefined, is slow on AMD.
        match NonZeroU64::new(self.0) {
            Some(bits) => Square::from_index(bits.trailing_zeros() as u8),
            None => None,
        }
    }

    /// Returns the highest square, in the order from a1 to h8.
    #[inline]
    pub const fn msb(self) -> Option<Square> {
        match NonZeroU64::new(self.0) {
            Some(bits) => Square::from_index(63 ^ bits.leading_zeros() as u8),
            None => None,
        }
    }

    /// Removes and returns the lowest square.
    #[inline]
    pub const fn pop_lsb(&mut self) -> Option<Square> {
        let first = self.lsb();
        if first.is_some() {
            self.0 &= self.0 - 1;
        }
        first
    }

    /// Removes and returns the highest square.
    #[inline]
    pub const fn pop_msb(&mut self) -> Option<Square> {
        let last = self.msb();
        if let Some(square) = last {
            self.0 ^= geometry::bit(square);
        }
        last
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
    /// Returns the set of the square, or the empty set.
    #[inline]
    fn from(square: Option<Square>) -> Self {
        square.map_or(Self::EMPTY, Self::from_square)
    }
}
