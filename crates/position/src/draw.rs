//! Boards as text for people to read.

use core::fmt;

use gardez_types::{Color, File, Piece, Rank, Square};

use crate::board::Board;
use crate::clause::say;
use crate::setup::placement::Placement;
use crate::setup::writer::Fen;

/// # Text
///
/// `{}` prints the FEN, `{:?}` draws the board in eight lines, and the methods return other texts.
impl Board {
    /// Returns the text of Stockfish's command `d`: the board in a frame, FEN, key and checkers.
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
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        say(f, &[&draw(|square| self.piece_on(square)), &Fen::own(self)])
    }
}

/// Draws pieces: a line for each rank from 8 to 1 and a line of file letters.
pub fn draw(piece_on: impl Fn(Square) -> Option<Piece>) -> impl fmt::Display {
    Drawing(Square::ALL.map(piece_on))
}

struct Drawing([Option<Piece>; 64]);

impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (rank, pieces) in Rank::ALL.into_iter().zip(self.0.chunks_exact(8)).rev() {
            say(f, &[&'\n', &rank, &' '])?;
            pieces.iter().try_for_each(|piece| say(f, &[&' ', &piece.map_or('.', Piece::letter)]))?;
        }
        f.write_str("\n   a b c d e f g h\n")
    }
}

/// The drawing of [`Board::pretty`], for `{}`. Drawings are equal if their texts are.
#[derive(Clone, Copy, Debug)]
pub struct Pretty<'a>(&'a Board);

impl Pretty<'_> {
    /// Returns the board in eight lines with chess symbols, white at the bottom.
    ///
    /// ```
    /// use gardez_position::Board;
    ///
    /// let board: Board = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1".parse()?;
    /// let drawn = board.pretty().figurines().to_string();
    /// assert_eq!(drawn.lines().last(), Some("♖ · · · · · ♔ ·"));
    /// # Ok::<_, gardez_position::FenError>(())
    /// ```
    pub fn figurines(&self) -> Figurines {
        Figurines { placement: self.0.placement(), bottom: Color::White }
    }
}

impl PartialEq for Pretty<'_> {
    fn eq(&self, other: &Self) -> bool {
        // The text contains the FEN, and everything else in it follows from the FEN.
        Fen::own(self.0) == Fen::own(other.0)
    }
}

impl Eq for Pretty<'_> {}

impl fmt::Display for Pretty<'_> {
    #[inline]
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

fn letter(board: &Board, square: Square, none: char) -> char {
    board.piece_on(square).map_or(none, Piece::letter)
}

/// The drawing made by [`Pretty::figurines`], printed with `{}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Figurines {
    placement: Placement,
    bottom: Color,
}

impl Figurines {
    /// Returns the same board with black at the bottom.
    #[must_use]
    pub const fn seen_by_black(mut self) -> Self {
        self.bottom = Color::Black;
        self
    }
}

impl fmt::Display for Figurines {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, square) in Square::ALL.into_iter().enumerate() {
            let square = match self.bottom {
                Color::White => square.flip_vertical(),
                Color::Black => square.flip_horizontal(),
            };
            let separator = match index {
                0 => "",
                _ if index % 8 == 0 => "\n",
                _ => " ",
            };
            let symbol = self.placement.piece_on(square).map_or('·', Piece::figurine);
            say(f, &[&separator, &symbol])?;
        }
        Ok(())
    }
}
