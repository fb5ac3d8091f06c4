//! The records of a finished stage in one file, which takes the place of the `done.json` of its units.
//!
//! A line is the BLAKE3 digest of the record and the record of a unit, in the order of the units. A `done.json` in the
//! folder of a unit counts more than its line: the unit has been made again since.

use std::collections::HashMap;

use crate::digest::Digest;
use crate::done::Done;
use crate::error::Result;
use crate::store::Store;

/// The name of the file in the folder of the stage.
pub(crate) const FILE: &str = "done.jsonl";

/// The records of a stage by the numbers of the units; `None` for a damaged line.
pub(crate) type Records = HashMap<u32, Option<Done>>;

/// The largest file that is read.
const MAX_BYTES: u64 = 64 << 30;

pub(crate) fn file(stage: &str) -> String {
    format!("{stage}/{FILE}")
}

/// Reads the records of a stage. There are none before it is sealed.
pub(crate) fn read(store: &dyn Store, stage: &str) -> Result<Records> {
    let content = store.read(&file(stage), MAX_BYTES)?.unwrap_or_default();
    let lines = content.split_inclusive(|&byte| byte == b'\n');
    Ok((0..).zip(lines.map(|line| record(line.trim_ascii_end()))).collect())
}

/// Returns the record of a line, if its digest fits.
fn record(line: &[u8]) -> Option<Done> {
    let (digest, json) = line.split_at_checked(64)?;
    let json = json.strip_prefix(b" ")?;
    let recorded: Digest = str::from_utf8(digest).ok()?.parse().ok()?;
    (recorded == Digest::of(json)).then(|| serde_json::from_slice(json).ok())?
}
