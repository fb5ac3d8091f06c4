//! The syntax of a FEN: text to fields. Whether the fields make a position is checked elsewhere.

use core::ops::Range;

use gardez_types::{Color, Piece, Square};

use super::placement;
use super::{FenError, FenErrorKind};

/// The largest halfmove clock that is read.
pub(super) const MAX_RULE50: u32 = u16::MAX as u32;
/// The largest move number that is read.
pub(super) const MAX_FULLMOVE: u32 = 1_000_000;

/// The fields of a FEN. Missing fields have their default values.
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

/// True for the bytes that end a field: spaces, tabs and line ends.
pub(super) const fn ends_field(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

/// A place in the text.
pub(super) struct Cursor<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
}

impl Cursor<'_> {
    pub(super) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// The whole character at the cursor. The cursor steps over ASCII only, so it is at a character boundary.
    pub(super) fn character(&self) -> char {
        self.text[self.at..].chars().next().unwrap_or('\0')
    }

    /// An error about the character at the cursor.
    pub(super) fn error(&self, kind: FenErrorKind) -> FenError {
        let length = self.text[self.at..].chars().next().map_or(0, char::len_utf8);
        FenError::new(kind, self.at..self.at + length)
    }

    /// An error about everything from `start` to the cursor.
    pub(super) fn error_since(&self, start: usize, kind: FenErrorKind) -> FenError {
        FenError::new(kind, start..self.at)
    }

    /// Skips the spaces before a field. Returns false if nothing but spaces and a line end is left.
    fn next_field(&mut self, tabs: bool) -> Result<bool, FenError> {
        // The common case: one space, then the field.
        if let [b' ', next, ..] = self.text.as_bytes()[self.at..] {
            if next > b' ' {
                self.at += 1;
                return Ok(true);
            }
        }
        if self.text.as_bytes()[self.at..].iter().copied().all(ends_field) {
            return Ok(false);
        }
        let is_blank = |byte| byte == b' ' || (tabs && byte == b'\t');
        if !self.peek().is_some_and(is_blank) {
            return Err(self.error(FenErrorKind::MissingSpace(self.character())));
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
        let squares = placement::read(&mut cursor)?;
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

fn side_to_move(cursor: &mut Cursor<'_>) -> Result<Color, FenError> {
    let color = match cursor.peek() {
        Some(b'w') => Color::White,
        Some(b'b') => Color::Black,
        _ => return Err(cursor.error(FenErrorKind::SideToMove(cursor.character()))),
    };
    cursor.at += 1;
    Ok(color)
}

/// The byte range of the letters of the castling rights.
fn castling(cursor: &mut Cursor<'_>) -> Result<Range<usize>, FenError> {
    if cursor.peek() == Some(b'-') {
        cursor.at += 1;
        return Ok(cursor.at..cursor.at);
    }
    let start = cursor.at;
    loop {
        match cursor.peek() {
            None => return Ok(start..cursor.at),
            Some(byte) if ends_field(byte) => return Ok(start..cursor.at),
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
    while cursor.peek().is_some_and(|byte| !ends_field(byte)) {
        cursor.at += 1;
    }
    match cursor.text[start..cursor.at].parse() {
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
        // A number above the limit stays above it, whatever digits follow.
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
