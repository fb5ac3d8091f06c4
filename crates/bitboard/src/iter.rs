//! Iterators over the squares of a set, and over its subsets.

use core::iter::FusedIterator;

use gardez_types::Square;

use crate::bitboard::Bitboard;

impl Bitboard {
    /// Returns the squares from a1 to h8.
    #[inline]
    pub const fn iter(self) -> Squares {
        Squares(self)
    }

    /// Returns all 2ⁿ subsets of this set, in ascending order of their bits.
    ///
    /// ```
    /// use gardez_bitboard::{Bitboard, File};
    ///
    /// assert_eq!(Bitboard::from_file(File::A).subsets().count(), 256);
    /// ```
    #[inline]
    pub const fn subsets(self) -> Subsets {
        Subsets::new(self)
    }
}

/// An iterator over the squares of a set from a1 to h8.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        self.0.pop_lsb()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.len() as usize;
        (left, Some(left))
    }

    #[inline]
    fn count(self) -> usize {
        self.0.len() as usize
    }

    #[inline]
    fn last(self) -> Option<Square> {
        self.0.msb()
    }
}

impl DoubleEndedIterator for Squares {
    #[inline]
    fn next_back(&mut self) -> Option<Square> {
        self.0.pop_msb()
    }
}

impl ExactSizeIterator for Squares {}

impl FusedIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        self.iter()
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = Self::EMPTY;
        set.extend(squares);
        set
    }
}

impl Extend<Square> for Bitboard {
    fn extend<I: IntoIterator<Item = Square>>(&mut self, squares: I) {
        for square in squares {
            self.insert(square);
        }
    }
}

/// An iterator over the subsets of a set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Subsets {
    set: Bitboard,
    next: Option<Bitboard>,
}

impl Subsets {
    const fn new(set: Bitboard) -> Self {
        Self { set, next: Some(Bitboard::EMPTY) }
    }
}

impl Iterator for Subsets {
    type Item = Bitboard;

    #[inline]
    fn next(&mut self) -> Option<Bitboard> {
        let current = self.next?;
        // Subtracting the set counts up within its bits ("carry-rippler"), from the whole set to zero.
        let following = Bitboard(current.0.wrapping_sub(self.set.0) & self.set.0);
        self.next = if following.is_empty() { None } else { Some(following) };
        Some(current)
    }
}

impl FusedIterator for Subsets {}
