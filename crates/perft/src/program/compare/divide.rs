//! An engine that answers `go perft`, and the lines of its answer.

use std::time::Duration;

use gardez_position::Position;
use gardez_types::{CastlingMode, Move, UciText};
use gardez_uci::process::{self, Launch, Received};
use gardez_uci::{Answer, Command, Go, SetPosition};

/// After this time without a line, the answer of an engine without a total is complete.
const QUIET: Duration = Duration::from_millis(500);

/// An engine's counts below each move, in its order and its words.
#[derive(Default)]
pub(super) struct Divide {
    pub(super) counts: Vec<(String, u128)>,
    total: Option<u128>,
}

pub(super) struct Engine {
    name: String,
    process: process::Engine,
    timeout: Duration,
    /// The value of its option `UCI_Chess960`.
    chess960: bool,
    /// The number of earlier questions to which `readyok` has not come yet.
    unready: u32,
    /// `true` if its answers end with a total.
    has_total: bool,
    /// `false` if it searches when it should count.
    pub(super) can_count: bool,
}

impl Engine {
    pub(super) fn start(command: &str, timeout: u64) -> Result<Self, String> {
        let timeout = Duration::from_secs(timeout);
        let process = process::Engine::start(Launch::from_command(command).with_timeout(timeout));
        let process = process.map_err(|error| format!("{command:?}: {error}"))?;
        Ok(Self {
            name: command.into(),
            process,
            timeout,
            chess960: false,
            unready: 0,
            has_total: false,
            can_count: true,
        })
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Starts the engine again, after it has ended or does not answer.
    pub(super) fn restart(&mut self) -> Result<(), String> {
        self.unready = 0;
        self.process.restart().map_err(|error| format!("{}: {error}", self.name))
    }

    /// Returns the engine's counts below each first move after some moves.
    pub(super) fn divide(&mut self, start: &Position, after: &[Move], depth: u32) -> Result<Divide, String> {
        self.ask(start, after, depth).map_err(|error| error.to_string())?;
        let mut divide = Divide::default();
        let mut is_ready = false;
        loop {
            let may_end = divide.total.is_some() || !self.has_total;
            let is_complete = is_ready && !divide.counts.is_empty() && may_end;
            let line = match self.process.receive(if is_complete { QUIET } else { self.timeout }) {
                Err(process::EngineError::Timeout { .. }) if is_complete => return Ok(divide),
                Err(process::EngineError::Timeout { .. }) => {
                    return Err(format!("no answer to `go perft {depth}` in {} seconds", self.timeout.as_secs()));
                }
                Err(error) => return Err(error.to_string()),
                Ok(Received::Answer { answer: Answer::ReadyOk, .. }) => {
                    is_ready = self.unready == 0;
                    self.unready = self.unready.saturating_sub(1);
                    continue;
                }
                Ok(Received::Answer { answer: Answer::BestMove(_), .. }) => {
                    self.can_count = false;
                    return Err("it searches for a move instead of counting: it has no `go perft`".into());
                }
                Ok(Received::Answer { answer: Answer::Info(info), .. }) if info.string.is_none() => {
                    self.process.send(&Command::Stop).map_err(|error| error.to_string())?;
                    continue;
                }
                Ok(Received::Answer { answer, .. }) => answer.to_string(),
                Ok(Received::Unknown { line, .. }) => line,
                Ok(_) => continue,
            };
            divide.read(&line);
            self.has_total |= divide.total.is_some();
            if divide.total.is_some_and(|total| total == divide.counts.iter().map(|(_, count)| count).sum()) {
                self.unready += u32::from(!is_ready);
                return Ok(divide);
            }
        }
    }

    /// Sends the position and `go perft`.
    fn ask(&mut self, start: &Position, after: &[Move], depth: u32) -> Result<(), process::EngineError> {
        let mode = start.castling_mode();
        let chess960 = mode == CastlingMode::Chess960;
        if chess960 != self.chess960 {
            self.process.set_option("UCI_Chess960", Some(if chess960 { "true" } else { "false" }))?;
            self.chess960 = chess960;
        }
        let position = SetPosition::from_board(start).with_moves(after.iter().map(|mv| mv.uci(mode)));
        self.process.set_position(&position)?;
        self.process.send(&Command::Go(Go::perft(depth)))?;
        self.process.send(&Command::IsReady)
    }
}

impl Divide {
    /// Reads a line such as `e2e4: 20`, `1. e2e4 - 20` or `Nodes searched: 400`. Other lines say nothing.
    fn read(&mut self, line: &str) {
        let words: Vec<&str> =
            line.split([' ', '\t', ':', '=', ',', '(', ')']).filter(|word| !word.is_empty()).collect();
        let number = |words: &[&str]| words.iter().find_map(|word| word.replace(['_', '\''], "").parse::<u128>().ok());
        match words.iter().position(|word| word.to_ascii_lowercase().parse::<UciText>().is_ok()) {
            Some(at) => {
                if let Some(count) = number(&words[at + 1..]) {
                    self.counts.push((words[at].to_ascii_lowercase(), count));
                }
            }
            None if ["node", "total", "perft", "leaf", "leaves"]
                .iter()
                .any(|name| line.to_lowercase().contains(name)) =>
            {
                self.total = number(&words);
            }
            None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_of_many_engines_are_read() {
        let mut divide = Divide::default();
        for line in [
            "info string depth 2",
            "e2e4: 20",
            " 2. d2d4 - 20",
            "info string E7E8Q = 1'000 nodes",
            "a7a8n 3 (0.1 s)",
            "e2e4",
            "h2h9 7",
        ] {
            divide.read(line);
        }
        let moves: Vec<_> = divide.counts.iter().map(|(mv, count)| (mv.as_str(), *count)).collect();
        assert_eq!(moves, [("e2e4", 20), ("d2d4", 20), ("e7e8q", 1000), ("a7a8n", 3)]);
        assert_eq!(divide.total, None);
        for (line, total) in [("Nodes searched: 43", 43), ("Total: 1_043", 1043), ("perft 1043 nodes", 1043)] {
            divide.read(line);
            assert_eq!(divide.total, Some(total));
        }
    }
}
