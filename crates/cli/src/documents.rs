//! The documents of the program: completions for a shell, manual pages, licenses.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use clap_complete::{Shell, generate};

use crate::output::{Output, Taken, print};
use crate::stop::Stop;

/// The text that `cargo xtask licenses` has written.
const LICENSES: &str = include_str!("../THIRD-PARTY-LICENSES");

/// Print completions for a shell
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  gardez completions bash > ~/.local/share/bash-completion/completions/gardez
  gardez completions zsh > ~/.zfunc/_gardez
  gardez completions fish > ~/.config/fish/completions/gardez.fish")]
pub(crate) struct Completions {
    /// Shell: bash, elvish, fish, powershell or zsh
    #[arg(hide_possible_values = true)]
    shell: Shell,
}

impl Completions {
    /// Prints the completions of `command`, which is the whole program.
    pub(crate) fn run(&self, mut command: clap::Command) -> Result<ExitCode, Stop> {
        let mut script = Vec::new();
        generate(self.shell, &mut command, "gardez", &mut script);
        print(format_args!("{}", String::from_utf8_lossy(&script)))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Print the licenses of the packages that this program contains
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  gardez licenses | less")]
pub(crate) struct Licenses {}

impl Licenses {
    #[allow(clippy::unused_self, reason = "like the other commands")]
    pub(crate) fn run(&self) -> Result<ExitCode, Stop> {
        print(format_args!("{LICENSES}"))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Print the manual page, or write the pages of all commands
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  gardez manual > gardez.1
  gardez manual --dir pages")]
pub(crate) struct Manual {
    /// Directory for a page of each command, such as gardez-pgn.1
    ///
    /// The directory is made if it is missing.
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,

    /// Replace files that exist
    #[arg(short, long, requires = "dir")]
    force: bool,
}

impl Manual {
    /// Prints or writes the pages of `command`, which is the whole program.
    pub(crate) fn run(&self, command: clap::Command) -> Result<ExitCode, Stop> {
        if let Some(dir) = &self.dir {
            fs::create_dir_all(dir).map_err(|error| Stop::unwritable(dir.display(), error))?;
            let mut command = command.disable_help_subcommand(true);
            command.build();
            let mut files = Vec::new();
            add_pages(command, dir, (self.force, &Taken::default()), &mut files)?;
            Output::finish_all(files)?;
        } else {
            let mut page = Vec::new();
            clap_mangen::Man::new(command).render(&mut page).expect("writing to memory does not fail");
            print(format_args!("{}", String::from_utf8_lossy(&page)))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn add_pages(
    command: clap::Command,
    dir: &Path,
    (force, taken): (bool, &Taken),
    files: &mut Vec<Output>,
) -> Result<(), Stop> {
    for subcommand in command.get_subcommands().filter(|subcommand| !subcommand.is_hide_set()).cloned() {
        add_pages(subcommand, dir, (force, taken), files)?;
    }
    let (page, mut text) = (clap_mangen::Man::new(command), Vec::new());
    page.render(&mut text).expect("writing to memory does not fail");
    let mut file = Output::create(&dir.join(page.get_filename()), force, taken)?;
    file.write(&text)?;
    files.push(file);
    Ok(())
}
