//! Moves with chess symbols in place of letters.

use core::fmt::{self, Write};

use gardez_types::{Color, Piece, PieceType};

use crate::san::print::San;

/// A move in figurine notation, such as `♘f3` or `e8=♕#`, which [`parse_lenient`](crate::san::parse_lenient) reads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Figurine {
    san: San,
    color: Color,
}

impl San {
    /// Returns the move with chess symbols of `color` as letters. Books use White's symbols for both sides.
    ///
    /// ```
    /// use gardez_notation::san::San;
    /// use gardez_position::{Board, Color};
    ///
    /// let board: Board = "6k1/4P3/8/8/8/8/8/4K1N1 w - - 0 1".parse()?;
    /// let text = |uci| board.parse_uci(uci).map(|m| San::new(&board, m).figurine(Color::White).to_string());
    /// assert_eq!((text("g1f3")?.as_str(), text("e7e8q")?.as_str()), ("♘f3", "e8=♕+"));
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub const fn figurine(self, color: Color) -> Figurine {
        Figurine { san: self, color }
    }
}

impl fmt::Display for Figurine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Castling has a capital O, which is not the letter of a piece.
        for letter in self.san.chars() {
            let piece_type = PieceType::ALL.into_iter().find(|piece| piece.letter().to_ascii_uppercase() == letter);
            f.write_char(piece_type.map_or(letter, |piece_type| Piece::new(self.color, piece_type).figurine()))?;
        }
        Ok(())
    }
}
