//! Printing a FEN.

use core::fmt;

use gardez_types::{Color, File, Rank, Square};

use super::ReadFen;
use crate::board::Board;
use crate::castlings::Side;

/// The first four fields of a FEN; see [`Board::fen`].
#[derive(Clone, Copy, Debug)]
pub struct Fen<'a>(pub(super) &'a Board);

impl fmt::Display for Fen<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side_to_move = self.0.side_to_move();
        let board = if self.0.flipped { self.0.swap_colors() } else { *self.0 };
        for rank in Rank::ALL.into_iter().rev() {
            let mut empty = 0;
            for file in File::ALL {
                let Some((owner, piece_type)) = board.piece_on(Square::new(file, rank)) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    write!(f, "{empty}")?;
                    empty = 0;
                }
                let letter = piece_type.letter().to_ascii_lowercase();
                write!(f, "{}", if owner == Side::Ours { letter.to_ascii_uppercase() } else { letter })?;
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            if rank != Rank::One {
                f.write_str("/")?;
            }
        }
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
