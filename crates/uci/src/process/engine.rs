//! An engine process that speaks UCI.

mod search;
mod start;

use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;
use core::time::Duration;
use std::time::Instant;

pub use search::{Event, Search};

use self::start::Introduction;

use super::child::Process;
use super::error::EngineError;
use super::inbox::{Closed, Receive, Received};
use super::launch::Launch;
use crate::answer::{Answer, BestMove, EngineOption, OptionError};
use crate::command::{Command, Go, SetOption, SetPosition};

/// A running engine. Dropping it sends `quit`, waits, and kills the process if it does not end.
pub struct Engine {
    launch: Launch,
    process: Process,
    introduction: Introduction,
    /// The options that were set; a restart sets them again.
    values: Vec<SetOption>,
    restarts_left: u32,
    /// `true` if a `bestmove` is due.
    is_searching: bool,
    /// The number of `readyok` that are due.
    ready_due: usize,
}

fn is_ready(received: &Received) -> Option<()> {
    matches!(received, Received::Answer { answer: Answer::ReadyOk, .. }).then_some(())
}

fn best_move(received: &Received) -> Option<BestMove> {
    match received {
        Received::Answer { answer: Answer::BestMove(best), .. } => Some(*best),
        _ => None,
    }
}

/// Returns the end of a time limit. A limit that is too long to compute ends in a hundred years.
fn deadline(timeout: Duration) -> Instant {
    let now = Instant::now();
    now.checked_add(timeout).unwrap_or_else(|| now + Duration::from_secs(100 * 365 * 86_400))
}

/// # Name and options
impl Engine {
    /// Returns the name that the engine gives itself.
    pub fn name(&self) -> Option<&str> {
        self.introduction.name.as_deref()
    }

    /// Returns the author of the engine.
    pub fn author(&self) -> Option<&str> {
        self.introduction.author.as_deref()
    }

    /// Returns the options that the engine declares.
    pub fn options(&self) -> &[EngineOption] {
        &self.introduction.options
    }

    /// Returns the option `name`, in upper or lower case.
    pub fn option(&self, name: &str) -> Option<&EngineOption> {
        self.options().iter().find(|option| option.is(name))
    }

    /// Sets an option. To press a button, pass no value.
    ///
    /// # Errors
    ///
    /// Returns an error if the engine does not declare the option, or if the option does not take the value.
    pub fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), EngineError> {
        let option = self.option(name).ok_or_else(|| OptionError::Undeclared { name: name.to_string() })?;
        let command = option.set(value)?;
        self.settle()?;
        self.send(&Command::SetOption(command))
    }

    /// Waits until the engine has handled all commands that were sent to it.
    ///
    /// # Errors
    ///
    /// If there is no `readyok` within the [time limit](Launch::with_timeout).
    pub fn wait_ready(&mut self) -> Result<(), EngineError> {
        self.send(&Command::IsReady)?;
        // Answers that earlier calls stopped waiting for come first.
        while self.ready_due != 0 {
            self.wait_for("readyok", self.launch.timeout, |received| is_ready(&received))?;
        }
        Ok(())
    }

    /// Does the same as [`Engine::wait_ready`], without a time limit.
    pub async fn wait_ready_async(&mut self) -> Result<(), EngineError> {
        self.send(&Command::IsReady)?;
        while self.ready_due != 0 {
            self.await_for(|received| is_ready(&received)).await?;
        }
        Ok(())
    }
}

/// # Playing
impl Engine {
    /// Says that the next position is from another game.
    pub fn new_game(&mut self) -> Result<(), EngineError> {
        self.settle()?;
        self.send(&Command::UciNewGame)
    }

    /// Sets the position for the next search.
    pub fn set_position(&mut self, position: &SetPosition) -> Result<(), EngineError> {
        self.settle()?;
        self.process.send(position)
    }

    /// Starts a search. If an earlier search was dropped, this waits for its end first.
    ///
    /// A count ([`Go::perft`]) has no best move: pass it to [`Engine::send`], and [receive](Engine::receive) its lines.
    ///
    /// # Errors
    ///
    /// If the earlier search does not end within the [time limit](Launch::with_timeout).
    pub fn go(&mut self, go: &Go) -> Result<Search<'_>, EngineError> {
        self.settle()?;
        self.process.send(go)?;
        self.is_searching = true;
        Ok(Search::new(self))
    }

    /// Searches a position. If the engine has no move after `timeout`, it gets `stop`.
    ///
    /// An engine that ends or hangs is started again for the same search, [`Launch::with_restarts`] times at most.
    ///
    /// # Errors
    ///
    /// If the engine has no move after `stop` and the [time limit](Launch::with_timeout).
    pub fn best_move(&mut self, position: &SetPosition, go: &Go, timeout: Duration) -> Result<BestMove, EngineError> {
        loop {
            let error = match self.try_best_move(position, go, timeout) {
                Ok(best) => return Ok(best),
                Err(error) => error,
            };
            let is_broken = matches!(
                error,
                EngineError::Exited { .. } | EngineError::Timeout { .. } | EngineError::NotReading { .. }
            );
            if !is_broken || self.restarts_left == 0 {
                return Err(error);
            }
            self.restarts_left -= 1;
            self.restart()?;
        }
    }

    fn try_best_move(&mut self, position: &SetPosition, go: &Go, timeout: Duration) -> Result<BestMove, EngineError> {
        self.set_position(position)?;
        self.send(&Command::Go(go.clone()))?;
        match self.wait_for("bestmove", timeout, |received| best_move(&received)) {
            Err(EngineError::Timeout { .. }) => {
                self.send(&Command::Stop)?;
                self.wait_for("bestmove", self.launch.timeout, |received| best_move(&received))
            }
            result => result,
        }
    }

    /// Waits for the end of a search that was dropped. In async code, [`Engine::settle_async`] does it first.
    fn settle(&mut self) -> Result<(), EngineError> {
        if self.is_searching {
            self.wait_for("bestmove", self.launch.timeout, |received| best_move(&received))?;
        }
        Ok(())
    }

    /// Waits for the end of a search that was dropped, as the methods that block do.
    pub async fn settle_async(&mut self) -> Result<(), EngineError> {
        if self.is_searching {
            self.await_for(|received| best_move(&received)).await?;
        }
        Ok(())
    }
}

/// # Single lines
impl Engine {
    /// Sends a command. Never waits.
    ///
    /// # Errors
    ///
    /// Returns an error if the engine has ended, or if too many commands wait because it does not read.
    pub fn send(&mut self, command: &Command) -> Result<(), EngineError> {
        self.process.send(command)?;
        match command {
            Command::Go(go) => self.is_searching = go.perft.is_none(),
            Command::IsReady => self.ready_due += 1,
            Command::SetOption(option) if option.value().is_some() => {
                self.values.retain(|value| !value.is(option.name()));
                self.values.push(option.clone());
            }
            _ => {}
        }
        Ok(())
    }

    /// Returns the next line of the engine.
    ///
    /// # Errors
    ///
    /// Returns an error if there is none within `timeout`, or if the engine has ended and all its lines were read.
    pub fn receive(&mut self, timeout: Duration) -> Result<Received, EngineError> {
        self.wait_for("line", timeout, Some)
    }

    /// Returns the next line of the engine, or `None` if there is none now.
    pub fn try_receive(&mut self) -> Result<Option<Received>, EngineError> {
        match self.process.inbox.try_next() {
            Ok(received) => {
                received.iter().for_each(|received| self.note(received));
                Ok(received)
            }
            Err(Closed) => Err(self.process.exited()),
        }
    }

    /// Returns a future of the next line of the engine.
    pub async fn receive_async(&mut self) -> Result<Received, EngineError> {
        self.await_for(Some).await
    }

    /// Returns the number of lines that were discarded since the start because nobody read them in time.
    pub fn discarded(&self) -> u64 {
        self.process.inbox.discarded()
    }

    /// Records what a line changes: whether answers are still due.
    fn note(&mut self, received: &Received) {
        self.is_searching &= best_move(received).is_none();
        if is_ready(received).is_some() {
            self.ready_due = self.ready_due.saturating_sub(1);
        }
    }

    /// Receives lines until `take` returns a value.
    fn wait_for<T>(
        &mut self,
        expected: &'static str,
        timeout: Duration,
        mut take: impl FnMut(Received) -> Option<T>,
    ) -> Result<T, EngineError> {
        let deadline = deadline(timeout);
        loop {
            match self.process.inbox.next_before(deadline) {
                Ok(Some(received)) => {
                    self.note(&received);
                    if let Some(value) = take(received) {
                        return Ok(value);
                    }
                }
                Ok(None) => return Err(EngineError::Timeout { expected, after: timeout }),
                Err(Closed) => return Err(self.process.exited()),
            }
            // An engine that floods always has a next line.
            if deadline <= Instant::now() {
                return Err(EngineError::Timeout { expected, after: timeout });
            }
        }
    }

    async fn await_for<T>(&mut self, mut take: impl FnMut(Received) -> Option<T>) -> Result<T, EngineError> {
        loop {
            let Some(received) = Receive::new(&self.process.inbox).await else {
                return Err(EngineError::Exited { status: self.process.status() });
            };
            self.note(&received);
            if let Some(value) = take(received) {
                return Ok(value);
            }
        }
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("Engine");
        debug.field("name", &self.name()).field("launch", &self.launch).finish_non_exhaustive()
    }
}
