//! Starting an engine, and ending it.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use std::process::ExitStatus;

use super::Engine;
use crate::answer::{Answer, EngineOption, Id};
use crate::command::Command;
use crate::process::child::Process;
use crate::process::error::EngineError;
use crate::process::inbox::Received;
use crate::process::launch::Launch;

/// The messages of an engine between `uci` and `uciok`.
#[derive(Default)]
pub(super) struct Introduction {
    pub(super) name: Option<String>,
    pub(super) author: Option<String>,
    pub(super) options: Vec<EngineOption>,
}

impl Introduction {
    /// Keeps what a line says about the engine. Returns `true` if it is the last line.
    fn take(&mut self, received: Received) -> Option<()> {
        let Received::Answer { answer, .. } = received else { return None };
        match answer {
            Answer::Id(Id::Name(name)) => self.name = Some(name.to_string()),
            Answer::Id(Id::Author(author)) => self.author = Some(author.to_string()),
            Answer::Option(option) => self.options.push(option),
            Answer::UciOk => return Some(()),
            _ => {}
        }
        None
    }
}

/// # Starting and ending
impl Engine {
    /// Starts an engine, and waits for its name and options.
    ///
    /// # Errors
    ///
    /// If the program cannot be started, or does not send `uciok` within the [time limit](Launch::with_timeout).
    pub fn start(launch: Launch) -> Result<Self, EngineError> {
        let mut engine = Self::spawn(launch)?;
        engine.introduce()?;
        Ok(engine)
    }

    /// Does the same as [`Engine::start`], without a time limit: drop the future to give up.
    pub async fn start_async(launch: Launch) -> Result<Self, EngineError> {
        let mut engine = Self::spawn(launch)?;
        engine.introduce_async().await?;
        Ok(engine)
    }

    fn spawn(launch: Launch) -> Result<Self, EngineError> {
        Ok(Self {
            process: Process::start(&launch)?,
            introduction: Introduction::default(),
            values: Vec::new(),
            restarts_left: launch.restarts,
            is_searching: false,
            ready_due: 0,
            launch,
        })
    }

    fn introduce(&mut self) -> Result<(), EngineError> {
        let mut introduction = Introduction::default();
        self.send(&Command::Uci)?;
        self.wait_for("uciok", self.launch.timeout, |received| introduction.take(received))?;
        self.introduction = introduction;
        Ok(())
    }

    async fn introduce_async(&mut self) -> Result<(), EngineError> {
        let mut introduction = Introduction::default();
        self.send(&Command::Uci)?;
        self.await_for(|received| introduction.take(received)).await?;
        self.introduction = introduction;
        Ok(())
    }

    /// Ends the process, starts it again, and sets all options that were set before. The position is not set again.
    pub fn restart(&mut self) -> Result<(), EngineError> {
        self.replace()?;
        self.introduce()?;
        self.set_values()
    }

    /// Does the same as [`Engine::restart`], without a time limit for the new process.
    pub async fn restart_async(&mut self) -> Result<(), EngineError> {
        self.replace()?;
        self.introduce_async().await?;
        self.set_values()
    }

    fn replace(&mut self) -> Result<(), EngineError> {
        self.process.quit();
        self.process = Process::start(&self.launch)?;
        self.is_searching = false;
        self.ready_due = 0;
        Ok(())
    }

    fn set_values(&mut self) -> Result<(), EngineError> {
        self.values.iter().try_for_each(|value| self.process.send(value))
    }

    /// Returns `true` if the process is running.
    pub fn is_running(&mut self) -> bool {
        self.process.status().is_none()
    }

    /// Sends `quit`, waits, and kills the process if it does not end. Returns how it ended, if the system knows.
    pub fn quit(mut self) -> Option<ExitStatus> {
        self.process.quit()
    }
}
