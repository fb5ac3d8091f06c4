//! `gardez manual`: manual pages.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use crate::output::print;
use crate::stop::Stop;

/// Print the manual page, or write the pages of all commands
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  gardez manual > gardez.1
  gardez manual --dir pages")]
pub(crate) struct Manual {
    /// Directory for a page of each command, such as gardez-pgn.1
    ///
    /// Files of these names are replaced.
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

impl Manual {
    /// Prints or writes the pages of `command`, which is the whole program.
    pub(crate) fn run(&self, command: clap::Command) -> Result<ExitCode, Stop> {
        if let Some(dir) = &self.dir {
            let written = fs::create_dir_all(dir).and_then(|()| clap_mangen::generate_to(command, dir));
            written.map_err(|error| Stop::unwritable(dir.display(), error))?;
        } else {
            let mut page = Vec::new();
            clap_mangen::Man::new(command).render(&mut page).expect("writing to memory does not fail");
            print(format_args!("{}", String::from_utf8_lossy(&page)))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
