//! `gardez pgn count`: counts games, moves, results and problems.

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::process::ExitCode;

use clap::Args;
use gardez::Board;
use gardez::notation::pgn::{GameResult, Interest, Played, Problem, Text, Visitor};
use serde::Serialize;

use crate::findings::Findings;
use crate::output::print;
use crate::pgn::games::{Games, each_file};
use crate::pgn::{Inputs, explanation};
use crate::progress::Progress;
use crate::stop::{Stop, code};

const EXAMPLES: &str = "\
Examples:
  gardez pgn count games.pgn
  gardez pgn count *.pgn.gz --json
  gardez pgn count games.pgn --notes";

/// Count games, plies, results and problems
///
/// Every move is made on a board. The first 20 errors are printed with their
/// places. The exit code is 1 if there are errors or no games.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment, after_help = explanation(EXAMPLES))]
pub(super) struct Count {
    #[command(flatten)]
    inputs: Inputs,

    /// Print notes, too: what can be read but is not in standard form
    #[arg(long)]
    notes: bool,

    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

/// What has been counted.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Numbers {
    pub(crate) games: u64,
    pub(crate) plies: u64,
    longest_game: u64,
    variation_moves: u64,
    comments: u64,
    white_wins: u64,
    black_wins: u64,
    draws: u64,
    unknown_results: u64,
}

/// The line of JSON.
#[derive(Serialize)]
struct Line<'a> {
    #[serde(flatten)]
    numbers: &'a Numbers,
    notes: u64,
    errors: u64,
}

/// Counts the parts of games.
struct Counter<'a> {
    numbers: &'a mut Numbers,
    findings: &'a mut Findings,
    file: &'a str,
    progress: &'a Progress,
    /// The plies of this game.
    plies: u64,
    result: GameResult,
}

impl Count {
    pub(super) fn run(self) -> Result<ExitCode, Stop> {
        let progress = self.inputs.progress(false);
        let mut numbers = Numbers::default();
        let mut findings = Findings::new(self.notes);
        let is_complete = each_file(&self.inputs.paths()?, &progress, |games| {
            count(games, &mut numbers, &mut findings, &progress).map(ControlFlow::Continue)
        })?;
        let Findings { notes, errors, .. } = findings;
        if self.json {
            let line = serde_json::to_string(&Line { numbers: &numbers, notes, errors });
            print(format_args!("{}\n", line.expect("numbers can be written as JSON")))?;
        } else {
            print(format_args!("{}", text(&numbers, notes, errors)))?;
        }
        Ok(code(is_complete, errors == 0 && numbers.games != 0))
    }
}

/// Counts the games of a file up to its end, and prints their problems.
pub(crate) fn count(
    games: &mut Games,
    numbers: &mut Numbers,
    findings: &mut Findings,
    progress: &Progress,
) -> Result<(), Stop> {
    let file = games.name().to_owned();
    loop {
        let (numbers, findings, file) = (&mut *numbers, &mut *findings, &*file);
        let mut counter = Counter { numbers, findings, file, progress, plies: 0, result: GameResult::Unknown };
        if !games.read(&mut counter)? {
            return Ok(());
        }
        counter.end();
    }
}

fn text(numbers: &Numbers, notes: u64, errors: u64) -> String {
    let Numbers { games, plies, longest_game, variation_moves, comments, .. } = numbers;
    let lines = [
        ("games", *games),
        ("plies", *plies),
        ("longest game", *longest_game),
        ("in variations", *variation_moves),
        ("comments", *comments),
        ("1-0", numbers.white_wins),
        ("0-1", numbers.black_wins),
        ("1/2-1/2", numbers.draws),
        ("*", numbers.unknown_results),
        ("notes", notes),
        ("errors", errors),
    ];
    lines.iter().map(|(name, number)| format!("{name:<14} {number:>12}\n")).collect()
}

impl Counter<'_> {
    fn end(self) {
        let numbers = self.numbers;
        numbers.games += 1;
        numbers.longest_game = numbers.longest_game.max(self.plies);
        *match self.result {
            GameResult::WhiteWins => &mut numbers.white_wins,
            GameResult::BlackWins => &mut numbers.black_wins,
            GameResult::Draw => &mut numbers.draws,
            GameResult::Unknown => &mut numbers.unknown_results,
        } += 1;
    }
}

impl Visitor for Counter<'_> {
    type Break = Infallible;

    fn play(&mut self, played: Played<'_>) -> ControlFlow<Infallible, Interest> {
        if played.depth == 0 {
            self.plies += 1;
            self.numbers.plies += 1;
        } else {
            self.numbers.variation_moves += 1;
        }
        ControlFlow::Continue(Interest::Take)
    }

    fn comment(&mut self, _: Text<'_>) -> ControlFlow<Infallible> {
        self.numbers.comments += 1;
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &Board, _: usize) -> ControlFlow<Infallible, Interest> {
        ControlFlow::Continue(Interest::Take)
    }

    fn result(&mut self, result: GameResult) -> ControlFlow<Infallible> {
        self.result = result;
        ControlFlow::Continue(())
    }

    fn problem(&mut self, problem: &Problem) -> ControlFlow<Infallible> {
        self.findings.add(self.file, problem, self.progress);
        ControlFlow::Continue(())
    }
}
