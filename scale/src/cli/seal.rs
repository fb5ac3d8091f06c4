//! `scale seal`: the records of finished stages, in one file for each.

use super::Place;
use crate::claim;
use crate::error::Result;
use crate::plan::{Plan, Stage};
use crate::sealed::{self, FILE};
use crate::store::Store;
use crate::survey::{self, Depth, State};
use crate::unit::DONE;

/// Put the records of finished stages into one file each
///
/// A unit has a file done.json. Those of a stage whose units are all done become
/// one file, STAGE/done.jsonl, which is read faster. `scale run --all` does this
/// after each stage.
#[derive(clap::Args, Debug)]
#[command(verbatim_doc_comment)]
pub(super) struct Args {
    #[command(flatten)]
    place: Place,
}

pub(super) fn execute(args: &Args) -> Result<()> {
    let (store, plan) = args.place.read()?;
    for stage in &plan.stages {
        if seal(&*store, &plan, stage)? {
            gardez_io::println!("{}/{FILE}", stage.name);
        }
    }
    Ok(())
}

/// Writes the records of a stage to one file and removes the `done.json` and the claims of its units, if all of them are
/// done. Returns `true` if they are.
pub(super) fn seal(store: &dyn Store, plan: &Plan, stage: &Stage) -> Result<bool> {
    let mut lines = Vec::new();
    let surveyed = survey::stage(store, plan, stage, Depth::Sizes)?;
    for (_, state) in surveyed.units {
        let State::Done(done) = state else { return Ok(false) };
        lines.extend(done.text());
    }
    let name = sealed::file(&stage.name);
    if !store.read(&name, lines.len() as u64).is_ok_and(|before| before.is_some_and(|before| before == lines)) {
        store.replace(&name, &lines)?;
    }
    let loose = |name: &String| [DONE, claim::FILE].contains(&name.rsplit('/').next().unwrap_or_default());
    store.remove(&surveyed.files.into_keys().filter(loose).collect::<Vec<_>>())?;
    Ok(true)
}
