//! Stages: what their units do, and which earlier outputs they read.

use serde::{Deserialize, Serialize};

use crate::digest::Digest;
use crate::ranges::Ranges;
use crate::unit::{Slice, UnitId, is_stage_name};

/// The largest number of units of a stage.
pub(crate) const MAX_UNITS: u32 = 10_000_000;

/// A stage: units that do the same with different parts of the input, in any order.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Stage {
    /// The name of the stage, which is also the name of the folder of its units.
    pub(crate) name: String,
    pub(crate) units: u32,
    pub(crate) task: Task,
}

impl Stage {
    pub(crate) fn unit_ids(&self) -> impl Iterator<Item = UnitId> + '_ {
        (0..self.units).map(|number| UnitId::new(&self.name, number))
    }

    /// Returns the files that a unit of the stage reads, in order: of a task that merges, all units read the same files.
    /// `stages` belong to the plan.
    pub(super) fn sources(&self, number: u32, stages: &[Stage]) -> Vec<Source> {
        let earlier = |name| stages.iter().find(|stage| stage.name == name);
        let Some(from) = self.task.from().and_then(earlier) else { return Vec::new() };
        match self.task {
            Task::Encode { .. } | Task::Export { .. } => Vec::new(),
            Task::Merge { .. } | Task::Dedupe { .. } => {
                let file = |unit| Source { unit, file: SHUFFLE.to_owned() };
                from.unit_ids().map(file).collect()
            }
            Task::Expand { .. } | Task::Count { .. } => {
                let slice = Slice::new(number, self.units, from.units);
                vec![Source { unit: UnitId::new(&from.name, slice.source), file: FRONTIER.to_owned() }]
            }
        }
    }

    /// Checks that the stage fits those before it.
    pub(super) fn check(&self, earlier: &[Stage]) -> Result<(), String> {
        let name = &self.name;
        if !is_stage_name(name) {
            return Err(format!("{name:?} cannot be the name of a stage"));
        }
        if !(1..=MAX_UNITS).contains(&self.units) {
            return Err(format!("stage {name} has {} units instead of 1 to {MAX_UNITS}", self.units));
        }
        if earlier.iter().any(|other| other.name == *name) {
            return Err(format!("there are two stages {name}"));
        }
        self.task.check(self, earlier).map_err(|what| format!("stage {name}: {what}"))
    }
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Task {
    /// Makes each move of each position, and writes a sorted file that is cut at the key ranges.
    Expand {
        /// The ply of the positions that are written.
        ply: u32,
        /// The stage that merged the ply before. Without it, each unit computes that ply by itself.
        from: Option<String>,
        ranges: Ranges,
    },
    /// Merges one key range of the sorted files of the stage before.
    Merge {
        /// The ply of the positions.
        ply: u32,
        /// The stage that expanded.
        from: String,
    },
    /// Counts the move sequences from the positions of a part of a key range.
    Count {
        /// The number of plies to count from each position.
        depth: u32,
        /// The stage that merged.
        from: String,
    },
    /// Reads the games of some of the inputs from outside, and writes their rows. With key ranges, it also counts their
    /// positions, and writes a sorted file that is cut at the ranges.
    Encode {
        ranges: Option<Ranges>,
        /// The shards that the units read, in order. Each unit reads as many shards as the others, about.
        shards: Vec<Shard>,
    },
    /// Writes an equal part of the rows of the inputs from outside in another format.
    Export {
        /// The number of rows of each input.
        rows: Vec<u64>,
    },
    /// Adds up the counts of one key range of the sorted files of the stage before.
    Dedupe {
        /// The stage that encoded.
        from: String,
    },
}

/// A part of an input from outside.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Shard {
    /// The number of the input in the plan.
    pub(crate) input: u32,
    pub(crate) start: u64,
    /// The byte after the last one. A game that begins before it is read to its end.
    pub(crate) end: u64,
    /// The digest of its first 64 KiB.
    pub(crate) head: Digest,
}

/// A file of an earlier unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Source {
    pub(crate) unit: UnitId,
    /// Its name in the folder of that unit.
    pub(crate) file: String,
}

/// The file of a frontier that has one key range.
pub(crate) const FRONTIER: &str = "frontier.parquet";

/// The file of a unit whose output is merged.
pub(crate) const SHUFFLE: &str = "shuffle.bin";

impl Task {
    /// Returns the stage whose output the task reads.
    pub(crate) fn from(&self) -> Option<&str> {
        match self {
            Self::Expand { from, .. } => from.as_deref(),
            Self::Merge { from, .. } | Self::Count { from, .. } | Self::Dedupe { from } => Some(from),
            Self::Encode { .. } | Self::Export { .. } => None,
        }
    }

    /// Returns `true` if each unit reads a part of each output of the stage before.
    pub(crate) fn reads_all(&self) -> bool {
        matches!(self, Self::Merge { .. } | Self::Dedupe { .. })
    }

    /// Checks that the task fits the stages before it.
    fn check(&self, stage: &Stage, earlier: &[Stage]) -> Result<(), String> {
        let from = match self.from() {
            Some(name) => {
                let found = earlier.iter().find(|other| other.name == name);
                Some(found.ok_or_else(|| format!("there is no stage {name:?} before it"))?)
            }
            None => None,
        };
        match (self, from.map(|from| &from.task)) {
            (Self::Expand { ply, .. }, None) if *ply == 0 => Err("no position is at ply 0 after a move".to_owned()),
            (Self::Expand { .. }, None) => Ok(()),
            (Self::Expand { ply, .. }, Some(Self::Merge { ply: before, .. })) if before + 1 == *ply => {
                at_least(stage, from)
            }
            (Self::Merge { ply, .. }, Some(Self::Expand { ply: same, ranges, .. })) if ply == same => {
                one_for_each(stage, ranges)
            }
            (Self::Count { .. }, Some(Self::Merge { .. })) => at_least(stage, from),
            (Self::Encode { .. } | Self::Export { .. }, None) => Ok(()),
            (Self::Dedupe { .. }, Some(Self::Encode { ranges: Some(ranges), .. })) => one_for_each(stage, ranges),
            _ => Err("it cannot read the output of the stage that it names".to_owned()),
        }
    }
}

/// Checks that each output of the earlier stage is read by at least one unit.
fn at_least(stage: &Stage, from: Option<&Stage>) -> Result<(), String> {
    match from {
        Some(from) if stage.units < from.units => Err(format!("{} units for {} files", stage.units, from.units)),
        _ => Ok(()),
    }
}

/// Checks that each key range has a unit.
fn one_for_each(stage: &Stage, ranges: &Ranges) -> Result<(), String> {
    if ranges.len() == stage.units {
        Ok(())
    } else {
        Err(format!("{} units for {} key ranges", stage.units, ranges.len()))
    }
}
