//! Reads a line as an EPD.

use alloc::vec::Vec;
use core::ops::Range;

use gardez_position::{Board, EnPassantPolicy, FenReader, FenStyle, ReadFen};

use crate::epd::Epd;
use crate::epd::error::{EpdError, EpdErrorKind};
use crate::epd::operation::{Operand, Operation};

/// An EPD, what was dropped of its position, and the place of each operation without its semicolon.
pub(super) struct Placed {
    pub(super) epd: Epd,
    pub(super) position: ReadFen<Board>,
    pub(super) places: Vec<Range<usize>>,
}

pub(super) fn read(text: &str, reader: &FenReader) -> Result<Placed, EpdError> {
    // A semicolon ends the position, too.
    let line = text.find(';').map_or(text, |end| &text[..end]);
    let (read, end) = reader.read_prefix(line).map_err(|error| {
        let span = error.span.clone();
        EpdError { kind: EpdErrorKind::Position(error), span }
    })?;
    let mut fields = text[..end].split_ascii_whitespace();
    let style = style_of(fields.nth(2).unwrap_or_default());
    let has_counters = fields.nth(1).is_some();
    let mut cursor = Cursor { text, at: end };
    let (mut operations, mut places) = (Vec::new(), Vec::new());
    while let Some((operation, place)) = cursor.operation()? {
        operations.push(operation);
        places.push(place);
    }
    let epd = Epd { board: read.position, operations, has_counters, style, en_passant: EnPassantPolicy::Always };
    Ok(Placed { epd, position: read, places })
}

fn style_of(castling: &str) -> FenStyle {
    let is_shredder = castling.chars().any(|c| matches!(c, 'A'..='H' | 'a'..='h'));
    // X-FEN writes the file of an inner rook only, and the usual letters for other rooks.
    let is_mixed = castling.chars().any(|c| matches!(c, 'K' | 'Q' | 'k' | 'q'));
    if is_shredder && !is_mixed { FenStyle::Shredder } else { FenStyle::XFen }
}

struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    fn word(&mut self) -> &'a str {
        self.blanks();
        let rest = self.rest();
        let length = rest.find(|c: char| c.is_whitespace() || c == ';').unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn operation(&mut self) -> Result<Option<(Operation, Range<usize>)>, EpdError> {
        let rest = self.rest();
        let empty = rest.find(|c: char| !c.is_whitespace() && c != ';').unwrap_or(rest.len());
        self.at += empty;
        let Some(first) = self.rest().chars().next() else { return Ok(None) };
        if !first.is_ascii_alphabetic() {
            return Err(self.error(EpdErrorKind::Opcode(first), first.len_utf8()));
        }
        let start = self.at;
        let opcode = self.word();
        if let Some(quote) = opcode.find('"') {
            self.at -= opcode.len() - quote;
            return Err(self.error(EpdErrorKind::QuoteInWord, 1));
        }
        let (mut operands, mut end) = (Vec::new(), self.at);
        loop {
            self.blanks();
            match self.rest().bytes().next() {
                None => break,
                Some(b';') => {
                    self.at += 1;
                    break;
                }
                Some(b'"') => operands.push(self.string()?),
                Some(_) => {
                    let word = self.word();
                    if let Some(quote) = word.find('"') {
                        self.at -= word.len() - quote;
                        return Err(self.error(EpdErrorKind::QuoteInWord, 1));
                    }
                    operands.push(Operand::from_raw(word, false));
                }
            }
            end = self.at;
        }
        Ok(Some((Operation { opcode: opcode.into(), operands }, start..end)))
    }

    fn string(&mut self) -> Result<Operand, EpdError> {
        let rest = self.rest();
        let mut bytes = rest.bytes().enumerate().skip(1);
        while let Some((index, byte)) = bytes.next() {
            match byte {
                b'\\' => {
                    // The quote or backslash after it is part of the string.
                    if matches!(rest.as_bytes().get(index + 1), Some(b'"' | b'\\')) {
                        bytes.next();
                    }
                }
                b'"' => {
                    self.at += index + 1;
                    return Ok(Operand::from_raw(&rest[1..index], true));
                }
                _ => {}
            }
        }
        Err(self.error(EpdErrorKind::UnclosedString, rest.len()))
    }

    fn error(&self, kind: EpdErrorKind, length: usize) -> EpdError {
        EpdError { kind, span: self.at..self.at + length }
    }
}
