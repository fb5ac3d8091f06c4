//! Lists of chunks that need little memory: 32 bytes for each, and its name.

use std::path::Path;
use std::string::String;
use std::vec::Vec;

use super::skipped::{SkipReason, Skipped};

/// The chunks of some files and tars, and what was skipped.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Listing {
    entries: Vec<Entry>,
    /// The names of the chunks, one after the other.
    names: String,
    /// The first of what was skipped.
    pub(super) skipped: Vec<Skipped>,
    /// The number of all that was skipped.
    pub(super) skipped_count: u64,
}

/// A chunk, without its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    /// The byte at which it begins in its file.
    pub(super) at: u64,
    pub(super) size: u64,
    /// The number of the container that it is in.
    pub(super) container: u32,
    name_length: u32,
    name_start: usize,
}

/// At most this many skipped members or files are kept.
pub(super) const MOST_SKIPPED: usize = 10_000;

impl Listing {
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn get(&self, index: usize) -> Option<Entry> {
        self.entries.get(index).copied()
    }

    pub(super) fn name(&self, entry: Entry) -> &str {
        &self.names[entry.name_start..][..entry.name_length as usize]
    }

    pub(super) fn push(&mut self, container: u32, name: &str, at: u64, size: u64) {
        // What describes names is limited.
        let name_length = u32::try_from(name.len()).unwrap_or(0);
        let name_start = self.names.len();
        self.names.push_str(&name[..name_length as usize]);
        self.entries.push(Entry { at, size, container, name_length, name_start });
    }

    pub(super) fn skip(&mut self, path: &Path, name: &str, offset: u64, size: u64, reason: SkipReason) {
        self.skipped_count += 1;
        if self.skipped.len() < MOST_SKIPPED {
            self.skipped.push(Skipped { path: path.into(), name: name.into(), offset, size, reason });
        }
    }

    /// Adds the chunks of a tar, which is this container.
    pub(super) fn append(&mut self, container: u32, other: Self) {
        for &entry in &other.entries {
            self.push(container, other.name(entry), entry.at, entry.size);
        }
        self.skipped_count += other.skipped_count;
        self.skipped.extend(other.skipped.into_iter().take(MOST_SKIPPED - self.skipped.len()));
    }

    pub(super) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    pub(super) fn shrink_to_fit(&mut self) {
        self.entries.shrink_to_fit();
        self.names.shrink_to_fit();
    }
}
