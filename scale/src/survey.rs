//! The states of the units of a plan: done, missing, of something else, or damaged.

use std::path::Path;
use std::{fs, io};

use crate::context::{DoneCache, find_sources};
use crate::done::Done;
use crate::error::{Error, Refusal, Result};
use crate::output::DIFFERS;
use crate::plan::{Plan, Stage};
use crate::repair::remedy;
use crate::sealed;
use crate::unit::UnitId;

/// The state of a unit.
#[derive(Clone, PartialEq, Debug)]
pub enum State {
    /// Its output is complete.
    Done(Box<Done>),
    /// It has not been run.
    Missing,
    /// Its folder has the output of another unit of the plan. Running it again mends it.
    Double(String),
    /// Its output belongs to another plan or version, or was made from other inputs. Running it is refused, unless it
    /// is set aside.
    Foreign(String),
    /// A file is lost or has another size, or `done.json` cannot be read. Running it again mends it.
    Short(String),
    /// The content of a file is not what it was, or another run gave another one. Running it is refused, unless it is
    /// set aside.
    Damaged(String),
}

/// The thoroughness of examining outputs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Depth {
    /// The sizes of the files, and the contents of small ones, such as files that are added up.
    Sizes,
    /// The contents of all files.
    Contents,
}

/// Up to this number of bytes, a file is read as fast as its size.
const SMALL: u64 = 8 << 10;

impl State {
    /// Returns the name of the state.
    pub fn name(&self) -> &'static str {
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
    pub fn reason(&self) -> Option<&str> {
        match self {
            Self::Done(_) | Self::Missing => None,
            Self::Double(why) | Self::Foreign(why) | Self::Short(why) | Self::Damaged(why) => Some(why),
        }
    }

    /// Returns the state of this unit on one line.
    pub fn line(&self, unit: &UnitId) -> String {
        let reason = self.reason().map(|why| format!(": {why}")).unwrap_or_default();
        format!("{unit} {}{reason}", self.name())
    }

    /// Returns `true` if the unit is to be run.
    pub fn is_open(&self) -> bool {
        matches!(self, Self::Missing | Self::Double(_) | Self::Short(_))
    }
}

/// Examines a unit.
///
/// # Errors
///
/// Returns an error if a file cannot be read for another reason than that it does not exist.
pub fn examine(dir: &Path, plan: &Plan, unit: &UnitId, depth: Depth, known: &mut DoneCache) -> Result<State> {
    let done = match known.find(dir, unit) {
        Ok(Some(done)) => done,
        Ok(None) => return Ok(State::Missing),
        Err(error) => return refusal(error).map(State::Short),
    };
    if let Err(error) = done.check_belongs(plan, unit) {
        let is_double = matches!(error, Error::Refused { why: Refusal::Unit { .. }, .. });
        return if is_double { refusal(error).map(State::Double) } else { foreign(dir, unit, error) };
    }
    if let Err(error) = done.check_sizes(dir) {
        return refusal(error).map(State::Short);
    }
    // The inputs may have been deleted, or made again from something else.
    match find_sources(dir, plan, unit, known) {
        Ok(sources) if sources.digest != done.sources => {
            return foreign(dir, unit, Error::refused(unit, Refusal::Sources));
        }
        Ok(_) | Err(Error::Refused { .. } | Error::Waiting { .. }) => {}
        Err(error) => return Err(error),
    }
    let most = if depth == Depth::Contents { u64::MAX } else { SMALL };
    if let Err(error) = done.check_contents(dir, most) {
        return refusal(error).map(State::Damaged);
    }
    if let Some(name) = differing(&unit.folder(dir))? {
        let what = format!("{unit}/{name}: another run gave other bytes: {}", remedy(dir, unit));
        return Ok(State::Damaged(what));
    }
    Ok(State::Done(Box::new(done)))
}

/// Returns the name of a file that another run has written with other bytes.
fn differing(folder: &Path) -> Result<Option<String>> {
    for entry in fs::read_dir(folder).map_err(Error::io(folder))? {
        let name = entry.map_err(Error::io(folder))?.file_name();
        if name.as_encoded_bytes().starts_with(DIFFERS.as_bytes()) {
            return Ok(Some(name.to_string_lossy().into_owned()));
        }
    }
    Ok(None)
}

/// Returns the states of the units of a stage, in order.
///
/// # Errors
///
/// Returns an error if a file cannot be read for another reason than that it does not exist.
pub fn stage(dir: &Path, plan: &Plan, stage: &Stage, depth: Depth) -> Result<Vec<(UnitId, State)>> {
    let mut known = DoneCache::default();
    stage.unit_ids().map(|unit| Ok((unit.clone(), examine(dir, plan, &unit, depth, &mut known)?))).collect()
}

/// Returns what is in the folder of a stage although the plan has no such unit.
///
/// # Errors
///
/// Returns an error if the folder exists but cannot be read.
pub fn strays(dir: &Path, stage: &Stage) -> Result<Vec<String>> {
    let folder = dir.join(&stage.name);
    let entries = match fs::read_dir(&folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(Error::Io { path: folder, error }),
    };
    let mut strays = Vec::new();
    for entry in entries {
        let name = entry.map_err(Error::io(&folder))?.file_name();
        if name == sealed::FILE || name.as_encoded_bytes().starts_with(b".") {
            continue;
        }
        let name = format!("{}/{}", stage.name, name.to_string_lossy());
        if !name.parse().is_ok_and(|unit: UnitId| unit.number < stage.units) {
            strays.push(name);
        }
    }
    strays.sort();
    Ok(strays)
}

/// Returns the state of a unit with the output of something else.
fn foreign(dir: &Path, unit: &UnitId, error: Error) -> Result<State> {
    Ok(State::Foreign(format!("{}: {}", refusal(error)?, remedy(dir, unit))))
}

/// Returns the text of a refusal. Other errors stay errors.
fn refusal(error: Error) -> Result<String> {
    match error {
        Error::Refused { place, why } => Ok(format!("{place}: {why}")),
        error => Err(error),
    }
}
