//! The text of a move in the UCI protocol.

use core::fmt;
use core::str::FromStr;

use crate::error::ParseError;
use crate::piece::PieceType;
use crate::square::Square;

/// The text of a move in UCI, such as `e2e4` or `e7e8q`, or of a drop, such as `N@f3`.
///
/// [`Move::uci`](crate::Move::uci) makes one, `Display` writes it, and `FromStr` reads it. Only a position determines
/// which [`Move`](crate::Move) it is: see `parse_uci` in `gardez-position`.
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
    dropped: Option<PieceType>,
}

impl UciText {
    /// Returns the text of a move between these squares.
    #[inline]
    pub const fn new(from: Square, to: Square, promotion: Option<PieceType>) -> Self {
        Self { from, to, promotion, dropped: None }
    }

    /// Returns the text of a drop of crazyhouse.
    #[inline]
    pub const fn drop_piece(piece_type: PieceType, to: Square) -> Self {
        Self { from: to, to, promotion: None, dropped: Some(piece_type) }
    }

    /// Returns the origin square; of a drop, the target.
    #[inline]
    pub const fn from(self) -> Square {
        self.from
    }

    /// Returns the target square; of castling, the rook's or the king's, by the [`CastlingMode`](crate::CastlingMode).
    #[inline]
    pub const fn to(self) -> Square {
        self.to
    }

    /// Returns the piece that a pawn becomes.
    #[inline]
    pub const fn promotion(self) -> Option<PieceType> {
        self.promotion
    }

    /// Returns the piece that is dropped.
    #[inline]
    pub const fn dropped_piece(self) -> Option<PieceType> {
        self.dropped
    }
}

impl FromStr for UciText {
    type Err = ParseError;

    /// Reads two squares and perhaps one of `n`, `b`, `r`, `q`, or `k` (antichess); or a drop: one of `P`, `N`, `B`,
    /// `R`, `Q`, an `@` and a square. The null move `0000` is an error.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let length = text.chars().count();
        if !(4..=5).contains(&length) {
            return Err(ParseError::Length { expected: "a move such as e2e4 or e7e8q", found: length });
        }
        let mut characters = text.char_indices();
        if let (4, &[letter, b'@', ..]) = (length, text.as_bytes()) {
            let piece = PieceType::from_letter(char::from(letter.to_ascii_lowercase()));
            let expected = "one of P, N, B, R, Q";
            let error = ParseError::Character { expected, found: char::from(letter), at: 0 };
            let piece = piece.filter(|&piece| piece != PieceType::King).ok_or(error)?;
            let _ = (characters.next(), characters.next());
            return Ok(Self::drop_piece(piece, Square::read(&mut characters)?));
        }
        let (from, to) = (Square::read(&mut characters)?, Square::read(&mut characters)?);
        let promotion = match characters.next() {
            None => None,
            Some((at, found)) => {
                let piece = PieceType::from_letter(found).filter(|&piece| piece != PieceType::Pawn);
                Some(piece.ok_or(ParseError::Character { expected: "one of n, b, r, q", found, at })?)
            }
        };
        Ok(Self::new(from, to, promotion))
    }
}

impl fmt::Display for UciText {
    /// Writes the text, four or five characters.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = [0; 5];
        for (at, square) in [(0, self.from), (2, self.to)] {
            text[at..at + 2].copy_from_slice(&square.to_ascii());
        }
        let mut length = 4;
        if let Some(piece) = self.dropped {
            text[..2].copy_from_slice(&[piece.letter().to_ascii_uppercase() as u8, b'@']);
        }
        if let Some(piece) = self.promotion {
            text[4] = piece.letter() as u8;
            length = 5;
        }
        f.pad(core::str::from_utf8(&text[..length]).unwrap_or_default())
    }
}
