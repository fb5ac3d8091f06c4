//! The command line.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

const EXPLANATION: &str = "\
A file is known by its name: positions, positions_unreachable, pseudo_legal, games, fen,
fen_undefined, perft, attacks, flip, display and endgame_codes (.jsonl, .jsonl.gz), zobrist.json,
tables.json, suites of node counts in a directory `perft` (.epd, .txt, .perft, .jsonl),
boards, encodings, fens, histories, parse_moves, policy_positions and training (.jsonl), bitboards,
policy_map, policy_head_maps, peer_tests and pgn (.json), chunks in a directory `training`,
random64.txt, keys.tsv, keys_spec.tsv, repetition.tsv, mutated.tsv, chessjs-validate.tsv and
destruction-test.epd, and vectors.tsv in a directory `syzygy`. All others are listed as skipped.

For each file: its records, the single values that were compared, and those that differ. The notes
say how many rows of another program's opinions differ on purpose, and how many node counts are
above the bound. A file that is cut, altered or empty is damaged.

Exit code: 0 if all is as expected, 1 if a value differs or a file is damaged, 2 if a directory
is not there, the arguments are wrong, or no file is known.";

/// Compares files of expected values with what the Gardez crates say, value by value.
#[derive(Parser, Debug)]
#[command(name = "conformance", version, after_help = EXPLANATION, max_term_width = 100)]
pub(crate) struct Args {
    /// Check every known file below these directories; a single file may be named as well
    #[arg(value_name = "DIR", required = true)]
    pub(crate) directories: Vec<PathBuf>,

    /// Show so many differences, and so many damages, of each file in full
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub(crate) show: usize,

    /// Leave out node counts above this [default: 300000 in suites, 1000000000 in perft.jsonl]
    #[arg(long, value_name = "NODES")]
    pub(crate) max_nodes: Option<u64>,

    /// Where the endgame tables are [default: beside vectors.tsv]
    #[arg(long, value_name = "DIR")]
    pub(crate) syzygy: Option<PathBuf>,

    /// Print one line of JSON instead of a table
    #[arg(long)]
    pub(crate) json: bool,
}

impl Args {
    /// Reads the command line; where there is nothing to run, help or an error is printed already.
    pub(crate) fn read() -> Result<Self, ExitCode> {
        Self::try_parse().map_err(|error| {
            // Nobody is left to be told if this fails.
            let _ = error.print();
            ExitCode::from(error.exit_code() as u8)
        })
    }
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
    fn wrong_arguments_end_with_code_2() {
        for line in ["conformance", "conformance --show x d", "conformance d --max-nodes -1", "conformance d --jsn"] {
            let error = Args::try_parse_from(line.split(' ')).expect_err("they make no sense");
            assert_eq!(error.exit_code(), 2, "{line}");
        }
    }
}
