//! The command line.

use std::fmt::Display;
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;

use crate::suite::{Count, MAX_DEPTH};
use clap::{ArgGroup, Parser, ValueEnum};
use gardez_position::{FenMode, FenProblems, FenReader};

use crate::program::positions::Named;

/// The largest count of a suite that is compared with an engine without the option `--max-nodes`.
const DEFAULT_COMPARED: u64 = 1_000_000;

/// The arguments of the examples in the help, and what each shows.
const EXAMPLES: [(&str, &str); 9] = [
    ("", "start position, depth 7"),
    ("--depth 6 --no-divide", "only the total, time and speed"),
    ("--position kiwipete --depth 5", ""),
    ("--fen '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -' --depth 6", ""),
    ("--start960 342 --depth 4 --json", ""),
    ("--moves 'e4 c5 Nf3' --depth 4 --types", "captures, checks, mates"),
    ("--compare ./engine --depth 5", "its first wrong move"),
    ("--suite standard.epd fischer.epd.gz --max-nodes 10000000", ""),
    ("--depth 9 --checkpoint depth9.txt", "a count that can be resumed"),
];

const AFTER_EXAMPLES: &str = "
Formats of a suite (may be mixed; gzip and Zstandard are unpacked):
  FEN ;D1 20 ;D2 400                           counts by depth
  FEN; 3; 8902                                 one depth and its count
  id NAME, epd FEN, perft 3 8902               a block, one item on each line
  {\"fen\":\"...\",\"c960\":0,\"perft\":[20,400]}      JSON lines, from depth 1 on

Exit code:
  0  success; refused positions of a suite are listed but are not a failure
  1  a count of a suite, a node of --verify or an engine of --compare is wrong
  2  something could not be read or written, or no count of a suite was checked;
     also if the reader of the output closes it before the end";

/// Returns the last part of the help, with examples for a program that is called as `program`.
///
/// ```
/// assert!(gardez_perft::program::explanation("gardez perft").contains("\n  gardez perft --position kiwipete --depth 5\n"));
/// ```
pub fn explanation(program: &str) -> String {
    let mut text = "Examples:\n".to_owned();
    for (arguments, remark) in EXAMPLES {
        let command = format!("{program} {arguments}");
        let line = if remark.is_empty() { command } else { format!("{command:0$} {remark}", program.len() + 35) };
        text += &format!("  {line}\n");
    }
    text + AFTER_EXAMPLES
}

/// Counts sequences of legal moves from a chess position (perft)
///
/// Prints the count of each first move, then the total, the time and the speed.
/// With --suite, checks the known counts of many positions instead.
#[derive(Parser, Debug)]
#[command(name = "perft", bin_name = "perft", version, after_help = explanation("perft"), verbatim_doc_comment)]
#[command(group = ArgGroup::new("what").args(["fen", "position", "start960", "suite"]))]
pub struct Args {
    /// Position to count from, as a FEN
    ///
    /// Quote the FEN, because it contains spaces.
    #[arg(long, value_name = "FEN")]
    pub(crate) fen: Option<String>,

    /// Well-known position to count from
    #[arg(long, value_name = "NAME", hide_possible_values = true)]
    #[arg(long_help = choices::<Named>("Well-known position to count from:"))]
    pub(crate) position: Option<Named>,

    /// Chess960 start position to count from, 0 to 959
    ///
    /// Number 518 is the start position of chess.
    #[arg(long, value_name = "N", value_parser = within("a number", 0_u16, 959), allow_negative_numbers = true)]
    pub(crate) start960: Option<u16>,

    /// Moves to make first, in UCI notation or SAN
    ///
    /// Quote the moves, because they are separated by spaces: 'e2e4 c5 Nf3'.
    #[arg(long, value_name = "MOVES", conflicts_with = "suite")]
    pub(crate) moves: Option<String>,

    /// Plies [default: 7, or 5 with --types and --compare]
    ///
    /// With --suite, deeper counts are skipped.
    #[arg(long, value_name = "PLIES", value_parser = within("a number of plies", 0, MAX_DEPTH))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) depth: Option<u32>,

    /// Read and write castling as in Chess960
    ///
    /// Castling is written as the king takes the rook, and FENs name the
    /// files of the rooks. Without this option, a position is Chess960 if its
    /// castling rights require it.
    #[arg(long, verbatim_doc_comment)]
    pub(crate) chess960: bool,

    /// Print the count of each first move
    ///
    /// This is the default, unless --quiet is given.
    #[arg(long, conflicts_with_all = ["suite", "no_divide"])]
    pub(crate) divide: bool,

    /// Do not print the count of each first move
    #[arg(long, conflicts_with = "suite")]
    pub(crate) no_divide: bool,

    /// Suites whose counts to check; `-` is standard input
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) suite: Vec<PathBuf>,

    /// Skip the counts of a suite below this number
    #[arg(long, value_name = "NODES", value_parser = nodes, allow_negative_numbers = true, requires = "suite")]
    pub(crate) min_nodes: Option<u64>,

    /// Skip the counts of a suite above this number
    #[arg(long, value_name = "NODES", value_parser = nodes, allow_negative_numbers = true, requires = "suite")]
    pub(crate) max_nodes: Option<u64>,

    /// Refuse positions with these problems
    ///
    /// Without this option they are counted, and a note names the problem.
    /// Separate several names by commas.
    ///
    /// - castling-rights: a right without its king or rook; it is dropped
    /// - too-many-pieces: more than 16 pieces or 8 pawns of one color
    /// - promoted-surplus: more promoted pieces than missing pawns
    /// - impossible-check: a check that no move can have given
    /// - stale-en-passant: a square that no double push passed; it is dropped
    /// - all: all of them
    #[arg(long, value_name = "PROBLEM", value_delimiter = ',', verbatim_doc_comment)]
    pub(crate) refuse: Vec<FenProblems>,

    /// Refuse any problem, like --refuse all
    #[arg(long)]
    pub(crate) strict: bool,

    /// Engine that counts
    #[arg(long, value_name = "ENGINE", default_value = "count", hide_possible_values = true)]
    #[arg(long_help = choices::<Engine>("Engine that counts:"))]
    pub(crate) engine: Engine,

    /// Number of threads to use [default: all of the CPU]
    #[arg(long, value_name = "N", value_parser = within("a number of threads", 1_usize, 1024))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) threads: Option<usize>,

    /// Size of the hash table in MiB
    ///
    /// By default, the size that the count needs, up to a quarter of the free
    /// memory and up to 2048 MiB.
    #[arg(long, value_name = "MIB", value_parser = within("a number of MiB", 1_usize, 1 << 24))]
    #[arg(allow_negative_numbers = true, conflicts_with = "no_hash", verbatim_doc_comment)]
    pub(crate) hash: Option<usize>,

    /// Do not use a hash table
    #[arg(long)]
    pub(crate) no_hash: bool,

    /// CPU level to use [default: the best of this CPU]
    #[arg(long, value_name = "LEVEL", hide_possible_values = true)]
    #[arg(long_help = choices::<Level>("CPU level to use [default: the best of this CPU]:"))]
    pub(crate) level: Option<Level>,

    /// File that keeps the finished parts of the count
    ///
    /// If the file exists, the count resumes where it was interrupted.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["suite", "verify"])]
    pub(crate) checkpoint: Option<PathBuf>,

    /// Check the counting engine by making every move
    ///
    /// Compares the count of each node two plies before the end with the
    /// count by making every move, and prints the moves that are wrong.
    #[arg(long, conflicts_with_all = ["suite", "json", "divide", "no_divide", "threads", "hash", "no_hash"])]
    #[arg(verbatim_doc_comment)]
    pub(crate) verify: bool,

    /// Count the kinds of the last moves, at each depth
    ///
    /// Prints a table of nodes, captures, en passant captures, castlings,
    /// promotions, checks, discovered checks, double checks and checkmates.
    /// --types=csv prints comma-separated values.
    #[arg(long, value_name = "FORMAT", num_args = 0..=1, require_equals = true, default_missing_value = "table")]
    #[arg(conflicts_with_all = ["suite", "verify", "checkpoint", "divide", "no_divide", "threads", "hash", "no_hash"])]
    #[arg(hide_possible_values = true, verbatim_doc_comment)]
    pub(crate) types: Option<TypesFormat>,

    /// UCI engines whose move generators to check
    ///
    /// Compares the counts of `go perft` for each first move, follows a wrong
    /// count down to the wrong move, and says why the move is wrong. With
    /// --suite, does so for each position, at the deepest count of at most
    /// --max-nodes [default: 1000000]. Quote a command that has arguments.
    #[arg(long, value_name = "ENGINE", num_args = 1.., verbatim_doc_comment)]
    #[arg(conflicts_with_all = ["types", "verify", "checkpoint", "divide", "no_divide"])]
    pub(crate) compare: Vec<String>,

    /// Seconds to wait for the engine
    #[arg(long, value_name = "SECONDS", default_value_t = 60, requires = "compare")]
    pub(crate) timeout: u64,

    /// Print one line of JSON instead of text
    #[arg(long)]
    pub(crate) json: bool,

    /// Print only the total, without progress
    ///
    /// With --suite, prints only the wrong counts.
    #[arg(long)]
    pub(crate) quiet: bool,
}

impl Args {
    /// Reads the command line. If there is nothing to run, help or an error has been printed already.
    pub(crate) fn read() -> Result<Self, ExitCode> {
        let read = Self::try_parse().and_then(Self::without_idle_options);
        read.map_err(|error| explain(&error))
    }

    /// Refuses options of the counting engine together with another engine, on which they would have no effect.
    ///
    /// [`run`](crate::program::run) expects that this has been called.
    ///
    /// # Errors
    ///
    /// If there is such an option.
    pub fn without_idle_options(self) -> Result<Self, clap::Error> {
        match self.of_count().into_iter().find(|&(_, given)| given && self.engine == Engine::Position) {
            None => Ok(self),
            Some((option, _)) => {
                let message = format!("{option} has no effect with --engine position");
                Err(clap::Error::raw(clap::error::ErrorKind::ArgumentConflict, message))
            }
        }
    }

    /// Returns the first option that only chess and its counting engine know.
    pub(crate) fn only_chess(&self) -> Option<&'static str> {
        let options = [
            ("--position", self.position.is_some()),
            ("--start960", self.start960.is_some()),
            ("--suite", !self.suite.is_empty()),
            ("--moves", self.moves.is_some()),
            ("--types", self.types.is_some()),
            ("--compare", !self.compare.is_empty()),
            ("--chess960", self.chess960),
            ("--refuse", !self.refuse.is_empty()),
            ("--strict", self.strict),
            ("--engine", self.engine != Engine::Count),
        ];
        options.into_iter().chain(self.of_count()).find(|&(_, given)| given).map(|(option, _)| option)
    }

    /// Returns the options of the counting engine, and whether they are given.
    fn of_count(&self) -> [(&'static str, bool); 6] {
        [
            ("--threads", self.threads.is_some()),
            ("--hash", self.hash.is_some()),
            ("--no-hash", self.no_hash),
            ("--level", self.level.is_some()),
            ("--checkpoint", self.checkpoint.is_some()),
            ("--verify", self.verify),
        ]
    }

    /// Returns `true` if the counts of the first moves are shown.
    pub(crate) fn shows_divide(&self) -> bool {
        self.divide || !self.no_divide && (self.json || !self.quiet)
    }

    /// Returns `true` if a count of a suite is within the bounds that the user has set.
    pub(crate) fn is_wanted(&self, count: Count) -> bool {
        let most = self.max_nodes.unwrap_or(if self.compare.is_empty() { u64::MAX } else { DEFAULT_COMPARED });
        (self.min_nodes.unwrap_or(0)..=most).contains(&count.nodes) && self.depth.is_none_or(|most| count.depth <= most)
    }

    /// Returns the reader of FENs in `mode`, or in Chess960 if the user asks for it.
    pub(crate) fn fen_reader(&self, mode: FenMode) -> FenReader {
        let mode = if self.chess960 { FenMode::Chess960 } else { mode };
        let reader = FenReader::new().with_mode(mode).refuse(self.refuse.iter().copied().collect());
        if self.strict { reader.strict() } else { reader }
    }
}

/// Returns the FEN of an argument as a file has it: without quotes around it, and with blanks and slashes in place of `%20`,
/// `%2F` and, if there is no blank, `_`, as in addresses of web pages.
///
/// ```
/// use gardez_perft::program::fen_argument;
///
/// assert_eq!(fen_argument("\"4k3/8/8/8/8/8/8/4K3%20w%20-%20-\""), "4k3/8/8/8/8/8/8/4K3 w - -");
/// ```
pub fn fen_argument(text: &str) -> String {
    let mut text = text.trim().trim_matches(['"', '\'', '`']).trim().to_owned();
    for (code, character) in [("%20", " "), ("%2F", "/"), ("%2f", "/"), ("%3B", ";")] {
        text = text.replace(code, character);
    }
    if text.contains(' ') { text } else { text.replace('_', " ") }
}

/// Prints clap's message about the arguments: the help, the version, or an error on one line. Returns the exit code.
pub fn explain(error: &clap::Error) -> ExitCode {
    if error.use_stderr() {
        gardez_io::output::write_error(format_args!("{}", one_line(&error.to_string())));
        ExitCode::from(2)
    } else {
        match gardez_io::output::write(format_args!("{error}")) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => ExitCode::from(gardez_io::output::report(&error)),
        }
    }
}

/// Returns the help of an option: its summary, then each possible value with its description.
fn choices<T: ValueEnum>(summary: &str) -> String {
    let values = T::value_variants().iter().filter_map(ValueEnum::to_possible_value);
    values.fold(summary.to_owned(), |text, value| {
        let help = value.get_help().map(ToString::to_string).unwrap_or_default();
        text + &format!("\n- {}: {help}", value.get_name())
    })
}

/// Returns the error and the tips of clap's message on one line, without the usage.
fn one_line(message: &str) -> String {
    let parts = message.split("\n\n").map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "));
    let is_about_the_error = |part: &String| !part.starts_with("Usage:") && !part.starts_with("For more information");
    let line = parts.filter(is_about_the_error).collect::<Vec<_>>().join("; ");
    // Control characters of the input must not reach the terminal.
    let plain = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.to_string() };
    line.chars().map(plain).collect::<String>() + " (see --help)\n"
}

/// The way of counting.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Engine {
    /// the fast engine; it counts the replies to all moves together
    Count,
    /// every move but the last is made on the public position
    Position,
}

/// The form of the table of kinds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum TypesFormat {
    /// columns for people
    Table,
    /// comma-separated values
    Csv,
}

/// A level of the counting engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Level {
    /// any CPU
    Baseline,
    /// x86-64 with BMI2 and AVX2
    Bmi2,
    /// x86-64 with AVX-512
    Avx512,
}

fn within<T>(what: &str, low: T, high: T) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: Copy + PartialOrd + Display + FromStr + Send + Sync + 'static,
{
    let expected = format!("expected {what} from {low} to {high}");
    move |text| text.parse().ok().filter(|number| low <= *number && *number <= high).ok_or_else(|| expected.clone())
}

fn nodes(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "expected a number of nodes below 2^64".to_owned())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_arguments_are_consistent() {
        Args::command().debug_assert();
    }

    #[test]
    fn an_error_with_tips_becomes_one_line() {
        let error = Args::try_parse_from(["perft", "--divid"]).expect_err("there is no such argument");
        let line = one_line(&error.to_string());
        assert!(line.starts_with("error: unexpected argument '--divid' found; tip: "), "{line}");
        assert!(line.ends_with(" (see --help)\n") && line.lines().count() == 1, "{line}");
    }

    #[test]
    fn help_fits_into_80_columns() {
        let help = Args::command().render_long_help().to_string();
        let wide: Vec<&str> = help.lines().filter(|line| 80 < line.chars().count()).collect();
        assert_eq!(wide, [""; 0]);
        assert!(help.contains("- kiwipete: castling") && help.contains("- avx512: x86-64"), "{help}");
    }
}
