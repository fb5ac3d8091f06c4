//! Splits a FEN of a variant into a FEN of chess, and marks, pockets and checks.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use gardez_bitboard::Bitboard;
use gardez_types::{File, Piece, PieceType, Rank, Square};

use super::{VariantFenError, VariantFenErrorKind as Kind};
use crate::keys::CHECKS;
use crate::variant::Variant;

/// The largest number of pieces of one type in a pocket.
const POCKET: u8 = 64;

/// A FEN of chess, and the parts that only variants have.
pub(crate) struct Plain {
    pub(crate) text: String,
    /// The place of each byte in the input; then the length of the input.
    places: Vec<usize>,
    pub(crate) promoted: Bitboard,
    /// The pieces in hand, by color, in the order of `Pocket::TYPES`.
    pub(crate) pockets: [[u8; 5]; 2],
    pub(crate) checks: [u8; 2],
}

impl Plain {
    pub(crate) fn new(fen: &str, variant: Variant) -> Result<Self, VariantFenError> {
        let mut plain = Self {
            text: String::new(),
            places: Vec::new(),
            promoted: Bitboard::EMPTY,
            pockets: [[0; 5]; 2],
            checks: [CHECKS; 2],
        };
        // URLs have underscores in place of spaces.
        let fen = &fen.replace('_', " ");
        let end = fen.find([' ', '\t', '\r', '\n']).unwrap_or(fen.len());
        plain.placement(&fen[..end], variant)?;
        plain.fields(fen, end, variant)?;
        // A placement alone is read with White to move, as by other programs.
        if end > 0 && fen[end..].trim_ascii().is_empty() {
            for letter in [' ', 'w'] {
                plain.push(end, letter);
            }
        }
        plain.places.push(fen.len());
        Ok(plain)
    }

    fn push(&mut self, at: usize, letter: char) {
        self.text.push(letter);
        self.places.resize(self.text.len(), at);
    }

    pub(crate) fn original(&self, span: Range<usize>) -> Range<usize> {
        let place = |at: usize| self.places.get(at).or(self.places.last()).copied().unwrap_or_default();
        place(span.start)..place(span.end).max(place(span.start))
    }

    /// Reads marks and pockets, and copies the rest of the first field.
    fn placement(&mut self, field: &str, variant: Variant) -> Result<(), VariantFenError> {
        let (mut rank, mut file, mut last) = (7_u8, 0_u8, None);
        for (at, letter) in field.char_indices() {
            match letter {
                '~' => {
                    let square = last.take().ok_or(VariantFenError::new(Kind::Mark, at..at + 1))?;
                    self.promoted.insert(square);
                    continue;
                }
                '[' => {
                    let Some(pocket) = field[at + 1..].strip_suffix(']') else {
                        return Err(VariantFenError::new(Kind::PocketEnd, field.len()..field.len()));
                    };
                    return self.pocket(at + 1, pocket, variant);
                }
                '/' if rank == 0 => return self.pocket(at + 1, &field[at + 1..], variant),
                '/' => (rank, file, last) = (rank - 1, 0, None),
                '1'..='8' => (file, last) = (file.saturating_add(letter as u8 - b'0'), None),
                _ => {
                    let square = File::from_index(file).zip(Rank::from_index(rank));
                    last = square
                        .map(|(file, rank)| Square::new(file, rank))
                        .filter(|_| Piece::from_letter(letter).is_some());
                    file = file.saturating_add(1);
                }
            }
            self.push(at, letter);
        }
        Ok(())
    }

    /// Reads the pockets, which begin at this byte.
    fn pocket(&mut self, start: usize, letters: &str, variant: Variant) -> Result<(), VariantFenError> {
        for (at, found) in letters.char_indices() {
            let span = start + at..start + at + found.len_utf8();
            let piece = Piece::from_letter(found).filter(|piece| piece.piece_type() != PieceType::King);
            let piece = piece.ok_or(VariantFenError::new(Kind::PocketPiece(found), span.clone()))?;
            if variant != Variant::Crazyhouse {
                return Err(VariantFenError::new(Kind::PocketInVariant(variant), span));
            }
            let count = &mut self.pockets[piece.color() as usize][piece.piece_type().index()];
            *count += 1;
            if *count > POCKET {
                return Err(VariantFenError::new(Kind::PocketSize, span));
            }
        }
        Ok(())
    }

    /// Copies the other fields, without the checks.
    fn fields(&mut self, fen: &str, end: usize, variant: Variant) -> Result<(), VariantFenError> {
        let (mut at, mut number, mut seen) = (end, 0, false);
        for part in fen[end..].split_inclusive([' ', '\t']) {
            let word = part.trim_ascii();
            number += usize::from(!word.is_empty());
            // After side, castling and en passant.
            let checks = if variant == Variant::ThreeCheck && number > 3 { checks(word) } else { None };
            if let Some(left) = checks {
                let span = at..at + word.len();
                if seen {
                    return Err(VariantFenError::new(Kind::SecondChecks, span));
                }
                self.checks = left.ok_or(VariantFenError::new(Kind::Checks, span))?;
                seen = true;
            } else {
                for (offset, letter) in part.char_indices() {
                    self.push(at + offset, letter);
                }
            }
            at += part.len();
        }
        let trimmed = self.text.trim_ascii_end().len();
        self.text.truncate(trimmed);
        self.places.truncate(trimmed);
        Ok(())
    }
}

/// Reads `3+3` (left) or `+0+0` (given). Returns `None` for other words, `Some(None)` if a number is too large.
#[allow(clippy::option_option)]
fn checks(word: &str) -> Option<Option<[u8; 2]>> {
    let (given, numbers) = match word.strip_prefix('+') {
        Some(rest) => (true, rest),
        None => (false, word),
    };
    let (white, black) = numbers.split_once('+')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(white) || !is_number(black) {
        return None;
    }
    let number = |text: &str| text.parse::<u8>().ok().filter(|&checks| checks <= CHECKS);
    let left = |count: u8| if given { CHECKS - count } else { count };
    Some(number(white).zip(number(black)).map(|(white, black)| [left(white), left(black)]))
}
