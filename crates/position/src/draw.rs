//! Boards as text for people to read.

use core::fmt;

use gardez_types::{File, Piece, Rank, Square};

use crate::board::Board;
use crate::clause::say;
use crate::setup::writer::Fen;

/// # Text
///
/// `{}` prints the FEN, `{:?}` draws the board in eight lines, [`fen`](Board::fen) prints a dialect of FEN of your
/// choice, and [`pretty`](Board::pretty) prints Stockfish's drawing. [`parse_uci`](Board::parse_uci) reads a move.
impl Board {
    /// The board in a frame, followed by the FEN, the key and the checkers: the text that Stockfish's command `d` prints.
    ///
    /// ```
    /// use gardez_position::Board;
    ///
    /// let drawn = Board::start().pretty().to_string();
    /// assert!(drawn.contains(" | R | N | B | Q | K | B | N | R | 1\n"));
    /// assert!(drawn.ends_with("Key: 8F8F01D4562F59FB\nCheckers: "));
    /// ```
    pub fn pretty(&self) -> Pretty<'_> {
        Pretty(self)
    }
}

impl fmt::Debug for Board {
    /// Draws the board: a line for each rank from 8 to 1, a line of file letters, and the FEN.
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

/// The drawing made by [`Board::pretty`]. Print it with `{}`.
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

/// The letter of the piece on a square, or `none` for an empty square.
fn letter(board: &Board, square: Square, none: char) -> char {
    board.piece_on(square).map_or(none, Piece::letter)
}
