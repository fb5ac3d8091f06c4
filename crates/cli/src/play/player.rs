//! An engine of a match: its process, and its last lines for the report of a fault.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use gardez::uci::process::{Engine, EngineError, Launch, Received};
use gardez::uci::{Answer, BestMove, Command, Go, Info, SetPosition};

use super::Match;
use crate::stop::Stop;

/// An engine must start, and answer `isready`, within this time.
const PATIENCE: Duration = Duration::from_secs(30);

/// The number of lines that the report of a fault shows.
const LINES: usize = 12;

/// An engine and its last answer.
pub(super) struct Player {
    name: String,
    engine: Engine,
    log: VecDeque<String>,
}

/// The move of an engine, with its evaluation of the position.
pub(super) struct Answered {
    pub(super) best: BestMove,
    pub(super) info: Option<Info>,
    pub(super) time: Duration,
}

/// Why an engine has no move.
pub(super) enum Silence {
    /// It did not answer in time.
    Late(Duration),
    /// It has ended, or does not read.
    Broken(String),
}

impl Player {
    /// Starts an engine by its command, and sets its options. `number` is 1 or 2.
    pub(super) fn start(command: &str, number: usize, args: &Match) -> Result<Self, Stop> {
        let failed = |error: EngineError| Stop::Failed(format!("{command:?}: {error}"));
        let launch = Launch::from_command(command).with_timeout(PATIENCE);
        let mut engine = Engine::start(launch).map_err(failed)?;
        for option in &args.options {
            let (which, option) = match option.split_once(':') {
                Some(("1", option)) => (1, option),
                Some(("2", option)) => (2, option),
                _ => (number, option.as_str()),
            };
            let (name, value) = option.split_once('=').map_or((option, None), |(name, value)| (name, Some(value)));
            if which == number {
                engine.set_option(name, value).map_err(failed)?;
            }
        }
        if args.chess960 {
            engine.set_option("UCI_Chess960", Some("true")).map_err(failed)?;
        }
        engine.wait_ready().map_err(failed)?;
        let name = engine.name().unwrap_or(command).to_owned();
        Ok(Self { name, engine, log: VecDeque::new() })
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn number(&mut self, number: usize) {
        self.name = format!("{} ({number})", self.name);
    }

    /// Prepares the engine for a game; starts it again if it has ended.
    pub(super) fn new_game(&mut self) -> Result<(), String> {
        self.log.clear();
        let ready = |engine: &mut Engine| engine.new_game().and_then(|()| engine.wait_ready());
        let prepared = ready(&mut self.engine).or_else(|_| {
            self.engine.restart()?;
            ready(&mut self.engine)
        });
        prepared.map_err(|error| format!("{}: {error}", self.name))
    }

    /// Searches, and waits for the move until `limit` has passed.
    pub(super) fn search(&mut self, position: &SetPosition, go: &Go, limit: Duration) -> Result<Answered, Silence> {
        self.note('>', &position.to_string());
        self.note('>', &go.to_string());
        let broken = |error: EngineError| Silence::Broken(error.to_string());
        self.engine.send(&Command::Position(position.clone())).map_err(broken)?;
        let start = Instant::now();
        self.engine.send(&Command::Go(go.clone())).map_err(broken)?;
        let mut info = None;
        loop {
            let received = match self.engine.receive(limit.saturating_sub(start.elapsed())) {
                Ok(received) => received,
                Err(EngineError::Timeout { .. }) => return Err(Silence::Late(start.elapsed())),
                Err(error) => return Err(broken(error)),
            };
            let time = start.elapsed();
            match received {
                Received::Answer { answer, .. } => {
                    self.note('<', &answer.to_string());
                    match answer {
                        Answer::BestMove(best) => return Ok(Answered { best, info, time }),
                        Answer::Info(new) if new.score.is_some() => info = Some(*new),
                        _ => {}
                    }
                }
                Received::Unknown { line, .. } => self.note('<', &line),
                _ => {}
            }
        }
    }

    fn note(&mut self, direction: char, line: &str) {
        if self.log.len() == LINES {
            self.log.pop_front();
        }
        self.log.push_back(format!("  {direction} {line}"));
    }

    pub(super) fn log(&self) -> String {
        let lines: Vec<&str> = self.log.iter().map(String::as_str).collect();
        format!("{}\n{}", self.name, lines.join("\n"))
    }

    /// Ends the process; the next game starts it again.
    pub(super) fn restart(&mut self) -> Result<(), String> {
        self.engine.restart().map_err(|error| format!("{}: {error}", self.name))
    }
}
