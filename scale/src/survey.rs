//! What the units of a plan have left: done, missing, of something else, or damaged.

use std::path::Path;

use crate::context::{find_sources, sources_digest};
use crate::done::Done;
use crate::error::{Error, Refusal, Result};
use crate::plan::{Plan, Stage};
use crate::unit::UnitId;

/// The state of a unit.
#[derive(Clone, PartialEq, Debug)]
pub enum State {
    /// Its output is complete.
    Done(Box<Done>),
    /// It has not been run.
    Missing,
    /// Its output belongs to another plan, unit or version, or was made from other inputs. Running it is refused; its
    /// folder has to be removed first.
    Foreign(String),
    /// A file is lost or has another size, or `done.json` cannot be read. Running it again mends it.
    Short(String),
    /// The content of a file is not what it was. Its folder has to be removed, and the unit run again.
    Damaged(String),
}

/// How thoroughly outputs are examined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Depth {
    /// The sizes of the files.
    Sizes,
    /// Their contents.
    Contents,
}

impl State {
    /// The name of the state.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Done(_) => "done",
            Self::Missing => "missing",
            Self::Foreign(_) => "foreign",
            Self::Short(_) => "short",
            Self::Damaged(_) => "damaged",
        }
    }

    /// What is wrong, if there is more to say than the name of the state.
    pub fn reason(&self) -> Option<&str> {
        match self {
            Self::Done(_) | Self::Missing => None,
            Self::Foreign(why) | Self::Short(why) | Self::Damaged(why) => Some(why),
        }
    }

    /// True if the unit is to be run.
    pub fn is_open(&self) -> bool {
        matches!(self, Self::Missing | Self::Short(_))
    }
}

/// Examines a unit.
///
/// # Errors
///
/// Returns an error if a file cannot be read for another reason than that it does not exist.
pub fn examine(dir: &Path, plan: &Plan, unit: &UnitId, depth: Depth) -> Result<State> {
    let done = match Done::read(dir, unit) {
        Ok(Some(done)) => done,
        Ok(None) => return Ok(State::Missing),
        Err(error) => return refusal(error).map(State::Short),
    };
    if let Err(error) = done.check_belongs(plan, unit) {
        return refusal(error).map(State::Foreign);
    }
    if let Err(error) = done.check_sizes(dir) {
        return refusal(error).map(State::Short);
    }
    // The inputs may have been deleted, or made again from something else.
    match find_sources(dir, plan, unit) {
        Ok(sources) if sources_digest(plan, &sources) != done.sources => {
            return refusal(Error::refused(unit, Refusal::Sources)).map(State::Foreign);
        }
        Ok(_) | Err(Error::Refused { .. }) => {}
        Err(error) => return Err(error),
    }
    if depth == Depth::Contents
        && let Err(error) = done.check_contents(dir)
    {
        return refusal(error).map(State::Damaged);
    }
    Ok(State::Done(Box::new(done)))
}

/// The states of the units of a stage, in order.
///
/// # Errors
///
/// As [`examine`].
pub fn stage(dir: &Path, plan: &Plan, stage: &Stage, depth: Depth) -> Result<Vec<(UnitId, State)>> {
    stage.unit_ids().map(|unit| Ok((unit.clone(), examine(dir, plan, &unit, depth)?))).collect()
}

/// The text of a refusal. Other errors stay errors.
fn refusal(error: Error) -> Result<String> {
    match error {
        Error::Refused { place, why } => Ok(format!("{place}: {why}")),
        error => Err(error),
    }
}
