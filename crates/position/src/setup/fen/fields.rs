//! The fields of a FEN: text to values.

use core::ops::Range;

use gardez_types::{Color, File, Piece, Rank, Square};

use super::error::{FenError, FenErrorKind};
use crate::state::MAX_FULLMOVE;

/// The largest halfmove clock that is read.
const MAX_RULE50: u32 = u16::MAX as u32;

/// A field, and its byte range in the text.
pub struct Field<T> {
    /// The value of the text.
    pub value: T,
    /// The byte range of the field.
    pub span: Range<usize>,
}

/// Reads the fields of a FEN, with default values for missing ones.
pub struct Fields<'a> {
    text: &'a str,
    at: usize,
    /// `true` if other text may follow the FEN.
    is_prefix: bool,
}

impl<'a> Fields<'a> {
    /// Reads a text that is a FEN.
    pub const fn new(text: &'a str) -> Self {
        Self { text, at: 0, is_prefix: false }
    }

    /// Reads a text that begins with a FEN. The two counters belong to the FEN if both are there.
    pub(super) const fn of_prefix(text: &'a str) -> Self {
        Self { text, at: 0, is_prefix: true }
    }

    /// Returns the number of bytes that have been read.
    pub(super) const fn length(&self) -> usize {
        self.at
    }

    pub(super) const fn bytes(&self) -> &'a [u8] {
        self.text.as_bytes()
    }

    /// Returns the first field: the squares of the pieces.
    pub fn placement(&mut self) -> Result<Field<[Option<Piece>; 64]>, FenError> {
        if let Some((value, length)) = valid_placement(self.text.as_bytes()) {
            debug_assert_eq!(Fields::new(self.text).ranks(), Ok(value), "{}", self.text);
            self.at = length;
            return Ok(Field { value, span: 0..length });
        }
        let value = self.ranks()?;
        Ok(Field { value, span: 0..self.at })
    }

    /// Returns the second field, which must not be missing.
    pub fn side_to_move(&mut self) -> Result<Color, FenError> {
        if !self.next_field(false)? {
            return Err(FenError::new(FenErrorKind::MissingSideToMove, self.at..self.at));
        }
        let color = match self.peek() {
            Some(b'w') => Color::White,
            Some(b'b') => Color::Black,
            _ => return Err(self.error(FenErrorKind::SideToMove(self.character()))),
        };
        self.at += 1;
        Ok(color)
    }

    /// Returns the third field: the letters of the castling rights, none for `-`.
    pub fn castling(&mut self) -> Result<Field<&'a [u8]>, FenError> {
        let there = self.next_field(false)?;
        let mut start = self.at;
        if there && self.peek() == Some(b'-') {
            self.at += 1;
            start = self.at;
        } else if there {
            while let Some(byte) = self.peek().filter(|&byte| !ends_field(byte)) {
                if !matches!(byte, b'K' | b'Q' | b'A'..=b'H' | b'k' | b'q' | b'a'..=b'h') {
                    return Err(self.error(FenErrorKind::UnknownCastlingRight(self.character())));
                }
                self.at += 1;
            }
        }
        Ok(Field { value: &self.text.as_bytes()[start..self.at], span: start..self.at })
    }

    /// Returns the fourth field: the square that a double push passed.
    pub fn en_passant(&mut self) -> Result<Option<Field<Square>>, FenError> {
        if !self.next_field(false)? {
            return Ok(None);
        }
        let start = self.at;
        if self.peek() == Some(b'-') {
            self.at += 1;
            return Ok(None);
        }
        while self.peek().is_some_and(|byte| !ends_field(byte)) {
            self.at += 1;
        }
        match self.text[start..self.at].parse() {
            Ok(value) => Ok(Some(Field { value, span: start..self.at })),
            Err(_) => Err(self.error_since(start, FenErrorKind::EnPassantSquare)),
        }
    }

    /// Returns the fifth and the sixth field: the halfmove clock and the move number.
    pub fn counters(&mut self) -> Result<(u16, u32), FenError> {
        let (mut halfmove_clock, mut fullmove_number) = (0, 1);
        if self.is_prefix && !self.two_numbers_follow() {
            return Ok((halfmove_clock, fullmove_number));
        }
        if self.next_field(true)? {
            halfmove_clock = self.number(MAX_RULE50)? as u16;
        }
        if self.next_field(true)? {
            fullmove_number = self.number(MAX_FULLMOVE)?;
        }
        Ok((halfmove_clock, fullmove_number))
    }

    /// Checks that nothing follows the FEN, or only after a blank if other text may follow.
    pub fn end(&mut self) -> Result<(), FenError> {
        if self.is_prefix {
            return match self.peek() {
                Some(byte) if !ends_field(byte) => Err(self.error(FenErrorKind::MissingSpace(self.character()))),
                _ => Ok(()),
            };
        }
        if self.next_field(true)? {
            return Err(FenError::new(self.operations_or(FenErrorKind::TrailingText), self.at..self.text.len()));
        }
        Ok(())
    }
}

impl Fields<'_> {
    /// Returns `true` if the next two words are numbers.
    fn two_numbers_follow(&self) -> bool {
        let mut words = self.text[self.at..].split_ascii_whitespace();
        let mut is_number = || words.next().is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        is_number() && is_number()
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Returns the whole character at the place, which moves over ASCII only.
    fn character(&self) -> char {
        self.text[self.at..].chars().next().unwrap_or('\0')
    }

    /// Returns the error of an EPD if the rest of the text contains operations.
    #[cold]
    fn operations_or(&self, kind: FenErrorKind) -> FenErrorKind {
        if self.text[self.at..].contains(';') { FenErrorKind::Operations } else { kind }
    }

    /// Returns an error about the character at the place.
    #[cold]
    fn error(&self, kind: FenErrorKind) -> FenError {
        let length = self.text[self.at..].chars().next().map_or(0, char::len_utf8);
        FenError::new(kind, self.at..self.at + length)
    }

    fn error_since(&self, start: usize, kind: FenErrorKind) -> FenError {
        FenError::new(kind, start..self.at)
    }

    /// Skips the blanks before a field, or returns `false` without another field.
    fn next_field(&mut self, tabs: bool) -> Result<bool, FenError> {
        // The common case: one space, then the field.
        if let [b' ', next, ..] = self.text.as_bytes()[self.at..] {
            if !ends_field(next) {
                self.at += 1;
                return Ok(true);
            }
        }
        if self.text.as_bytes()[self.at..].iter().copied().all(ends_field) {
            return Ok(false);
        }
        // Addresses of web pages have underscores in place of spaces.
        let is_blank = |byte| matches!(byte, b' ' | b'_') || (tabs && byte == b'\t');
        if !self.peek().is_some_and(is_blank) {
            return Err(self.error(FenErrorKind::MissingSpace(self.character())));
        }
        while self.peek().is_some_and(is_blank) {
            self.at += 1;
        }
        Ok(true)
    }

    /// Returns a number without sign or with a plus, leading zeros allowed.
    fn number(&mut self, limit: u32) -> Result<u32, FenError> {
        let start = self.at;
        if self.peek() == Some(b'+') {
            self.at += 1;
        }
        let (digits, mut number) = (self.at, 0_u32);
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            // A number above the limit stays above it, whatever digits follow.
            number = (number * 10 + u32::from(digit - b'0')).min(limit + 1);
            self.at += 1;
        }
        if self.at == digits {
            return Err(self.error(self.operations_or(FenErrorKind::Counter)));
        }
        if number > limit {
            return Err(self.error_since(start, FenErrorKind::CounterTooLarge { limit }));
        }
        Ok(number)
    }

    /// Returns the pieces of the first field, rank by rank, or the first error.
    fn ranks(&mut self) -> Result<[Option<Piece>; 64], FenError> {
        let mut squares = [None; 64];
        for (index, rank) in Rank::ALL.into_iter().rev().enumerate() {
            if index > 0 {
                match self.peek() {
                    Some(b'/') => self.at += 1,
                    _ => return Err(self.error(FenErrorKind::MissingRanks { ranks: index as u8 })),
                }
            }
            self.one_rank(rank, &mut squares)?;
        }
        match self.peek() {
            Some(b'/') => Err(self.error(FenErrorKind::TooManyRanks)),
            _ => Ok(squares),
        }
    }

    fn one_rank(&mut self, rank: Rank, squares: &mut [Option<Piece>; 64]) -> Result<(), FenError> {
        let (start, mut described, mut after_digit) = (self.at, 0_u8, false);
        loop {
            match self.peek() {
                Some(digit @ b'1'..=b'8') => {
                    if after_digit {
                        return Err(self.error(FenErrorKind::AdjacentDigits(rank)));
                    }
                    described += digit - b'0';
                    after_digit = true;
                }
                None | Some(b'/') => break,
                Some(byte) if ends_field(byte) => break,
                Some(b'%') => return Err(self.error(FenErrorKind::PercentEncoded)),
                Some(byte) => {
                    let Some(piece) = piece_of(byte) else {
                        return Err(self.error(FenErrorKind::UnknownPiece(self.character())));
                    };
                    if let Some(file) = File::from_index(described) {
                        squares[Square::new(file, rank) as usize] = Some(piece);
                    }
                    described += 1;
                    after_digit = false;
                }
            }
            self.at += 1;
            if described > 8 {
                break;
            }
        }
        if described != 8 {
            return Err(self.error_since(start, FenErrorKind::RankLength { rank, squares: described }));
        }
        Ok(())
    }
}

/// Returns `true` for blanks, line ends, and the semicolon of a list.
const fn ends_field(byte: u8) -> bool {
    matches!(byte, b' ' | b'_' | b'\t' | b'\r' | b'\n' | b';')
}

/// Returns the pieces and the length of a first field without errors.
///
/// Without branches on the unpredictable text, so three times as fast as [`Fields::ranks`], which reports errors.
fn valid_placement(text: &[u8]) -> Option<([Option<Piece>; 64], usize)> {
    /// The low bits are the number of squares that a byte describes.
    const DIGIT: u8 = 0x10;
    const SLASH: u8 = 0x20;
    const INVALID: u8 = 0x40;
    static MEANING: [u8; 256] = {
        let mut meaning = [INVALID; 256];
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
        wrong |= (meaning & INVALID) | (meaning & before & DIGIT) | misplaced as u8;
        // A digit or a slash writes `None` to a square that is `None` already.
        squares[(described ^ 56) % 64] = piece_of(byte);
        described += usize::from(meaning % DIGIT);
        slashes += slash;
        before = meaning;
    }
    (wrong == 0 && described == 64 && slashes == 7).then_some((squares, length))
}

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
