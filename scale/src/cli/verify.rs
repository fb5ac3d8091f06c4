//! `scale verify`: runs finished units again.

use std::hash::{BuildHasher, RandomState};

use super::console::Progress;
use super::{Place, stages};
use crate::context::Worker;
use crate::digest::Digest;
use crate::error::{Error, Result};
use crate::repair::remedy;
use crate::survey::{self, Depth, State};
use crate::unit::UnitId;
use crate::verify::verify;

/// Run a sample of the finished units again and compare the bytes
///
/// Run this on other machines than those that ran the units. A unit that gives
/// other bytes is named, and both outputs are kept in its folder.
#[derive(clap::Args, Debug)]
#[command(verbatim_doc_comment)]
pub(super) struct Args {
    #[command(flatten)]
    place: Place,

    /// Part of the finished units of each stage; at least one is chosen
    #[arg(long, value_name = "PERCENT", default_value = "1%", value_parser = percent)]
    sample: f64,

    /// Only the units of this stage
    #[arg(long, value_name = "STAGE")]
    stage: Option<String>,

    /// Choose the same sample as another run with this number
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

fn percent(text: &str) -> std::result::Result<f64, String> {
    let number = text.strip_suffix('%').unwrap_or(text).trim().parse().ok();
    number.filter(|percent| (0.0..=100.0).contains(percent)).ok_or_else(|| "expected 0% to 100%".to_owned())
}

pub(super) fn execute(args: &Args) -> Result<()> {
    let (store, plan) = args.place.read()?;
    let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one(0) >> 32);
    let progress = Progress::new(false);
    let (mut same, mut problems) = (0_u64, Vec::new());
    for stage in stages(&plan, args.stage.as_deref())? {
        let mut done = Vec::new();
        for (unit, state) in survey::stage(&*store, &plan, stage, Depth::Sizes)?.units {
            match state {
                State::Done(_) => done.push(unit),
                State::Missing | State::Short(_) | State::Double(_) => {}
                State::Foreign(_) | State::Damaged(_) => problems.push(state.line(&unit)),
            }
        }
        let mut worker = Worker::default();
        for unit in sample(done, args.sample, seed) {
            let bar = progress.begin(&unit);
            match verify(&*store, &plan, &unit, &mut worker, &mut |done, whole| bar.reached(done, whole))? {
                None => same += 1,
                Some(files) => {
                    let (files, remedy) = (files.join(", "), remedy(&*store, &unit));
                    problems.push(format!("{unit} differs: the new output is in {files}; {remedy}"));
                }
            }
        }
    }
    if !problems.is_empty() {
        return Err(Error::Unfinished(problems));
    }
    gardez_io::println!("{same} units gave the same bytes again (--seed {seed})");
    Ok(())
}

/// Returns a part of the units that depends on the seed, at least one if there are any.
fn sample(mut units: Vec<UnitId>, percent: f64, seed: u64) -> Vec<UnitId> {
    let wanted = ((units.len() as f64 * percent / 100.0).ceil() as usize).max(1).min(units.len());
    units.sort_by_cached_key(|unit| Digest::of(format!("{seed} {unit}").as_bytes()));
    units.truncate(wanted);
    units.sort();
    units
}
