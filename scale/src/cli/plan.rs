//! `scale plan`: makes a plan.

use crate::data::planning as data;
use crate::error::Result;
use crate::perft::planning as perft;
use crate::plan::Plan;
use crate::store;

/// Make a plan: write DIR/plan.json, and nothing else
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(subcommand)]
    kind: Kind,
}

#[derive(clap::Subcommand, Debug)]
enum Kind {
    Perft(perft::Request),
    Data(data::Request),
}

pub(super) fn execute(args: &Args) -> Result<()> {
    match &args.kind {
        Kind::Perft(args) => write(&perft::plan(args)?, &args.dir),
        Kind::Data(args) => {
            let (plan, notes) = data::plan(args)?;
            write(&plan, &args.dir)?;
            notes.iter().for_each(|note| gardez_io::println!("{note}"));
            Ok(())
        }
    }
}

/// Writes a plan and prints its stages.
pub(super) fn write(plan: &Plan, dir: &std::path::Path) -> Result<()> {
    plan.write(&*store::at(dir)?)?;
    for stage in &plan.stages {
        gardez_io::println!("{:12} {:>8} {}", stage.name, stage.units, if stage.units == 1 { "unit" } else { "units" });
    }
    Ok(())
}
