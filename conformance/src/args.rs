//! The command line.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use conformance::Kind;

const EXPLANATION: &str = "\
The table shows for each file the number of records, of values compared, and of
differences. The notes count the rows of another program's opinions that differ
on purpose, and the node counts above the bound. A file that is truncated,
altered or empty is damaged.

Without --max-nodes, counts above 300000 in suites, and above 1000000000 in
perft.jsonl, are skipped. Without --syzygy, the endgame tables are expected in
the directory of vectors.tsv.

Exit code: 0 if all values are as expected, 1 if a value differs or a file is
damaged, 2 if the arguments are wrong, a directory does not exist, or no file is
of a known kind.

Example: conformance conformance/data --syzygy crates/syzygy/tests/tables";

/// The largest width of a line of the help.
const WIDTH: usize = 80;

/// Returns the end of the help: the names of the known files, by groups of kinds, and what the output means.
fn explanation() -> String {
    let mut text = String::from("Known files (NAME.gz too; * stands for any text, # for digits):\n");
    let kinds: Vec<_> = Kind::all().collect();
    for group in kinds.chunk_by(|a, b| a.group() == b.group()) {
        let mut line = format!("  {:12}", group[0].group());
        let indent = line.len();
        for file in group.iter().copied().flat_map(paths) {
            if line.len() + file.len() + 1 > WIDTH {
                text += &format!("{}\n", line.trim_end());
                line = " ".repeat(indent);
            }
            line += &format!("{file}, ");
        }
        text += &format!("{}\n", line.trim_end_matches(", "));
    }
    format!("{text}All other files are listed as skipped.\n\n{EXPLANATION}")
}

/// Returns the names of the files of a kind, after the files of their directories.
fn paths(kind: Kind) -> Vec<String> {
    let files = kind.files().iter();
    match kind.directories() {
        [] => files.map(|file| (*file).to_owned()).collect(),
        directories => files.flat_map(|file| directories.iter().map(move |place| format!("{place}/{file}"))).collect(),
    }
}

/// Compares files of expected values with the results of the Gardez crates.
#[derive(Parser, Debug)]
#[command(name = "conformance", version, after_help = explanation())]
pub(crate) struct Args {
    /// Directories whose known files are checked, or single files
    #[arg(value_name = "DIR", required = true)]
    pub(crate) directories: Vec<PathBuf>,

    /// Differences and damages shown per file
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub(crate) show: usize,

    /// Skip node counts above this number
    #[arg(long, value_name = "NODES")]
    pub(crate) max_nodes: Option<u64>,

    /// Directory of the endgame tables
    #[arg(long, value_name = "DIR")]
    pub(crate) syzygy: Option<PathBuf>,

    /// Print one line of JSON instead of a table
    #[arg(long)]
    pub(crate) json: bool,
}

impl Args {
    /// Reads the command line. If there is nothing to run, it prints the help or an error, and returns the exit code.
    pub(crate) fn read() -> Result<Self, ExitCode> {
        Self::try_parse().map_err(|error| {
            if error.use_stderr() {
                gardez_io::output::write_error(format_args!("{error}"));
            } else {
                gardez_io::output::write_or_exit(format_args!("{error}"));
            }
            ExitCode::from(error.exit_code() as u8)
        })
    }
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
    fn the_help_fits_into_80_columns() {
        let help = Args::command().render_long_help().to_string();
        assert!(help.lines().all(|line| line.chars().count() <= WIDTH), "{help}");
    }

    #[test]
    fn wrong_arguments_give_code_2() {
        for line in ["conformance", "conformance --show x d", "conformance d --max-nodes -1", "conformance d --jsn"] {
            let error = Args::try_parse_from(line.split(' ')).expect_err("wrong arguments");
            assert_eq!(error.exit_code(), 2, "{line}");
        }
    }
}
