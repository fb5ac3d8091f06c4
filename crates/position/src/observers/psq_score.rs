//! A piece-square score that is updated move by move.

use core::ops::{AddAssign, SubAssign};

use gardez_types::{Piece, Square};

use super::MoveObserver;
use crate::board::Board;

/// The sum of a table over all pieces on their squares, kept up to date move by move.
///
/// The table is indexed by `piece as usize` and `square as usize`. A value may be any type with [`AddAssign`] and
/// [`SubAssign`], for example a number for each phase of the game.
///
/// ```
/// use gardez_position::{Piece, Position, Square, observers::PsqScore};
///
/// let mut table = [[0; 64]; 16];
/// for square in Square::ALL {
///     table[Piece::WhiteKnight as usize][square as usize] = square.file().edge_distance() as i32;
/// }
/// let mut position = Position::start();
/// let mut score = PsqScore::new(&table, &position);
/// position.do_move_with(position.parse_uci("b1c3")?, &mut score);
/// assert_eq!(score.value(), 2 + 1, "c3 is two files from the edge, g1 one");
/// # Ok::<_, gardez_position::UciError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PsqScore<'a, V> {
    table: &'a [[V; 64]; 16],
    value: V,
}

impl<'a, V: Copy + Default + AddAssign + SubAssign> PsqScore<'a, V> {
    /// Returns the score of a board.
    pub fn new(table: &'a [[V; 64]; 16], board: &Board) -> Self {
        let mut this = Self { table, value: V::default() };
        board.piece_map().for_each(|(square, piece)| this.value += this.weight(piece, square));
        this
    }

    /// Returns the score. To undo a move, go back to a copy from before the move.
    pub const fn value(&self) -> V {
        self.value
    }

    #[inline]
    fn weight(&self, piece: Piece, square: Square) -> V {
        self.table[piece as usize][square as usize]
    }
}

impl<V: Copy + Default + AddAssign + SubAssign> MoveObserver for PsqScore<'_, V> {
    #[inline]
    fn removed(&mut self, _: &Board, piece: Piece, square: Square) {
        self.value -= self.weight(piece, square);
    }

    #[inline]
    fn placed(&mut self, _: &Board, piece: Piece, square: Square) {
        self.value += self.weight(piece, square);
    }

    #[inline]
    fn moved(&mut self, _: &Board, piece: Piece, from: Square, to: Square) {
        self.value -= self.weight(piece, from);
        self.value += self.weight(piece, to);
    }

    #[inline]
    fn replaced(&mut self, _: &Board, square: Square, old: Piece, new: Piece) {
        self.value -= self.weight(old, square);
        self.value += self.weight(new, square);
    }
}
