//! Boards as text for people.

use core::fmt;

use gardez_types::{File, Rank, Square};

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
            write!(f, "\n{rank} ")?;
            for file in File::ALL {
                let piece = self.piece_on(Square::at(file, rank));
                write!(f, " {}", piece.map_or('.', gardez_types::Piece::letter))?;
            }
        }
        write!(f, "\n   a b c d e f g h\n{}", Fen::own(self))
    }
}

/// A framed drawing of a board, made by [`Board::pretty`]; print it with `{}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pretty<'a>(&'a Board);

impl fmt::Display for Pretty<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const FRAME: &str = " +---+---+---+---+---+---+---+---+\n";
        let board = self.0;
        write!(f, "\n{FRAME}")?;
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                let piece = board.piece_on(Square::at(file, rank));
                write!(f, " | {}", piece.map_or(' ', gardez_types::Piece::letter))?;
            }
            write!(f, " | {rank}\n{FRAME}")?;
        }
        write!(f, "   a   b   c   d   e   f   g   h\n\nFen: {}\n", Fen::own(board))?;
        write!(f, "Key: {:016X}\nCheckers: ", board.key())?;
        for checker in board.checkers() {
            write!(f, "{checker} ")?;
        }
        Ok(())
    }
}
