//! What reaches the terminal: lines, errors, and a progress bar in between.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Why the program ends early.
#[derive(Debug)]
pub(crate) enum Stop {
    /// Nobody reads the output any more.
    ClosedOutput,
    /// Something is wrong, in one line.
    Failed(String),
}

impl Stop {
    /// Tells what there is to tell, and gives the exit code.
    pub(crate) fn tell(self, console: &mut Console) -> u8 {
        console.end();
        match self {
            // Whoever closed the pipe has read enough.
            Self::ClosedOutput => 0,
            Self::Failed(message) => {
                console.error(&message);
                2
            }
        }
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::ClosedOutput,
            _ => Self::Failed(format!("cannot write the output: {error}")),
        }
    }
}

/// The two output streams, which a progress bar on a terminal does not disturb.
#[derive(Debug)]
pub(crate) struct Console {
    bar: Option<ProgressBar>,
    may_show_bar: bool,
}

impl Console {
    /// A console without a bar yet; there will never be one if the user wants quiet or sees no errors as they come.
    pub(crate) fn new(quiet: bool) -> Self {
        Self { bar: None, may_show_bar: !quiet && io::stderr().is_terminal() }
    }

    /// Prints a line on the standard output.
    pub(crate) fn line(&mut self, text: fmt::Arguments<'_>) -> Result<(), Stop> {
        self.undisturbed(|| writeln!(io::stdout(), "{text}"))?;
        Ok(())
    }

    /// Prints an error on the standard error output.
    pub(crate) fn error(&mut self, message: &str) {
        // Nobody is left to be told if this fails.
        let _ = self.undisturbed(|| writeln!(io::stderr(), "error: {message}"));
    }

    /// Prints a remark on the standard error output.
    pub(crate) fn note(&mut self, message: &str) {
        let _ = self.undisturbed(|| writeln!(io::stderr(), "note: {message}"));
    }

    /// Shows a bar for a long job of `total` steps, which are called `unit`; so many of them are done before it begins.
    pub(crate) fn begin(&mut self, total: u64, done: u64, unit: &str) {
        if self.may_show_bar {
            let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr());
            let template = format!("[{{elapsed}}] {{wide_bar}} {{percent}} % of {{human_len}} {unit}, {{eta}} left");
            bar.set_style(ProgressStyle::with_template(&template).expect("a well-formed template"));
            // What was done before says nothing of the time that the rest takes.
            bar.set_position(done);
            bar.tick();
            bar.reset_eta();
            bar.enable_steady_tick(Duration::from_millis(200));
            self.bar = Some(bar);
        }
    }

    /// Shows that so many steps of the job are done.
    pub(crate) fn reached(&self, done: u64) {
        if let Some(bar) = &self.bar {
            bar.set_position(done);
        }
    }

    /// Takes the bar away.
    pub(crate) fn end(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }

    fn undisturbed<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }
}
