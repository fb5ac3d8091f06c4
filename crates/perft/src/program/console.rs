//! The output to the terminal: lines, errors, and a progress bar.

use std::fmt;
use std::io::{self, IsTerminal};
use std::time::Duration;

use gardez_count::CheckpointError;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// The reason the program ends early.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The output cannot be written.
    Output(io::Error),
    /// Something is wrong, described in one line.
    Failed(String),
}

impl Stop {
    /// Prints the error, if there is one, and returns the exit code.
    pub(crate) fn report(self, console: &mut Console) -> u8 {
        console.end();
        match self {
            Self::Output(error) => gardez_io::output::report(&error),
            Self::Failed(message) => {
                console.error(&message);
                2
            }
        }
    }
}

impl From<CheckpointError> for Stop {
    fn from(error: CheckpointError) -> Self {
        Self::Failed(error.to_string())
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// The two output streams. A progress bar on the terminal does not disturb them.
#[derive(Debug)]
pub(crate) struct Console {
    bar: Option<ProgressBar>,
    may_show_bar: bool,
}

impl Console {
    /// Creates a console. It shows a bar on terminals only, and never with `--quiet`.
    pub(crate) fn new(quiet: bool) -> Self {
        Self { bar: None, may_show_bar: !quiet && io::stderr().is_terminal() }
    }

    pub(crate) fn line(&mut self, text: fmt::Arguments<'_>) -> Result<(), Stop> {
        Ok(self.undisturbed(|| gardez_io::output::write(format_args!("{text}\n")))?)
    }

    pub(crate) fn error(&mut self, message: &str) {
        self.undisturbed(|| gardez_io::output::write_error(format_args!("error: {message}\n")));
    }

    pub(crate) fn note(&mut self, message: &str) {
        self.undisturbed(|| gardez_io::output::write_error(format_args!("note: {message}\n")));
    }

    /// Shows a bar for a long job of `total` steps, called `unit`, of which `done` were finished before.
    pub(crate) fn begin(&mut self, total: u64, done: u64, unit: &str) {
        if self.may_show_bar {
            let bar = progress_bar(total, done, unit, ProgressDrawTarget::stderr());
            bar.enable_steady_tick(Duration::from_millis(200));
            self.bar = Some(bar);
        }
    }

    pub(crate) fn reached(&self, done: u64) {
        if let Some(bar) = &self.bar {
            bar.set_position(done);
        }
    }

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

/// Returns a bar with the time, the finished part and, once it is known, the time that is left.
fn progress_bar(total: u64, done: u64, unit: &str, target: ProgressDrawTarget) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(total), target);
    // The time that is left is unknown until the first step of this run is finished.
    let left = move |state: &ProgressState, text: &mut dyn fmt::Write| {
        if done < state.pos() && 0.0 < state.per_sec() {
            // Writing to a text in memory does not fail.
            let _ = write!(text, ", {:#} left", HumanDuration(state.eta()));
        }
    };
    let template = format!("[{{elapsed}}] {{wide_bar}} {{percent}} % of {{human_len}} {unit}{{left}}");
    bar.set_style(ProgressStyle::with_template(&template).expect("a well-formed template").with_key("left", left));
    // Steps that were done before say nothing about the speed of this run.
    bar.set_position(done);
    bar.tick();
    bar.reset_eta();
    bar
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use indicatif::TermLike;

    use super::*;

    /// A terminal of 80 columns that keeps its last line.
    #[derive(Clone, Default, Debug)]
    struct Screen(Arc<Mutex<String>>);

    impl Screen {
        fn text(&self) -> String {
            self.0.lock().expect("no panic").trim_end().to_owned()
        }
    }

    impl TermLike for Screen {
        fn width(&self) -> u16 {
            80
        }

        fn move_cursor_up(&self, _lines: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_down(&self, _lines: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_right(&self, _columns: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_left(&self, _columns: usize) -> io::Result<()> {
            Ok(())
        }

        fn write_line(&self, text: &str) -> io::Result<()> {
            self.write_str(text)
        }

        fn write_str(&self, text: &str) -> io::Result<()> {
            self.0.lock().expect("no panic").push_str(text);
            Ok(())
        }

        fn clear_line(&self) -> io::Result<()> {
            self.0.lock().expect("no panic").clear();
            Ok(())
        }

        fn flush(&self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Returns the texts of a bar before and after the first step of this run.
    fn texts(done: u64) -> [String; 2] {
        let screen = Screen::default();
        let target = ProgressDrawTarget::term_like(Box::new(screen.clone()));
        let bar = progress_bar(400, done, "positions after two moves", target);
        std::thread::sleep(Duration::from_millis(20));
        bar.tick();
        let before = screen.text();
        bar.set_position(done + 1);
        bar.tick();
        [before, screen.text()]
    }

    #[test]
    fn the_time_left_is_shown_only_after_the_first_step() {
        for (done, percent) in [(0, 0), (100, 25)] {
            let [before, after] = texts(done);
            assert!(before.ends_with(&format!(" {percent} % of 400 positions after two moves")), "{before}");
            assert!(after.ends_with(" left") && after.contains("positions after two moves, "), "{after}");
            assert!(!after.ends_with(", 0s left"), "{after}");
            assert!(before.chars().count() <= 80 && after.chars().count() <= 80, "{before}\n{after}");
        }
    }
}
