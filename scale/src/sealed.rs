//! The records of a finished stage in one file, which takes the place of the `done.json` of its units.
//!
//! A line is the `done.json` of a unit, in the order of the units. A `done.json` in the folder of a unit counts more than
//! its line: the unit has been made again since.

use std::collections::HashMap;

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
    let name = file(stage);
    let read = || -> Result<Records> {
        let (content, place) = (store.read(&name, MAX_BYTES)?.unwrap_or_default(), store.place(&name));
        let lines = content.split_inclusive(|&byte| byte == b'\n');
        Ok((0..).zip(lines.map(|line| Done::parse(line, &place).ok())).collect())
    };
    let records = read()?;
    // The network may have changed a byte.
    if records.values().all(Option::is_some) { Ok(records) } else { read() }
}
