//! `gardez completions`: completions for a shell.

use std::process::ExitCode;

use clap::Args;
use clap_complete::{Shell, generate};

use crate::output::print;
use crate::stop::Stop;

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
