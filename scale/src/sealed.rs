//! The records of a finished stage in one file, which takes the place of the `done.json` of its units.
//!
//! A line is the BLAKE3 digest of the record and the record of a unit, in the order of the units. A `done.json` in the
//! folder of a unit counts more than its line: the unit has been made again since.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use crate::digest::Digest;
use crate::done::{Done, MAX_BYTES};
use crate::error::{Error, Result};

/// The name of the file in the folder of the stage.
pub const FILE: &str = "done.jsonl";

/// The records of a stage by the numbers of the units; `None` for a damaged line.
pub type Records = HashMap<u32, Option<Done>>;

/// Returns where the file of a stage is.
pub fn path(dir: &Path, stage: &str) -> PathBuf {
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
