//! Small tables by square number. Sets are plain numbers, for which each level compiles its own instructions.

use gardez_bitboard::{king_attacks, knight_attacks, ray_pass};
use gardez_types::{Direction, Square, geometry};

use crate::board::{down_left, down_right};

type Sets = [u64; 64];

/// The squares that a knight attacks.
pub(crate) static KNIGHT: Sets = sets(Kind::Knight);
/// The squares from which a pawn of the side to move attacks the square.
pub(crate) static PAWN: Sets = sets(Kind::Pawn);
/// The squares that a king attacks.
pub(crate) static KING: Sets = sets(Kind::King);
/// The squares that a rook attacks on the empty board.
pub(crate) static ROOK_RAYS: Sets = sets(Kind::RookRays);
/// The squares that a bishop attacks on the empty board.
pub(crate) static BISHOP_RAYS: Sets = sets(Kind::BishopRays);
pub(crate) static FILE: Sets = sets(Kind::File);
/// The diagonal of the square that goes up to the right.
pub(crate) static DIAGONAL: Sets = sets(Kind::Diagonal);
/// The diagonal of the square that goes up to the left.
pub(crate) static ANTIDIAGONAL: Sets = sets(Kind::Antidiagonal);

const fn sets(kind: Kind) -> Sets {
    let mut table = [0; 64];
    let mut i = 0;
    while i < 64 {
        table[i] = kind.set(Square::ALL[i]);
        i += 1;
    }
    table
}

/// The content of a table.
#[derive(Clone, Copy)]
enum Kind {
    Knight,
    Pawn,
    King,
    RookRays,
    BishopRays,
    File,
    Diagonal,
    Antidiagonal,
}

impl Kind {
    const fn set(self, square: Square) -> u64 {
        match self {
            Self::Knight => knight_attacks(square).bits(),
            Self::Pawn => down_left(geometry::bit(square)) | down_right(geometry::bit(square)),
            Self::King => king_attacks(square).bits(),
            Self::RookRays => geometry::rook_attacks(square, 0),
            Self::BishopRays => geometry::bishop_attacks(square, 0),
            Self::File => whole(square, Direction::North),
            Self::Diagonal => whole(square, Direction::NorthEast),
            Self::Antidiagonal => whole(square, Direction::NorthWest),
        }
    }
}

const fn whole(square: Square, direction: Direction) -> u64 {
    geometry::bit(square) | geometry::slide(square, direction, 0) | geometry::slide(square, direction.opposite(), 0)
}

/// The squares of the line beyond the second square, seen from the first.
pub(crate) static BEYOND: [Sets; 64] = {
    let mut table = [[0; 64]; 64];
    let mut i = 0;
    while i < 64 {
        let mut j = 0;
        while j < 64 {
            let (from, to) = (Square::ALL[i], Square::ALL[j]);
            table[i][j] = ray_pass(from, to).bits() & !gardez_bitboard::between(from, to).bits() & !geometry::bit(to);
            j += 1;
        }
        i += 1;
    }
    table
};

/// Returns the squares strictly between two squares of a line.
#[inline(always)]
pub(crate) fn between(a: usize, b: usize) -> u64 {
    gardez_bitboard::between(square(a), square(b)).bits()
}

/// Returns the whole line through two squares.
#[inline(always)]
pub(crate) fn line(a: usize, b: usize) -> u64 {
    gardez_bitboard::line(square(a), square(b)).bits()
}

/// Returns the square with a number, of which only six bits count.
#[inline(always)]
pub(crate) fn square(number: usize) -> Square {
    Square::from_index(number as u8 & 63).unwrap_or(Square::A1)
}
