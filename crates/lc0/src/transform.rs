//! The eight symmetries of the board.

use core::fmt;

use gardez_bitboard::Bitboard;
use gardez_types::{File, Rank, Square};

use crate::board::Board;
use crate::error::UnknownNumberError;

/// A symmetry of the board: any combination of three steps, applied in this order.
///
/// | step | lc0's bit | what it does |
/// |---|---:|---|
/// | [`FLIP_HORIZONTAL`](Self::FLIP_HORIZONTAL) | 1 | left to right |
/// | [`FLIP_VERTICAL`](Self::FLIP_VERTICAL) | 2 | top to bottom |
/// | [`TRANSPOSE`](Self::TRANSPOSE) | 4 | reflects in the diagonal from a8 to h1 |
///
/// ```text
///    NONE                FLIP_HORIZONTAL     FLIP_VERTICAL       TRANSPOSE
/// 8  . . . . . . . .     . . . . . . . .     x x . . . . . .     . . . . . x x x
/// 7  . . . . . . . .     . . . . . . . .     x . . . . . . .     . . . . . . . x
/// 6  . . . . . . . .     . . . . . . . .     x . . . . . . .     . . . . . . . .
/// 5  . . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .
/// 4  . . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .
/// 3  x . . . . . . .     . . . . . . . x     . . . . . . . .     . . . . . . . .
/// 2  x . . . . . . .     . . . . . . . x     . . . . . . . .     . . . . . . . .
/// 1  x x . . . . . .     . . . . . . x x     . . . . . . . .     . . . . . . . .
///    a b c d e f g h     a b c d e f g h     a b c d e f g h     a b c d e f g h
/// ```
///
/// ```
/// use gardez_lc0::{Bitboard, Square, Transform};
///
/// let set = Bitboard::from_iter([Square::A1, Square::A2, Square::B1]);
/// assert_eq!(Transform::TRANSPOSE.apply(set), Bitboard::from_iter([Square::H8, Square::G8, Square::H7]));
/// assert_eq!(Transform::FLIP_HORIZONTAL.square(Square::B1), Square::G1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(transparent)]
pub struct Transform(u8);

impl Transform {
    /// The identity: no step.
    pub const NONE: Self = Self(0);

    /// File a becomes file h.
    pub const FLIP_HORIZONTAL: Self = Self(1);

    /// Rank 1 becomes rank 8.
    pub const FLIP_VERTICAL: Self = Self(2);

    /// The reflection in the diagonal from a8 to h1.
    pub const TRANSPOSE: Self = Self(4);

    /// All eight transforms, in the order of their numbers.
    pub const ALL: [Self; 8] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7)];

    /// Returns the transform with this number, or `None` above 7.
    #[inline]
    pub const fn from_raw(bits: u8) -> Option<Self> {
        if bits < 8 { Some(Self(bits)) } else { None }
    }

    #[inline]
    pub(crate) const fn from_low_bits(byte: u8) -> Self {
        Self(byte & 7)
    }

    /// Returns the number of the transform, 0 to 7.
    #[inline]
    pub const fn raw(self) -> u8 {
        self.0
    }

    /// Returns `true` for the identity.
    #[inline]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Returns `true` if this transform has every step of `other`.
    #[inline]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Returns the transform with the steps of both.
    #[inline]
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the image of a set of squares.
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

    /// Returns the set whose image is `set`.
    #[inline]
    pub const fn undo(self, set: Bitboard) -> Bitboard {
        self.inverse().apply(set)
    }

    /// Returns the transform that undoes this one.
    #[inline]
    #[must_use]
    pub const fn inverse(self) -> Self {
        // A transposition exchanges files and ranks: a horizontal flip before it is a vertical flip after it.
        match self.0 {
            5 => Self(6),
            6 => Self(5),
            _ => self,
        }
    }

    /// Returns the image of a square.
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

    /// Returns the transform that a canonical input format applies to `board`.
    ///
    /// With castling rights, it is the identity. Otherwise our king determines the steps:
    ///
    /// 1. A king on files a to d: flip left to right. With pawns on the board, there are no further steps.
    /// 2. A king on ranks 5 to 8: flip upside down.
    /// 3. A king above the diagonal from h1 to e4: transpose. A king on the diagonal leaves the choice to the sets of all
    ///    pieces, our pieces, kings, queens, rooks, knights and bishops: the first set that differs from its reflection
    ///    must be the smaller one as a number.
    ///
    /// Without pawns and castling rights, the king is then on one of these squares (`K` below the diagonal, `d` on it):
    ///
    /// ```text
    /// 4  . . . . d . . .
    /// 3  . . . . K d . .
    /// 2  . . . . K K d .
    /// 1  . . . . K K K d
    ///    a b c d e f g h
    /// ```
    ///
    /// ```
    /// use gardez_lc0::{Board, Square, Transform};
    ///
    /// let board = Board::from_fen("3r4/4k3/8/1K6/8/8/8/8 w - - 0 1")?.board;
    /// let transform = Transform::canonical(&board);
    /// assert_eq!(transform.raw(), 7);
    /// assert_eq!(transform.square(Square::B5), Square::E2);
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
        if !board.pawns.is_empty() {
            return transform;
        }
        Self::canonical_without_pawns(board, transform, king)
    }

    /// Steps 2 and 3, which few positions reach.
    #[cold]
    fn canonical_without_pawns(board: &Board, transform: Self, king: Square) -> Self {
        let (mut transform, mut king) = (transform, king);
        if king.rank() > Rank::Four {
            transform = transform.with(Self::FLIP_VERTICAL);
            king = king.flip_vertical();
        }
        // The king is on one of the squares e1 to h4. The diagonal is h1, g2, f3 and e4.
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
        Self::from_raw(bits).ok_or(UnknownNumberError::Transform(bits.into()))
    }
}

impl fmt::Debug for Transform {
    /// Writes the steps by name, or `NONE`.
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
        fn the_image_of_a_set_is_the_set_of_the_images_of_its_squares(bits: u64) -> bool {
            let set = Bitboard::from_bits(bits);
            Transform::ALL.into_iter().all(|transform| {
                let moved = set.iter().fold(Bitboard::EMPTY, |set, square| set | transform.square(square).into());
                transform.apply(set) == moved && transform.undo(moved) == set
            })
        }
    }

    #[test]
    fn the_eight_transforms_are_different() {
        let set = Bitboard::from(Square::A1) | Square::B1.into();
        let mut images: std::vec::Vec<_> = Transform::ALL.map(|transform| transform.apply(set).bits()).to_vec();
        images.sort_unstable();
        images.dedup();
        assert_eq!(images.len(), 8);
    }
}
