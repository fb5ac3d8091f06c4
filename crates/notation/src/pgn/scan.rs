//! Splits the bytes of a PGN into tokens.
//!
//! The [`Scanner`] moves a window over the input and returns one [`Token`] after another. It knows how words, comments
//! and tag pairs are written, and the [parser](crate::pgn::parse) what they mean.

mod bytes;
mod comments;
mod results;
mod source;
mod tags;
mod token;
mod usual;
mod window;
mod words;

use gardez_io::ForeignFormat;
use gardez_types::GameResult;
use memchr::memchr3;

use self::bytes::{Class, blanks, class, is_line_end, is_space, is_tag_start, is_word};
use self::results::result_at;
pub(in crate::pgn) use self::results::{Form, read_result};
#[cfg(feature = "std")]
pub use self::source::StreamSource;
pub use self::source::{SliceSource, Source};
pub(in crate::pgn) use self::token::{AfterResult, CommentEnd, Expected, Front, TagFlaw, TagPair, Token};
pub(in crate::pgn) use self::usual::UsualToken;
pub(in crate::pgn) use self::window::MARGIN;
use self::window::Window;
use self::words::{LONGEST_WORD, begins_game, is_first_number};
use crate::pgn::nag::Nag;
use crate::pgn::report::Limits;

/// Splits a source of bytes into tokens.
///
/// A token is passed when it is returned, unless its documentation says otherwise: it reaches from the
/// [offset](Scanner::offset) before the call to the offset after it. A token that is too long is cut, and its rest is
/// skipped before the next one.
#[derive(Clone, Debug)]
pub(in crate::pgn) struct Scanner<S> {
    pub(in crate::pgn) window: Window<S>,
    longest_comment: usize,
    longest_tag: usize,
    /// Up to this offset, no closing brace follows the current place.
    no_brace_to: u64,
    /// The part to skip before the next token.
    unwanted: Option<Rest>,
}

/// The rest of a token, to be skipped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Rest {
    /// The bytes of a word.
    Word,
    /// A comment up to its brace, or up to the next game.
    Comment,
    /// A line up to its end.
    Line,
}

impl<S> Scanner<S> {
    pub(in crate::pgn) const fn new(source: S, limits: &Limits) -> Self {
        let window = Window::new(source);
        Self { window, longest_comment: limits.comment, longest_tag: limits.tag, no_brace_to: 0, unwanted: None }
    }

    pub(in crate::pgn) const fn set_limits(&mut self, limits: &Limits) {
        (self.longest_comment, self.longest_tag) = (limits.comment, limits.tag);
    }

    #[cfg(feature = "std")]
    pub(in crate::pgn) fn into_source(self) -> S {
        self.window.into_source()
    }

    #[inline]
    pub(in crate::pgn) const fn offset(&self) -> u64 {
        self.window.offset()
    }
}

impl<S: Source> Scanner<S> {
    /// Returns what the input contains from here on if that is not a PGN.
    pub(in crate::pgn) fn foreign(&mut self) -> Result<Option<ForeignFormat>, S::Error> {
        self.window.ensure()?;
        Ok(ForeignFormat::detect(self.window.rest()))
    }

    pub(in crate::pgn) fn seen(&self) -> usize {
        self.window.rest().len()
    }

    /// Reads ahead to see this many bytes, at most the longest comment. Returns a scanner of them, and `true` at the end.
    pub(in crate::pgn) fn ahead(
        &mut self,
        wanted: usize,
        limits: &Limits,
    ) -> Result<(Scanner<SliceSource<'_>>, bool), S::Error> {
        while self.seen() < wanted.min(self.longest_comment) && !self.window.is_complete() {
            self.window.refill()?;
        }
        let (rest, is_complete) = (self.window.rest(), self.window.is_complete());
        let near = &rest[..rest.len().min(self.longest_comment)];
        // A word at the limit is not cut.
        let end = if near.len() < rest.len() { near.iter().rposition(|&byte| is_space(byte)) } else { None };
        let scanner = Scanner::new(SliceSource::new(&near[..end.unwrap_or(near.len())]), limits);
        Ok((scanner, is_complete || self.longest_comment <= rest.len()))
    }

    pub(in crate::pgn) fn pass_all(&mut self) {
        self.window.pass(self.window.rest().len());
    }

    /// Moves to the first byte of the next game, if there is one.
    pub(in crate::pgn) fn find_game(&mut self) -> Result<bool, S::Error> {
        loop {
            self.skip_lines()?;
            match self.window.rest() {
                [] => return Ok(false),
                [b'%', ..] if self.window.is_at_line_start() => self.window.skip_line()?,
                [0xef, 0xbb, 0xbf, ..] => {
                    self.window.pass(3);
                    // A byte order mark does not count: the next byte is at the start of its line.
                    if self.window.rest().first() == Some(&b'%') {
                        self.window.skip_line()?;
                    }
                }
                _ => return Ok(true),
            }
        }
    }

    /// Skips blanks and line ends; returns the number of LFs or CRs, whichever is larger.
    pub(in crate::pgn) fn skip_lines(&mut self) -> Result<usize, S::Error> {
        self.skip_unwanted()?;
        let (mut feeds, mut returns) = (0, 0);
        loop {
            let rest = self.window.rest();
            let length = rest.iter().position(|&byte| !is_space(byte)).unwrap_or(rest.len());
            let space = &rest[..length];
            feeds += space.iter().filter(|&&byte| byte == b'\n').count();
            returns += space.iter().filter(|&&byte| byte == b'\r').count();
            let left = rest.len() - length;
            self.window.pass(length);
            if left < MARGIN && (left != 0 || self.window.is_complete()) {
                self.window.ensure()?;
            }
            if left != 0 || self.window.is_complete() {
                return Ok(feeds.max(returns));
            }
            self.window.refill()?;
        }
    }

    /// Returns `true` if no byte follows.
    pub(in crate::pgn) fn is_at_end(&self) -> bool {
        self.window.rest().is_empty()
    }

    /// Returns `true` if text outside of a game follows.
    pub(in crate::pgn) fn is_before_text(&self) -> bool {
        !begins_game(self.window.rest())
    }

    /// Skips lines outside of a game.
    pub(in crate::pgn) fn skip_text(&mut self) -> Result<(), S::Error> {
        while self.is_before_text() {
            self.window.skip_line()?;
            self.skip_lines()?;
        }
        Ok(())
    }

    pub(in crate::pgn) fn skip_text_on_line(&mut self) -> Result<(), S::Error> {
        self.window.skip_to(|rest| memchr3(b'[', b'\n', b'\r', rest))
    }

    /// Returns what comes next before the moves of a game.
    pub(in crate::pgn) fn front(&self) -> Front {
        match self.window.rest().first() {
            Some(b'{' | b';') => Front::Comment,
            Some(b'[') => Front::Tag,
            Some(b'%') if self.window.is_at_line_start() => Front::Escape,
            _ => Front::Moves,
        }
    }

    /// Skips blanks, and returns `true` unless that is all.
    pub(in crate::pgn) fn skip_blanks(&mut self) -> Result<bool, S::Error> {
        self.skip_unwanted()?;
        loop {
            self.window.ensure()?;
            let rest = self.window.rest();
            let blanks = rest.iter().position(|&byte| !is_space(byte)).unwrap_or(rest.len());
            let left = rest.len() - blanks;
            self.window.pass(blanks);
            if MARGIN <= left || self.window.is_complete() {
                return Ok(left != 0);
            }
        }
    }

    /// Reads the next token among the moves, without blanks before it.
    pub(in crate::pgn) fn token(&mut self, expected: Expected) -> Result<Token<'_>, S::Error> {
        let rest = self.window.rest();
        let Some(&byte) = rest.first() else { return Ok(Token::End) };
        let (token, length) = match class(byte) {
            Class::Letter | Class::Beyond | Class::Sign => return Ok(self.word(expected)),
            Class::Digit => return Ok(self.digits(expected)),
            Class::Brace | Class::Semicolon => return Ok(Token::Comment),
            Class::Percent if self.window.is_at_line_start() => {
                self.window.skip_line()?;
                return Ok(Token::Nothing);
            }
            Class::Dot => (Token::Dot, 1),
            Class::Space => (Token::Nothing, 1),
            Class::Suffix => {
                let length = rest.iter().take(8).take_while(|byte| matches!(byte, b'!' | b'?')).count();
                (Token::Glyph(Nag::from_suffix(&rest[..length])), length)
            }
            Class::Dollar => numeric_glyph(rest),
            Class::Open => match result_at(&rest[..rest.len().min(MARGIN)]) {
                Some(written) => (Token::Result(written.result, written.form), written.length),
                None => (Token::Open, 1),
            },
            Class::Close => (Token::Close, 1),
            Class::Star => (Token::Result(GameResult::Unknown, Form::Standard), 1),
            Class::Bracket => {
                if is_tag_start(rest) {
                    return Ok(Token::End);
                }
                let length = memchr3(b']', b'\n', b'\r', &rest[..rest.len().min(MARGIN)]);
                (Token::Stray(byte), length.map_or(1, |at| at + usize::from(rest[at] == b']')))
            }
            Class::Angle => match memchr3(b'>', b'\n', b'\r', &rest[..rest.len().min(LONGEST_WORD)]) {
                Some(at) if rest[at] == b'>' => (Token::Reserved, at + 1),
                _ => (Token::Stray(byte), 1),
            },
            Class::Stray if rest.starts_with(b"\\$") => match numeric_glyph(&rest[1..]) {
                (Token::Glyph(Some(nag)), length) => (Token::Sign(nag), 1 + length),
                (token, length) => (token, 1 + length),
            },
            Class::Stray if byte == 0 => {
                (Token::Stray(byte), rest[..rest.len().min(MARGIN)].iter().take_while(|&&byte| byte == 0).count())
            }
            Class::Percent | Class::Stray => (Token::Stray(byte), 1),
        };
        self.window.pass(length);
        Ok(token)
    }

    /// Returns what follows a result on its line, after blanks.
    pub(in crate::pgn) fn after_result(&mut self) -> Result<AfterResult, S::Error> {
        self.skip_unwanted()?;
        loop {
            self.window.ensure()?;
            match *self.window.rest() {
                // The result may be repeated on the next line.
                [b'\n', ref next @ ..] | [b'\r', b'\n', ref next @ ..] | [b'\r', ref next @ ..]
                    if is_result_again(next) =>
                {
                    self.window.pass(1);
                }
                [] | [b'\n' | b'\r' | b'[', ..] => return Ok(AfterResult::End),
                // `1.` begins another game, but `1...` is the number of a move of black in this game.
                [b'1', b'.', ..] if is_first_number(self.window.rest()) => return Ok(AfterResult::End),
                [b'{' | b';', ..] => return Ok(AfterResult::Comment),
                [byte, ..] if is_space(byte) => self.window.pass(1),
                [_, ..] => return Ok(AfterResult::Moves),
            }
        }
    }

    #[inline]
    fn skip_unwanted(&mut self) -> Result<(), S::Error> {
        match self.unwanted {
            None => Ok(()),
            Some(rest) => self.skip(rest),
        }
    }

    #[cold]
    fn skip(&mut self, rest: Rest) -> Result<(), S::Error> {
        match rest {
            Rest::Word => self.window.skip_to(|bytes| bytes.iter().position(|&byte| !is_word(byte)))?,
            Rest::Comment => self.skip_comment()?,
            Rest::Line => self.window.skip_line()?,
        }
        self.unwanted = None;
        Ok(())
    }
}

/// Returns `true` if the next line is only a result, in an unambiguous form.
fn is_result_again(bytes: &[u8]) -> bool {
    let bytes = &bytes[..bytes.len().min(MARGIN / 2)];
    let near = &bytes[blanks(bytes)..];
    let written = result_at(near).filter(|written| matches!(written.form, Form::Standard | Form::Other));
    let after = written.map(|written| &near[written.length + blanks(&near[written.length..])..]);
    after.is_some_and(|after| after.first().is_none_or(|&byte| is_line_end(byte)))
}

/// Reads `$` and a number; also returns the length.
fn numeric_glyph(bytes: &[u8]) -> (Token<'static>, usize) {
    let digits = bytes[1..].iter().take(LONGEST_WORD).take_while(|byte| byte.is_ascii_digit());
    let (length, number) = digits.fold((1, 0u32), |(length, number), digit| {
        (length + 1, number.saturating_mul(10).saturating_add(u32::from(digit - b'0')))
    });
    let glyph = u8::try_from(number).ok().filter(|_| 1 < length).map(Nag::from_raw);
    (Token::Glyph(glyph), length)
}
