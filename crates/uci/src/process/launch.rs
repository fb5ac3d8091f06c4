//! The way an engine is started, and its limits.

use core::time::Duration;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::vec::Vec;

use crate::lines::MAX_LINE;

/// The program of an engine, and the limits of the driver.
///
/// ```
/// use std::time::Duration;
/// use gardez_uci::process::Launch;
///
/// let launch = Launch::new("lc0").with_args(["--backend=cpu"]).with_timeout(Duration::from_secs(60));
/// ```
#[derive(Clone, Debug)]
pub struct Launch {
    pub(super) program: OsString,
    pub(super) args: Vec<OsString>,
    pub(super) environment: Vec<(OsString, OsString)>,
    pub(super) directory: Option<PathBuf>,
    pub(super) timeout: Duration,
    pub(super) quit_timeout: Duration,
    pub(super) max_line: usize,
    pub(super) max_queue: usize,
    pub(super) restarts: u32,
    pub(super) shows_errors: bool,
}

impl Launch {
    /// Creates a program by its path, or by its name in the search path of the system.
    pub fn new(program: impl AsRef<OsStr>) -> Self {
        Self {
            program: program.as_ref().into(),
            args: Vec::new(),
            environment: Vec::new(),
            directory: None,
            timeout: Duration::from_secs(10),
            quit_timeout: Duration::from_secs(1),
            max_line: MAX_LINE,
            max_queue: 1024,
            restarts: 0,
            shows_errors: false,
        }
    }

    /// Creates a program by a command: a path that exists, or a program and arguments between spaces.
    pub fn from_command(command: &str) -> Self {
        if Path::new(command).exists() {
            return Self::new(command);
        }
        let mut words = command.split_whitespace();
        Self::new(words.next().unwrap_or_default()).with_args(words)
    }

    /// Adds arguments of the program.
    pub fn with_args(mut self, args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Self {
        self.args.extend(args.into_iter().map(|arg| arg.as_ref().into()));
        self
    }

    /// Sets an environment variable of the program.
    pub fn with_env(mut self, name: impl AsRef<OsStr>, value: impl AsRef<OsStr>) -> Self {
        self.environment.push((name.as_ref().into(), value.as_ref().into()));
        self
    }

    /// Sets the working directory of the program.
    pub fn with_directory(self, directory: impl AsRef<Path>) -> Self {
        Self { directory: Some(directory.as_ref().into()), ..self }
    }

    /// Sets how long the engine may take to start, for `readyok` and after `stop`. The default is 10 seconds.
    pub fn with_timeout(self, timeout: Duration) -> Self {
        Self { timeout, ..self }
    }

    /// Sets how long the engine may take to end after `quit`, before it is killed. The default is one second.
    pub fn with_quit_timeout(self, quit_timeout: Duration) -> Self {
        Self { quit_timeout, ..self }
    }

    /// Sets the longest line in bytes that is read. Longer lines are skipped. The default is 64 KiB.
    pub fn with_max_line(self, max_line: usize) -> Self {
        Self { max_line, ..self }
    }

    /// Sets how many lines may wait in each direction, at least 1. The default is 1,024.
    pub fn with_max_queue(self, max_queue: usize) -> Self {
        Self { max_queue: max_queue.max(1), ..self }
    }

    /// Sets how often [`Engine::best_move`](super::Engine::best_move) may start the engine again. The default is 0.
    pub fn with_restarts(self, restarts: u32) -> Self {
        Self { restarts, ..self }
    }

    /// Shows the engine's standard error, which is discarded by default.
    pub fn with_errors_shown(self) -> Self {
        Self { shows_errors: true, ..self }
    }
}

#[cfg(test)]
mod tests {
    use std::vec;

    use super::*;

    #[test]
    fn a_command_is_a_path_or_a_program_and_its_arguments() {
        let launch = Launch::from_command(" lc0  --backend=cpu -v ");
        assert_eq!((launch.program, launch.args), ("lc0".into(), vec!["--backend=cpu".into(), "-v".into()]));
        let path = std::env::temp_dir().join("an engine of gardez-uci");
        std::fs::write(&path, "").expect("a file");
        let launch = Launch::from_command(path.to_str().expect("text"));
        std::fs::remove_file(&path).expect("the file");
        assert_eq!((launch.program, launch.args), (path.into(), Vec::new()));
        assert_eq!(Launch::from_command("").program, "");
    }
}
