//! Reads a PGN file, compressed or not. Prints statistics and all problems with their places, and can write a clean file
//! in the export format.
//!
//! `cargo run --release -p gardez --example pgn --features gzip,zstd -- GAMES.pgn [CLEAN.pgn]`
//!
//! The exit code is 1 if a part of the PGN could not be read, and 2 if a file could not be opened or written.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;

use gardez::notation::claims;
use gardez::notation::pgn::{Game, GameResult, Reader, Severity};
use gardez_io::{eprintln, println};
use indicatif::{ProgressBar, ProgressStyle};

/// The number of notes, and of errors, that are printed in full; further ones are only counted.
const PRINTED: u64 = 20;

/// The counts so far.
#[derive(Default)]
struct Statistics {
    games: u64,
    plies: u64,
    variation_moves: u64,
    comments: u64,
    longest: usize,
    results: BTreeMap<&'static str, u64>,
    endings: BTreeMap<String, u64>,
    notes: u64,
    errors: u64,
}

impl Statistics {
    fn add(&mut self, game: &Game) {
        let plies = game.main_line().count();
        self.games += 1;
        self.plies += plies as u64;
        self.variation_moves += (game.len() - plies) as u64;
        self.longest = self.longest.max(plies);
        *self.results.entry(game.result.as_str()).or_default() += 1;
        let mut open = vec![game.root()];
        while let Some(id) = open.pop() {
            let node = game.node(id);
            self.comments += node.comments.len() as u64;
            self.comments += node.before.as_ref().map_or(0, |before| before.comments.len() as u64);
            open.extend(node.children());
        }
        // Mate, stalemate and draws are checked only after the last move.
        if let Some(last) = game.main_line().last() {
            let claim = claims::Claim::from_position(&game.position(last), plies);
            for outcome in claim.outcomes() {
                *self.endings.entry(format!("{outcome:?}")).or_default() += 1;
            }
            let by_rules = claim.result();
            if by_rules.is_some_and(|result| result != game.result && game.result != GameResult::Unknown) {
                *self.endings.entry("a result that differs from the rules".into()).or_default() += 1;
            }
        }
    }

    fn print(&self) {
        println!("{} games, {} plies, the longest has {}", self.games, self.plies, self.longest);
        println!("{} moves in variations, {} comments", self.variation_moves, self.comments);
        for (result, games) in &self.results {
            println!("{result:>10}  {games}");
        }
        for (ending, games) in &self.endings {
            println!("{games} end with {ending}");
        }
        println!("{} notes, {} errors", self.notes, self.errors);
    }
}

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let (input, output) = match &arguments[..] {
        [input] => (input, None),
        [input, output] => (input, Some(output)),
        _ => {
            eprintln!("usage: pgn GAMES.pgn[.gz|.zst] [CLEAN.pgn]");
            return ExitCode::from(2);
        }
    };
    match run(Path::new(input), output.map(Path::new)) {
        Ok(statistics) => {
            statistics.print();
            ExitCode::from(u8::from(statistics.errors != 0))
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(input: &Path, output: Option<&Path>) -> io::Result<Statistics> {
    let named = |path: &Path, error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
    let file = File::open(input).map_err(|error| named(input, error))?;
    let bar = ProgressBar::new(file.metadata()?.len());
    let style = ProgressStyle::with_template("{wide_bar} {bytes}/{total_bytes} {bytes_per_sec} {eta}");
    bar.set_style(style.map_err(io::Error::other)?);

    let mut clean = match output {
        Some(path) => Some(BufWriter::new(File::create_new(path).map_err(|error| named(path, error))?)),
        None => None,
    };
    // The bar counts the bytes of the file, compressed or not.
    let mut reader = Reader::from_compressed(bar.wrap_read(file))?;
    let mut statistics = Statistics::default();
    while let Some(read) = reader.read_game().map_err(|error| named(input, error))? {
        statistics.add(&read.game);
        for problem in &read.problems {
            let count = match problem.kind.severity() {
                Severity::Note => &mut statistics.notes,
                Severity::Error => &mut statistics.errors,
            };
            *count += 1;
            if *count <= PRINTED {
                bar.suspend(|| eprintln!("{:?}: {problem}", problem.kind.severity()));
            }
        }
        if let Some(clean) = &mut clean {
            writeln!(clean, "{}", read.game)?;
        }
    }
    bar.finish_and_clear();
    if let Some(mut clean) = clean {
        clean.flush()?;
    }
    Ok(statistics)
}
