//! Sets of pawns, and the files and ranks around a square.

use gardez_types::{Color, Direction, File, Rank, Square};

use crate::bitboard::Bitboard;

impl Bitboard {
    /// Returns the squares that pawns of `color` on these squares attack.
    ///
    /// ```text
    /// 4  . x . x . x . .
    /// 3  . . P . P . . .
    /// ```
    #[inline]
    pub const fn pawn_attacks(self, color: Color) -> Self {
        let [west, east] = self.pawn_captures(color);
        Self(west.0 | east.0)
    }

    /// Returns the squares that two pawns of `color` attack at once.
    ///
    /// ```
    /// use gardez_bitboard::{Bitboard, Color, Square};
    ///
    /// // 4  . . . x . . . .
    /// // 3  . . P . P . . .
    /// let pawns = Bitboard::from_iter([Square::C3, Square::E3]);
    /// assert_eq!(pawns.double_pawn_attacks(Color::White), Square::D4.into());
    /// ```
    #[inline]
    pub const fn double_pawn_attacks(self, color: Color) -> Self {
        let [west, east] = self.pawn_captures(color);
        Self(west.0 & east.0)
    }

    /// Returns these squares and all squares beyond them in one direction.
    ///
    /// ```
    /// use gardez_bitboard::{Bitboard, Direction, Square};
    ///
    /// let set = Bitboard::from(Square::F6).fill(Direction::NorthEast);
    /// assert_eq!(set, Bitboard::from_iter([Square::F6, Square::G7, Square::H8]));
    /// ```
    #[inline]
    pub const fn fill(self, direction: Direction) -> Self {
        // Each round doubles the number of steps: one, three, seven.
        let one = Self(self.0 | self.shift(direction).0);
        let three = Self(one.0 | one.shift(direction).shift(direction).0);
        let four_more = three.shift(direction).shift(direction).shift(direction).shift(direction);
        Self(three.0 | four_more.0)
    }

    /// Returns the attacks of these pawns toward the a-file, and toward the h-file.
    #[inline]
    const fn pawn_captures(self, color: Color) -> [Self; 2] {
        match color {
            Color::White => [self.shift(Direction::NorthWest), self.shift(Direction::NorthEast)],
            Color::Black => [self.shift(Direction::SouthWest), self.shift(Direction::SouthEast)],
        }
    }
}

/// Returns the files next to `file`.
#[inline]
pub const fn adjacent_files(file: File) -> Bitboard {
    let file = Bitboard::from_file(file);
    Bitboard(file.shift(Direction::West).0 | file.shift(Direction::East).0)
}

/// Returns the ranks in front of `rank`, from `color`'s point of view.
#[inline]
pub const fn forward_ranks(color: Color, rank: Rank) -> Bitboard {
    match color {
        // Two shifts, because one shift by 64 is not possible.
        Color::White => Bitboard(!0 << (8 * rank as u8) << 8),
        Color::Black => Bitboard(!(!0 << (8 * rank as u8))),
    }
}

/// Returns the squares in front of `square` on its file.
#[inline]
pub const fn forward_file(color: Color, square: Square) -> Bitboard {
    Bitboard(forward_ranks(color, square.rank()).0 & Bitboard::from_file(square.file()).0)
}

/// Returns the squares that a pawn attacks now or after steps straight ahead.
///
/// ```text
/// 8  . . . x . x . .
/// 7  . . . x . x . .
/// 6  . . . . P . . .
/// ```
#[inline]
pub const fn pawn_attack_span(color: Color, square: Square) -> Bitboard {
    Bitboard(forward_ranks(color, square.rank()).0 & adjacent_files(square.file()).0)
}

/// Returns the squares in front of `square` on its file and on the files next to it.
///
/// A pawn of `color` on `square` is passed if no enemy pawn is on them.
///
/// ```text
/// 8  . . . x x x . .
/// 7  . . . x x x . .
/// 6  . . . . P . . .
/// ```
#[inline]
pub const fn passed_pawn_span(color: Color, square: Square) -> Bitboard {
    Bitboard(pawn_attack_span(color, square).0 | forward_file(color, square).0)
}
