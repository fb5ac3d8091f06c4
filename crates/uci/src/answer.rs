//! The messages that an engine sends to a GUI.

mod info;
mod option;
mod option_error;
mod score;

use alloc::boxed::Box;
use core::fmt;
use core::str::FromStr;

use gardez_types::UciText;

pub use info::{CurrentLine, Info, Refutation};
pub use option::{EngineOption, OptionKind};
pub use option_error::OptionError;
pub use score::{Bound, Score, ScoreValue, Wdl};

use crate::error::{LineError, LineErrorKind};
use crate::text::{LineText, TextError};
use crate::words::{MoveOrNull, NULL_MOVES, Parsed, Words};

/// An answer: what an engine sends to a GUI. `Display` writes it without a line break.
///
/// ```
/// use gardez_uci::{Answer, ScoreValue};
///
/// let line = "info depth 9 score cp 31 wdl 80 890 30 nodes 20481 pv e2e4 e7e5";
/// let Answer::Info(info) = Answer::parse(line)? else { panic!("an info") };
/// assert_eq!(info.depth, Some(9));
/// assert_eq!(info.score.map(|score| score.value), Some(ScoreValue::Cp(31)));
/// assert_eq!(info.pv.len(), 2);
/// assert_eq!(info.to_string(), line);
/// # Ok::<_, gardez_uci::LineError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Answer {
    /// `id`: the name or the author of the engine.
    Id(Id),
    /// `uciok`: the engine has sent its name and options.
    UciOk,
    /// `readyok`: the answer to `isready`.
    ReadyOk,
    /// `bestmove`: the end of a search.
    BestMove(BestMove),
    /// `copyprotection`: the state of the check of the copy protection.
    CopyProtection(Progress),
    /// `registration`: the state of the check of the registration.
    Registration(Progress),
    /// `info`: news of the search.
    Info(Box<Info>),
    /// `option`: declares an option.
    Option(EngineOption),
}

/// The answer `id`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Id {
    /// The name of the engine.
    Name(LineText),
    /// The author of the engine.
    Author(LineText),
}

/// The state of a check of the copy protection or the registration.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Progress {
    /// The check has begun.
    Checking,
    /// The check succeeded.
    Ok,
    /// The check failed. The engine does not play, or asks for [`Register`](crate::Register).
    Failed,
}

/// The answer `bestmove`: the move that the engine plays, and the reply that it expects.
///
/// ```
/// use gardez_uci::{Answer, BestMove};
///
/// let best = BestMove::new("e2e4".parse()?).with_ponder("e7e5".parse()?);
/// assert_eq!(best.to_string(), "bestmove e2e4 ponder e7e5");
///
/// // Some engines write `(none)` where they have no move. In the protocol it is 0000.
/// let parsed = Answer::parse_lenient("bestmove (none)")?;
/// assert_eq!(parsed.value, Answer::BestMove(BestMove::none()));
/// assert_eq!(parsed.value.to_string(), "bestmove 0000");
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BestMove {
    mv: Option<UciText>,
    ponder: Option<UciText>,
}

impl BestMove {
    /// Creates an answer with this move.
    pub const fn new(mv: UciText) -> Self {
        Self { mv: Some(mv), ponder: None }
    }

    /// Returns the answer of an engine that has no move: `bestmove 0000`.
    pub const fn none() -> Self {
        Self { mv: None, ponder: None }
    }

    /// Adds the reply that the engine expects.
    pub const fn with_ponder(self, reply: UciText) -> Self {
        Self { ponder: Some(reply), ..self }
    }

    /// Returns the move, or `None` if the engine has none.
    pub const fn mv(self) -> Option<UciText> {
        self.mv
    }

    /// Returns the reply that the engine expects.
    pub const fn ponder(self) -> Option<UciText> {
        self.ponder
    }

    fn read(words: &mut Words<'_>) -> Result<Self, LineError> {
        words.set_keywords("ponder");
        let Some(word) = words.peek().filter(|word| word.text != "ponder") else {
            return Err(words.error(LineErrorKind::MissingValue { after: "bestmove" }, words.here()));
        };
        let mv = if NULL_MOVES.contains(&word.text) {
            words.move_or_null("bestmove")?.flatten()
        } else {
            words.next();
            Some(words.read_move(word)?)
        };
        let mut ponder = None;
        if words.take("ponder") {
            ponder = words.move_or_null("ponder")?.flatten();
        }
        Ok(Self { mv, ponder })
    }
}

impl Id {
    /// Returns the name of the engine.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is empty or contains a line break.
    pub fn name(name: &str) -> Result<Self, TextError> {
        LineText::without(name, &[]).map(Self::Name)
    }

    /// Returns the author of the engine.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is empty or contains a line break.
    pub fn author(author: &str) -> Result<Self, TextError> {
        LineText::without(author, &[]).map(Self::Author)
    }

    fn read(words: &mut Words<'_>) -> Result<Self, LineError> {
        let is_name = words.take("name");
        if !is_name && !words.take("author") {
            let span = words.peek().map_or(words.here(), |word| word.span());
            return Err(words.error(LineErrorKind::Word { expected: "name or author" }, span));
        }
        let after = if is_name { "name" } else { "author" };
        let text = words.rest_after(after)?;
        let text = text.map_or(Ok(LineText::default()), |text| words.text(text, LineText::new))?;
        Ok(if is_name { Self::Name(text) } else { Self::Author(text) })
    }
}

impl Progress {
    const fn word(self) -> &'static str {
        match self {
            Self::Checking => "checking",
            Self::Ok => "ok",
            Self::Failed => "error",
        }
    }

    fn read(words: &mut Words<'_>) -> Result<Self, LineError> {
        let found = words.next();
        let all = [Self::Checking, Self::Ok, Self::Failed];
        let progress = all.into_iter().find(|progress| found.is_some_and(|word| word.text == progress.word()));
        let span = found.map_or(words.here(), |word| word.span());
        progress.ok_or_else(|| words.error(LineErrorKind::Word { expected: "checking, ok or error" }, span))
    }
}

impl Answer {
    /// Reads an answer exactly as the protocol defines it. An `info` may contain `wdl`.
    ///
    /// # Errors
    ///
    /// Returns the first deviation.
    pub fn parse(line: &str) -> Result<Self, LineError> {
        Self::read(Words::new(line, true)?).map(|parsed| parsed.value)
    }

    /// Reads an answer as GUIs should: unknown words before it and in it are skipped, and reported as problems.
    ///
    /// # Errors
    ///
    /// Returns an error if the line contains no answer, or if a required part of the answer is missing.
    pub fn parse_lenient(line: &str) -> Result<Parsed<Self>, LineError> {
        Self::read(Words::new(line, false)?)
    }

    fn read(words: Words<'_>) -> Result<Parsed<Self>, LineError> {
        words.parse(|words, name| {
            Ok(Some(match name {
                "id" => Self::Id(Id::read(words)?),
                "uciok" => Self::UciOk,
                "readyok" => Self::ReadyOk,
                "bestmove" => Self::BestMove(BestMove::read(words)?),
                "copyprotection" => Self::CopyProtection(Progress::read(words)?),
                "registration" => Self::Registration(Progress::read(words)?),
                "info" => Self::Info(Box::new(Info::read(words)?)),
                "option" => Self::Option(EngineOption::read(words)?),
                _ => return Ok(None),
            }))
        })
    }
}

impl FromStr for Answer {
    type Err = LineError;

    /// Reads strictly, as [`Answer::parse`] does.
    fn from_str(line: &str) -> Result<Self, LineError> {
        Self::parse(line)
    }
}

impl fmt::Display for BestMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bestmove {}", MoveOrNull(self.mv))?;
        self.ponder.map_or(Ok(()), |reply| write!(f, " ponder {reply}"))
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(f, "id name {name}"),
            Self::Author(author) => write!(f, "id author {author}"),
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id(answer) => answer.fmt(f),
            Self::UciOk => f.write_str("uciok"),
            Self::ReadyOk => f.write_str("readyok"),
            Self::BestMove(answer) => answer.fmt(f),
            Self::CopyProtection(progress) => write!(f, "copyprotection {}", progress.word()),
            Self::Registration(progress) => write!(f, "registration {}", progress.word()),
            Self::Info(answer) => answer.fmt(f),
            Self::Option(answer) => answer.fmt(f),
        }
    }
}
