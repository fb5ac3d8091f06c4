//! A child process with a thread for each direction.

use alloc::string::{String, ToString};
use alloc::sync::Arc;
use core::fmt;
use core::time::Duration;
use std::io::Write;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::Instant;

use super::error::EngineError;
use super::inbox::Inbox;
use super::launch::Launch;

/// The pause between two looks at a process that should end.
const PAUSE: Duration = Duration::from_millis(2);

/// A running process. Dropping the value ends the process.
pub(super) struct Process {
    child: Child,
    /// The lines for the thread that writes. `None` after the input of the process was closed.
    outbox: Option<SyncSender<String>>,
    pub(super) inbox: Arc<Inbox>,
    max_queue: usize,
    quit_timeout: Duration,
}

impl Process {
    pub(super) fn start(launch: &Launch) -> Result<Self, EngineError> {
        let mut command = Command::new(&launch.program);
        command.args(&launch.args).stdin(Stdio::piped()).stdout(Stdio::piped());
        command.stderr(if launch.shows_errors { Stdio::inherit() } else { Stdio::null() });
        command.envs(launch.environment.iter().map(|(name, value)| (name, value)));
        if let Some(directory) = &launch.directory {
            command.current_dir(directory);
        }
        let mut child = command.spawn().map_err(|error| EngineError::Start { error })?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (outbox, lines) = sync_channel(launch.max_queue);
        let inbox = Arc::new(Inbox::new(launch.max_queue));
        let (filled, max_line) = (Arc::clone(&inbox), launch.max_line);
        // From here on, an error drops `this`, which ends the process.
        let this =
            Self { child, outbox: Some(outbox), inbox, max_queue: launch.max_queue, quit_timeout: launch.quit_timeout };
        let start = |error| EngineError::Start { error };
        if let Some(input) = input {
            let writer = thread::Builder::new().name("uci writer".to_string());
            writer.spawn(move || write_lines(input, &lines)).map_err(start)?;
        }
        if let Some(output) = output {
            let reader = thread::Builder::new().name("uci reader".to_string());
            reader.spawn(move || filled.fill(output, max_line)).map_err(start)?;
        }
        Ok(this)
    }

    /// Passes a line to the thread that writes. Never waits.
    pub(super) fn send(&mut self, line: &dyn fmt::Display) -> Result<(), EngineError> {
        let mut text = line.to_string();
        text.push('\n');
        let sent =
            self.outbox.as_ref().map_or(Err(TrySendError::Disconnected(String::new())), |outbox| outbox.try_send(text));
        match sent {
            Ok(()) => Ok(()),
            Err(TrySendError::Full(_)) => Err(EngineError::NotReading { waiting: self.max_queue }),
            Err(TrySendError::Disconnected(_)) => Err(self.exited()),
        }
    }

    pub(super) fn exited(&mut self) -> EngineError {
        // Its output ends a moment before the process does.
        EngineError::Exited { status: self.wait(Duration::from_millis(100)) }
    }

    /// Returns how the process has ended, if it has ended.
    pub(super) fn status(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().ok().flatten()
    }

    /// Sends `quit`, waits, and kills the process if it has not ended.
    pub(super) fn quit(&mut self) -> Option<ExitStatus> {
        if self.outbox.is_some() {
            // If the queue is full, the end of the input says the same.
            let _ = self.send(&crate::command::Command::Quit);
            self.outbox = None;
            let before = Instant::now();
            self.inbox.wait_until_closed(self.quit_timeout);
            self.wait(self.quit_timeout.saturating_sub(before.elapsed()));
        }
        if let Some(status) = self.status() {
            return Some(status);
        }
        // Killing fails only if the process has ended. Waiting removes it from the system's table.
        let _ = self.child.kill();
        self.child.wait().ok()
    }

    fn wait(&mut self, time: Duration) -> Option<ExitStatus> {
        let start = Instant::now();
        loop {
            let status = self.status();
            if status.is_some() || time <= start.elapsed() {
                return status;
            }
            thread::sleep(PAUSE);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.quit();
    }
}

/// Writes lines until there are no more, or until the engine closes its input.
fn write_lines(mut input: impl Write, lines: &Receiver<String>) {
    for line in lines {
        if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}
