//! The first field of a FEN: the squares of the pieces.

use gardez_types::{File, Piece, Rank, Square};

use super::syntax::{Cursor, ends_field};
use super::{FenError, FenErrorKind};

/// The pieces of the first field.
pub(super) fn read(cursor: &mut Cursor<'_>) -> Result<[Option<Piece>; 64], FenError> {
    if let Some((squares, length)) = sound_placement(cursor.text.as_bytes()) {
        debug_assert_eq!(ranks(&mut Cursor { text: cursor.text, at: 0 }), Ok(squares), "{}", cursor.text);
        cursor.at = length;
        return Ok(squares);
    }
    ranks(cursor)
}

/// The pieces and the length of a first field without errors; `None` if there is an error.
///
/// The order of pieces, digits and slashes is unpredictable, so this function has no branch on it. It is three times as
/// fast as [`ranks`], which reports errors.
fn sound_placement(text: &[u8]) -> Option<([Option<Piece>; 64], usize)> {
    /// The low bits are the number of squares that a byte describes.
    const DIGIT: u8 = 0x10;
    const SLASH: u8 = 0x20;
    const WRONG: u8 = 0x40;
    static MEANING: [u8; 256] = {
        let mut meaning = [WRONG; 256];
        let mut i = 0;
        while i < Piece::COUNT {
            meaning[Piece::ALL[i].letter() as usize] = 1;
            i += 1;
        }
        let mut digit = 1;
        while digit <= 8 {
            meaning[b'0' as usize + digit] = DIGIT | digit as u8;
            digit += 1;
        }
        meaning[b'/' as usize] = SLASH;
        meaning
    };

    let mut squares = [None; 64];
    let (mut described, mut slashes, mut before, mut wrong) = (0_usize, 0, 0, 0);
    let length = text.iter().position(|&byte| byte == b' ')?;
    for &byte in &text[..length.min(80)] {
        let meaning = MEANING[usize::from(byte)];
        let slash = usize::from(meaning / SLASH % 2);
        // A slash follows each eighth square, and a digit never follows a digit.
        let misplaced = slash & usize::from(described != 8 * slashes + 8);
        wrong |= (meaning & WRONG) | (meaning & before & DIGIT) | misplaced as u8;
        // A digit or a slash writes `None` to a square that is `None` already.
        squares[(described ^ 56) % 64] = piece_of(byte);
        described += usize::from(meaning % DIGIT);
        slashes += slash;
        before = meaning;
    }
    (wrong == 0 && described == 64 && slashes == 7).then_some((squares, length))
}

/// The pieces of the first field, rank by rank, or the first error.
fn ranks(cursor: &mut Cursor<'_>) -> Result<[Option<Piece>; 64], FenError> {
    let mut squares = [None; 64];
    for (index, rank) in Rank::ALL.into_iter().rev().enumerate() {
        if index > 0 {
            match cursor.peek() {
                Some(b'/') => cursor.at += 1,
                _ => return Err(cursor.error(FenErrorKind::MissingRanks { ranks: index as u8 })),
            }
        }
        one_rank(cursor, rank, &mut squares)?;
    }
    match cursor.peek() {
        Some(b'/') => Err(cursor.error(FenErrorKind::TooManyRanks)),
        _ => Ok(squares),
    }
}

fn one_rank(cursor: &mut Cursor<'_>, rank: Rank, squares: &mut [Option<Piece>; 64]) -> Result<(), FenError> {
    let (start, mut described, mut after_digit) = (cursor.at, 0_u8, false);
    loop {
        match cursor.peek() {
            Some(digit @ b'1'..=b'8') => {
                if after_digit {
                    return Err(cursor.error(FenErrorKind::AdjacentDigits(rank)));
                }
                described += digit - b'0';
                after_digit = true;
            }
            None | Some(b'/') => break,
            Some(byte) if ends_field(byte) => break,
            Some(byte) => {
                let Some(piece) = piece_of(byte) else {
                    return Err(cursor.error(FenErrorKind::UnknownPiece(cursor.character())));
                };
                if let Some(file) = File::from_index(described) {
                    squares[Square::new(file, rank) as usize] = Some(piece);
                }
                described += 1;
                after_digit = false;
            }
        }
        cursor.at += 1;
        if described > 8 {
            break;
        }
    }
    if described != 8 {
        return Err(cursor.error_since(start, FenErrorKind::RankLength { rank, squares: described }));
    }
    Ok(())
}

/// The piece with this letter.
#[inline]
fn piece_of(byte: u8) -> Option<Piece> {
    static PIECES: [Option<Piece>; 256] = {
        let mut pieces = [None; 256];
        let mut i = 0;
        while i < Piece::COUNT {
            pieces[Piece::ALL[i].letter() as usize] = Some(Piece::ALL[i]);
            i += 1;
        }
        pieces
    };
    PIECES[usize::from(byte)]
}
