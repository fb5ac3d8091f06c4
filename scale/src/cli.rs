//! The program `scale`.

mod clean;
mod console;
mod missing;
mod plan;
mod recipe;
mod run;
mod seal;
mod status;
mod sum;
mod verify;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::{Parser, Subcommand};

use crate::error::{Error, Result};
use crate::export::planning as export;
use crate::plan::{Plan, Stage};
use crate::recipes::Engine;
use crate::store::{self, Store};

/// Count chess positions and make data sets, divided into units for any engine
///
/// A plan is a folder. `scale plan` writes its plan.json, which divides the work
/// into stages and units. Each unit is one command, `scale run DIR STAGE/NUMBER`,
/// which exits with code 0 if and only if its output is complete. Units of one
/// stage can run at the same time, on any machines that see the folder, and a
/// unit that was killed is simply run again.
#[derive(Parser, Debug)]
#[command(name = "scale", version = crate::code::version(), verbatim_doc_comment, after_help = AFTER_HELP)]
struct Args {
    #[command(subcommand)]
    command: Command,
}

const AFTER_HELP: &str = "\
Examples:
  scale plan perft --depth 9 --ply 6 --units 64 -C count9
  scale run count9 --all --jobs 2     all units, in the order of the stages
  scale status count9                 what is done, and what is missing
  scale sum count9                    the total, or what it lacks

Exit code:
    0  done
    1  units are missing, or a number is wrong
    2  the command cannot be understood
    3  refused: files do not fit the plan or this program; do not try again
    4  an input is not finished, a disk is full, or a file cannot be read; try
       again
  101  a bug";

#[derive(Subcommand, Debug)]
enum Command {
    Plan(plan::Args),
    Run(run::Args),
    Status(status::Args),
    Missing(missing::Args),
    Sum(sum::Args),
    Verify(verify::Args),
    Clean(clean::Args),
    Seal(seal::Args),
    Export(export::Request),
    /// Print a script that runs the units on Slurm
    Slurm(recipe::Args),
    /// Print a script that runs the units on Dask
    Dask(recipe::Args),
    /// Print a script that runs the units on Ray
    Ray(recipe::Args),
    /// Print a script that runs the units on Spark
    Spark(recipe::Args),
    /// Print a job that runs the units on Kubernetes
    Kubernetes(recipe::Args),
}

/// The plan of a command.
#[derive(clap::Args, Debug)]
struct Place {
    /// Folder of the plan, or its address
    dir: PathBuf,
}

impl Place {
    fn read(&self) -> Result<(Arc<dyn Store>, Plan)> {
        let store = store::at(&self.dir)?;
        let plan = Plan::read(&*store)?;
        Ok((store, plan))
    }
}

/// Returns the stage of this name, or all stages.
fn stages<'a>(plan: &'a Plan, name: Option<&str>) -> Result<&'a [Stage]> {
    let Some(name) = name else { return Ok(&plan.stages) };
    let place = plan.stages.iter().position(|stage| stage.name == name);
    place.map(|place| &plan.stages[place..=place]).ok_or_else(|| {
        let names: Vec<&str> = plan.stages.iter().map(|stage| stage.name.as_str()).collect();
        Error::Usage(format!("the plan has no stage {name:?}; it has {}", names.join(", ")))
    })
}

pub(crate) fn main() -> ExitCode {
    gardez_io::remove_on_signals();
    gardez_io::raise_file_limit();
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => return console::explain(&error),
    };
    console::end(execute(args.command))
}

fn execute(command: Command) -> Result<()> {
    match command {
        Command::Plan(args) => plan::execute(&args),
        Command::Run(args) => run::execute(&args),
        Command::Status(args) => status::execute(&args),
        Command::Missing(args) => missing::execute(&args),
        Command::Sum(args) => sum::execute(&args),
        Command::Verify(args) => verify::execute(&args),
        Command::Clean(args) => clean::execute(&args),
        Command::Seal(args) => seal::execute(&args),
        Command::Export(args) => plan::write(&export::plan(&args)?, &args.to),
        Command::Slurm(args) => recipe::execute(Engine::Slurm, &args),
        Command::Dask(args) => recipe::execute(Engine::Dask, &args),
        Command::Ray(args) => recipe::execute(Engine::Ray, &args),
        Command::Spark(args) => recipe::execute(Engine::Spark, &args),
        Command::Kubernetes(args) => recipe::execute(Engine::Kubernetes, &args),
    }
}

#[cfg(test)]
mod pages;

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_arguments_are_consistent() {
        Args::command().debug_assert();
    }

    #[test]
    fn every_help_fits_into_80_columns() {
        fn check(command: &mut clap::Command, path: &str) {
            let help = command.render_long_help().to_string();
            let wide: Vec<&str> = help.lines().filter(|line| 80 < line.chars().count()).collect();
            assert_eq!(wide, [""; 0], "{path}");
            for inner in command.get_subcommands_mut() {
                let path = format!("{path} {}", inner.get_name());
                check(inner, &path);
            }
        }
        let mut command = Args::command().term_width(80);
        command.build();
        check(&mut command, "scale");
    }
}
