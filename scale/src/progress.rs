//! The progress of a plan, and the time that the rest takes.

use std::time::{Duration, SystemTime};

use serde_json::{Value, json};

use crate::done::Done;
use crate::error::Result;
use crate::plan::{Plan, Stage};
use crate::store::{Listing, Store};
use crate::survey::{self, Depth, State};
use crate::unit::{DONE, UnitId};

/// The names of the states of units, in the order of [`StageProgress::counts`].
pub(crate) const STATES: [&str; 6] = ["done", "missing", "short", "double", "foreign", "damaged"];

/// Units that ended longer ago than this say nothing about the present speed.
const RECENT: Duration = Duration::from_secs(600);

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Progress {
    pub(crate) stages: Vec<StageProgress>,
    /// The number of cores that the units of the last ten minutes have kept busy. `None` if no unit has ended since.
    pub(crate) cores: Option<f64>,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct StageProgress {
    pub(crate) name: String,
    pub(crate) units: u32,
    /// The numbers of units in each of the [`STATES`].
    pub(crate) counts: [u32; STATES.len()],
    /// The CPU time of the units that are done, in milliseconds.
    pub(crate) cpu_ms: u128,
    /// The problems of units that are neither done nor missing, and the units that the plan does not have.
    pub(crate) problems: Vec<String>,
}

/// The time at which a unit was at work, and its CPU time.
struct Work {
    from: SystemTime,
    to: SystemTime,
    cpu_ms: u128,
}

impl Progress {
    /// Examines all units of a plan. `now` is the present time, with which the times of files are compared.
    pub(crate) fn survey(store: &dyn Store, plan: &Plan, depth: Depth, now: SystemTime) -> Result<Self> {
        let mut work = Vec::new();
        let survey = |stage| StageProgress::survey(store, plan, stage, depth, &mut work);
        let stages = plan.stages.iter().map(survey).collect::<Result<_>>()?;
        Ok(Self { stages, cores: cores(&work, now) })
    }

    pub(crate) fn is_done(&self) -> bool {
        self.stages.iter().all(|stage| stage.left() == 0)
    }

    /// Returns the CPU time of the units that are not done, or `None` before a unit of such a stage is done.
    pub(crate) fn left_cpu_ms(&self) -> Option<u128> {
        self.stages.iter().map(StageProgress::left_cpu_ms).sum()
    }

    /// Returns the time until all units are done, if as many cores are busy as in the last ten minutes.
    pub(crate) fn left_time(&self) -> Option<Duration> {
        let seconds = self.left_cpu_ms()? as f64 / 1000.0 / self.cores?;
        Duration::try_from_secs_f64(seconds).ok()
    }

    pub(crate) fn problems(&self) -> Vec<String> {
        self.stages.iter().flat_map(|stage| &stage.problems).cloned().collect()
    }

    /// As JSON, for programs. Estimates that cannot be made are null.
    pub(crate) fn json(&self) -> Value {
        json!({
            "stages": self.stages.iter().map(StageProgress::json).collect::<Vec<_>>(),
            "is_done": self.is_done(),
            "left_cpu_ms": self.left_cpu_ms().map(|ms| ms as u64),
            "cores": self.cores.map(|cores| (100.0 * cores).round() / 100.0),
            "left_s": self.left_time().map(|time| time.as_secs()),
        })
    }
}

impl StageProgress {
    fn survey(store: &dyn Store, plan: &Plan, stage: &Stage, depth: Depth, work: &mut Vec<Work>) -> Result<Self> {
        let (name, units) = (stage.name.clone(), stage.units);
        let mut progress = Self { name, units, counts: [0; STATES.len()], cpu_ms: 0, problems: Vec::new() };
        let surveyed = survey::stage(store, plan, stage, depth)?;
        let strays = surveyed.strays(stage);
        for (unit, state) in surveyed.units {
            let counts = progress.counts.iter_mut().zip(STATES);
            counts.filter(|(_, name)| *name == state.name()).for_each(|(count, _)| *count += 1);
            if state.reason().is_some() {
                progress.problems.push(state.line(&unit));
            }
            if let State::Done(done) = state {
                progress.cpu_ms += done.number("cpu_ms").unwrap_or(0);
                work.extend(Work::of(&surveyed.files, &unit, &done));
            }
        }
        let foreign = |stray| format!("{stray} foreign: the plan has no such unit, and nothing reads it");
        progress.problems.extend(strays.into_iter().map(foreign));
        Ok(progress)
    }

    pub(crate) fn done(&self) -> u32 {
        self.counts[0]
    }

    /// Returns the number of units that are not done.
    pub(crate) fn left(&self) -> u32 {
        self.units - self.done()
    }

    /// Returns the CPU time of the other units, if they take as long as the finished ones. `None` if none is done.
    pub(crate) fn left_cpu_ms(&self) -> Option<u128> {
        match (self.left(), self.done()) {
            (0, _) => Some(0),
            (_, 0) => None,
            (left, done) => Some(self.cpu_ms * u128::from(left) / u128::from(done)),
        }
    }

    fn json(&self) -> Value {
        let mut value = json!({ "stage": self.name, "units": self.units, "cpu_ms": self.cpu_ms as u64 });
        for (count, name) in self.counts.iter().zip(STATES) {
            value[name] = json!(count);
        }
        value["left_cpu_ms"] = json!(self.left_cpu_ms().map(|ms| ms as u64));
        value["problems"] = json!(self.problems);
        value
    }
}

impl Work {
    /// Returns the working time of the unit, by the time of its `done.json`, or `None` without the file or its times.
    fn of(files: &Listing, unit: &UnitId, done: &Done) -> Option<Self> {
        // A sealed stage has no such file. Then the time of the output says about the same.
        let output = done.files.first().map_or(DONE, |file| &file.name);
        let entry = [DONE, output].iter().find_map(|name| files.get(&unit.file(name)))?;
        let to = entry.modified?;
        let wall_ms = done.number("wall_ms").and_then(|ms| u64::try_from(ms).ok()).unwrap_or(0);
        let cpu_ms = done.number("cpu_ms").unwrap_or(0);
        Some(Self { from: to.checked_sub(Duration::from_millis(wall_ms))?, to, cpu_ms })
    }
}

/// Returns the number of cores that were busy with these units recently.
fn cores(work: &[Work], now: SystemTime) -> Option<f64> {
    let start = now.checked_sub(RECENT)?;
    let recent = || work.iter().filter(|work| start <= work.to);
    // A unit that began earlier counts in part.
    let cpu_ms = |work: &Work| {
        let whole = work.to.duration_since(work.from).map_or(0.0, |time| time.as_secs_f64());
        let inside = work.to.duration_since(work.from.max(start)).map_or(0.0, |time| time.as_secs_f64());
        work.cpu_ms as f64 * if inside < whole { inside / whole } else { 1.0 }
    };
    let from = recent().map(|work| work.from.max(start)).min()?;
    let window = now.duration_since(from).ok()?.as_secs_f64().max(1e-3);
    let cores = recent().map(cpu_ms).sum::<f64>() / 1000.0 / window;
    (0.0 < cores).then_some(cores)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: u64) -> SystemTime {
        SystemTime::UNIX_EPOCH + Duration::from_secs(second)
    }

    fn work(from: u64, to: u64, cpu: u128) -> Work {
        Work { from: at(from), to: at(to), cpu_ms: 1000 * cpu }
    }

    fn stage(units: u32, done: u32, cpu_ms: u128) -> StageProgress {
        let counts = [done, units - done, 0, 0, 0, 0];
        StageProgress { name: "count".into(), units, counts, cpu_ms, problems: Vec::new() }
    }

    #[test]
    fn cores_are_those_of_the_last_ten_minutes() {
        assert_eq!(cores(&[], at(10_000)), None);
        assert_eq!(cores(&[work(1000, 1010, 10)], at(10_000)), None);
        // Two jobs since the beginning, a minute ago.
        assert_eq!(cores(&[work(9940, 9970, 30), work(9940, 9970, 30), work(9970, 10_000, 30)], at(10_000)), Some(1.5));
        // A third of this unit is recent.
        assert_eq!(cores(&[work(9100, 9550, 450)], at(10_000)), Some(0.25));
    }

    #[test]
    fn the_rest_takes_as_long_as_what_is_done() {
        let mut progress = Progress { stages: vec![stage(2, 2, 500), stage(64, 16, 160_000)], cores: Some(2.0) };
        assert_eq!(progress.left_cpu_ms(), Some(480_000));
        assert_eq!(progress.left_time(), Some(Duration::from_secs(240)));
        assert!(!progress.is_done());
        progress.stages.push(stage(8, 0, 0));
        assert_eq!((progress.left_cpu_ms(), progress.left_time()), (None, None));
        assert_eq!(progress.json()["left_s"], Value::Null);
    }

    #[test]
    fn nothing_is_left_when_all_units_are_done() {
        let progress = Progress { stages: vec![stage(3, 3, 30)], cores: None };
        assert!(progress.is_done());
        assert_eq!(progress.left_cpu_ms(), Some(0));
    }
}
