//! Boards as text for people.

use core::fmt;

use gardez_types::{File, Piece, Rank, Square};

use crate::clause::say;
use crate::{Board, Fen};

impl Board {
    /// The board drawn with a frame, and below it the FEN, the key and the checkers: the text that Stockfish prints.
    pub fn pretty(&self) -> Pretty<'_> {
        Pretty(self)
    }
}

impl fmt::Debug for Board {
    /// Draws the board: a line for each rank from 8 down, then the files, then the FEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            say(f, &[&'\n', &rank, &' '])?;
            for file in File::ALL {
                say(f, &[&' ', &letter(self, Square::new(file, rank), '.')])?;
            }
        }
        say(f, &[&"\n   a b c d e f g h\n", &Fen::own(self)])
    }
}

/// A framed drawing of a board, made by [`Board::pretty`]; print it with `{}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pretty<'a>(&'a Board);

impl fmt::Display for Pretty<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const FRAME: &str = " +---+---+---+---+---+---+---+---+\n";
        let board = self.0;
        say(f, &[&'\n', &FRAME])?;
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                say(f, &[&" | ", &letter(board, Square::new(file, rank), ' ')])?;
            }
            say(f, &[&" | ", &rank, &'\n', &FRAME])?;
        }
        say(f, &[&"   a   b   c   d   e   f   g   h\n\nFen: ", &Fen::own(board)])?;
        write!(f, "\nKey: {:016X}\nCheckers: ", board.key())?;
        for checker in board.checkers() {
            say(f, &[&checker, &' '])?;
        }
        Ok(())
    }
}

/// The letter of the piece on a square, or what stands for none.
fn letter(board: &Board, square: Square, none: char) -> char {
    board.piece_on(square).map_or(none, Piece::letter)
}
