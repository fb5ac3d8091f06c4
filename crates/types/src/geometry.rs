//! The moves of pieces on the board: the slow and obvious definition, one step at a time.
//!
//! The attack tables of `gardez-bitboard` are built from these functions and tested against them. A set of squares is a
//! `u64`, with bit 0 for a1 and bit 63 for h8.

use crate::color::Color;
use crate::direction::Direction;
use crate::square::Square;

/// The leaps of a knight, each as (files to the east, ranks to the north).
///
/// ```text
/// . x . x .
/// x . . . x
/// . . N . .
/// x . . . x
/// . x . x .
/// ```
pub const KNIGHT_LEAPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// The steps of a king, each as (files to the east, ranks to the north).
pub const KING_STEPS: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// Returns the steps with which a pawn of `color` captures, each as (files to the east, ranks to the north).
///
/// ```text
/// x . x      . p .
/// . P .      x . x
/// white      black
/// ```
pub const fn pawn_captures(color: Color) -> [(i8, i8); 2] {
    match color {
        Color::White => [(-1, 1), (1, 1)],
        Color::Black => [(-1, -1), (1, -1)],
    }
}

/// Returns the set that contains only `square`.
#[inline]
pub const fn bit(square: Square) -> u64 {
    1 << square as u8
}

/// Returns the squares that `square` reaches with `steps` of (files to the east, ranks to the north).
///
/// Steps that leave the board are skipped.
///
/// ```
/// use gardez_types::{Square, geometry};
///
/// let reached = geometry::leaps(Square::A1, &geometry::KNIGHT_LEAPS);
/// assert_eq!(reached, geometry::bit(Square::B3) | geometry::bit(Square::C2));
/// ```
pub const fn leaps(square: Square, steps: &[(i8, i8)]) -> u64 {
    let mut reached = 0;
    let mut i = 0;
    while i < steps.len() {
        if let Some(target) = square.offset(steps[i].0, steps[i].1) {
            reached |= bit(target);
        }
        i += 1;
    }
    reached
}

/// Returns the squares that a slider reaches in `direction`, up to and including the first occupied square.
///
/// Ignores `square` in `occupied`.
///
/// ```text
/// 3 . R x x x P . P      to the east: c3, d3, e3 and the piece on f3
///   a b c d e f g h
/// ```
pub const fn slide(square: Square, direction: Direction, occupied: u64) -> u64 {
    let (east, north) = direction.delta();
    let number = square as i8;
    let (mut file, mut rank) = (number % 8 + east, number / 8 + north);
    let mut reached = 0;
    while 0 <= file && file < 8 && 0 <= rank && rank < 8 {
        let here = 1 << (8 * rank + file);
        reached |= here;
        if occupied & here != 0 {
            break;
        }
        file += east;
        rank += north;
    }
    reached
}

/// Returns the union of [`slide`] over `directions`.
pub const fn slides(square: Square, directions: &[Direction], occupied: u64) -> u64 {
    let mut reached = 0;
    let mut i = 0;
    while i < directions.len() {
        reached |= slide(square, directions[i], occupied);
        i += 1;
    }
    reached
}

/// Returns the squares that a bishop on `square` attacks, up to and including the first occupied ones.
pub const fn bishop_attacks(square: Square, occupied: u64) -> u64 {
    slides(square, &Direction::DIAGONAL, occupied)
}

/// Returns the squares that a rook on `square` attacks, up to and including the first occupied ones.
pub const fn rook_attacks(square: Square, occupied: u64) -> u64 {
    slides(square, &Direction::ORTHOGONAL, occupied)
}

/// Returns the squares where a piece changes what a slider attacks in `direction`: the ray without its end.
/// ```text
/// 3 . R x x x x x .      to the east: not h3
///   a b c d e f g h
/// ```
pub const fn relevant(square: Square, direction: Direction) -> u64 {
    let ray = slide(square, direction, 0);
    match ray {
        0 => 0,
        _ => ray & !bit(farthest(ray, direction)),
    }
}

/// Returns the last square of a ray, which must not be empty.
const fn farthest(ray: u64, direction: Direction) -> Square {
    let north_or_east = direction.offset() > 0;
    let index = if north_or_east { 63 - ray.leading_zeros() } else { ray.trailing_zeros() };
    Square::from_low_bits(index as u8)
}

/// Returns the union of [`relevant`] over `directions`.
pub const fn relevant_squares(square: Square, directions: &[Direction]) -> u64 {
    let mut all = 0;
    let mut i = 0;
    while i < directions.len() {
        all |= relevant(square, directions[i]);
        i += 1;
    }
    all
}

/// Returns the direction from `from` to `to`, or `None` if they are equal or not on one rank, file or diagonal.
///
/// ```
/// use gardez_types::{Direction, Square, geometry};
///
/// assert_eq!(geometry::direction(Square::C3, Square::E5), Some(Direction::NorthEast));
/// assert_eq!(geometry::direction(Square::C3, Square::F3), Some(Direction::East));
/// assert_eq!(geometry::direction(Square::C3, Square::G2), None);
/// ```
pub const fn direction(from: Square, to: Square) -> Option<Direction> {
    let mut i = 0;
    while i < Direction::COUNT {
        if slide(from, Direction::ALL[i], 0) & bit(to) != 0 {
            return Some(Direction::ALL[i]);
        }
        i += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rook_reaches_up_to_the_first_piece_in_each_direction() {
        // 8 . . . . . . . .
        // 7 . . . P . . . .
        // 6 . . . x . . . .
        // 5 . . . x . . . .
        // 4 x x x R x P . P
        // 3 . . . x . . . .
        // 2 . . . x . . . .
        // 1 . . . x . . . .
        let occupied = bit(Square::D7) | bit(Square::F4) | bit(Square::H4);
        let expected = [
            Square::D5,
            Square::D6,
            Square::D7,
            Square::E4,
            Square::F4,
            Square::D3,
            Square::D2,
            Square::D1,
            Square::C4,
            Square::B4,
            Square::A4,
        ];
        let expected = expected.into_iter().fold(0, |set, square| set | bit(square));
        assert_eq!(rook_attacks(Square::D4, occupied), expected);
    }

    #[test]
    fn the_last_square_of_a_ray_is_not_relevant() {
        assert_eq!(relevant_squares(Square::A1, &Direction::ORTHOGONAL), 0x0001_0101_0101_017e);
        assert_eq!(relevant_squares(Square::E4, &Direction::DIAGONAL).count_ones(), 9);
    }

    #[test]
    fn pieces_on_squares_that_are_not_relevant_do_not_change_attacks() {
        for square in Square::ALL {
            for direction in Direction::ALL {
                let mask = relevant(square, direction);
                assert_eq!(slide(square, direction, !mask), slide(square, direction, 0), "{square} {direction:?}");
            }
        }
    }

    #[test]
    fn a_knight_in_the_corner_has_two_squares_and_a_king_has_three() {
        assert_eq!(leaps(Square::A1, &KNIGHT_LEAPS), bit(Square::B3) | bit(Square::C2));
        assert_eq!(leaps(Square::H8, &KING_STEPS), bit(Square::G8) | bit(Square::G7) | bit(Square::H7));
    }

    #[test]
    fn the_direction_back_is_the_opposite_direction() {
        for from in Square::ALL {
            for to in Square::ALL {
                let there = direction(from, to);
                assert_eq!(there.map(Direction::opposite), direction(to, from), "{from} {to}");
            }
        }
    }
}
