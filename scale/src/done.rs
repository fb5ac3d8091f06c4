//! `done.json`: the proof that the output of a unit is complete.

use std::fmt;
use std::fs::File;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::digest::Digest;
use crate::error::{Error, Refusal, Result};
use crate::plan::Plan;
use crate::repair::remedy;
use crate::store::{Content, Store, twice};
use crate::unit::UnitId;

/// The largest `done.json` that is read.
pub(crate) const MAX_BYTES: u64 = 64 << 20;

/// The start of a record, before the digest of what follows it. So no changed byte is taken for another record.
const START: &str = "{\"digest\":\"";

/// The content of `done.json`, which is written when all files of the unit are complete, and read by all their users.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Done {
    pub(crate) unit: UnitId,
    pub(crate) plan: Digest,
    /// The version of the program that ran it.
    pub(crate) code: String,
    /// The digest of what it read: the names and digests of the files.
    pub(crate) sources: Digest,
    pub(crate) files: Vec<FileRecord>,
    /// Numbers about the run: what a unit counted, and how long it took. They may differ from run to run.
    pub(crate) facts: Facts,
}

/// Numbers about a run, by name. Numbers that may need more than 53 bits are texts.
pub(crate) type Facts = Map<String, Value>;

pub(crate) fn facts(object: Value) -> Facts {
    match object {
        Value::Object(facts) => facts,
        _ => unreachable!("facts have names"),
    }
}

/// The facts that every unit has: its times in milliseconds, the name of the machine, and the level of its CPU, which
/// decides the instructions that count. What a unit counted has other names.
pub(crate) const MEASURED: [&str; 4] = ["cpu_ms", "wall_ms", "host", "level"];

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FileRecord {
    /// Its name in the folder of the unit.
    pub(crate) name: String,
    pub(crate) rows: u64,
    pub(crate) bytes: u64,
    pub(crate) blake3: Digest,
}

impl Done {
    /// Reads a record whose digest fits.
    pub(crate) fn parse(text: &[u8], place: &Path) -> Result<Self> {
        let malformed = |what: &dyn fmt::Display| Error::malformed(place.display(), what);
        let (digest, rest) = text.split_at_checked(START.len() + 64).unwrap_or_default();
        let digest = str::from_utf8(digest).ok().and_then(|digest| digest.strip_prefix(START)?.parse().ok());
        if digest != Some(Digest::of(rest)) {
            return Err(malformed(&"its digest does not fit"));
        }
        let rest = rest.strip_prefix(b"\",").unwrap_or_default();
        serde_json::from_slice(&[b"{", rest].concat()).map_err(|error| malformed(&error))
    }

    /// Returns the record as a line.
    pub(crate) fn text(&self) -> Vec<u8> {
        let json = serde_json::to_string(self).expect("it has only texts and numbers");
        let rest = format!("\",{}\n", &json[1..]);
        format!("{START}{}{rest}", Digest::of(rest.as_bytes())).into_bytes()
    }

    /// Returns `true` if another run of the unit did the same: everything is equal but what is measured.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        let counted = |done: &Self| {
            let mut done = done.clone();
            MEASURED.iter().for_each(|fact| drop(done.facts.remove(*fact)));
            done
        };
        counted(self) == counted(other)
    }

    /// Checks that it is of this unit, of this plan, and of the plan's version of the program.
    pub(crate) fn check_belongs(&self, plan: &Plan, unit: &UnitId) -> Result<()> {
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

    /// Checks the content of each file of at most this number of bytes.
    pub(crate) fn check_contents(&self, store: &dyn Store, most: u64) -> Result<()> {
        let mut files = self.files.iter().filter(|file| file.bytes <= most);
        files.try_for_each(|file| file.open(store, &self.unit).map(drop))
    }

    pub(crate) fn file(&self, name: &str) -> Option<&FileRecord> {
        self.files.iter().find(|file| file.name == name)
    }

    /// Returns a fact that is a number, written as a number or as a text.
    pub(crate) fn number(&self, fact: &str) -> Option<u128> {
        match self.facts.get(fact)? {
            Value::String(text) => text.parse().ok(),
            number => number.as_u64().map(u128::from),
        }
    }
}

impl FileRecord {
    /// Returns `true` if the file has this name, in whatever folder.
    pub(crate) fn is_named(&self, name: &str) -> bool {
        self.name.rsplit('/').next() == Some(name)
    }

    /// Checks what is known of the file. `None` is that there is none.
    pub(crate) fn check_size(&self, unit: &UnitId, actual: Option<u64>) -> Result<()> {
        if actual == Some(self.bytes) {
            return Ok(());
        }
        Err(Error::refused(unit.file(&self.name), Refusal::Size { recorded: self.bytes, actual }))
    }

    /// Reads the file. What it returns has the recorded digest.
    pub(crate) fn read(&self, store: &dyn Store, unit: &UnitId) -> Result<Vec<u8>> {
        twice(|| {
            let (content, name) = (self.open_unread(store, unit)?, unit.file(&self.name));
            let mut bytes = vec![0; usize::try_from(self.bytes).unwrap_or(0)];
            content.read_exact_at(0, &mut bytes).map_err(store.failed(&name))?;
            let (recorded, actual) = (self.blake3, Digest::of(&bytes));
            if actual == recorded {
                return Ok(bytes);
            }
            Err(Error::refused(name, Refusal::Content { recorded, actual, remedy: remedy(store, unit) }))
        })
    }

    /// Opens the file, or a copy on this machine, at its start, and checks its content without holding it in memory.
    pub(crate) fn open(&self, store: &dyn Store, unit: &UnitId) -> Result<File> {
        let name = self.file_of(unit)?;
        store.fetch_checked(&name, &name, self.bytes, self.blake3, || remedy(store, unit))
    }

    pub(crate) fn open_unread(&self, store: &dyn Store, unit: &UnitId) -> Result<Box<dyn Content>> {
        let content = store.open(&self.file_of(unit)?, 0)?;
        self.check_size(unit, content.as_ref().map(|content| content.bytes()))?;
        Ok(content.expect("it has a size"))
    }

    /// Returns the name of the file in the plan.
    pub(crate) fn file_of(&self, unit: &UnitId) -> Result<String> {
        // A file, or one in a folder such as `month=2013-01`.
        let is_plain = |part: &str| {
            !part.is_empty()
                && !part.starts_with(['.', '='])
                && part.bytes().all(|c| c.is_ascii_alphanumeric() || b"-_.=".contains(&c))
        };
        if self.name.split('/').count() <= 2 && self.name.split('/').all(is_plain) {
            return Ok(unit.file(&self.name));
        }
        Err(Error::malformed(unit, format_args!("{:?} cannot be the name of a file", self.name)))
    }
}
