//! The output to the terminal: results, errors, and a progress bar.

use std::io::{self, IsTerminal};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};

use crate::error::{Error, Result};
use crate::unit::UnitId;

/// Prints what clap has to say about the arguments, which is the help, the version, or an error on one line.
pub(super) fn explain(error: &clap::Error) -> ExitCode {
    if error.use_stderr() {
        let text = error.to_string();
        let about = |part: &&str| !part.starts_with("Usage:") && !part.starts_with("For more information");
        let parts: Vec<String> = text.split("\n\n").filter(about).map(plain).collect();
        gardez_io::eprintln!("{} (see --help)", parts.join("; "));
        return ExitCode::from(2);
    }
    match gardez_io::output::write(format_args!("{error}")) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => ExitCode::from(gardez_io::output::report(&error)),
    }
}

/// Returns a text on one line, without control characters, which must not reach the terminal.
fn plain(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let shown = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.to_string() };
    words.join(" ").chars().map(shown).collect()
}

#[cfg(test)]
#[test]
fn a_name_in_any_script_is_shown_as_it_is_and_control_characters_are_escaped() {
    assert_eq!(plain("value 'prüfung_國際'\n is\u{7} unknown"), "value 'prüfung_國際' is\\u{7} unknown");
}

/// Prints the error, if there is one, and returns the exit code.
pub(super) fn end(done: Result<()>) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            report(&error);
            ExitCode::from(error.exit_code())
        }
    }
}

pub(super) fn report(error: &Error) {
    match error {
        Error::Unfinished(lines) => lines.iter().for_each(|line| gardez_io::eprintln!("{line}")),
        error => gardez_io::eprintln!("error: {error}"),
    }
}

/// The bars of the units at work, on standard error if that is a terminal.
#[derive(Clone, Debug)]
pub(super) struct Progress {
    bars: Option<Arc<MultiProgress>>,
}

impl Progress {
    pub(super) fn new(quiet: bool) -> Self {
        let shows = !quiet && io::stderr().is_terminal();
        Self { bars: shows.then(|| Arc::new(MultiProgress::new())) }
    }

    /// Prints a line to standard output without disturbing the bars.
    pub(super) fn line(&self, text: &str) {
        match &self.bars {
            Some(bars) => bars.suspend(|| gardez_io::println!("{text}")),
            None => gardez_io::println!("{text}"),
        }
    }

    /// Prints an error without disturbing the bars.
    pub(super) fn error(&self, error: &Error) {
        match &self.bars {
            Some(bars) => bars.suspend(|| report(error)),
            None => report(error),
        }
    }

    pub(super) fn begin(&self, unit: &UnitId) -> Bar {
        Bar(self.bars.as_ref().map(|bars| {
            let bar = bars.add(ProgressBar::new(0));
            let style = ProgressStyle::with_template("[{elapsed}] {prefix:14} {wide_bar} {percent:>3} %");
            bar.set_style(style.expect("a well-formed template"));
            bar.set_prefix(unit.to_string());
            bar.enable_steady_tick(Duration::from_millis(500));
            bar
        }))
    }
}

/// The bar of a unit, which disappears with this value.
pub(super) struct Bar(Option<ProgressBar>);

impl Bar {
    pub(super) fn reached(&self, done: u64, whole: u64) {
        if let Some(bar) = &self.0 {
            bar.set_length(whole);
            bar.set_position(done);
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
