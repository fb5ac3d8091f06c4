//! The reasons a command ends early, and the exit codes.

use std::fmt::Display;
use std::io;
use std::process::ExitCode;

use gardez::data::GameTextError;
use gardez::data::files::OpenError;

/// The exit code if a command has found something wrong, or nothing at all.
pub(crate) const FINDINGS: u8 = 1;

/// The exit code if the arguments are wrong, or something could not be read or written.
pub(crate) const FAILURE: u8 = 2;

/// The end of each help text.
pub(crate) const EXIT_CODES: &str = "\
Exit code:
  0  success
  1  something is wrong with the chess, or nothing was found
  2  wrong arguments, or something could not be read or written";

/// The reason a command ends early.
#[derive(Debug)]
pub(crate) enum Stop {
    /// Standard output cannot be written.
    Output(io::Error),
    /// An input cannot be read. Other inputs may still be.
    Input(String),
    /// Something is wrong, described in one line.
    Failed(String),
}

impl Stop {
    /// Returns the end of a program whose input cannot be read.
    pub(crate) fn unreadable(name: &str, reason: impl Display) -> Self {
        Self::Input(format!("cannot read {name}: {reason}"))
    }

    /// Returns the end of a program whose output cannot be written.
    pub(crate) fn unwritable(name: impl Display, reason: impl Display) -> Self {
        Self::Failed(format!("cannot write {name}: {reason}"))
    }

    pub(crate) fn report(&self) -> ExitCode {
        match self {
            Self::Output(error) => ExitCode::from(gardez_io::output::report(error)),
            Self::Input(message) | Self::Failed(message) => {
                print_error(message);
                ExitCode::from(FAILURE)
            }
        }
    }
}

impl From<OpenError> for Stop {
    fn from(error: OpenError) -> Self {
        match error {
            OpenError::Unreadable { .. } => Self::Input(error.to_string()),
            OpenError::UnknownFormat { .. } => Self::Failed(format!("{error}; --from says what it is")),
            _ => Self::Failed(error.to_string()),
        }
    }
}

impl From<GameTextError> for Stop {
    fn from(error: GameTextError) -> Self {
        Self::Input(error.to_string())
    }
}

/// Returns the exit code: whether every input could be read, and nothing unwanted was found.
pub(crate) fn code(is_complete: bool, is_fine: bool) -> ExitCode {
    match (is_complete, is_fine) {
        (false, _) => ExitCode::from(FAILURE),
        (true, false) => ExitCode::from(FINDINGS),
        (true, true) => ExitCode::SUCCESS,
    }
}

pub(crate) fn print_error(message: &str) {
    gardez_io::output::write_error(format_args!("error: {message}\n"));
}
