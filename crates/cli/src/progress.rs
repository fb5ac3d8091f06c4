//! The progress of reading files, on a terminal.

use std::fs;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::time::Duration;

use gardez::data::files::Bytes;
use indicatif::{ProgressBar, ProgressStyle};

/// A bar on standard error, unless it is not a terminal.
#[derive(Clone, Debug)]
pub(crate) struct Progress(Option<ProgressBar>);

impl Progress {
    /// Returns the progress of reading files: none with `is_quiet`, or if the output `is_shown`.
    pub(crate) fn of(paths: &[PathBuf], is_quiet: bool, is_shown: bool) -> Self {
        let is_wanted = !is_quiet && io::stderr().is_terminal() && !(is_shown && io::stdout().is_terminal());
        if !is_wanted {
            return Self(None);
        }
        // The size of a pipe is unknown.
        let sizes = paths.iter().map(|path| Some(fs::metadata(path).ok().filter(fs::Metadata::is_file)?.len()));
        let bar = match sizes.sum::<Option<u64>>() {
            Some(total) => {
                let template = "[{elapsed}] {wide_bar} {percent} % of {total_bytes}, {bytes_per_sec}, {eta} left";
                ProgressBar::new(total).with_style(ProgressStyle::with_template(template).expect("a template"))
            }
            None => {
                let style = ProgressStyle::with_template("[{elapsed}] {spinner} {bytes}, {bytes_per_sec}");
                ProgressBar::no_length().with_style(style.expect("a template"))
            }
        };
        bar.enable_steady_tick(Duration::from_millis(200));
        Self(Some(bar))
    }

    pub(crate) const fn none() -> Self {
        Self(None)
    }

    pub(crate) fn watch(&self, bytes: Bytes) -> Bytes {
        match &self.0 {
            Some(bar) => Box::new(bar.wrap_read(bytes)),
            None => bytes,
        }
    }

    /// Prints a line on standard error, without disturbing the bar.
    pub(crate) fn line(&self, text: &str) {
        self.suspend(|| gardez_io::output::write_error(format_args!("{text}\n")));
    }

    /// Prints something without disturbing the bar.
    pub(crate) fn suspend(&self, print: impl FnOnce()) {
        match &self.0 {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    pub(crate) fn end(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
