//! `plan.json`: what to compute, in which stages and units.

mod parameters;
mod stage;

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::code;
use crate::digest::Digest;
use crate::error::{Error, Refusal, Result};
use crate::store::{Store, twice};
use crate::unit::UnitId;

pub(crate) use parameters::{DataParameters, ExportFormat, ExportOf, ExportParameters, PerftParameters};
pub(crate) use stage::{FRONTIER, SHUFFLE, Shard, Source, Stage, Task};

pub(crate) const FILE: &str = "plan.json";

/// The largest `plan.json` that is read.
const MAX_BYTES: u64 = 256 << 20;

/// A plan: what to compute, from which inputs, by which version of the program, and in which stages and units.
///
/// A plan is never changed: the outputs of its units name its digest.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Plan {
    /// The task of the plan, with its parameters.
    pub(crate) kind: Kind,
    /// The files from outside that units read.
    pub(crate) inputs: Vec<InputFile>,
    /// The version of the program that made the plan, and that runs its units.
    pub(crate) code: String,
    /// `true` if debug builds may run the units. They are slow, but right.
    pub(crate) debug_builds: bool,
    /// The stages, in an order in which they can run.
    pub(crate) stages: Vec<Stage>,
    /// The BLAKE3 digest of all fields above.
    digest: Option<Digest>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Kind {
    /// The number of move sequences from a position.
    Perft(PerftParameters),
    /// Training data of games.
    Data(DataParameters),
    /// Training data in another format.
    Export(ExportParameters),
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct InputFile {
    /// The path or the address of the file. A relative path starts at the folder of the plan.
    pub(crate) path: PathBuf,
    pub(crate) bytes: u64,
    /// The digest of its content. Without one, the units that read the file record what they have read.
    pub(crate) blake3: Option<Digest>,
}

impl Plan {
    pub(crate) fn new(kind: Kind, inputs: Vec<InputFile>, stages: Vec<Stage>, debug_builds: bool) -> Result<Self> {
        let mut plan = Self { kind, inputs, code: code::version().to_owned(), debug_builds, stages, digest: None };
        plan.check().map_err(|what| Error::malformed("the plan", what))?;
        plan.digest = Some(plan.computed_digest());
        Ok(plan)
    }

    /// Reads the plan at a place and checks it. A plan of another version of the program can be read; see
    /// [`Plan::check_runs_here`].
    pub(crate) fn read(store: &dyn Store) -> Result<Self> {
        let path = store.place(FILE);
        twice(|| {
            let text = store.read(FILE, MAX_BYTES)?;
            let text = text.ok_or_else(|| store.missing(FILE))?;
            let plan: Self = serde_json::from_slice(&text).map_err(|error| Error::malformed(path.display(), error))?;
            if plan.digest != Some(plan.computed_digest()) {
                return Err(Error::malformed(path.display(), "the plan has been changed: its digest does not fit"));
            }
            plan.check().map_err(|what| Error::malformed(path.display(), what))?;
            Ok(plan)
        })
    }

    /// Writes the plan to a place, which is created if necessary. Refuses to replace another plan; writing the same plan
    /// again has no effect. Of several plans that are written at once, one is written, and the others are refused.
    pub(crate) fn write(&self, store: &dyn Store) -> Result<()> {
        let mut text = serde_json::to_vec_pretty(self).expect("a plan has only texts and numbers");
        text.push(b'\n');
        if store.create(FILE, &text)? {
            // Claims need storage that never replaces a file here.
            if store.create(FILE, &text)? {
                store.remove(&[FILE.to_owned()])?;
                let what = "the storage ignores the condition that an object is not there, which claims need";
                return Err(Error::Storage { place: store.place("").display().to_string(), what: what.to_owned() });
            }
            return Ok(());
        }
        if Self::read(store).is_ok_and(|plan| plan == *self) {
            return Ok(());
        }
        Err(Error::refused(store.place(FILE).display(), Refusal::Exists))
    }

    pub(crate) fn digest(&self) -> Digest {
        self.digest.expect("set by the constructors")
    }

    fn computed_digest(&self) -> Digest {
        let plain = Self { digest: None, ..self.clone() };
        Digest::of(&serde_json::to_vec(&plain).expect("a plan has only texts and numbers"))
    }

    pub(crate) fn stage(&self, name: &str) -> Option<&Stage> {
        self.stages.iter().find(|stage| stage.name == name)
    }

    pub(crate) fn stage_of(&self, unit: &UnitId) -> Result<&Stage> {
        let stage = self.stage(&unit.stage).filter(|stage| unit.number < stage.units);
        stage.ok_or_else(|| {
            let names: Vec<_> = self.stages.iter().map(|s| format!("{}/0 to {}", s.name, s.units - 1)).collect();
            Error::Usage(format!("the plan has no unit {unit}; it has {}", names.join(", ")))
        })
    }

    /// Returns the outputs of earlier units that a unit reads, in the order in which it reads them.
    pub(crate) fn sources(&self, unit: &UnitId) -> Result<Vec<Source>> {
        Ok(self.stage_of(unit)?.sources(unit.number, &self.stages))
    }

    pub(crate) fn check_runs_here(&self) -> Result<()> {
        let ours = code::version();
        if self.code != ours {
            return Err(Error::refused("the plan", Refusal::Code { theirs: self.code.clone(), ours: ours.to_owned() }));
        }
        if code::IS_DEBUG && !self.debug_builds {
            return Err(Error::refused("the plan", Refusal::DebugBuild));
        }
        Ok(())
    }

    /// Checks that the stages fit together.
    fn check(&self) -> std::result::Result<(), String> {
        for (place, stage) in self.stages.iter().enumerate() {
            stage.check(&self.stages[..place])?;
        }
        if self.stages.is_empty() {
            return Err("the plan has no stages".to_owned());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
