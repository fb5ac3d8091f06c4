//! `done.json`: the proof that the output of a unit is complete.

use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::digest::Digest;
use crate::error::{Error, Refusal, Result};
use crate::plan::Plan;
use crate::repair::remedy;
use crate::unit::UnitId;

/// The name of the file in the folder of a unit.
pub const FILE: &str = "done.json";

/// The largest `done.json` that is read.
pub(crate) const MAX_BYTES: u64 = 64 << 20;

/// The content of `done.json`. It is written when all files of the unit are complete, and read by everything that uses
/// them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Done {
    /// The unit.
    pub unit: UnitId,
    /// The digest of its plan.
    pub plan: Digest,
    /// The version of the program that ran it.
    pub code: String,
    /// The digest of what it read: the names and digests of the files.
    pub sources: Digest,
    /// The files.
    pub files: Vec<FileRecord>,
    /// Numbers about the run: what a unit counted, and how long it took. They may differ from run to run.
    pub facts: Facts,
}

/// Numbers about a run, by name. Numbers that may need more than 53 bits are texts.
pub type Facts = Map<String, Value>;

/// The facts that every unit has: its times in milliseconds, the name of the machine, and the level of its CPU, which
/// decides the instructions that count. What a unit counted has other names.
pub const MEASURED: [&str; 4] = ["cpu_ms", "wall_ms", "host", "level"];

/// A file of the output.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileRecord {
    /// Its name in the folder of the unit.
    pub name: String,
    /// The number of its rows.
    pub rows: u64,
    /// Its size.
    pub bytes: u64,
    /// The digest of its content.
    pub blake3: Digest,
}

impl Done {
    /// Reads the `done.json` of a unit. Returns `None` if there is none, as in a stage that is
    /// [sealed](crate::sealed).
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read.
    pub fn read(dir: &Path, unit: &UnitId) -> Result<Option<Self>> {
        let path = unit.folder(dir).join(FILE);
        let file = match File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Error::Io { path, error }),
        };
        let mut text = Vec::new();
        file.take(MAX_BYTES + 1).read_to_end(&mut text).map_err(Error::io(&path))?;
        if MAX_BYTES < text.len() as u64 {
            return Err(Error::malformed(path.display(), "the file is too large"));
        }
        serde_json::from_slice(&text).map(Some).map_err(|error| Error::malformed(path.display(), error))
    }

    /// Checks that it is of this unit, of this plan, and of the plan's version of the program.
    ///
    /// # Errors
    ///
    /// Returns a refusal that says what differs.
    pub fn check_belongs(&self, plan: &Plan, unit: &UnitId) -> Result<()> {
        let refuse = |why| Err(Error::refused(unit, why));
        if self.plan != plan.digest() {
            return refuse(Refusal::Plan { theirs: self.plan });
        }
        if self.unit != *unit {
            return refuse(Refusal::Unit { theirs: self.unit.clone() });
        }
        if self.code != plan.code {
            return refuse(Refusal::Code { theirs: self.code.clone(), ours: plan.code.clone() });
        }
        Ok(())
    }

    /// Checks that each file exists and has its size.
    ///
    /// # Errors
    ///
    /// Returns a refusal that names the first file that differs.
    pub fn check_sizes(&self, dir: &Path) -> Result<()> {
        self.files.iter().try_for_each(|file| file.check_size(dir, &self.unit))
    }

    /// Checks the content of each file of at most this number of bytes.
    ///
    /// # Errors
    ///
    /// Returns a refusal that names the first file that differs.
    pub fn check_contents(&self, dir: &Path, most: u64) -> Result<()> {
        let mut files = self.files.iter().filter(|file| file.bytes <= most);
        files.try_for_each(|file| file.open(dir, &self.unit).map(drop))
    }

    /// Returns the record of a file.
    pub fn file(&self, name: &str) -> Option<&FileRecord> {
        self.files.iter().find(|file| file.name == name)
    }

    /// Returns a fact that is a number, written as a number or as a text.
    pub fn number(&self, fact: &str) -> Option<u128> {
        match self.facts.get(fact)? {
            Value::String(text) => text.parse().ok(),
            number => number.as_u64().map(u128::from),
        }
    }
}

impl FileRecord {
    /// Checks that the file exists and has its size.
    ///
    /// # Errors
    ///
    /// Returns a refusal if it does not.
    pub fn check_size(&self, dir: &Path, unit: &UnitId) -> Result<()> {
        self.check_name(unit)?;
        let path = unit.folder(dir).join(&self.name);
        let actual = match std::fs::metadata(&path) {
            Ok(metadata) => Some(metadata.len()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(Error::Io { path, error }),
        };
        if actual == Some(self.bytes) {
            return Ok(());
        }
        Err(Error::refused(format_args!("{unit}/{}", self.name), Refusal::Size { recorded: self.bytes, actual }))
    }

    /// Reads the file. What it returns has the recorded digest.
    ///
    /// # Errors
    ///
    /// Returns a refusal if the content differs, or an error if the file cannot be read.
    pub fn read(&self, dir: &Path, unit: &UnitId) -> Result<Vec<u8>> {
        let (file, path) = self.open_unread(dir, unit)?;
        let mut bytes = Vec::with_capacity(usize::try_from(self.bytes).unwrap_or(0));
        file.take(self.bytes).read_to_end(&mut bytes).map_err(Error::io(&path))?;
        self.check_digest(dir, unit, Digest::of(&bytes))?;
        Ok(bytes)
    }

    /// Opens the file and checks its content without holding it in memory. The file is at its start.
    ///
    /// # Errors
    ///
    /// As [`FileRecord::read`].
    pub fn open(&self, dir: &Path, unit: &UnitId) -> Result<File> {
        let (mut file, path) = self.open_unread(dir, unit)?;
        let mut hasher = blake3::Hasher::new();
        let hashed = hasher.update_reader(&file).and_then(|_| file.rewind());
        hashed.map_err(Error::io(&path))?;
        self.check_digest(dir, unit, Digest::from_hasher(&hasher))?;
        Ok(file)
    }

    /// Opens the file and checks its size.
    pub(crate) fn open_unread(&self, dir: &Path, unit: &UnitId) -> Result<(File, PathBuf)> {
        self.check_name(unit)?;
        let path = unit.folder(dir).join(&self.name);
        let refuse = |actual| {
            let why = Refusal::Size { recorded: self.bytes, actual };
            Err(Error::refused(format_args!("{unit}/{}", self.name), why))
        };
        let file = match File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return refuse(None),
            Err(error) => return Err(Error::Io { path, error }),
        };
        let actual = file.metadata().map_err(Error::io(&path))?.len();
        if actual == self.bytes { Ok((file, path)) } else { refuse(Some(actual)) }
    }

    fn check_digest(&self, dir: &Path, unit: &UnitId, actual: Digest) -> Result<()> {
        if actual == self.blake3 {
            return Ok(());
        }
        let why = Refusal::Content { recorded: self.blake3, actual, remedy: remedy(dir, unit) };
        Err(Error::refused(format_args!("{unit}/{}", self.name), why))
    }

    /// Returns a name leads to no other folder.
    fn check_name(&self, unit: &UnitId) -> Result<()> {
        let is_plain = self.name.bytes().all(|c| c.is_ascii_alphanumeric() || b"-_.".contains(&c));
        if is_plain && !self.name.is_empty() && !self.name.starts_with('.') {
            return Ok(());
        }
        Err(Error::malformed(unit, format_args!("{:?} cannot be the name of a file", self.name)))
    }
}
