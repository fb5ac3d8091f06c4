//! `scale missing`: the units that are to be run.

use super::{Place, stages};
use crate::error::Result;
use crate::survey::{self, Depth};

/// List the units that are to be run, in the order of the stages
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  scale missing count9                            count/3, count/7, ..., a line each
  scale missing count9 --stage count --ranges     3,7-9,12, for an array of Slurm")]
pub(super) struct Args {
    #[command(flatten)]
    place: Place,

    /// Only the units of this stage
    #[arg(long, value_name = "STAGE")]
    stage: Option<String>,

    /// Print numbers and ranges of numbers on one line
    #[arg(long, requires = "stage")]
    ranges: bool,
}

pub(super) fn execute(args: &Args) -> Result<()> {
    let (store, plan) = args.place.read()?;
    for stage in stages(&plan, args.stage.as_deref())? {
        let states = survey::stage(&*store, &plan, stage, Depth::Sizes)?;
        let open: Vec<_> =
            states.units.into_iter().filter(|(_, state)| state.is_open()).map(|(unit, _)| unit).collect();
        if args.ranges {
            let numbers: Vec<u32> = open.iter().map(|unit| unit.number).collect();
            gardez_io::println!("{}", ranges(&numbers));
        } else {
            open.iter().for_each(|unit| gardez_io::println!("{unit}"));
        }
    }
    Ok(())
}

/// Writes ascending numbers, with consecutive ones as ranges.
fn ranges(numbers: &[u32]) -> String {
    let runs = numbers.chunk_by(|a, b| a + 1 == *b);
    let texts: Vec<String> = runs
        .map(|run| match run {
            [one] => one.to_string(),
            [first, .., last] => format!("{first}-{last}"),
            [] => String::new(),
        })
        .collect();
    texts.join(",")
}

#[cfg(test)]
mod tests {
    use super::ranges;

    #[test]
    fn consecutive_numbers_become_ranges() {
        assert_eq!(ranges(&[0, 1, 2, 5, 7, 8]), "0-2,5,7-8");
        assert_eq!(ranges(&[]), "");
    }
}
