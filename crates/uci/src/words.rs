//! A line as words, read strictly or leniently.

use alloc::vec::Vec;
use core::ops::Range;
use core::str::FromStr;

use gardez_types::UciText;

use crate::error::{LineError, LineErrorKind};
use crate::text::{LineText, TextError, is_space};

/// A value that was read leniently, with everything in the line that the protocol does not allow.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Parsed<T> {
    /// The value of the line.
    pub value: T,
    /// The problems that the reader skipped or repaired, in the order of the line.
    pub problems: Vec<LineError>,
}

/// The texts of the null move, in the protocol and from some engines.
pub(crate) const NULL_MOVES: [&str; 2] = ["0000", "(none)"];

/// A word, or several words, with the place in the line.
#[derive(Clone, Copy)]
pub(crate) struct Word<'a> {
    pub(crate) text: &'a str,
    pub(crate) start: usize,
}

impl Word<'_> {
    pub(crate) const fn span(self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }
}

/// The words of a line that have not been read yet, and the problems found so far.
pub(crate) struct Words<'a> {
    line: &'a str,
    at: usize,
    is_strict: bool,
    problems: Vec<LineError>,
    /// The words that begin a field, so that they are not taken for the value of another, with spaces between.
    keywords: &'static str,
}

impl<'a> Words<'a> {
    pub(crate) fn new(line: &'a str, is_strict: bool) -> Result<Self, LineError> {
        let line = line.strip_suffix('\n').unwrap_or(line);
        let line = line.strip_suffix('\r').unwrap_or(line);
        let this = Self { line, at: 0, is_strict, problems: Vec::new(), keywords: "" };
        if let Some(at) = line.find(['\n', '\r']) {
            return Err(LineError::new(LineErrorKind::LineBreak, at..at + 1));
        }
        match this.peek() {
            Some(_) => Ok(this),
            None => Err(this.error(LineErrorKind::Empty, 0..0)),
        }
    }

    /// Reads a line: the first word for which `read` returns a value, and what belongs to it.
    pub(crate) fn parse<T>(
        mut self,
        read: impl Fn(&mut Self, &str) -> Result<Option<T>, LineError>,
    ) -> Result<Parsed<T>, LineError> {
        let mut first = None;
        while let Some(word) = self.next() {
            let value = read(&mut self, word.text)?;
            if let Some(value) = value {
                if let Some(rest) = self.rest() {
                    self.problem(LineErrorKind::UnknownWord, rest.span())?;
                }
                return Ok(Parsed { value, problems: self.problems });
            }
            first.get_or_insert(word.span());
            if self.is_strict {
                break;
            }
            self.problem(LineErrorKind::UnknownWord, word.span())?;
        }
        Err(self.error(LineErrorKind::UnknownCommand, first.unwrap_or_default()))
    }

    pub(crate) const fn is_strict(&self) -> bool {
        self.is_strict
    }

    pub(crate) const fn set_keywords(&mut self, keywords: &'static str) {
        self.keywords = keywords;
    }

    pub(crate) fn error(&self, kind: LineErrorKind, span: Range<usize>) -> LineError {
        LineError::new(kind, span)
    }

    /// Reports something that can be skipped: the strict reader returns it as an error, the lenient reader collects it.
    pub(crate) fn problem(&mut self, kind: LineErrorKind, span: Range<usize>) -> Result<(), LineError> {
        let error = LineError::new(kind, span);
        if self.is_strict {
            return Err(error);
        }
        self.problems.push(error);
        Ok(())
    }

    pub(crate) fn peek(&self) -> Option<Word<'a>> {
        let bytes = self.line.as_bytes();
        let start = self.at + bytes[self.at..].iter().position(|&byte| !is_space(byte))?;
        let length = bytes[start..].iter().position(|&byte| is_space(byte)).unwrap_or(bytes.len() - start);
        Some(Word { text: &self.line[start..start + length], start })
    }

    pub(crate) fn next(&mut self) -> Option<Word<'a>> {
        let word = self.peek()?;
        self.at = word.span().end;
        Some(word)
    }

    /// Takes the next word if it is `text`.
    pub(crate) fn take(&mut self, text: &str) -> bool {
        let is_next = self.peek().is_some_and(|word| word.text == text);
        if is_next {
            self.next();
        }
        is_next
    }

    /// Returns everything that is left, without the spaces around it.
    pub(crate) fn rest(&mut self) -> Option<Word<'a>> {
        self.until(&[])
    }

    /// Returns everything that is left of the value after the word `after`. If that is nothing, the value is missing.
    pub(crate) fn rest_after(&mut self, after: &'static str) -> Result<Option<Word<'a>>, LineError> {
        let rest = self.rest();
        if rest.is_none() {
            self.problem(LineErrorKind::MissingValue { after }, self.here())?;
        }
        Ok(rest)
    }

    /// Returns the name of an option, which the word `name` introduces after `command`, and the word `end` ends.
    pub(crate) fn option_name(&mut self, command: &'static str, end: &'static str) -> Result<LineText, LineError> {
        if !self.take("name") {
            self.problem(LineErrorKind::MissingValue { after: command }, self.here())?;
        }
        let Some(name) = self.until(&[end]) else {
            return Err(self.error(LineErrorKind::MissingValue { after: "name" }, self.here()));
        };
        self.text(name, LineText::option_name)
    }

    /// Returns the value of an option, if the next word is `keyword`: the rest of the line, whatever words it contains.
    pub(crate) fn option_value(&mut self, keyword: &'static str) -> Result<Option<LineText>, LineError> {
        if !self.take(keyword) {
            return Ok(None);
        }
        match self.rest_after(keyword)? {
            Some(text) => self.text(text, LineText::from_value).map(Some),
            None => Ok(Some(LineText::default())),
        }
    }

    /// Returns everything before the first of `ends`, or before the end of the line. `None` if that is nothing.
    pub(crate) fn until(&mut self, ends: &[&str]) -> Option<Word<'a>> {
        let first = self.peek().filter(|word| !ends.contains(&word.text))?;
        let mut end = first.start;
        while let Some(word) = self.peek().filter(|word| !ends.contains(&word.text)) {
            end = word.span().end;
            self.at = end;
        }
        Some(Word { text: &self.line[first.start..end], start: first.start })
    }

    pub(crate) const fn here(&self) -> Range<usize> {
        self.at..self.at
    }

    pub(crate) fn keyword(&self, text: &str) -> Option<&'static str> {
        self.keywords.split(' ').find(|keyword| *keyword == text)
    }

    /// Returns the next word if it is a value and not a keyword. If there is none, the value after `field` is missing.
    pub(crate) fn value(&mut self, field: &'static str) -> Result<Option<Word<'a>>, LineError> {
        match self.peek() {
            Some(word) if self.keyword(word.text).is_none() => Ok(self.next()),
            _ => self.problem(LineErrorKind::MissingValue { after: field }, self.here()).map(|()| None),
        }
    }

    /// Returns the number after `field`.
    pub(crate) fn number<T: FromStr>(&mut self, field: &'static str) -> Result<Option<T>, LineError> {
        let Some(word) = self.value(field)? else { return Ok(None) };
        match word.text.parse() {
            Ok(number) => Ok(Some(number)),
            Err(_) => self.problem(LineErrorKind::Number { field }, word.span()).map(|()| None),
        }
    }

    /// Reads the number after `field` into `slot`. The last one of several counts.
    pub(crate) fn number_into<T: FromStr>(
        &mut self,
        slot: &mut Option<T>,
        field: &'static str,
        place: Word<'_>,
    ) -> Result<(), LineError> {
        self.once(slot.is_some(), field, place)?;
        if let Some(number) = self.number(field)? {
            *slot = Some(number);
        }
        Ok(())
    }

    pub(crate) fn once(&mut self, is_set: bool, field: &'static str, place: Word<'_>) -> Result<(), LineError> {
        if is_set { self.problem(LineErrorKind::Repeated { field }, place.span()) } else { Ok(()) }
    }

    /// Reads a move. Upper case is a problem; a word that is not a move is an error for both readers.
    pub(crate) fn read_move(&mut self, word: Word<'_>) -> Result<UciText, LineError> {
        let error = match word.text.parse() {
            Ok(mv) => return Ok(mv),
            Err(error) => error,
        };
        // Only words of these lengths are moves, so a long word is not copied.
        if !self.is_strict && matches!(word.text.len(), 4 | 5) {
            if let Ok(mv) = word.text.to_ascii_lowercase().parse() {
                self.problem(LineErrorKind::UpperCase, word.span())?;
                return Ok(mv);
            }
        }
        Err(self.error(LineErrorKind::Move(error), word.span()))
    }

    /// Returns the move after `field`, if there is one. `Some(None)` is the null move.
    pub(crate) fn move_or_null(&mut self, field: &'static str) -> Result<Option<Option<UciText>>, LineError> {
        let Some(word) = self.value(field)? else { return Ok(None) };
        if word.text == NULL_MOVES[0] {
            return Ok(Some(None));
        }
        if word.text == NULL_MOVES[1] {
            self.problem(LineErrorKind::Word { expected: "a move, or 0000 for no move" }, word.span())?;
            return Ok(Some(None));
        }
        match self.read_move(word) {
            Ok(mv) => Ok(Some(Some(mv))),
            Err(error) => self.problem(error.kind().clone(), word.span()).map(|()| None),
        }
    }

    /// Returns the moves up to the next keyword. A word that is not a move ends the list; the rest is skipped.
    pub(crate) fn moves(&mut self, field: &'static str) -> Result<Vec<UciText>, LineError> {
        let mut moves = Vec::new();
        while let Some(word) = self.peek().filter(|word| self.keyword(word.text).is_none()) {
            match self.read_move(word) {
                Ok(mv) => {
                    self.next();
                    moves.push(mv);
                }
                Err(error) => {
                    let ends: Vec<_> = self.keywords.split(' ').collect();
                    let skipped = self.until(&ends).map_or(word.span(), Word::span);
                    self.problem(error.kind().clone(), skipped)?;
                    return Ok(moves);
                }
            }
        }
        if moves.is_empty() {
            self.problem(LineErrorKind::MissingValue { after: field }, self.here())?;
        }
        Ok(moves)
    }

    /// Makes a text of words. If `make` fails, that is a problem, and the cleaned text is returned.
    pub(crate) fn text(
        &mut self,
        word: Word<'_>,
        make: impl FnOnce(&str) -> Result<LineText, TextError>,
    ) -> Result<LineText, LineError> {
        match make(word.text) {
            Ok(text) => Ok(text),
            Err(error) => {
                self.problem(LineErrorKind::Text(error), word.span())?;
                Ok(LineText::cleaned(word.text))
            }
        }
    }
}

/// A move or the null move, as the protocol writes it.
pub(crate) struct MoveOrNull(pub(crate) Option<UciText>);

impl core::fmt::Display for MoveOrNull {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self.0 {
            Some(mv) => mv.fmt(f),
            None => f.write_str(NULL_MOVES[0]),
        }
    }
}

pub(crate) fn write_moves(f: &mut core::fmt::Formatter<'_>, moves: &[UciText]) -> core::fmt::Result {
    moves.iter().try_for_each(|mv| write!(f, " {mv}"))
}
