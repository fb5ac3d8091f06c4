//! The commands that a GUI sends to an engine.

mod go;
mod register;
mod set_option;
mod set_position;

use core::fmt;
use core::str::FromStr;

pub use go::Go;
pub use register::Register;
pub use set_option::SetOption;
pub use set_position::SetPosition;

use crate::error::{LineError, LineErrorKind};
use crate::words::{Parsed, Words};

/// A command: what a GUI sends to an engine. `Display` writes it without a line break.
///
/// ```
/// use gardez_uci::Command;
///
/// let line = "go wtime 60000 btime 58000 winc 1000 binc 1000";
/// let Command::Go(go) = Command::parse(line)? else { panic!("a command to search") };
/// assert_eq!((go.wtime, go.movetime), (Some(60_000), None));
/// assert_eq!(Command::Go(go).to_string(), line);
///
/// // Engines ignore what they do not know. The lenient reader reports what it ignores.
/// let parsed = Command::parse_lenient("please go depth 7 fast")?;
/// assert_eq!(parsed.value.to_string(), "go depth 7");
/// assert_eq!(parsed.problems[1].to_string(), "unexpected text at byte 18");
/// # Ok::<_, gardez_uci::LineError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Command {
    /// `uci`: the engine answers with its name, its options and `uciok`.
    Uci,
    /// `debug on` or `debug off`: whether the engine sends more `info string` lines.
    Debug {
        /// `true` if it is switched on.
        on: bool,
    },
    /// `isready`: the engine answers `readyok` when it has handled all earlier commands, or at once during a search.
    IsReady,
    /// `setoption`: gives an option a value.
    SetOption(SetOption),
    /// `register`: the answer to an engine that needs a registration.
    Register(Register),
    /// `ucinewgame`: the next position is from another game.
    UciNewGame,
    /// `position`: sets the position for the next search.
    Position(SetPosition),
    /// `go`: starts a search.
    Go(Go),
    /// `stop`: ends the search. The engine answers with `bestmove`.
    Stop,
    /// `ponderhit`: the opponent made the expected move.
    PonderHit,
    /// `quit`: ends the program.
    Quit,
}

impl Command {
    /// Reads a command exactly as the protocol defines it.
    ///
    /// # Errors
    ///
    /// Returns the first deviation.
    pub fn parse(line: &str) -> Result<Self, LineError> {
        Self::read(Words::new(line, true)?).map(|parsed| parsed.value)
    }

    /// Reads a command as engines should: unknown words before it and in it are skipped, and reported as problems.
    ///
    /// # Errors
    ///
    /// If the line contains no command, a required part is missing, or `position` has a word that is not a move.
    pub fn parse_lenient(line: &str) -> Result<Parsed<Self>, LineError> {
        Self::read(Words::new(line, false)?)
    }

    fn read(words: Words<'_>) -> Result<Parsed<Self>, LineError> {
        words.parse(|words, name| {
            Ok(Some(match name {
                "uci" => Self::Uci,
                "debug" => Self::Debug { on: read_switch(words)? },
                "isready" => Self::IsReady,
                "setoption" => Self::SetOption(SetOption::read(words)?),
                "register" => Self::Register(Register::read(words)?),
                "ucinewgame" => Self::UciNewGame,
                "position" => Self::Position(SetPosition::read(words)?),
                "go" => Self::Go(Go::read(words)?),
                "stop" => Self::Stop,
                "ponderhit" => Self::PonderHit,
                "quit" => Self::Quit,
                _ => return Ok(None),
            }))
        })
    }
}

/// Reads `on` or `off`. Without either, `debug` switches on.
fn read_switch(words: &mut Words<'_>) -> Result<bool, LineError> {
    let Some(word) = words.value("debug")? else { return Ok(true) };
    match word.text {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(words.error(LineErrorKind::Word { expected: "on or off" }, word.span())),
    }
}

impl FromStr for Command {
    type Err = LineError;

    /// Reads strictly, as [`Command::parse`] does.
    fn from_str(line: &str) -> Result<Self, LineError> {
        Self::parse(line)
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Uci => f.write_str("uci"),
            Self::Debug { on } => f.write_str(if *on { "debug on" } else { "debug off" }),
            Self::IsReady => f.write_str("isready"),
            Self::SetOption(command) => command.fmt(f),
            Self::Register(command) => command.fmt(f),
            Self::UciNewGame => f.write_str("ucinewgame"),
            Self::Position(command) => command.fmt(f),
            Self::Go(command) => command.fmt(f),
            Self::Stop => f.write_str("stop"),
            Self::PonderHit => f.write_str("ponderhit"),
            Self::Quit => f.write_str("quit"),
        }
    }
}
