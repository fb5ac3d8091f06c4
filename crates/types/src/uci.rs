//! The text of a move in the UCI protocol.

use core::fmt;
use core::str::FromStr;

use crate::error::ParseError;
use crate::piece::PieceType;
use crate::square::Square;

/// A move as it is written in UCI: two squares and perhaps a promotion letter, such as `e2e4` or `e7e8q`.
///
/// [`Move::uci`](crate::Move::uci) makes one, `Display` writes it, and `FromStr` reads it.
///
/// The text does not contain the kind of the move, such as castling or en passant. Only the position determines the
/// kind: `parse_uci` in `gardez-position` makes a [`Move`](crate::Move) from a text.
///
/// ```
/// use gardez_types::{ParseError, Square, UciText};
///
/// let text: UciText = "e7e8q".parse()?;
/// assert_eq!((text.from(), text.to()), (Square::E7, Square::E8));
/// assert_eq!(text.to_string(), "e7e8q");
/// # Ok::<_, ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct UciText {
    from: Square,
    to: Square,
    promotion: Option<PieceType>,
}

impl UciText {
    /// Returns the text of a move between these squares. A pawn becomes `promotion`.
    #[inline]
    pub const fn new(from: Square, to: Square, promotion: Option<PieceType>) -> Self {
        Self { from, to, promotion }
    }

    /// Returns the first square, from which the piece moves.
    #[inline]
    pub const fn from(self) -> Square {
        self.from
    }

    /// Returns the second square, to which the piece moves. For castling, this is the square of the rook or the target
    /// of the king, depending on the [`CastlingMode`](crate::CastlingMode) of the text.
    #[inline]
    pub const fn to(self) -> Square {
        self.to
    }

    /// Returns the piece that a pawn becomes, or `None` if the text has no fifth character.
    #[inline]
    pub const fn promotion_piece(self) -> Option<PieceType> {
        self.promotion
    }
}

impl FromStr for UciText {
    type Err = ParseError;

    /// Reads two squares and perhaps one of `n`, `b`, `r`, `q`. The null move `0000` is an error.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let length = text.chars().count();
        if !(4..=5).contains(&length) {
            return Err(ParseError::Length { expected: "a move such as e2e4 or e7e8q", found: length });
        }
        let mut characters = text.char_indices();
        let (from, to) = (Square::read(&mut characters)?, Square::read(&mut characters)?);
        let promotion = match characters.next() {
            None => None,
            Some((at, found)) => {
                let piece = PieceType::from_letter(found).filter(|piece| PieceType::PROMOTION_PIECES.contains(piece));
                Some(piece.ok_or(ParseError::Character { expected: "one of n, b, r, q", found, at })?)
            }
        };
        Ok(Self { from, to, promotion })
    }
}

impl fmt::Display for UciText {
    /// Returns the text, four or five characters.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = [0; 5];
        for (at, square) in [(0, self.from), (2, self.to)] {
            text[at..at + 2].copy_from_slice(&square.to_ascii());
        }
        let mut length = 4;
        if let Some(piece) = self.promotion {
            text[4] = piece.letter() as u8;
            length = 5;
        }
        f.pad(core::str::from_utf8(&text[..length]).unwrap_or_default())
    }
}
