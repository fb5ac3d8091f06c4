//! What was left out of a file.

use std::cell::Cell;
use std::rc::Rc;

/// What a reader leaves out, in a few words each, with its number. Others can read it while the reader is used.
pub(super) type Report = Rc<Cell<[(&'static str, u64); 3]>>;

/// Nothing was left out.
pub(super) const NOTHING: (&str, u64) = ("", 0);

/// Returns the sums of several reports, in the order in which the words first appear.
pub(super) fn sums<'a>(reports: impl IntoIterator<Item = &'a Report>) -> Vec<(&'static str, u64)> {
    let mut sums: Vec<(&'static str, u64)> = Vec::new();
    for (words, count) in reports.into_iter().flat_map(|report| report.get()) {
        match sums.iter_mut().find(|(other, _)| *other == words) {
            Some((_, sum)) => *sum += count,
            None => sums.push((words, count)),
        }
    }
    sums
}
