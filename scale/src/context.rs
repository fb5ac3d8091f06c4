//! A unit at work: its place in the plan, and its inputs, which are checked before they are read.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use gardez_count::Table;

use crate::digest::Digest;
use crate::done::{Done, FileRecord, MAX_BYTES};
use crate::error::{Error, Refusal, Result};
use crate::plan::{Plan, Source, Stage};
use crate::repair::remedy;
use crate::sealed::{self, Records};
use crate::store::{Listing, Store};
use crate::unit::{DONE, UnitId};

/// The state that a process keeps from unit to unit.
#[derive(Debug, Default)]
pub(crate) struct Worker {
    table: Option<Table>,
    known: DoneCache,
}

impl Worker {
    /// Returns a table with the counts of earlier units, of `wanted` to `most` MiB, or `None` without room.
    pub(crate) fn table(&mut self, wanted: usize, most: usize) -> io::Result<Option<&mut Table>> {
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

pub(crate) struct UnitContext<'a> {
    pub(crate) store: &'a dyn Store,
    pub(crate) plan: &'a Plan,
    pub(crate) stage: &'a Stage,
    pub(crate) unit: &'a UnitId,
    pub(crate) worker: &'a mut Worker,
    /// Receives the finished part of the work and the whole, in rows or bytes.
    pub(crate) report: &'a mut dyn FnMut(u64, u64),
    sources: Arc<Sources>,
}

impl<'a> UnitContext<'a> {
    /// Finds the inputs of a unit and checks that they are finished, of the same plan, and of the recorded sizes.
    pub(crate) fn new(
        store: &'a dyn Store,
        plan: &'a Plan,
        unit: &'a UnitId,
        worker: &'a mut Worker,
        report: &'a mut dyn FnMut(u64, u64),
    ) -> Result<Self> {
        let stage = plan.stage_of(unit)?;
        let sources = find_sources(store, plan, unit, &mut worker.known)?;
        Ok(Self { store, plan, stage, unit, worker, report, sources })
    }

    /// Returns the files of earlier units that this unit reads, in order, with what is recorded about them.
    pub(crate) fn sources(&self) -> &[(Source, FileRecord)] {
        &self.sources.files
    }

    pub(crate) fn shared_sources(&self) -> Arc<Sources> {
        Arc::clone(&self.sources)
    }

    pub(crate) fn sources_digest(&self) -> Digest {
        self.sources.digest
    }

    pub(crate) fn read(&self, index: usize) -> Result<Vec<u8>> {
        let (source, record) = &self.sources.files[index];
        record.read(self.store, &source.unit)
    }

    pub(crate) fn place(&self, index: usize) -> String {
        let (source, _) = &self.sources.files[index];
        source.unit.file(&source.file)
    }

    /// Returns a folder of this machine for what does not fit into memory.
    pub(crate) fn scratch(&self) -> Result<PathBuf> {
        self.store.scratch(&self.unit.to_string())
    }
}

/// Checks that equal positions were added up without a loss: the output has the sum of the inputs.
pub(crate) fn check_conserved(unit: &UnitId, before: u128, written: u128) -> Result<()> {
    if before == written {
        return Ok(());
    }
    Err(Error::Bug(format!("{unit}: {before} in all before equal positions were united, but {written} after it")))
}

/// The files of earlier units that a unit reads, in order, with what is recorded about them.
#[derive(Debug)]
pub(crate) struct Sources {
    pub(crate) files: Vec<(Source, FileRecord)>,
    /// The digest of their names and contents, and of the inputs of the plan from outside.
    pub(crate) digest: Digest,
}

/// The depth of folders in the folder of a stage.
const DEPTH: usize = 2;

/// The `done.json` of units, each of which is read once, and the files that all units of a stage read.
#[derive(Debug, Default)]
pub(crate) struct DoneCache {
    done: HashMap<UnitId, Done>,
    /// The stages that were looked at as a whole, with all of their files.
    listed: HashMap<String, Listing>,
    /// The records of these stages: the content of each `done.json`.
    texts: HashMap<UnitId, Vec<u8>>,
    shared: HashMap<String, Arc<Sources>>,
    sealed: HashMap<String, Records>,
}

impl DoneCache {
    /// Looks at a stage as a whole: lists its files once, and reads the `done.json` of its units at once.
    pub(crate) fn look_at(&mut self, store: &dyn Store, stage: &str) -> Result<()> {
        let listing = store.list(stage, DEPTH)?;
        let unit = |name: &str| name.strip_suffix(DONE)?.strip_suffix('/')?.parse().ok();
        let units: Vec<UnitId> = listing.keys().filter_map(|name| unit(name)).collect();
        let names: Vec<_> = units.iter().map(|unit| unit.file(DONE)).collect();
        let texts = store.read_all(&names, MAX_BYTES)?;
        self.texts.extend(units.into_iter().zip(texts).filter_map(|(unit, text)| Some((unit, text?))));
        self.listed.insert(stage.to_owned(), listing);
        Ok(())
    }

    /// Returns the files of a stage that was looked at as a whole, or those of this unit.
    pub(crate) fn files(&self, store: &dyn Store, unit: &UnitId) -> Result<Listing> {
        let Some(listing) = self.listed.get(&unit.stage) else { return store.list(&unit.to_string(), DEPTH) };
        let files = listing.range(unit.file("")..unit.file("\u{10ffff}"));
        Ok(files.map(|(name, entry)| (name.clone(), *entry)).collect())
    }

    pub(crate) fn into_listing(mut self, stage: &str) -> Listing {
        self.listed.remove(stage).unwrap_or_default()
    }

    pub(crate) fn size(&self, store: &dyn Store, name: &str) -> Result<Option<u64>> {
        let stage = name.split('/').next().unwrap_or(name);
        // A file that is not listed may have appeared since.
        let listed = self.listed.get(stage).and_then(|listing| listing.get(name)).copied();
        Ok(listed.map_or_else(|| store.entry(name), |entry| Ok(Some(entry)))?.map(|entry| entry.bytes))
    }

    /// Returns what is recorded about a unit: its `done.json`, or its line in the file of a sealed stage.
    pub(crate) fn find(&mut self, store: &dyn Store, unit: &UnitId) -> Result<Option<Done>> {
        let name = unit.file(DONE);
        let text = match self.texts.get(unit) {
            Some(text) => Some(text.clone()),
            None if self.listed.contains_key(&unit.stage) => None,
            None => store.read(&name, MAX_BYTES)?,
        };
        if let Some(text) = text {
            let parsed = Done::parse(&text, &store.place(&name));
            // The network may have changed a byte.
            let again =
                || store.read(&name, MAX_BYTES)?.map(|text| Done::parse(&text, &store.place(&name))).transpose();
            return parsed.map(Some).or_else(|_| again());
        }
        let records = match self.sealed.entry(unit.stage.clone()) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => place.insert(sealed::read(store, &unit.stage)?),
        };
        match records.get(&unit.number) {
            None => Ok(None),
            Some(Some(done)) => Ok(Some(done.clone())),
            Some(None) => Err(Error::malformed(unit, format_args!("its line in {} is damaged", sealed::FILE))),
        }
    }

    fn read(&mut self, store: &dyn Store, plan: &Plan, unit: &UnitId) -> Result<&Done> {
        if !self.done.contains_key(unit) {
            let done = self.find(store, unit).map_err(|error| unfinished(unit, error))?;
            let done = done.ok_or_else(|| Error::waiting(unit, "it has not been run"))?;
            match done.check_belongs(plan, unit) {
                Err(error @ Error::Refused { why: Refusal::Unit { .. }, .. }) => return Err(unfinished(unit, error)),
                Err(Error::Refused { place, why }) => {
                    return Err(Error::malformed(place, format_args!("{why}: {}", remedy(store, unit))));
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
pub(crate) fn find_sources(
    store: &dyn Store,
    plan: &Plan,
    unit: &UnitId,
    known: &mut DoneCache,
) -> Result<Arc<Sources>> {
    let stage = plan.stage_of(unit)?;
    if let Some(shared) = known.shared.get(&stage.name) {
        return Ok(Arc::clone(shared));
    }
    // The files of all units of a stage are found at once. What they are now says nothing about the next unit.
    let from = stage.task.from().filter(|from| stage.task.reads_all() && !known.listed.contains_key(*from));
    from.map_or(Ok(()), |from| known.look_at(store, from))?;
    let files = plan.sources(unit)?.into_iter().map(|source| {
        let record = known.read(store, plan, &source.unit)?.file(&source.file).cloned();
        let record = record.ok_or_else(|| {
            Error::malformed(&source.unit, format_args!("its done.json does not mention {}", source.file))
        })?;
        let actual = record.file_of(&source.unit).and_then(|name| known.size(store, &name))?;
        record.check_size(&source.unit, actual).map_err(|error| unfinished(&source.unit, error))?;
        Ok((source, record))
    });
    let files = files.collect::<Result<Vec<_>>>();
    if let Some(from) = from {
        known.listed.remove(from);
        known.texts.retain(|unit, _| unit.stage != from);
    }
    let files = files?;
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
