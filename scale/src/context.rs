//! A unit at work: its place in the plan, and its inputs, which are checked before they are read.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io;
use std::path::Path;
use std::sync::Arc;

use gardez_count::Table;

use crate::digest::Digest;
use crate::done::{Done, FileRecord};
use crate::error::{Error, Refusal, Result};
use crate::plan::{Plan, Source, Stage};
use crate::repair::remedy;
use crate::sealed::{self, Records};
use crate::unit::UnitId;

/// The state that a process keeps from unit to unit.
#[derive(Debug, Default)]
pub struct Worker {
    table: Option<Table>,
    known: DoneCache,
}

impl Worker {
    /// Returns a table with the counts of earlier units, of at least `wanted` MiB, but not more than `most`. Without
    /// room, there is none.
    ///
    /// # Errors
    ///
    /// Returns an error if the system does not provide the memory.
    pub fn table(&mut self, wanted: usize, most: usize) -> io::Result<Option<&mut Table>> {
        let wanted = wanted.min(most);
        if wanted == 0 {
            return Ok(None);
        }
        if !self.table.as_ref().is_some_and(|table| (wanted..=most).contains(&table.mebibytes())) {
            // The memory of the old table is free before the new one is allocated.
            self.table = None;
            self.table = Some(Table::new(wanted)?);
        }
        Ok(self.table.as_mut())
    }
}

/// A unit at work.
pub struct UnitContext<'a> {
    /// The folder of the plan.
    pub dir: &'a Path,
    /// The plan.
    pub plan: &'a Plan,
    /// The stage of the unit.
    pub stage: &'a Stage,
    /// The unit.
    pub unit: &'a UnitId,
    /// The state that the process keeps from unit to unit.
    pub worker: &'a mut Worker,
    /// Receives the finished part of the work and the whole, in rows or bytes.
    pub report: &'a mut dyn FnMut(u64, u64),
    sources: Arc<Sources>,
}

impl<'a> UnitContext<'a> {
    /// Finds the inputs of a unit and checks that they are finished, of the same plan, and of the recorded sizes.
    ///
    /// # Errors
    ///
    /// Returns an error that names the input, or the file that cannot be read.
    pub fn new(
        dir: &'a Path,
        plan: &'a Plan,
        unit: &'a UnitId,
        worker: &'a mut Worker,
        report: &'a mut dyn FnMut(u64, u64),
    ) -> Result<Self> {
        let stage = plan.stage_of(unit)?;
        let sources = find_sources(dir, plan, unit, &mut worker.known)?;
        Ok(Self { dir, plan, stage, unit, worker, report, sources })
    }

    /// Returns the files of earlier units that this unit reads, in order, with what is recorded about them.
    pub fn sources(&self) -> &[(Source, FileRecord)] {
        &self.sources.files
    }

    /// Returns the same files, with their digest.
    pub fn shared_sources(&self) -> Arc<Sources> {
        Arc::clone(&self.sources)
    }

    /// Returns the digest of what the unit reads.
    pub fn sources_digest(&self) -> Digest {
        self.sources.digest
    }

    /// Reads an input. What it returns has the recorded digest.
    ///
    /// # Errors
    ///
    /// Returns a refusal if the content differs, or an error if the file cannot be read.
    pub fn read(&self, index: usize) -> Result<Vec<u8>> {
        let (source, record) = &self.sources.files[index];
        record.read(self.dir, &source.unit)
    }

    /// Returns the name of an input in messages.
    pub fn place(&self, index: usize) -> String {
        let (source, _) = &self.sources.files[index];
        format!("{}/{}", source.unit, source.file)
    }
}

/// Checks that the numbers of equal positions were added up without a loss: that what is written has the sum of what
/// there was before.
///
/// # Errors
///
/// Returns an error if it has another sum, which is a bug, or a machine that computes wrong numbers.
pub fn check_conserved(unit: &UnitId, before: u128, written: u128) -> Result<()> {
    if before == written {
        return Ok(());
    }
    Err(Error::Bug(format!("{unit}: {before} in all before equal positions were united, but {written} after it")))
}

/// The files of earlier units that a unit reads, in order, with what is recorded about them.
#[derive(Debug)]
pub struct Sources {
    /// The files.
    pub files: Vec<(Source, FileRecord)>,
    /// The digest of their names and contents, and of the inputs of the plan from outside.
    pub digest: Digest,
}

/// The `done.json` of units, each of which is read once, and the files that all units of a stage read.
#[derive(Debug, Default)]
pub struct DoneCache {
    done: HashMap<UnitId, Done>,
    shared: HashMap<String, Arc<Sources>>,
    sealed: HashMap<String, Records>,
}

impl DoneCache {
    /// Returns what is recorded about a unit: its `done.json`, or its line in the file of a sealed stage.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be read, or a refusal if the record is damaged.
    pub fn find(&mut self, dir: &Path, unit: &UnitId) -> Result<Option<Done>> {
        if let Some(done) = Done::read(dir, unit)? {
            return Ok(Some(done));
        }
        let records = match self.sealed.entry(unit.stage.clone()) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => place.insert(sealed::read(dir, &unit.stage)?),
        };
        match records.get(&unit.number) {
            None => Ok(None),
            Some(Some(done)) => Ok(Some(done.clone())),
            Some(None) => Err(Error::malformed(unit, format_args!("its line in {} is damaged", sealed::FILE))),
        }
    }

    /// Returns the `done.json` of a finished unit.
    ///
    /// # Errors
    ///
    /// Returns an error if the unit is to be run first, or a refusal if its output is of another plan or version.
    fn read(&mut self, dir: &Path, plan: &Plan, unit: &UnitId) -> Result<&Done> {
        if !self.done.contains_key(unit) {
            let done = self.find(dir, unit).map_err(|error| unfinished(unit, error))?;
            let done = done.ok_or_else(|| Error::waiting(unit, "it has not been run"))?;
            match done.check_belongs(plan, unit) {
                Err(error @ Error::Refused { why: Refusal::Unit { .. }, .. }) => return Err(unfinished(unit, error)),
                Err(Error::Refused { place, why }) => {
                    return Err(Error::malformed(place, format_args!("{why}: {}", remedy(dir, unit))));
                }
                checked => checked?,
            }
            self.done.insert(unit.clone(), done);
        }
        Ok(&self.done[unit])
    }
}

/// Returns what is wrong with an output that is made again when the unit is run, as the reason to wait for that.
fn unfinished(unit: &UnitId, error: Error) -> Error {
    match error {
        Error::Refused { place, why } => Error::waiting(unit, format_args!("{place}: {why}")),
        error => error,
    }
}

/// Returns the files that a unit reads, with what the `done.json` of each says.
///
/// # Errors
///
/// Returns an error if an input is not finished or has another size, and a refusal if it is of another plan or version.
pub fn find_sources(dir: &Path, plan: &Plan, unit: &UnitId, known: &mut DoneCache) -> Result<Arc<Sources>> {
    let stage = plan.stage_of(unit)?;
    if let Some(shared) = known.shared.get(&stage.name) {
        return Ok(Arc::clone(shared));
    }
    let mut files = Vec::new();
    for source in plan.sources(unit)? {
        let record = known.read(dir, plan, &source.unit)?.file(&source.file);
        let record = record.ok_or_else(|| {
            Error::malformed(&source.unit, format_args!("its done.json does not mention {}", source.file))
        })?;
        record.check_size(dir, &source.unit).map_err(|error| unfinished(&source.unit, error))?;
        let record = record.clone();
        files.push((source, record));
    }
    let mut hasher = blake3::Hasher::new();
    for (source, record) in &files {
        hasher.update(format!("{}/{} {}\n", source.unit, source.file, record.blake3).as_bytes());
    }
    for input in &plan.inputs {
        let digest = input.blake3.map(|digest| digest.to_string()).unwrap_or_default();
        hasher.update(format!("{} {digest}\n", input.bytes).as_bytes());
    }
    let sources = Arc::new(Sources { files, digest: Digest::from_hasher(&hasher) });
    if stage.task.reads_all() {
        known.shared.insert(stage.name.clone(), Arc::clone(&sources));
    }
    Ok(sources)
}
