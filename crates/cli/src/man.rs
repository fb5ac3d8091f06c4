//! `gardez man`: manual pages.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use clap_mangen::Man as Page;

use crate::args;
use crate::output::print;
use crate::stop::Stop;

/// Print the manual page, or write the pages of all commands
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  gardez man | man -l -
  gardez man --dir ~/.local/share/man/man1")]
pub(crate) struct Man {
    /// Directory for a page of each command, such as gardez-pgn.1
    ///
    /// Files of these names are replaced.
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

impl Man {
    pub(crate) fn run(&self) -> Result<ExitCode, Stop> {
        let command = args::command();
        if let Some(dir) = &self.dir {
            let written = fs::create_dir_all(dir).and_then(|()| clap_mangen::generate_to(command, dir));
            written.map_err(|error| Stop::unwritable(dir.display(), error))?;
        } else {
            let mut page = Vec::new();
            Page::new(command).render(&mut page).expect("writing to memory does not fail");
            print(format_args!("{}", String::from_utf8_lossy(&page)))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
