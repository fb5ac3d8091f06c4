//! `gardez book`: makes, merges and shows opening books in the Polyglot format.

use std::io::Read;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use gardez::data::{BookGames, BookWeight};
use gardez::notation::pgn::Reader;
use gardez::notation::polyglot::{self, BookBuilder};
use gardez::{Position, San};

use crate::input;
use crate::output::{Taken, Target, print};
use crate::pgn::tell_errors;
use crate::positions::fen_of;
use crate::progress::Progress;
use crate::range::choice;
use crate::stop::{EXIT_CODES, Stop, code};

const EXPLANATION: &str = "\
Examples:
  gardez book games.pgn.zst -o book.bin
  gardez book games.pgn --plies 24 --games 5 --weights games -o book.bin
  gardez book one.bin two.bin -o both.bin
  gardez book book.bin
  gardez book book.bin --fen 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b'

Files whose names end in .bin are books in the Polyglot format, all others are
PGN, packed or not. In a merged book, the weights of a move are added.";

/// Make, merge and show opening books
///
/// With -o, writes a book of the moves of games and of other books. Without
/// it, prints the moves that the book has for a position.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment, after_help = format!("{EXPLANATION}\n\n{EXIT_CODES}"))]
pub(crate) struct Book {
    /// PGN files and books
    #[arg(value_name = "FILE", required = true)]
    paths: Vec<PathBuf>,

    #[command(flatten)]
    target: Target,

    /// How many plies of each game to use
    #[arg(long, value_name = "N", default_value_t = 30)]
    plies: usize,

    /// Leave out moves of fewer games
    #[arg(long, value_name = "N", default_value_t = 3)]
    games: u32,

    /// The weight of a move
    ///
    /// - points: two for each game that its side won, one for each draw;
    ///   moves without points are left out (the default)
    /// - games: the number of games
    #[arg(long, value_name = "WHAT", default_value = "points", hide_possible_values = true, verbatim_doc_comment)]
    #[arg(hide_default_value = true, value_parser = choice(&[("points", BookWeight::Points), ("games", BookWeight::Games)]))]
    weights: BookWeight,

    /// Print the moves here, not at the start
    #[arg(long, value_name = "FEN", conflicts_with = "path")]
    fen: Option<String>,

    /// Show no progress
    #[arg(short, long)]
    quiet: bool,
}

impl Book {
    pub(crate) fn run(self) -> Result<ExitCode, Stop> {
        let progress = Progress::of(&self.paths, self.quiet, self.target.is_standard());
        let mut output =
            if self.target.is_standard() { None } else { Some(self.target.open(&Taken::new(&self.paths))?) };
        let (mut games, mut builder) = (BookGames::new(self.plies), BookBuilder::new());
        for path in &self.paths {
            let (name, mut bytes) = (input::name(path), input::open(path, &progress)?);
            let unreadable = |reason: &dyn std::fmt::Display| Stop::unreadable(&name, reason);
            if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("bin")) {
                let mut book = Vec::new();
                bytes.read_to_end(&mut book).map_err(|error| unreadable(&error))?;
                let book = polyglot::Book::new(book).map_err(|error| unreadable(&error))?;
                book.check().map_err(|error| unreadable(&error))?;
                book.entries().for_each(|entry| builder.add_record(entry.key, entry.mv, entry.weight.into()));
            } else {
                let mut reader = Reader::new(bytes);
                while reader.read(&mut games).map_err(|error| unreadable(&error))? {}
            }
        }
        progress.end();
        games.builder(self.games, self.weights).entries().into_iter().for_each(|entry| {
            builder.add_record(entry.key, entry.mv, entry.weight.into());
        });
        tell_errors(games.errors(), &progress);
        let has_moves = match output.take() {
            Some(mut output) => {
                output.write(&builder.to_bytes())?;
                output.finish()?;
                !builder.is_empty()
            }
            None => self.show(&builder)?,
        };
        Ok(code(true, has_moves && games.errors() == 0))
    }

    /// Prints the moves of the position. Returns `false` if there are none.
    fn show(&self, builder: &BookBuilder) -> Result<bool, Stop> {
        let position = match &self.fen {
            Some(fen) => fen_of(fen).parse().map_err(|error| Stop::Failed(format!("{error}: {fen}")))?,
            None => Position::start(),
        };
        let book = polyglot::Book::new(builder.to_bytes()).map_err(|error| Stop::Failed(error.to_string()))?;
        let moves: Vec<_> = book.moves(position.board()).collect();
        let sum: u64 = moves.iter().map(|found| u64::from(found.weight)).sum();
        print(format_args!("{} moves in the book, {} here\n", builder.len(), moves.len()))?;
        for found in &moves {
            let share = 100.0 * f64::from(found.weight) / sum.max(1) as f64;
            let san = San::new(position.board(), found.mv).to_string();
            print(format_args!("{san:8} {:>6} {share:>6.1} %\n", found.weight))?;
        }
        Ok(!moves.is_empty())
    }
}
