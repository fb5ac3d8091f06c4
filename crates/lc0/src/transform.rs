//! The eight symmetries of the board that canonical input formats use.

use core::fmt;

use gardez_bitboard::Bitboard;
use gardez_types::{File, Rank, Square};

use crate::{Board, Numbered, UnknownNumberError};

/// A symmetry of the board, as lc0 numbers them: 1 flips files, 2 mirrors ranks, 4 transposes, applied in that order.
///
/// Transposing reflects in the diagonal from a8 to h1: a1 and h8 change places, h1 and a8 stay.
///
/// ```
/// use gardez_lc0::Transform;
/// use gardez_types::Square;
///
/// assert_eq!(Transform::FLIP_HORIZONTAL.square(Square::A1), Square::H1);
/// assert_eq!(Transform::FLIP_VERTICAL.square(Square::A1), Square::A8);
/// assert_eq!(Transform::TRANSPOSE.square(Square::A2), Square::G8);
/// assert_eq!(Transform::from_raw(8), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(transparent)]
pub struct Transform(u8);

impl Transform {
    /// The identity.
    pub const NONE: Self = Self(0);

    /// Left to right: file a becomes file h.
    pub const FLIP_HORIZONTAL: Self = Self(1);

    /// Top to bottom: rank 1 becomes rank 8.
    pub const FLIP_VERTICAL: Self = Self(2);

    /// The reflection in the diagonal from a8 to h1.
    pub const TRANSPOSE: Self = Self(4);

    /// All eight, in the order of their numbers.
    pub const ALL: [Self; 8] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7)];

    /// The symmetry with this number, or `None` above 7.
    #[inline]
    pub const fn from_raw(bits: u8) -> Option<Self> {
        if bits < 8 { Some(Self(bits)) } else { None }
    }

    /// The number, 0 to 7.
    #[inline]
    pub const fn raw(self) -> u8 {
        self.0
    }

    /// True for the identity.
    #[inline]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// True if every step of `other` is one of this symmetry.
    #[inline]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// The symmetry with the steps of both.
    #[inline]
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// A set of squares as it looks afterwards.
    #[inline]
    pub const fn apply(self, set: Bitboard) -> Bitboard {
        let mut set = set;
        if self.contains(Self::FLIP_HORIZONTAL) {
            set = set.flip_horizontal();
        }
        if self.contains(Self::FLIP_VERTICAL) {
            set = set.flip_vertical();
        }
        if self.contains(Self::TRANSPOSE) {
            set = set.transpose().rotate_180();
        }
        set
    }

    /// Takes back what [`Transform::apply`] did.
    #[inline]
    pub const fn undo(self, set: Bitboard) -> Bitboard {
        self.inverse().apply(set)
    }

    /// The symmetry that takes this one back.
    #[inline]
    #[must_use]
    pub const fn inverse(self) -> Self {
        // To transpose turns files into ranks, so that flipping before it is mirroring after it.
        match self.0 {
            5 => Self(6),
            6 => Self(5),
            _ => self,
        }
    }

    /// Where a square comes to lie.
    #[inline]
    pub const fn square(self, square: Square) -> Square {
        let mut square = square;
        if self.contains(Self::FLIP_HORIZONTAL) {
            square = square.flip_horizontal();
        }
        if self.contains(Self::FLIP_VERTICAL) {
            square = square.flip_vertical();
        }
        if self.contains(Self::TRANSPOSE) {
            let (file, rank) = (7 - square.rank() as u8, 7 - square.file() as u8);
            square = match (File::from_index(file), Rank::from_index(rank)) {
                (Some(file), Some(rank)) => Square::new(file, rank),
                _ => square,
            };
        }
        square
    }

    /// The symmetry that a canonical format chooses for `board`: with no castling right left, the king comes to files
    /// e to h; without pawns as well, to the triangle e1-h1-h4, or e4 if need be.
    ///
    /// ```
    /// use gardez_lc0::{Board, Transform};
    ///
    /// let (board, ..) = Board::from_fen("3r4/4k3/8/1K6/8/8/8/8 w - - 0 1")?.parts();
    /// assert_eq!(Transform::canonical(&board).bits(), 7);
    /// # Ok::<_, gardez_lc0::FenError>(())
    /// ```
    #[inline]
    pub fn canonical(board: &Board) -> Self {
        if !board.castlings().is_empty() {
            return Self::NONE;
        }
        let mut transform = Self::NONE;
        let mut king = board.our_king();
        if king.file() < File::E {
            transform = transform.with(Self::FLIP_HORIZONTAL);
            king = king.flip_horizontal();
        }
        if !board.raw_pawns().is_empty() {
            return transform;
        }
        Self::canonical_without_pawns(board, transform, king)
    }

    /// The rest of the choice, which few positions come to.
    #[cold]
    fn canonical_without_pawns(board: &Board, transform: Self, king: Square) -> Self {
        let (mut transform, mut king) = (transform, king);
        if king.rank() > Rank::Four {
            transform = transform.with(Self::FLIP_VERTICAL);
            king = king.flip_vertical();
        }
        // The king stands on e1 to h4; h1, g2, f3 and e4 are on the diagonal.
        let (right, up) = (7 - king.file() as u8, king.rank() as u8);
        let transposes = if up == right {
            let sets = [
                board.occupied(),
                board.ours(),
                board.kings(),
                board.queens(),
                board.rooks(),
                board.knights(),
                board.bishops(),
            ];
            let mut orders = sets.into_iter().map(|set| {
                let set = transform.apply(set);
                set.bits().cmp(&Self::TRANSPOSE.apply(set).bits())
            });
            orders.find(|order| order.is_ne()).is_some_and(|order| order.is_gt())
        } else {
            right < up
        };
        if transposes { transform.with(Self::TRANSPOSE) } else { transform }
    }
}

impl TryFrom<u8> for Transform {
    type Error = UnknownNumberError;

    fn try_from(bits: u8) -> Result<Self, UnknownNumberError> {
        Self::from_raw(bits).ok_or(UnknownNumberError { of: Numbered::Transform, found: bits.into() })
    }
}

impl fmt::Debug for Transform {
    /// The steps by name, or `NONE`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_none() {
            return f.write_str("NONE");
        }
        let steps = [
            (Self::FLIP_HORIZONTAL, "FLIP_HORIZONTAL"),
            (Self::FLIP_VERTICAL, "FLIP_VERTICAL"),
            (Self::TRANSPOSE, "TRANSPOSE"),
        ];
        let mut separator = "";
        for (_, name) in steps.into_iter().filter(|&(step, _)| self.contains(step)) {
            write!(f, "{separator}{name}")?;
            separator = " | ";
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use quickcheck::quickcheck;

    use super::*;

    quickcheck! {
        fn a_set_moves_as_its_squares_do(bits: u64) -> bool {
            let set = Bitboard::from_bits(bits);
            Transform::ALL.into_iter().all(|transform| {
                let moved = set.iter().fold(Bitboard::EMPTY, |set, square| set | transform.square(square).into());
                transform.apply(set) == moved && transform.undo(moved) == set
            })
        }
    }

    #[test]
    fn the_eight_are_different() {
        let set = Bitboard::from(Square::A1) | Square::B1.into();
        let mut images: std::vec::Vec<_> = Transform::ALL.map(|transform| transform.apply(set).bits()).to_vec();
        images.sort_unstable();
        images.dedup();
        assert_eq!(images.len(), 8);
    }
}
