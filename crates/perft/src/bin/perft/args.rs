//! The command line.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{ArgGroup, Parser, ValueEnum};
use gardez_perft::suite::MAX_DEPTH;
use gardez_position::{FenMode, FenProblems, FenReader};

use crate::positions::Named;

const EXAMPLES: &str = "\
Examples:
  perft                                        start position, depth 7
  perft --depth 7 --no-divide                  only the total
  perft --position kiwipete --depth 5
  perft --fen '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -' --depth 6
  perft --start960 342 --depth 4 --json
  perft --suite standard.epd fischer.epd.gz --max-nodes 10000000

Suites hold lines such as `FEN ;D1 20 ;D2 400` or `FEN; 3; 8902`, blocks of `id`, `epd` and
`perft 3 8902` lines, or JSON lines such as {\"fen\":\"...\",\"c960\":0,\"perft\":[20,400]}; gzip is unpacked.

Exit code: 0 if all is well, 1 if a count of a suite or a node of --verify is wrong, 2 if something
could not be read or written or if no count of the suites was checked. A position that is refused is an
error, but only a line of the report if a suite lists it.";

/// Counts the sequences of legal moves from a position, or checks suites of known counts.
///
/// Prints how many sequences begin with each legal move, then the total, the time and the speed.
#[derive(Parser, Debug)]
#[command(name = "perft", version, after_help = EXAMPLES, max_term_width = 100)]
#[command(group = ArgGroup::new("what").args(["fen", "position", "start960", "suite"]))]
pub(crate) struct Args {
    /// Count from this position; quote the FEN, for it contains blanks
    #[arg(long, value_name = "FEN")]
    pub(crate) fen: Option<String>,

    /// Count from a well-known position
    #[arg(long, value_name = "NAME")]
    pub(crate) position: Option<Named>,

    /// Count from a start position of Chess960: 0 to 959, where 518 is that of chess
    #[arg(long, value_name = "N", value_parser = start960, allow_negative_numbers = true)]
    pub(crate) start960: Option<u16>,

    /// Count sequences of this many moves [default: 7]; with --suite, skip what is deeper
    #[arg(long, value_name = "PLIES", value_parser = depth, allow_negative_numbers = true)]
    pub(crate) depth: Option<u32>,

    /// Write castling as in Chess960: as king takes rook, and with rook files in FENs
    ///
    /// Without it, a position is taken for Chess960 if its castling rights say so.
    #[arg(long)]
    pub(crate) chess960: bool,

    /// Print the count of each first move; this is the default unless --quiet is given
    #[arg(long, conflicts_with_all = ["suite", "no_divide"])]
    pub(crate) divide: bool,

    /// Do not print the counts of the first moves
    #[arg(long, conflicts_with = "suite")]
    pub(crate) no_divide: bool,

    /// Check every count of these suites; `-` is the standard input
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) suite: Vec<PathBuf>,

    /// Skip the counts of a suite that are less than this
    #[arg(long, value_name = "NODES", value_parser = nodes, allow_negative_numbers = true, requires = "suite")]
    pub(crate) min_nodes: Option<u64>,

    /// Skip the counts of a suite that are greater than this
    #[arg(long, value_name = "NODES", value_parser = nodes, allow_negative_numbers = true, requires = "suite")]
    pub(crate) max_nodes: Option<u64>,

    /// Refuse positions with these problems; without it, they are counted, and a note names the problem
    ///
    /// - castling-rights: a right without its king or rook; it is dropped
    /// - too-many-pieces: more than 16 pieces or 8 pawns of one color
    /// - promoted-surplus: more promoted pieces than missing pawns
    /// - impossible-check: a check that no move can have given
    /// - stale-en-passant: a square that no double step can have left; it is dropped
    /// - all: all of them
    ///
    /// Several names are separated by commas.
    #[arg(long, value_name = "PROBLEM", value_delimiter = ',', verbatim_doc_comment)]
    pub(crate) refuse: Vec<FenProblems>,

    /// Refuse positions with any problem, like --refuse all
    #[arg(long)]
    pub(crate) strict: bool,

    /// How to count: `count` counts the replies to all moves of a position together, `position` makes every move but
    /// the last through the public position
    #[arg(long, value_name = "ENGINE", default_value = "count")]
    pub(crate) engine: Engine,

    /// Count with so many threads [default: as many as the machine runs at once]
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub(crate) threads: Option<usize>,

    /// Use so much memory to remember counts [default: what the count needs, up to a quarter of the free memory]
    #[arg(long, value_name = "MIB", value_parser = mebibytes, allow_negative_numbers = true, conflicts_with = "no_hash")]
    pub(crate) hash: Option<usize>,

    /// Remember no counts
    #[arg(long)]
    pub(crate) no_hash: bool,

    /// Count with the instructions of a level of CPU [default: the best that this one has]
    #[arg(long, value_name = "LEVEL")]
    pub(crate) level: Option<Level>,

    /// Note finished parts in this file, and go on from there if it exists
    #[arg(long, value_name = "FILE", conflicts_with_all = ["suite", "verify"])]
    pub(crate) checkpoint: Option<PathBuf>,

    /// Compare every node two moves before the end with what making every move gives, and print what is wrong
    #[arg(long, conflicts_with_all = ["suite", "json", "divide", "no_divide", "threads", "hash", "no_hash"])]
    pub(crate) verify: bool,

    /// Print one line of JSON instead of text
    #[arg(long)]
    pub(crate) json: bool,

    /// Print only the total, or only the wrong counts of a suite, and no progress
    #[arg(long)]
    pub(crate) quiet: bool,
}

impl Args {
    /// Reads the command line; where there is nothing to run, help or an error is printed already.
    pub(crate) fn read() -> Result<Self, ExitCode> {
        let read = Self::try_parse().and_then(Self::without_idle_options);
        read.map_err(|error| {
            if error.use_stderr() {
                // Nobody is left to be told if this fails.
                let _ = std::io::Write::write_all(&mut std::io::stderr(), one_line(&error.to_string()).as_bytes());
                ExitCode::from(2)
            } else {
                let _ = error.print();
                ExitCode::SUCCESS
            }
        })
    }

    /// Refuses options of the counting engine where another one counts: they would do nothing.
    fn without_idle_options(self) -> Result<Self, clap::Error> {
        let options = [
            ("--threads", self.threads.is_some()),
            ("--hash", self.hash.is_some()),
            ("--no-hash", self.no_hash),
            ("--level", self.level.is_some()),
            ("--checkpoint", self.checkpoint.is_some()),
            ("--verify", self.verify),
        ];
        match options.into_iter().find(|&(_, given)| given && self.engine == Engine::Position) {
            None => Ok(self),
            Some((option, _)) => {
                let message = format!("{option} is an option of the counting engine, not of --engine position");
                Err(clap::Error::raw(clap::error::ErrorKind::ArgumentConflict, message))
            }
        }
    }

    /// Whether the counts of the first moves are shown.
    pub(crate) fn shows_divide(&self) -> bool {
        self.divide || !self.no_divide && (self.json || !self.quiet)
    }

    /// The reader of FENs that are to be understood in `mode`, unless Chess960 is asked for.
    pub(crate) fn fen_reader(&self, mode: FenMode) -> FenReader {
        let mode = if self.chess960 { FenMode::Chess960 } else { mode };
        let reader = FenReader::new().with_mode(mode).refuse(self.refuse.iter().copied().collect());
        if self.strict { reader.strict() } else { reader }
    }
}

/// The error and the tips of clap's message on one line, without the usage.
fn one_line(message: &str) -> String {
    let parts = message.split("\n\n").map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "));
    let is_about_the_error = |part: &String| !part.starts_with("Usage:") && !part.starts_with("For more information");
    let line = parts.filter(is_about_the_error).collect::<Vec<_>>().join("; ");
    // Nothing of what was typed shall reach the terminal as a command.
    let plain = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.to_string() };
    line.chars().map(plain).collect::<String>() + " (see --help)\n"
}

/// How to count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Engine {
    Count,
    Position,
}

/// A level of the counting engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Level {
    Baseline,
    Bmi2,
    Avx512,
}

fn threads(text: &str) -> Result<usize, String> {
    let threads = text.parse().ok().filter(|threads| (1..=1024).contains(threads));
    threads.ok_or_else(|| "expected a number of threads from 1 to 1024".to_owned())
}

fn mebibytes(text: &str) -> Result<usize, String> {
    let mebibytes = text.parse().ok().filter(|mebibytes| (1..=1 << 24).contains(mebibytes));
    mebibytes.ok_or_else(|| format!("expected a number of MiB from 1 to {}", 1 << 24))
}

fn depth(text: &str) -> Result<u32, String> {
    let depth = text.parse().ok().filter(|depth| *depth <= MAX_DEPTH);
    depth.ok_or_else(|| format!("expected a number of plies from 0 to {MAX_DEPTH}"))
}

fn start960(text: &str) -> Result<u16, String> {
    let number = text.parse().ok().filter(|number| *number < 960);
    number.ok_or_else(|| "expected a number from 0 to 959".to_owned())
}

fn nodes(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "expected a number of nodes below 2^64".to_owned())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_arguments_do_not_contradict_each_other() {
        Args::command().debug_assert();
    }

    #[test]
    fn an_error_with_tips_becomes_one_line() {
        let error = Args::try_parse_from(["perft", "--divid"]).expect_err("there is no such argument");
        let line = one_line(&error.to_string());
        assert!(line.starts_with("error: unexpected argument '--divid' found; tip: "), "{line}");
        assert!(line.ends_with(" (see --help)\n") && line.lines().count() == 1, "{line}");
    }
}
