//! The records of a finished stage in one file, which takes the place of the `done.json` of its units.
//!
//! A line is the BLAKE3 digest of the record and the record of a unit, in the order of the units. A `done.json` in the
//! folder of a unit counts more than its line: the unit has been made again since.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use gardez_io::Output;

use crate::digest::Digest;
use crate::done::{self, Done, MAX_BYTES};
use crate::error::{Error, Result};
use crate::plan::{Plan, Stage};
use crate::survey::{self, Depth, State};
use crate::unit::UnitId;

/// The name of the file in the folder of the stage.
pub const FILE: &str = "done.jsonl";

/// The records of a stage by the numbers of the units; `None` for a damaged line.
pub type Records = HashMap<u32, Option<Done>>;

fn path(dir: &Path, stage: &str) -> PathBuf {
    dir.join(stage).join(FILE)
}

/// Reads the records of a stage. There are none before it is sealed.
///
/// # Errors
///
/// Returns an error if the file cannot be read.
pub fn read(dir: &Path, stage: &str) -> Result<Records> {
    let path = path(dir, stage);
    let file = match File::open(&path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Records::new()),
        Err(error) => return Err(Error::Io { path, error }),
    };
    let (mut file, mut line, mut records) = (BufReader::with_capacity(1 << 16, file), Vec::new(), Records::new());
    for number in 0.. {
        line.clear();
        file.by_ref().take(MAX_BYTES).read_until(b'\n', &mut line).map_err(Error::io(&path))?;
        if line.is_empty() {
            break;
        }
        records.insert(number, record(line.trim_ascii_end()));
    }
    Ok(records)
}

/// Returns the record of a line, if its digest fits.
fn record(line: &[u8]) -> Option<Done> {
    let (digest, json) = line.split_at_checked(64)?;
    let json = json.strip_prefix(b" ")?;
    let recorded: Digest = str::from_utf8(digest).ok()?.parse().ok()?;
    (recorded == Digest::of(json)).then(|| serde_json::from_slice(json).ok())?
}

/// Writes the records of a stage to one file and removes the `done.json` of its units, if all of them are done. Returns
/// `true` if they are.
///
/// # Errors
///
/// Returns an error if a file cannot be read or written.
pub fn seal(dir: &Path, plan: &Plan, stage: &Stage) -> Result<bool> {
    let mut lines = Vec::new();
    for (_, state) in survey::stage(dir, plan, stage, Depth::Sizes)? {
        let State::Done(done) = state else { return Ok(false) };
        let json = serde_json::to_string(&done).expect("it has only texts and numbers");
        lines.extend(format!("{} {json}\n", Digest::of(json.as_bytes())).into_bytes());
    }
    let path = path(dir, &stage.name);
    if fs::read(&path).is_ok_and(|before| before == lines) {
        return Ok(true);
    }
    let written = Output::replace(&path).and_then(|mut file| {
        file.write_all(&lines)?;
        file.finish()
    });
    written.map_err(Error::io(&path))?;
    stage.unit_ids().try_for_each(|unit| remove(dir, &unit))?;
    Ok(true)
}

fn remove(dir: &Path, unit: &UnitId) -> Result<()> {
    let path = unit.folder(dir).join(done::FILE);
    match fs::remove_file(&path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(Error::Io { path, error }),
        _ => Ok(()),
    }
}
