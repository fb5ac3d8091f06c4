//! The squares in a picture. The unit is 1/48 of a square, and the origin is the upper left corner of the board.

use gardez_bitboard::Bitboard;
use gardez_types::{Color, File, Rank, Square};

pub(crate) const SQUARE: i32 = 48;

pub(crate) const BOARD: i32 = 8 * SQUARE;

/// The side from which a board is seen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Frame {
    /// The side whose back rank is at the bottom.
    pub(crate) orientation: Color,
}

impl Frame {
    pub(crate) fn file(self, column: usize) -> File {
        File::ALL[if self.orientation == Color::White { column } else { 7 - column }]
    }

    pub(crate) fn rank(self, row: usize) -> Rank {
        Rank::ALL[if self.orientation == Color::White { 7 - row } else { row }]
    }

    pub(crate) fn corner(self, square: Square) -> (i32, i32) {
        let (file, rank) = (square.file() as i32, square.rank() as i32);
        match self.orientation {
            Color::White => (SQUARE * file, SQUARE * (7 - rank)),
            Color::Black => (SQUARE * (7 - file), SQUARE * rank),
        }
    }

    pub(crate) fn center(self, square: Square) -> (i32, i32) {
        let (x, y) = self.corner(square);
        (x + SQUARE / 2, y + SQUARE / 2)
    }

    pub(crate) fn squares(self, set: Bitboard) -> impl Iterator<Item = Square> {
        let squares =
            (0..8).flat_map(move |row| (0..8).map(move |column| Square::new(self.file(column), self.rank(row))));
        squares.filter(move |&square| set.contains(square))
    }
}
