//! Writing the files of a unit so that a crash, a full disk or a second run leaves nothing half written.
//!
//! A file has no name until all files of the unit are complete and synchronized. Then they get their names, and
//! `done.json` is written, as the last one. A second run of the unit at the same time writes the same bytes, so it does
//! not matter which comes last.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::digest::Digest;
use crate::done::{Done, FileRecord, MAX_BYTES};
use crate::error::Result;
use crate::store::{Draft, Store};
use crate::unit::{DONE, UnitId};

/// The start of the names of files that another run of the unit has written with other bytes.
pub(crate) const DIFFERS: &str = "differs-";

/// The output of a unit that is being written. Files that are not committed vanish.
#[derive(Debug)]
pub(crate) struct Output<'a> {
    store: &'a dyn Store,
    unit: &'a UnitId,
    finished: Vec<(Draft, FileRecord)>,
}

impl<'a> Output<'a> {
    pub(crate) fn new(store: &'a dyn Store, unit: &'a UnitId) -> Self {
        Self { store, unit, finished: Vec::new() }
    }

    pub(crate) fn open(&self, name: &str) -> Result<OutputFile> {
        let file = self.unit.file(name);
        let draft = self.store.begin(&file)?;
        let path = self.store.place(&file);
        Ok(OutputFile { draft, name: name.to_owned(), path, bytes: 0, hasher: blake3::Hasher::new() })
    }

    /// Keeps a file with this number of rows, which is complete.
    pub(crate) fn finish(&mut self, file: OutputFile, rows: u64) {
        let OutputFile { draft, name, bytes, hasher, .. } = file;
        self.finished.push((draft, FileRecord { name, rows, bytes, blake3: Digest::from_hasher(&hasher) }));
    }

    pub(crate) fn records(&self) -> Vec<FileRecord> {
        self.finished.iter().map(|(_, record)| record.clone()).collect()
    }

    /// Gives the files their names and writes `done.json`, unless there is one already that says the same.
    /// After an error, there is no new `done.json`.
    pub(crate) fn commit(self, done: &Done) -> Result<()> {
        let (store, name) = (self.store, self.unit.file(DONE));
        self.publish()?;
        if store.create(&name, &done.text())? {
            return Ok(());
        }
        let before = store.read(&name, MAX_BYTES)?.and_then(|text| Done::parse(&text, &store.place(&name)).ok());
        if before.is_some_and(|before| before.is_same(done)) { Ok(()) } else { store.replace(&name, &done.text()) }
    }

    /// Keeps the files under other names, next to different files of an earlier run. Returns the names.
    pub(crate) fn keep_as_different(mut self) -> Result<Vec<String>> {
        for (_, record) in &mut self.finished {
            let start = record.name.rfind('/').map_or(0, |slash| slash + 1);
            record.name.insert_str(start, &format!("{DIFFERS}{}-", &record.blake3.to_string()[..16]));
        }
        let names = self.finished.iter().map(|(_, record)| record.name.clone()).collect();
        self.publish()?;
        Ok(names)
    }

    pub(crate) fn publish(self) -> Result<()> {
        let named = |(draft, record): (Draft, FileRecord)| (self.unit.file(&record.name), draft);
        self.store.publish(self.finished.into_iter().map(named).collect())
    }
}

/// A file that is being written.
#[derive(Debug)]
pub(crate) struct OutputFile {
    draft: Draft,
    name: String,
    path: PathBuf,
    bytes: u64,
    hasher: blake3::Hasher,
}

impl OutputFile {
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.draft.write(bytes)?;
        self.hasher.update(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.draft.flush()
    }
}
