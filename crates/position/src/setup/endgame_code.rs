//! Endgame codes such as `KBPKN`: the pieces of both sides as text.

use core::ops::Range;

use gardez_types::{CastlingMode, Color, File, Piece, PieceType, Rank, Square, errors};

use super::piece_setup::PieceSetup;
use crate::board::Board;

/// Returns the board of an endgame code; see [`Board::from_endgame_code`].
#[inline]
pub(crate) fn read(code: &str, strong: Color) -> Result<Board, EndgameCodeError> {
    let second_side = code.char_indices().skip(1).find(|&(_, letter)| matches!(letter, 'K' | 'v'));
    let Some((split, letter)) = second_side else { return Err(EndgameCodeError::Sides) };
    let weak = split + usize::from(letter == 'v');
    let mut squares = [None; 64];
    line_up(&mut squares, strong, code, 0..split, Rank::Two)?;
    line_up(&mut squares, !strong, code, weak..code.len(), Rank::Seven)?;
    let mut board = Board::empty(CastlingMode::Standard);
    board.put_pieces(&PieceSetup::from_squares(&squares));
    board.set_up_counters(0, 10);
    Ok(board)
}

/// Puts the pieces of a side on a rank, from the a-file on. `part` is the side's part of the code.
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

errors! {
    /// The reason a text is not an endgame code.
    ///
    /// Its span is the offending character, empty for kings, `None` if a side is missing.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum EndgameCodeError {
        Sides = "sides", "expected the pieces of two sides, such as KRvK";
        UnknownPiece { found: char, at: usize } = "unknown-piece",
            "expected one of KQRBNP, found {found:?} at byte {at}" => span *at..*at + found.len_utf8();
        /// A side does not have exactly one king, named first. `at` is the place of a missing or second king.
        Kings { at: usize } = "kings", "expected exactly one king for each side, named first (at byte {at})"
            => span *at..*at;
        /// A side has more than seven pieces. `at` is the byte of the eighth.
        TooManyPieces { at: usize } = "too-many-pieces", "a side has more than 7 pieces (at byte {at})"
            => span *at..*at + 1;
    }
}
