//! The text of a move in the UCI protocol.

use core::fmt;
use core::str::FromStr;

use crate::{File, ParseError, PieceType, Rank, Square};

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
    /// Creates the text of a move between two squares, and the piece that a pawn becomes. Nothing is checked.
    #[inline]
    pub const fn new(from: Square, to: Square, promotion: Option<PieceType>) -> Self {
        Self { from, to, promotion }
    }

    /// The first square, from which the piece moves.
    #[inline]
    pub const fn from(self) -> Square {
        self.from
    }

    /// The second square, to which the piece moves. For castling, this is the square of the rook or the target
    /// of the king, depending on the [`CastlingMode`](crate::CastlingMode) of the text.
    #[inline]
    pub const fn to(self) -> Square {
        self.to
    }

    /// The piece that a pawn becomes, or `None` if the text has no fifth character.
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
        let mut square = || -> Result<Square, ParseError> {
            let (file_at, file) = characters.next().unwrap_or_default();
            let (rank_at, rank) = characters.next().unwrap_or_default();
            let file = File::from_letter(file).ok_or(ParseError::Character {
                expected: "a file from a to h",
                found: file,
                at: file_at,
            })?;
            let rank = Rank::from_digit(rank).ok_or(ParseError::Character {
                expected: "a rank from 1 to 8",
                found: rank,
                at: rank_at,
            })?;
            Ok(Square::new(file, rank))
        };
        let (from, to) = (square()?, square()?);
        let promotion = match characters.next() {
            None => None,
            Some((_, 'n')) => Some(PieceType::Knight),
            Some((_, 'b')) => Some(PieceType::Bishop),
            Some((_, 'r')) => Some(PieceType::Rook),
            Some((_, 'q')) => Some(PieceType::Queen),
            Some((at, found)) => return Err(ParseError::Character { expected: "one of n, b, r, q", found, at }),
        };
        Ok(Self { from, to, promotion })
    }
}

impl fmt::Display for UciText {
    /// The text, four or five characters.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = [0; 5];
        for (at, square) in [(0, self.from), (2, self.to)] {
            text[at] = b'a' + square.file() as u8;
            text[at + 1] = b'1' + square.rank() as u8;
        }
        let mut length = 4;
        if let Some(piece) = self.promotion {
            text[4] = piece.letter() as u8;
            length = 5;
        }
        f.pad(core::str::from_utf8(&text[..length]).unwrap_or_default())
    }
}
