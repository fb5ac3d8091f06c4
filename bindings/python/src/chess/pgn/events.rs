//! The parts of a game as python-chess's visitors receive them.

use std::convert::Infallible;
use std::ops::ControlFlow;

use gardez_notation::pgn::{
    GameResult, Limits, Nag, Problem, ProblemKind, ReadError, Reader, Severity, Skip, Tag, Text, Verdict, Visitor,
    Word, Words,
};
use gardez_notation::san::SanError;
use pyo3::prelude::*;

/// Receives the events of a game. A method that returns `false` asks to leave out what follows.
pub(super) trait Events {
    fn begin_game(&mut self) -> PyResult<bool> {
        Ok(true)
    }
    fn begin_headers(&mut self) -> PyResult<()> {
        Ok(())
    }
    fn header(&mut self, name: &str, value: &str) -> PyResult<()>;
    /// Takes what is wrong with the headers.
    fn error(&mut self, _: String) -> PyResult<()> {
        Ok(())
    }
    fn end_headers(&mut self) -> PyResult<bool>;
    /// Sets up the board of the headers; `false` if there is none, so that no moves are read.
    fn start(&mut self) -> PyResult<bool> {
        Ok(false)
    }
    /// Reads a move. If it is wrong, the answer is a refusal.
    fn san(&mut self, _: &str) -> PyResult<Verdict> {
        Ok(Verdict::Take)
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
    fn nag(&mut self, _: u8) -> PyResult<()> {
        Ok(())
    }
    fn result(&mut self, _: &str) -> PyResult<()> {
        Ok(())
    }
    fn end_game(&mut self) -> PyResult<()> {
        Ok(())
    }
    fn problem(&mut self, _: &Problem) {}
}

/// Reads a text, all of which is one game.
pub(super) fn read<E: Events>(text: &str, events: &mut E) -> PyResult<()> {
    // The text is in memory already.
    let limits = Limits::default().with_line(u64::MAX).with_game(u64::MAX);
    let limits = limits.with_comment(usize::MAX).with_tag(usize::MAX).with_depth(usize::MAX);
    let mut reader = Reader::from_bytes(text.as_bytes()).with_limits(limits);
    let mut receiver = Receiver::new(events, Some(text.as_bytes()));
    let mut read = || -> Result<(), ReadError<Infallible, PyErr>> {
        // Where the reader sees a second game, the first one goes on.
        while reader.read_text(&mut receiver)? {}
        Ok(())
    };
    if let Err(ReadError::Stopped(error)) = read() {
        return Err(error);
    }
    receiver.finish()
}

/// Where a receiver is in a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Outside,
    Tags,
    Moves,
    /// Nothing of the rest is wanted, such as after a wrong move.
    Over,
}

/// Receives the parts of a game from the reader, and passes them on as events.
pub(super) struct Receiver<'a, E> {
    events: &'a mut E,
    /// The text that is one game; `None` if the reader reads several games.
    text: Option<&'a [u8]>,
    stage: Stage,
    is_wanted: bool,
    /// Comments before the first position.
    comments: Vec<String>,
    /// For each open variation, whether it is one: as in python-chess, a parenthesis before any move means nothing.
    variations: Vec<bool>,
}

impl<'a, E: Events> Receiver<'a, E> {
    pub(super) fn new(events: &'a mut E, text: Option<&'a [u8]>) -> Self {
        Self { events, text, stage: Stage::Outside, is_wanted: true, comments: Vec::new(), variations: Vec::new() }
    }

    fn begin(&mut self) -> PyResult<Skip> {
        if self.stage == Stage::Outside {
            self.stage = Stage::Tags;
            self.is_wanted = self.events.begin_game()?;
            if self.is_wanted {
                self.events.begin_headers()?;
            }
        }
        Ok(Skip(!self.is_wanted || self.stage == Stage::Over))
    }

    fn begin_moves(&mut self) -> PyResult<Verdict> {
        if self.stage == Stage::Tags {
            let is_playable = self.is_wanted && self.events.end_headers()? && self.events.start()?;
            self.stage = if is_playable { Stage::Moves } else { Stage::Over };
            for comment in std::mem::take(&mut self.comments) {
                if is_playable {
                    self.events.comment(&comment)?;
                }
            }
        }
        Ok(if self.stage == Stage::Moves { Verdict::Take } else { Verdict::Skip })
    }

    /// Ends a text that is one game.
    fn finish(&mut self) -> PyResult<()> {
        self.begin()?;
        self.begin_moves()?;
        self.events.end_game()
    }

    fn tag(&mut self, tag: Tag<'_>) -> PyResult<()> {
        if self.stage != Stage::Tags {
            return Ok(());
        }
        let (name, value) = (tag.name().to_str(), tag.raw_value().to_str());
        if name_length(&name) != name.len() {
            self.events.error(format!("invalid header name: {name:?}"))
        } else if value.contains(['\n', '\r']) {
            self.events.error(format!("line break in pgn header {name}: {value:?}"))
        } else {
            self.events.header(&name, &value)
        }
    }

    fn comment(&mut self, comment: Text<'_>) -> PyResult<()> {
        if let Some(text) = self.text {
            // As in python-chess, comments to the end of a line are left out.
            let start = (comment.as_bytes().as_ptr() as usize).wrapping_sub(text.as_ptr() as usize);
            if text.get(start.wrapping_sub(1)) != Some(&b'{') {
                return Ok(());
            }
        }
        let comment = comment.to_str();
        let comment = comment.strip_prefix(' ').unwrap_or(&comment);
        let comment = comment.strip_suffix(' ').unwrap_or(comment);
        match self.stage {
            Stage::Moves => self.events.comment(comment),
            Stage::Over => Ok(()),
            Stage::Outside | Stage::Tags => {
                self.comments.push(comment.to_owned());
                Ok(())
            }
        }
    }

    fn play(&mut self, word: Word<'_>) -> PyResult<Verdict> {
        let text = word.text.to_str();
        if !can_be_move(&text) {
            // As in python-chess, moves go on after words between them.
            let error = SanError::Malformed { span: 0..text.len() };
            return Ok(Verdict::noted(ProblemKind::Move(Box::new(error))));
        }
        let answer = self.events.san(&text)?;
        if matches!(answer, Verdict::Refused(_)) && !self.variations.contains(&true) {
            self.stage = Stage::Over;
        }
        Ok(answer)
    }

    fn begin_variation(&mut self) -> PyResult<Verdict> {
        if !self.events.has_moves() {
            self.variations.push(false);
            return Ok(Verdict::noted(ProblemKind::VariationWithoutMove));
        }
        if self.events.begin_variation()? {
            self.variations.push(true);
            return Ok(Verdict::Take);
        }
        self.events.end_variation()?;
        Ok(Verdict::Skip)
    }

    fn end_variation(&mut self) -> PyResult<()> {
        if self.variations.pop() == Some(true) { self.events.end_variation() } else { Ok(()) }
    }

    fn problem(&mut self, problem: &Problem) -> PyResult<()> {
        let kind = &problem.kind;
        self.events.problem(problem);
        let is_kept = matches!(kind, ProblemKind::QuoteInTagValue | ProblemKind::DuplicateTag | ProblemKind::NotUtf8);
        let is_left_out = kind.severity() == Severity::Error
            || matches!(kind, ProblemKind::OuterText | ProblemKind::UnquotedTagValue);
        if self.stage < Stage::Moves && !is_kept && is_left_out && *kind != ProblemKind::UnclosedComment {
            return self.events.error(format!("{kind} (line {}, column {})", problem.line, problem.column));
        }
        Ok(())
    }
}

pub(super) fn name_length(text: &str) -> usize {
    let is_letter = |&byte: &u8| byte.is_ascii_alphanumeric() || b"_+#=:-".contains(&byte);
    let length = text.bytes().take_while(is_letter).count();
    if text.starts_with(|letter: char| letter.is_ascii_alphanumeric()) { length } else { 0 }
}

/// Returns `true` if a word looks like a move: it names a square, or is castling or a null move.
fn can_be_move(word: &str) -> bool {
    let is_square = |pair: &[u8]| matches!(pair, [b'a'..=b'h', b'1'..=b'8']);
    word.as_bytes().windows(2).any(is_square)
        || word.chars().all(|c| matches!(c, 'O' | 'o' | '0'..='9' | 'Z' | '@' | '-' | '–' | '—' | '+' | '#'))
        || matches!(word, "null" | "pass")
}

fn flow<T>(result: PyResult<T>) -> ControlFlow<PyErr, T> {
    result.map_or_else(ControlFlow::Break, ControlFlow::Continue)
}

impl<E: Events> Visitor<Words> for Receiver<'_, E> {
    type Break = PyErr;

    fn begin_game(&mut self) -> ControlFlow<PyErr, Skip> {
        flow(self.begin())
    }

    fn tag(&mut self, tag: Tag<'_>) -> ControlFlow<PyErr> {
        flow(self.tag(tag))
    }

    fn begin_moves(&mut self, (): ()) -> ControlFlow<PyErr, Verdict> {
        flow(self.begin_moves())
    }

    fn play(&mut self, word: Word<'_>) -> ControlFlow<PyErr, Verdict> {
        flow(self.play(word))
    }

    fn nag(&mut self, nag: Nag) -> ControlFlow<PyErr> {
        flow(self.events.nag(nag.raw()))
    }

    fn comment(&mut self, comment: Text<'_>) -> ControlFlow<PyErr> {
        flow(self.comment(comment))
    }

    fn begin_variation(&mut self, (): (), _: usize) -> ControlFlow<PyErr, Verdict> {
        flow(self.begin_variation())
    }

    fn end_variation(&mut self) -> ControlFlow<PyErr> {
        flow(self.end_variation())
    }

    fn result(&mut self, result: GameResult) -> ControlFlow<PyErr> {
        flow(if self.stage == Stage::Moves { self.events.result(result.as_str()) } else { Ok(()) })
    }

    fn end_game(&mut self) -> ControlFlow<PyErr> {
        flow(if self.text.is_none() { self.events.end_game() } else { Ok(()) })
    }

    fn problem(&mut self, problem: &Problem) -> ControlFlow<PyErr> {
        flow(self.problem(problem))
    }
}
