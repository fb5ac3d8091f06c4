//! How pieces go on the board: the slow, obviously right definition, one step at a time.
//!
//! Every attack table of the layers above is built from these functions, and tested against them. A set of squares is
//! a `u64` here, bit 0 for a1 and bit 63 for h8; the set type lives one layer up.
//!
//! ```
//! use gardez_types::{Direction, Square, geometry};
//!
//! // A rook on a1 with a piece on a3 reaches a2 and a3 towards the north.
//! let occupied = 1 << Square::A3 as u8;
//! let reached = geometry::slide(Square::A1, Direction::North, occupied);
//! assert_eq!(reached, (1 << Square::A2 as u8) | (1 << Square::A3 as u8));
//! ```

use crate::{Color, Direction, Square};

/// The leaps of a knight as (files to the east, ranks to the north).
pub const KNIGHT_LEAPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// The steps of a king as (files to the east, ranks to the north).
pub const KING_STEPS: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The diagonal steps with which a pawn of `color` captures, as (files to the east, ranks to the north).
pub const fn pawn_captures(color: Color) -> [(i8, i8); 2] {
    match color {
        Color::White => [(-1, 1), (1, 1)],
        Color::Black => [(-1, -1), (1, -1)],
    }
}

/// The set that holds just `square`.
#[inline]
pub const fn bit(square: Square) -> u64 {
    1 << square as u8
}

/// The squares one leap away from `square`.
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

/// The squares a slider on `square` reaches in `direction`: up to the first occupied square, which is included.
///
/// Whether `square` itself is occupied does not matter.
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

/// The squares a slider on `square` reaches in all of `directions`.
pub const fn slides(square: Square, directions: &[Direction], occupied: u64) -> u64 {
    let mut reached = 0;
    let mut i = 0;
    while i < directions.len() {
        reached |= slide(square, directions[i], occupied);
        i += 1;
    }
    reached
}

/// The squares a bishop on `square` attacks.
pub const fn bishop_attacks(square: Square, occupied: u64) -> u64 {
    slides(square, &Direction::DIAGONAL, occupied)
}

/// The squares a rook on `square` attacks.
pub const fn rook_attacks(square: Square, occupied: u64) -> u64 {
    slides(square, &Direction::ORTHOGONAL, occupied)
}

/// The squares whose occupation can change what a slider on `square` attacks in `direction`.
///
/// That is the ray without its last square: beyond the edge there is nothing to hide.
pub const fn relevant(square: Square, direction: Direction) -> u64 {
    let ray = slide(square, direction, 0);
    match ray {
        0 => 0,
        _ => ray & !bit(farthest(ray, direction)),
    }
}

/// The last square of a ray that is not empty.
const fn farthest(ray: u64, direction: Direction) -> Square {
    let north_or_east = direction.offset() > 0;
    let index = if north_or_east { 63 - ray.leading_zeros() } else { ray.trailing_zeros() };
    Square::masked(index as u8)
}

/// The squares whose occupation can change what a slider on `square` attacks in any of `directions`.
pub const fn relevant_squares(square: Square, directions: &[Direction]) -> u64 {
    let mut all = 0;
    let mut i = 0;
    while i < directions.len() {
        all |= relevant(square, directions[i]);
        i += 1;
    }
    all
}

/// The direction in which `to` lies from `from`, or `None` if no queen could go there on an empty board.
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
    fn a_rook_reaches_the_first_piece_in_each_direction_and_no_further() {
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
    fn the_edge_is_relevant_to_no_slider_that_looks_at_it() {
        assert_eq!(relevant_squares(Square::A1, &Direction::ORTHOGONAL), 0x0001_0101_0101_017e);
        assert_eq!(relevant_squares(Square::E4, &Direction::DIAGONAL).count_ones(), 9);
    }

    #[test]
    fn what_is_not_relevant_changes_no_attack() {
        for square in Square::ALL {
            for direction in Direction::ALL {
                let mask = relevant(square, direction);
                assert_eq!(slide(square, direction, !mask), slide(square, direction, 0), "{square} {direction:?}");
            }
        }
    }

    #[test]
    fn knights_and_kings_in_the_corner_have_two_and_three_squares() {
        assert_eq!(leaps(Square::A1, &KNIGHT_LEAPS), bit(Square::B3) | bit(Square::C2));
        assert_eq!(leaps(Square::H8, &KING_STEPS), bit(Square::G8) | bit(Square::G7) | bit(Square::H7));
    }

    #[test]
    fn direction_and_its_opposite_lead_there_and_back() {
        for from in Square::ALL {
            for to in Square::ALL {
                let there = direction(from, to);
                assert_eq!(there.map(Direction::opposite), direction(to, from), "{from} {to}");
            }
        }
    }
}
