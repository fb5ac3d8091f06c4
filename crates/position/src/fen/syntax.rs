//! The fields of a FEN as text; whether they make a position is not asked here.

use core::ops::Range;

use gardez_types::{Color, File, Piece, Rank, Square};

use super::{FenError, FenErrorKind};

/// The largest halfmove clock that is read.
pub(super) const MAX_RULE50: u32 = u16::MAX as u32;
/// The largest move number that is read.
pub(super) const MAX_FULLMOVE: u32 = 1_000_000;

/// A FEN taken apart. Missing fields have their usual values.
pub(super) struct Fields {
    pub(super) squares: [Option<Piece>; 64],
    /// The byte range of the first field.
    pub(super) placement: Range<usize>,
    pub(super) side_to_move: Color,
    /// The byte range of the castling letters; empty for `-` and where the field is missing.
    pub(super) castling: Range<usize>,
    pub(super) en_passant: Option<(Square, Range<usize>)>,
    pub(super) rule50: u16,
    pub(super) fullmove: u32,
}

/// A place in the text.
struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl Cursor<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// The whole character at the cursor. The cursor only ever steps over ASCII, so it stands at a boundary.
    fn character(&self) -> char {
        self.text[self.at..].chars().next().unwrap_or('\0')
    }

    /// An error about the character at the cursor.
    fn error(&self, kind: FenErrorKind) -> FenError {
        let length = self.text[self.at..].chars().next().map_or(0, char::len_utf8);
        FenError::new(kind, self.at..self.at + length)
    }

    /// An error about everything from `start` to the cursor.
    fn error_since(&self, start: usize, kind: FenErrorKind) -> FenError {
        FenError::new(kind, start..self.at)
    }

    /// Skips the blanks before a field. False if the text ends here, save for blanks and a line end.
    fn next_field(&mut self, tabs: bool) -> Result<bool, FenError> {
        // Nearly always one blank, and then the field.
        if let [b' ', next, ..] = self.text.as_bytes()[self.at..] {
            if next > b' ' {
                self.at += 1;
                return Ok(true);
            }
        }
        let rest = self.text[self.at..].trim_end_matches([' ', '\t', '\r', '\n']);
        if rest.is_empty() {
            return Ok(false);
        }
        let is_blank = |byte| byte == b' ' || (tabs && byte == b'\t');
        if !self.peek().is_some_and(is_blank) {
            return Err(self.error(FenErrorKind::MissingBlank(self.character())));
        }
        while self.peek().is_some_and(is_blank) {
            self.at += 1;
        }
        Ok(true)
    }
}

impl Fields {
    pub(super) fn read(text: &str) -> Result<Self, FenError> {
        let mut cursor = Cursor { text, at: 0 };
        let squares = placement(&mut cursor)?;
        let mut fields = Self {
            squares,
            placement: 0..cursor.at,
            side_to_move: Color::White,
            castling: 0..0,
            en_passant: None,
            rule50: 0,
            fullmove: 1,
        };
        if !cursor.next_field(false)? {
            return Err(FenError::new(FenErrorKind::MissingSideToMove, cursor.at..cursor.at));
        }
        fields.side_to_move = side_to_move(&mut cursor)?;
        if cursor.next_field(false)? {
            fields.castling = castling(&mut cursor)?;
        } else {
            return Ok(fields);
        }
        if cursor.next_field(false)? {
            fields.en_passant = en_passant(&mut cursor)?;
        } else {
            return Ok(fields);
        }
        if cursor.next_field(true)? {
            fields.rule50 = counter(&mut cursor, MAX_RULE50)? as u16;
        } else {
            return Ok(fields);
        }
        if cursor.next_field(true)? {
            fields.fullmove = counter(&mut cursor, MAX_FULLMOVE)?;
        }
        if cursor.next_field(true)? {
            return Err(FenError::new(FenErrorKind::TrailingText, cursor.at..text.len()));
        }
        Ok(fields)
    }
}

/// The pieces of the first field.
fn placement(cursor: &mut Cursor<'_>) -> Result<[Option<Piece>; 64], FenError> {
    if let Some((squares, length)) = sound_placement(cursor.text.as_bytes()) {
        debug_assert_eq!(ranks(&mut Cursor { text: cursor.text, at: 0 }), Ok(squares), "{}", cursor.text);
        cursor.at = length;
        return Ok(squares);
    }
    ranks(cursor)
}

/// The pieces of a first field in which nothing is wrong, and its length; otherwise nothing.
///
/// Pieces, digits and slashes follow each other as no CPU can guess, so this goes over them without a branch, at three
/// times the speed of [`ranks`], which can tell what is wrong.
fn sound_placement(text: &[u8]) -> Option<([Option<Piece>; 64], usize)> {
    /// The low bits say how many squares a byte describes.
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
        // A slash stands behind each eighth square, a digit never behind a digit.
        let misplaced = slash & usize::from(described != 8 * slashes + 8);
        wrong |= (meaning & WRONG) | (meaning & before & DIGIT) | misplaced as u8;
        // What is written for a digit or a slash is nothing, where there is nothing yet.
        squares[(described ^ 56) % 64] = piece_of(byte);
        described += usize::from(meaning % DIGIT);
        slashes += slash;
        before = meaning;
    }
    (wrong == 0 && described == 64 && slashes == 7).then_some((squares, length))
}

/// The pieces of the first field, rank by rank, with an error for whatever is wrong.
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
            None | Some(b'/' | b' ' | b'\t' | b'\r' | b'\n') => break,
            Some(byte) => {
                let Some(piece) = piece_of(byte) else {
                    return Err(cursor.error(FenErrorKind::UnknownPiece(cursor.character())));
                };
                if let Some(file) = File::new(described) {
                    squares[Square::at(file, rank) as usize] = Some(piece);
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

/// The piece that a byte is the letter of.
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

fn side_to_move(cursor: &mut Cursor<'_>) -> Result<Color, FenError> {
    let color = match cursor.peek() {
        Some(b'w') => Color::White,
        Some(b'b') => Color::Black,
        _ => return Err(cursor.error(FenErrorKind::SideToMove(cursor.character()))),
    };
    cursor.at += 1;
    Ok(color)
}

/// The range of the letters, each of which may name a right.
fn castling(cursor: &mut Cursor<'_>) -> Result<Range<usize>, FenError> {
    if cursor.peek() == Some(b'-') {
        cursor.at += 1;
        return Ok(cursor.at..cursor.at);
    }
    let start = cursor.at;
    loop {
        match cursor.peek() {
            None | Some(b' ' | b'\t' | b'\r' | b'\n') => return Ok(start..cursor.at),
            Some(b'K' | b'Q' | b'A'..=b'H' | b'k' | b'q' | b'a'..=b'h') => cursor.at += 1,
            Some(_) => return Err(cursor.error(FenErrorKind::UnknownCastlingRight(cursor.character()))),
        }
    }
}

fn en_passant(cursor: &mut Cursor<'_>) -> Result<Option<(Square, Range<usize>)>, FenError> {
    let start = cursor.at;
    if cursor.peek() == Some(b'-') {
        cursor.at += 1;
        return Ok(None);
    }
    let rest = &cursor.text[start..];
    let length = rest.find([' ', '\t', '\r', '\n']).unwrap_or(rest.len());
    cursor.at += length;
    match rest[..length].parse() {
        Ok(square) => Ok(Some((square, start..cursor.at))),
        Err(_) => Err(cursor.error_since(start, FenErrorKind::EnPassantSquare)),
    }
}

/// A number without sign or with a plus, leading zeros allowed.
fn counter(cursor: &mut Cursor<'_>, limit: u32) -> Result<u32, FenError> {
    let start = cursor.at;
    if cursor.peek() == Some(b'+') {
        cursor.at += 1;
    }
    let (digits, mut number) = (cursor.at, 0_u32);
    while let Some(digit @ b'0'..=b'9') = cursor.peek() {
        // Beyond the limit the number only has to stay there.
        number = (number * 10 + u32::from(digit - b'0')).min(limit + 1);
        cursor.at += 1;
    }
    if cursor.at == digits {
        return Err(cursor.error(FenErrorKind::Counter));
    }
    if number > limit {
        return Err(cursor.error_since(start, FenErrorKind::CounterTooLarge { limit }));
    }
    Ok(number)
}
