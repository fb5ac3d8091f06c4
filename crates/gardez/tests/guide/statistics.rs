//! Prints which openings were played, and who won.

use std::collections::HashMap;
use std::convert::Infallible;
use std::ops::ControlFlow::{self, Continue};

use gardez::GameResult;
use gardez::notation::pgn::{Played, Problem, Reader, Severity, Skip, Visitor};
use gardez::openings::Opening;

/// The results of the games of an opening.
#[derive(Default)]
struct Row {
    games: u64,
    white: u64,
    black: u64,
    plies: u64,
}

/// The numbers about all games, and the state of the one that is being read.
#[derive(Default)]
struct Statistics {
    rows: HashMap<&'static str, Row>,
    problems: u64,
    opening: Option<&'static str>,
    plies: u64,
    result: Option<GameResult>,
}

impl Visitor for Statistics {
    type Break = Infallible;

    fn begin_game(&mut self) -> ControlFlow<Infallible, Skip> {
        (self.opening, self.plies, self.result) = (None, 0, None);
        Continue(Skip(false))
    }

    fn play(&mut self, played: Played<'_>) -> ControlFlow<Infallible, Skip> {
        self.plies += 1;
        // The longest line of the list has 36 plies.
        if self.plies <= 36 {
            let known = Opening::from_board(played.after);
            self.opening = known.map(|opening| opening.name().family()).or(self.opening);
        }
        Continue(Skip(false))
    }

    fn result(&mut self, result: GameResult) -> ControlFlow<Infallible> {
        self.result = Some(result);
        Continue(())
    }

    fn problem(&mut self, problem: &Problem) -> ControlFlow<Infallible> {
        // Notes, for example about a missing sign of check, say only that the text is not in standard form.
        if problem.kind.severity() == Severity::Error {
            eprintln!("{problem}");
            self.problems += 1;
        }
        Continue(())
    }

    fn end_game(&mut self) -> ControlFlow<Infallible> {
        let row = self.rows.entry(self.opening.unwrap_or("none")).or_default();
        row.games += 1;
        row.plies += self.plies;
        row.white += u64::from(self.result == Some(GameResult::WhiteWins));
        row.black += u64::from(self.result == Some(GameResult::BlackWins));
        Continue(())
    }
}

/// Returns the table of the most frequent openings.
fn table(statistics: &Statistics, length: usize) -> String {
    let mut rows: Vec<_> = statistics.rows.iter().collect();
    rows.sort_by_key(|(name, row)| (u64::MAX - row.games, *name));
    let mut text = format!("{:<32} {:>9} {:>6} {:>6} {:>6}\n", "opening", "games", "white", "black", "plies");
    for (name, row) in rows.into_iter().take(length) {
        let percent = |part: u64| 100.0 * part as f64 / row.games as f64;
        let (white, black, plies) = (percent(row.white), percent(row.black), row.plies / row.games);
        text += &format!("{name:<32} {:>9} {white:>5.1}% {black:>5.1}% {plies:>6}\n", row.games);
    }
    text
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut statistics = Statistics::default();
    for path in std::env::args().skip(1) {
        let mut reader = Reader::open(&path)?;
        while reader.read(&mut statistics)? {}
    }
    print!("{}", table(&statistics, 20));
    eprintln!("{} problems", statistics.problems);
    Ok(())
}
