//! The errors of an engine process.

use core::time::Duration;
use std::io;
use std::process::ExitStatus;

use gardez_types::errors;

use crate::answer::OptionError;

errors! {
    /// The reason an engine process could not be started, or does not answer.
    #[derive(Debug)]
    pub enum EngineError {
        Start { error: io::Error } = "start", "the engine cannot be started: {error}" => source error;
        /// The process has ended, or has closed its output.
        Exited { status: Option<ExitStatus> } = "exited", |f| match status {
            Some(status) => write!(f, "the engine has ended: {status}"),
            None => f.write_str("the engine has closed its output"),
        };
        /// The engine did not answer in time. `expected` is what the driver waited for, such as `"uciok"`.
        Timeout { expected: &'static str, after: Duration } = "timeout",
            "no `{expected}` from the engine after {} ms", after.as_millis();
        NotReading { waiting: usize } = "not-reading", "the engine does not read: {waiting} commands wait";
        NotSearching = "not-searching", "the search is over";
        /// The engine has no such option, or the option does not take the value.
        Option(error: OptionError) = error => span error.span()? => from OptionError;
    }
}
