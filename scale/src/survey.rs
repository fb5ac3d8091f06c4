//! The states of the units of a plan: done, missing, of something else, or damaged.

use crate::context::{DoneCache, find_sources};
use crate::done::Done;
use crate::error::{Error, Refusal, Result};
use crate::output::DIFFERS;
use crate::plan::{Plan, Stage};
use crate::repair::remedy;
use crate::sealed;
use crate::store::{Listing, Store};
use crate::unit::UnitId;

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum State {
    /// Its output is complete.
    Done(Box<Done>),
    /// It has not been run.
    Missing,
    /// Its folder has the output of another unit of the plan. Running it again mends it.
    Double(String),
    /// Its output belongs to another plan or version, or to other inputs. It runs only if the output is set aside.
    Foreign(String),
    /// A file is lost or has another size, or `done.json` cannot be read. Running it again mends it.
    Short(String),
    /// The content of a file has changed, or another run gave another one. It runs only if the file is set aside.
    Damaged(String),
}

/// The thoroughness of examining outputs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Depth {
    /// The sizes of the files, and in a folder the contents of small ones, such as files that are added up.
    Sizes,
    /// The contents of all files.
    Contents,
}

impl State {
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Done(_) => "done",
            Self::Missing => "missing",
            Self::Double(_) => "double",
            Self::Foreign(_) => "foreign",
            Self::Short(_) => "short",
            Self::Damaged(_) => "damaged",
        }
    }

    /// Returns what is wrong, if there is more to say than the name of the state.
    pub(crate) fn reason(&self) -> Option<&str> {
        match self {
            Self::Done(_) | Self::Missing => None,
            Self::Double(why) | Self::Foreign(why) | Self::Short(why) | Self::Damaged(why) => Some(why),
        }
    }

    pub(crate) fn line(&self, unit: &UnitId) -> String {
        let reason = self.reason().map(|why| format!(": {why}")).unwrap_or_default();
        format!("{unit} {}{reason}", self.name())
    }

    /// Returns `true` if the unit is to be run.
    pub(crate) fn is_open(&self) -> bool {
        matches!(self, Self::Missing | Self::Double(_) | Self::Short(_))
    }
}

pub(crate) fn examine(
    store: &dyn Store,
    plan: &Plan,
    unit: &UnitId,
    depth: Depth,
    known: &mut DoneCache,
) -> Result<State> {
    let done = match known.find(store, unit) {
        Ok(Some(done)) => done,
        Ok(None) => return Ok(State::Missing),
        Err(error) => return refusal(error).map(State::Short),
    };
    if let Err(error) = done.check_belongs(plan, unit) {
        let is_double = matches!(error, Error::Refused { why: Refusal::Unit { .. }, .. });
        return if is_double { refusal(error).map(State::Double) } else { foreign(store, unit, error) };
    }
    for file in &done.files {
        let actual = file.file_of(unit).and_then(|name| known.size(store, &name));
        if let Err(error) = actual.and_then(|actual| file.check_size(unit, actual)) {
            return refusal(error).map(State::Short);
        }
    }
    // The inputs may have been deleted, or made again from something else.
    match find_sources(store, plan, unit, known) {
        Ok(sources) if sources.digest != done.sources => {
            return foreign(store, unit, Error::refused(unit, Refusal::Sources));
        }
        Ok(_) | Err(Error::Refused { .. } | Error::Waiting { .. }) => {}
        Err(error) => return Err(error),
    }
    let most = if depth == Depth::Contents { u64::MAX } else { store.small() };
    if let Err(error) = done.check_contents(store, most) {
        return refusal(error).map(State::Damaged);
    }
    let files = known.files(store, unit)?;
    if let Some(name) = files.keys().find(|name| name.rsplit('/').next().is_some_and(|file| file.starts_with(DIFFERS)))
    {
        let what = format!("{name}: another run gave other bytes: {}", remedy(store, unit));
        return Ok(State::Damaged(what));
    }
    Ok(State::Done(Box::new(done)))
}

/// The states of the units of a stage, in order, and its files.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Surveyed {
    pub(crate) units: Vec<(UnitId, State)>,
    pub(crate) files: Listing,
}

/// Examines all units of a stage.
pub(crate) fn stage(store: &dyn Store, plan: &Plan, stage: &Stage, depth: Depth) -> Result<Surveyed> {
    let mut known = DoneCache::default();
    known.look_at(store, &stage.name)?;
    stage.task.from().map_or(Ok(()), |from| known.look_at(store, from))?;
    let examined = |unit: UnitId| Ok((unit.clone(), examine(store, plan, &unit, depth, &mut known)?));
    let units = stage.unit_ids().map(examined).collect::<Result<_>>()?;
    Ok(Surveyed { units, files: known.into_listing(&stage.name) })
}

impl Surveyed {
    /// Returns the records of the units that are done. The others are problems.
    pub(crate) fn done(self, problems: &mut Vec<String>) -> Vec<Done> {
        let mut done = Vec::new();
        for (unit, state) in self.units {
            match state {
                State::Done(is_done) => done.push(*is_done),
                state => problems.push(state.line(&unit)),
            }
        }
        done
    }

    /// Returns what is in the folder of the stage although the plan has no such unit.
    pub(crate) fn strays(&self, stage: &Stage) -> Vec<String> {
        let first =
            |name: &str| name.strip_prefix(&stage.name)?.strip_prefix('/')?.split('/').next().map(str::to_owned);
        let mut names: Vec<_> = self.files.keys().filter_map(|name| first(name)).collect();
        names.dedup();
        names.retain(|name| name != sealed::FILE && !name.starts_with('.'));
        let named = names.into_iter().map(|name| format!("{}/{name}", stage.name));
        named.filter(|name| !name.parse().is_ok_and(|unit: UnitId| unit.number < stage.units)).collect()
    }
}

fn foreign(store: &dyn Store, unit: &UnitId, error: Error) -> Result<State> {
    Ok(State::Foreign(format!("{}: {}", refusal(error)?, remedy(store, unit))))
}

fn refusal(error: Error) -> Result<String> {
    match error {
        Error::Refused { place, why } => Ok(format!("{place}: {why}")),
        error => Err(error),
    }
}
