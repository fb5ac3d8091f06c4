//! The lines of one game, so that a file object is where the next game begins.

use std::convert::Infallible;
use std::ops::ControlFlow;

use gardez_notation::pgn::{Problem, ProblemKind, Reader, Tag, Verdict, Visitor, Words};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyString;

/// The text of a game, and the number of lines before it.
pub(super) struct GameText {
    pub(super) text: String,
    pub(super) skipped: u64,
    /// `true` if each line before the moves is a tag, blank, or for programs.
    pub(super) has_only_tags: bool,
}

/// The lines of a file object.
struct Lines<'py> {
    readline: Bound<'py, PyAny>,
    /// The next line, if it was looked at.
    peeked: Option<Bound<'py, PyString>>,
}

impl<'py> Lines<'py> {
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

fn text<'a>(line: &'a Bound<'_, PyString>) -> std::borrow::Cow<'a, str> {
    line.to_str().map_or_else(|_| line.to_string_lossy(), Into::into)
}

fn is_blank(line: &str) -> bool {
    line.bytes().all(|byte| byte.is_ascii_whitespace()) || line.trim().is_empty()
}

fn begins_with_bracket(line: &str) -> bool {
    line.trim_start().starts_with('[')
}

/// Reads the lines of the next game, of which the moves may be left out. `None` at the end of the file.
///
/// The game ends with the first empty line among its moves that is not in a comment, or with two empty lines after the
/// tags, as in python-chess.
pub(super) fn game(handle: &Bound<'_, PyAny>, with_moves: bool) -> PyResult<Option<GameText>> {
    let mut lines = Lines { readline: handle.getattr(intern!(handle.py(), "readline"))?, peeked: None };
    let mut game =
        GameText { text: String::with_capacity(if with_moves { 4096 } else { 512 }), skipped: 0, has_only_tags: true };
    // Blank lines, and those for programs.
    let mut line = lines.next()?;
    loop {
        let shown = text(&line);
        if shown.is_empty() {
            return Ok(None);
        }
        let stripped = shown.strip_prefix('\u{feff}').unwrap_or(&shown);
        if !is_blank(stripped) && !stripped.starts_with(['%', ';']) {
            break;
        }
        game.skipped += 1;
        line = lines.next()?;
    }

    // Tags, with a blank line and other text between them here and there.
    let (mut is_blank_before, mut in_comment) = (false, false);
    loop {
        let shown = text(&line);
        if shown.is_empty() || is_blank_before && is_blank(&shown) {
            return Ok(Some(game));
        }
        if is_blank(&shown) {
            is_blank_before = true;
            // A reader of several games would end this one here.
            game.text.push_str("%\n");
            line = lines.next()?;
            continue;
        }
        let is_program = shown.starts_with(['%', ';']);
        let is_tag = begins_with_bracket(shown.strip_prefix('\u{feff}').unwrap_or(&shown));
        if !is_tag && !is_program && !lines.is_before_bracket()? {
            break;
        }
        game.text.push_str(&shown);
        let mut end = LineEnd::default();
        match Tag::from_line(shown.as_bytes()) {
            _ if is_program => {}
            // Lines that end otherwise are not those of the text.
            Some(_) if shown.ends_with('\n') => {}
            _ => {
                game.has_only_tags = false;
                _ = Reader::from_bytes(shown.as_bytes()).read_text(&mut end);
            }
        }
        is_blank_before &= is_program;
        drop(shown);
        line = lines.next()?;
        in_comment = end.in_comment;
        if end.has_moves {
            break;
        }
        // A comment among the tags, which goes on.
        while in_comment && !text(&line).is_empty() {
            let shown = text(&line);
            game.text.push_str(&shown);
            in_comment = ends_in_comment(shown.as_bytes(), true);
            drop(shown);
            line = lines.next()?;
        }
    }

    // Moves.
    loop {
        let shown = text(&line);
        if shown.is_empty() || !in_comment && is_blank(&shown) {
            break;
        }
        if in_comment || !shown.starts_with('%') {
            in_comment = ends_in_comment(shown.as_bytes(), in_comment);
        }
        if with_moves {
            game.text.push_str(&shown);
        }
        line = lines.next()?;
    }
    if in_comment && with_moves {
        // As in python-chess, a comment without its brace goes on to the end of the file.
        game.text.push('}');
    }
    Ok(Some(game))
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

/// What the end of a line among the tags is in.
#[derive(Default)]
struct LineEnd {
    has_moves: bool,
    in_comment: bool,
}

impl Visitor<Words> for LineEnd {
    type Break = Infallible;

    fn play(&mut self, _: gardez_notation::pgn::Word<'_>) -> ControlFlow<Infallible, Verdict> {
        self.has_moves = true;
        ControlFlow::Continue(Verdict::Take)
    }

    fn result(&mut self, _: gardez_notation::pgn::GameResult) -> ControlFlow<Infallible> {
        self.has_moves = true;
        ControlFlow::Continue(())
    }

    fn problem(&mut self, problem: &Problem) -> ControlFlow<Infallible> {
        self.in_comment |= problem.kind == ProblemKind::UnclosedComment;
        ControlFlow::Continue(())
    }
}
