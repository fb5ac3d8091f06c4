//! Endgame codes such as `KBPKN`: the pieces of both sides as text.

use core::fmt;
use core::ops::Range;

use gardez_types::{CastlingMode, Color, ErrorInfo, File, Piece, PieceType, Rank, Square};

use crate::board::Board;

/// The board of an endgame code; see [`Board::from_endgame_code`].
#[inline]
pub(crate) fn read(code: &str, strong: Color) -> Result<Board, EndgameCodeError> {
    let second_side = code.char_indices().skip(1).find(|&(_, letter)| matches!(letter, 'K' | 'v'));
    let Some((split, letter)) = second_side else { return Err(EndgameCodeError::Sides) };
    let weak = split + usize::from(letter == 'v');
    let mut squares = [None; 64];
    line_up(&mut squares, strong, code, 0..split, Rank::Two)?;
    line_up(&mut squares, !strong, code, weak..code.len(), Rank::Seven)?;
    let mut board = Board::empty(CastlingMode::Standard);
    board.put_pieces(&squares);
    board.set_up_counters(0, 10);
    Ok(board)
}

/// Puts the pieces of one side on a rank, from the a-file on. `part` is the side's part of the code.
#[inline]
fn line_up(
    squares: &mut [Option<Piece>; 64],
    side: Color,
    code: &str,
    part: Range<usize>,
    rank: Rank,
) -> Result<(), EndgameCodeError> {
    let mut files = File::ALL.into_iter().take(7);
    let start = part.start;
    for (index, found) in code[part.clone()].char_indices() {
        let at = start + index;
        let piece_type = found.is_ascii_uppercase().then(|| PieceType::from_letter(found.to_ascii_lowercase()));
        let piece_type = piece_type.flatten().ok_or(EndgameCodeError::UnknownPiece { found, at })?;
        if (piece_type == PieceType::King) != (index == 0) {
            return Err(EndgameCodeError::Kings { at });
        }
        let file = files.next().ok_or(EndgameCodeError::TooManyPieces { at })?;
        squares[Square::new(file, rank) as usize] = Some(Piece::new(side, piece_type));
    }
    if part.is_empty() { Err(EndgameCodeError::Kings { at: start }) } else { Ok(()) }
}

/// Why a text is not an endgame code, and at which byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EndgameCodeError {
    /// Only one side is named.
    Sides,
    /// A character that is not an upper-case piece letter.
    UnknownPiece {
        /// The character.
        found: char,
        /// Its byte offset.
        at: usize,
    },
    /// A side does not have exactly one king, named first.
    Kings {
        /// The byte offset where a king is missing, or where a second king is.
        at: usize,
    },
    /// A side has more than seven pieces.
    TooManyPieces {
        /// The byte offset of the eighth piece.
        at: usize,
    },
}

impl fmt::Display for EndgameCodeError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sides => f.write_str("expected the pieces of two sides, such as KRvK"),
            Self::UnknownPiece { found, at } => write!(f, "expected one of KQRBNP, found {found:?} at byte {at}"),
            Self::Kings { at } => write!(f, "expected exactly one king for each side, named first (at byte {at})"),
            Self::TooManyPieces { at } => write!(f, "a side has more than 7 pieces (at byte {at})"),
        }
    }
}

impl core::error::Error for EndgameCodeError {}

impl ErrorInfo for EndgameCodeError {
    #[inline]
    fn kind_name(&self) -> &'static str {
        match self {
            Self::Sides => "sides",
            Self::UnknownPiece { .. } => "unknown-piece",
            Self::Kings { .. } => "kings",
            Self::TooManyPieces { .. } => "too-many-pieces",
        }
    }

    /// The offending character; empty where a king is missing or in the wrong place, `None` if a whole side is missing.
    #[inline]
    fn span(&self) -> Option<Range<usize>> {
        match *self {
            Self::Sides => None,
            Self::UnknownPiece { found, at } => Some(at..at + found.len_utf8()),
            Self::Kings { at } => Some(at..at),
            Self::TooManyPieces { at } => Some(at..at + 1),
        }
    }
}
