//! The command line.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

const EXPLANATION: &str = "\
The name of a file says what is compared: conformance/src/kinds.rs lists all names,
also with the ending .gz. Other files are listed as skipped, with the reason.

The table shows for each file the number of records, of values compared, and of
differences. The notes count the rows of another program's opinions that differ
on purpose, and the node counts above the bound. A file that is truncated,
altered or empty is damaged.

Without --max-nodes, counts above 300000 in suites, and above 1000000000 in
perft.jsonl, are skipped, and rows of unwinnable.tsv that take more than 200000
positions are listed as undecided. Without --syzygy, the endgame tables are those next to
the file or, if there are none, in data/syzygy of the directory GARDEZ_DATA.

Exit code: 0 if all values are as expected, 1 if a value differs or a file is
damaged, 2 if the arguments are wrong, a directory does not exist, or no file is
of a known kind.

Example: conformance conformance/data --syzygy crates/syzygy/tests/tables";

/// Compares files of expected values with the results of the Gardez crates.
#[derive(Parser, Debug)]
#[command(name = "conformance", version, after_help = EXPLANATION)]
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
