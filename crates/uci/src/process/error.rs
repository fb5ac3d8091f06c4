//! Why an engine does not do what it should.

use core::error::Error;
use core::fmt;
use core::ops::Range;
use core::time::Duration;
use std::io;
use std::process::ExitStatus;

use gardez_types::ErrorInfo;

use crate::answer::OptionError;

/// Why an engine process could not be started, or does not answer.
#[derive(Debug)]
#[non_exhaustive]
pub enum EngineError {
    /// The program cannot be started.
    Start {
        /// What the system says.
        error: io::Error,
    },
    /// The process has ended, or has closed its output.
    Exited {
        /// How it ended, if it has ended.
        status: Option<ExitStatus>,
    },
    /// The engine did not answer in time.
    Timeout {
        /// What the driver waited for, such as `"uciok"`.
        expected: &'static str,
        /// How long it waited.
        after: Duration,
    },
    /// Commands wait because the engine does not read them.
    NotReading {
        /// The number of commands that wait.
        waiting: usize,
    },
    /// The search is over: its move was already received.
    NotSearching,
    /// The engine has no such option, or the option does not take the value.
    Option(OptionError),
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start { error } => write!(f, "the engine cannot be started: {error}"),
            Self::Exited { status: Some(status) } => write!(f, "the engine has ended: {status}"),
            Self::Exited { status: None } => f.write_str("the engine has closed its output"),
            Self::Timeout { expected, after } => {
                write!(f, "no `{expected}` from the engine after {} ms", after.as_millis())
            }
            Self::NotReading { waiting } => write!(f, "the engine does not read: {waiting} commands wait"),
            Self::NotSearching => f.write_str("the search is over"),
            Self::Option(error) => error.fmt(f),
        }
    }
}

impl Error for EngineError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Start { error } => Some(error),
            _ => None,
        }
    }
}

impl ErrorInfo for EngineError {
    fn kind_name(&self) -> &'static str {
        match self {
            Self::Start { .. } => "start",
            Self::Exited { .. } => "exited",
            Self::Timeout { .. } => "timeout",
            Self::NotReading { .. } => "not-reading",
            Self::NotSearching => "not-searching",
            Self::Option(error) => error.kind_name(),
        }
    }

    /// The part of the value of an option that is wrong; `None` for the other kinds.
    fn span(&self) -> Option<Range<usize>> {
        match self {
            Self::Option(error) => error.span(),
            _ => None,
        }
    }
}

impl From<OptionError> for EngineError {
    fn from(error: OptionError) -> Self {
        Self::Option(error)
    }
}
