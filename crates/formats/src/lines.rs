//! Lines of text formats.

use core::ops::Range;
use core::str::FromStr;

use gardez_io::Input;
use gardez_position::{Board, EnPassantPolicy, FenProblems, FenReader};
use gardez_types::ErrorInfo;

use crate::error::{FormatError, FormatErrorKind, ReadError};
use crate::format::Format;
use crate::read::Strictness;
use crate::records::stream_error;

/// The longest line, in bytes. The longest FEN has fewer than 100.
const MAX_LINE: usize = 4096;

/// The lines of an input in a text format.
#[derive(Clone, Debug)]
pub(crate) struct Lines<S> {
    lines: gardez_io::Lines<S>,
    format: Format,
}

impl<S: Input> Lines<S> {
    pub(crate) const fn new(source: S, format: Format) -> Self {
        Self { lines: gardez_io::Lines::new(source, MAX_LINE), format }
    }

    /// Returns the byte after the current line.
    pub(crate) const fn offset(&self) -> u64 {
        self.lines.end()
    }

    /// Goes to the next line. Returns `false` at the end of the input.
    pub(crate) fn advance(&mut self) -> Result<bool, ReadError> {
        match self.lines.advance() {
            Ok(_) if self.lines.is_too_long() => {
                Err(FormatError::new(self.format, FormatErrorKind::LineTooLong, self.lines.start()).into())
            }
            Ok(is_there) => Ok(is_there),
            Err(error) => Err(stream_error(self.format, self.lines.start(), error)),
        }
    }

    /// Returns the current line without its line end. An error if it is not UTF-8.
    pub(crate) fn text(&self) -> Result<&str, ReadError> {
        core::str::from_utf8(self.lines.bytes()).map_err(|error| {
            let kind = FormatErrorKind::Text { expected: "UTF-8", length: 1 };
            FormatError::new(self.format, kind, self.lines.start() + error.valid_up_to() as u64).into()
        })
    }

    /// Returns the byte of the input at which a part of the current line begins. `part` is a slice of its text; any
    /// other text is taken as its beginning.
    pub(crate) fn offset_of(&self, part: &str) -> u64 {
        let line = self.lines.bytes();
        let at = (part.as_ptr() as usize).wrapping_sub(line.as_ptr() as usize);
        self.lines.start() + if at <= line.len() { at as u64 } else { 0 }
    }

    /// Returns the error of a part of the current line, which is a slice of its text.
    pub(crate) fn error(&self, kind: FormatErrorKind, part: &str) -> ReadError {
        self.error_at(kind, self.offset_of(part))
    }

    /// Returns the error at a byte of the input.
    pub(crate) fn error_at(&self, kind: FormatErrorKind, offset: u64) -> ReadError {
        FormatError::new(self.format, kind, offset).into()
    }

    /// Returns the error of a text that is not what is expected.
    pub(crate) fn expected(&self, expected: &'static str, part: &str) -> ReadError {
        self.error(FormatErrorKind::Text { expected, length: part.len() }, part)
    }

    /// Returns a number in decimal digits with an optional sign.
    pub(crate) fn number<T: FromStr>(&self, expected: &'static str, part: &str) -> Result<T, ReadError> {
        part.trim().parse().map_err(|_| self.expected(expected, part.trim()))
    }

    /// Returns a FEN, whose last fields may be missing.
    pub(crate) fn fen(&self, part: &str, strictness: Strictness) -> Result<Board, ReadError> {
        let part = part.trim();
        let mut reader = FenReader::new().with_en_passant(EnPassantPolicy::Always);
        if strictness.is_strict() {
            reader = reader.refuse(FenProblems::CASTLING_RIGHTS | FenProblems::STALE_EN_PASSANT);
        }
        match reader.read_board(part) {
            Ok(read) => Ok(read.position),
            Err(error) => {
                let Range { start, .. } = error.span().unwrap_or_default();
                Err(self.error(FormatErrorKind::Fen(error.kind), part.get(start..).unwrap_or(part)))
            }
        }
    }
}
