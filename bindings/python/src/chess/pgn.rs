//! Games of PGN, read from a file object line by line, for `gardez.chess.pgn`.
//!
//! | file | what it has |
//! |---|---|
//! | `pgn` | the reader: lines and tokens |
//! | `headers` | the tags of a game |
//! | `visitor` | calls a visitor in Python for each event |
//! | `tree` | keeps the events as a compact tree, of which Python makes nodes when it asks for them |
//!
//! **Invariant:** a game takes memory in proportion to its text, and a call per level of a variation is never made.

mod headers;
mod tokens;
mod tree;
mod visitor;

use std::ops::Range;

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyString;

use tokens::{Token, Tokens};

/// What becomes of the events of a game. A method that returns `false` asks to leave out what follows.
trait Events {
    fn begin_game(&mut self) -> PyResult<bool> {
        Ok(true)
    }
    fn begin_headers(&mut self) -> PyResult<()> {
        Ok(())
    }
    /// Takes the name and the value of a line.
    fn header(&mut self, line: &Header<'_, '_>) -> PyResult<()>;
    /// Takes what is wrong with a line among the headers.
    fn error(&mut self, _: String) -> PyResult<()> {
        Ok(())
    }
    fn end_headers(&mut self) -> PyResult<bool>;
    /// Sets up the board of the headers; `false` if there is none, so that no moves are read.
    fn start(&mut self) -> PyResult<bool> {
        Ok(false)
    }
    /// Reads a move; `false` if it is wrong.
    fn san(&mut self, _: &str) -> PyResult<bool> {
        Ok(true)
    }
    /// Returns `true` if there is a move in the line, so that it can have a variation.
    fn has_moves(&self) -> bool {
        false
    }
    fn begin_variation(&mut self) -> PyResult<bool> {
        Ok(false)
    }
    fn end_variation(&mut self) -> PyResult<()> {
        Ok(())
    }
    fn comment(&mut self, _: &str) -> PyResult<()> {
        Ok(())
    }
    fn nag(&mut self, _: u64) -> PyResult<()> {
        Ok(())
    }
    fn result(&mut self, _: &str) -> PyResult<()> {
        Ok(())
    }
    fn end_game(&mut self) -> PyResult<()> {
        Ok(())
    }
}

/// A header on a line.
struct Header<'a, 'py> {
    line: &'a Bound<'py, PyString>,
    /// The text of the line.
    text: &'a str,
    /// Where the name and the value are.
    name: Range<usize>,
    value: Range<usize>,
}

impl<'a> Header<'a, '_> {
    fn name(&self) -> &'a str {
        self.text.get(self.name.clone()).unwrap_or_default()
    }

    fn value(&self) -> &'a str {
        self.text.get(self.value.clone()).unwrap_or_default()
    }
}

/// The lines of a file object.
struct Lines<'py> {
    readline: Bound<'py, PyAny>,
    /// The next line, if it was looked at.
    peeked: Option<Bound<'py, PyString>>,
}

impl<'py> Lines<'py> {
    fn of(handle: &Bound<'py, PyAny>) -> PyResult<Self> {
        Ok(Self { readline: handle.getattr(intern!(handle.py(), "readline"))?, peeked: None })
    }

    /// Returns the next line with its end; empty at the end of the file.
    fn next(&mut self) -> PyResult<Bound<'py, PyString>> {
        match self.peeked.take() {
            Some(line) => Ok(line),
            None => Ok(self.readline.call0()?.cast_into::<PyString>()?),
        }
    }

    /// Returns `true` if the next line begins with a bracket.
    fn is_before_bracket(&mut self) -> PyResult<bool> {
        let line = self.next()?;
        let is_bracket = begins_with_bracket(&text(&line));
        self.peeked = Some(line);
        Ok(is_bracket)
    }
}

/// Returns a line as text. Lone surrogates, of undecodable bytes, become question marks.
fn text<'a>(line: &'a Bound<'_, PyString>) -> std::borrow::Cow<'a, str> {
    line.to_str().map_or_else(|_| line.to_string_lossy(), Into::into)
}

fn is_blank(line: &str) -> bool {
    line.bytes().all(|byte| byte.is_ascii_whitespace()) || line.trim().is_empty()
}

fn begins_with_bracket(line: &str) -> bool {
    line.trim_start().starts_with('[')
}

/// Reads the next game. `false` at the end of the file.
fn read<E: Events>(lines: &mut Lines<'_>, events: &mut E) -> PyResult<bool> {
    // Blank lines, and those for programs.
    let mut line = lines.next()?;
    loop {
        let shown = text(&line);
        if shown.is_empty() {
            return Ok(false);
        }
        let stripped = shown.strip_prefix('\u{feff}');
        let is_wanted = !is_blank(stripped.unwrap_or(&shown)) && !stripped.unwrap_or(&shown).starts_with(['%', ';']);
        if let Some(stripped) = stripped.filter(|_| is_wanted) {
            line = PyString::new(line.py(), stripped);
        }
        if is_wanted {
            break;
        }
        line = lines.next()?;
    }
    let is_wanted = events.begin_game()?;
    if is_wanted {
        events.begin_headers()?;
    }

    // Headers, with a blank line between them here and there.
    let (mut blank, mut comments) = (false, Vec::new());
    loop {
        let shown = text(&line);
        if !begins_with_bracket(&shown) {
            if shown.is_empty() || blank && is_blank(&shown) {
                break;
            }
            blank |= is_blank(&shown);
            if is_blank(&shown) || shown.starts_with(['%', ';']) {
                line = lines.next()?;
                continue;
            }
            if !lines.is_before_bracket()? {
                break;
            }
        }
        blank = false;
        let parsed = headers::parse(&line, &shown, is_wanted.then_some(&mut *events), &mut comments)?;
        let rest = match parsed.open_comment {
            Some(start) => {
                let (comment, rest) = comment(lines, shown.get(start + 1..).unwrap_or_default())?;
                comments.push(comment);
                rest
            }
            None => None,
        };
        let moves = shown.get(parsed.moves..).filter(|moves| rest.is_none() && !is_blank(moves));
        if let Some(moves) = moves {
            line = PyString::new(line.py(), moves);
            break;
        }
        line = rest.map_or_else(|| lines.next(), Ok)?;
    }
    if !is_wanted || !events.end_headers()? || !events.start()? {
        skip(lines, line)?;
    } else {
        for comment in comments {
            events.comment(trimmed(&comment))?;
        }
        movetext(lines, line, events)?;
    }
    events.end_game()?;
    Ok(true)
}

/// Reads to the end of a game, of which only comments matter.
fn skip<'py>(lines: &mut Lines<'py>, mut line: Bound<'py, PyString>) -> PyResult<()> {
    let mut in_comment = false;
    loop {
        let shown = text(&line);
        if shown.is_empty() || !in_comment && is_blank(&shown) {
            return Ok(());
        }
        if in_comment || !shown.starts_with('%') {
            in_comment = ends_in_comment(shown.as_bytes(), in_comment);
        }
        line = lines.next()?;
    }
}

/// Returns `true` if the end of a line is in a comment.
fn ends_in_comment(line: &[u8], mut in_comment: bool) -> bool {
    if !line.contains(&b';') {
        let last = line.iter().rfind(|byte| matches!(byte, b'{' | b'}'));
        return last.map_or(in_comment, |&brace| brace == b'{');
    }
    for byte in line {
        match byte {
            b'}' => in_comment = false,
            b'{' => in_comment = true,
            b';' if !in_comment => break,
            _ => {}
        }
    }
    in_comment
}

/// Reads moves, comments and variations.
fn movetext<'py>(lines: &mut Lines<'py>, mut line: Bound<'py, PyString>, events: &mut impl Events) -> PyResult<()> {
    // The depth of variations, and how many of them are left out.
    let (mut depth, mut skipped) = (0_usize, 0_usize);
    loop {
        let shown = text(&line);
        if is_blank(&shown) {
            return Ok(());
        }
        if shown.starts_with(['%', ';']) {
            line = lines.next()?;
            continue;
        }
        let mut tokens = Tokens::new(&shown);
        let mut next = None;
        while let Some(token) = tokens.next() {
            match token {
                Token::Comment(begin) => {
                    let (comment, rest) = comment(lines, begin)?;
                    if skipped == 0 {
                        events.comment(trimmed(&comment))?;
                    }
                    // What follows on the comment's last line.
                    if let Some(rest) = rest {
                        next = Some(rest);
                        break;
                    }
                    tokens.after_comment(begin);
                }
                Token::Open if skipped > 0 => skipped += 1,
                Token::Open if events.has_moves() => {
                    depth += 1;
                    if !events.begin_variation()? {
                        skipped = 1;
                    }
                }
                Token::Close if skipped > 1 => skipped -= 1,
                Token::Close if depth > 0 => {
                    (depth, skipped) = (depth - 1, 0);
                    events.end_variation()?;
                }
                Token::Close if skipped == 1 => skipped = 0,
                _ if skipped > 0 => {}
                Token::Nag(nag) => events.nag(nag)?,
                Token::Result(result) if depth == 0 => events.result(result)?,
                Token::Result(san) | Token::San(san) => {
                    if !events.san(san)? {
                        skipped = 1;
                    }
                }
                Token::Open | Token::Close => {}
            }
        }
        line = match next {
            Some(rest) => rest,
            None => lines.next()?,
        };
    }
}

/// Returns a comment of which the first line is known, and what follows on its last line, if that is another one.
fn comment<'py>(lines: &mut Lines<'py>, begin: &str) -> PyResult<(String, Option<Bound<'py, PyString>>)> {
    if let Some((comment, _)) = begin.split_once('}') {
        return Ok((comment.to_owned(), None));
    }
    let mut comment = begin.to_owned();
    loop {
        let line = lines.next()?;
        let shown = text(&line);
        if shown.is_empty() {
            return Ok((comment, Some(line)));
        }
        match shown.split_once('}') {
            None => comment.push_str(&shown),
            Some((end, rest)) => {
                comment.push_str(end);
                // A blank rest does not end the game.
                let rest = if is_blank(rest) { lines.next()? } else { PyString::new(line.py(), &format!(" {rest}")) };
                return Ok((comment, Some(rest)));
            }
        }
    }
}

/// Returns a comment without one space at each end.
fn trimmed(comment: &str) -> &str {
    let comment = comment.strip_prefix(' ').unwrap_or(comment);
    comment.strip_suffix(' ').unwrap_or(comment)
}

/// Reads a game for a visitor, and returns its result; None at the end of the file.
#[pyfunction]
fn _read_game<'py>(handle: &Bound<'py, PyAny>, visitor: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    let mut events = visitor::Visitor::new(visitor);
    if !read(&mut Lines::of(handle)?, &mut events)? {
        return Ok(None);
    }
    visitor.call_method0(intern!(visitor.py(), "result")).map(Some)
}

/// Reads a game as a tree; None at the end of the file.
#[pyfunction]
fn _read_tree(handle: &Bound<'_, PyAny>) -> PyResult<Option<tree::Tree>> {
    let mut events = tree::Builder::new();
    let is_read = read(&mut Lines::of(handle)?, &mut events)?;
    Ok(is_read.then(|| events.finish()))
}

/// Adds the functions to the module.
pub(super) fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<headers::Tags>()?;
    m.add_class::<tree::Tree>()?;
    m.add_function(wrap_pyfunction!(_read_game, m)?)?;
    m.add_function(wrap_pyfunction!(_read_tree, m)?)
}
