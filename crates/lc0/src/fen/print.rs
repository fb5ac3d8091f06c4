//! Printing a FEN.

use core::fmt;

use gardez_position::{BoardParts, Placement};
use gardez_types::{Color, Rank, Square};

use super::ReadFen;
use crate::board::Board;

/// The first four fields of a FEN; see [`Board::fen`].
#[derive(Clone, Copy, Debug)]
pub struct Fen<'a>(pub(super) &'a Board);

impl fmt::Display for Fen<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side_to_move = self.0.side_to_move();
        let board = if self.0.flipped { self.0.swap_colors() } else { *self.0 };
        write!(f, "{}", Placement::new(BoardParts::from(&board).squares))?;
        let letter = if side_to_move == Color::White { 'w' } else { 'b' };
        let castlings = board.castlings;
        write!(f, " {letter} {castlings} ")?;
        // The rank is the one on which the side to move captures, whether the flag is on rank 1 or 8.
        let rank = if side_to_move == Color::White { Rank::Six } else { Rank::Three };
        match board.en_passant().lsb() {
            None => f.write_str("-"),
            Some(flag) => write!(f, "{}", Square::new(flag.file(), rank)),
        }
    }
}

impl fmt::Display for ReadFen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.board.fen(), self.halfmove_clock, self.fullmove_number)
    }
}
