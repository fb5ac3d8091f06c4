//! How much memory and which directory a conversion may use.

use std::io;
use std::path::PathBuf;
use std::vec::{self, Vec};

use gardez_types::errors;

use super::sorter::Sorted;
use super::spill;
use gardez_formats::Entry;
use gardez_formats::Format;
use gardez_formats::ReadEntries;
use gardez_formats::ReadError;
use gardez_formats::View;

/// The memory that a conversion may use for entries, and the directory for what does not fit.
///
/// The temporary files have no name, so nothing is left of them if the program is killed. For each entry they need 64 bytes
/// for [`Shuffled`](super::Shuffled), up to 136 bytes for [`Unique`](super::Unique) and up to 144 bytes for
/// [`Shuffled::unique`](super::Shuffled::unique), twice that while they are merged in steps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Memory {
    /// The number of bytes. At least 256 KiB are used.
    pub bytes: usize,
    /// The directory for temporary files.
    pub directory: PathBuf,
}

impl Memory {
    /// Returns this many bytes, and this directory, such as `std::env::temp_dir()`.
    pub fn new(bytes: usize, directory: impl Into<PathBuf>) -> Self {
        Self { bytes, directory: directory.into() }
    }
}

errors! {
    /// Why entries cannot be put in another order.
    #[derive(Debug)]
    #[non_exhaustive]
    pub enum SpillError {
        /// A temporary file cannot be written or read.
        Disk(error: io::Error) = "disk", "cannot use a temporary file: {error}" => source error => from io::Error;
        /// An entry, counted from 0, has more than 32 pieces, which the temporary files have no room for.
        TooManyPieces { entry: u64, found: u32 } = "too-many-pieces",
            "entry {entry} has {found} pieces, and temporary files have room for 32";
    }
}

/// Returns the record of the entry with this number: a key, then the entry.
pub(super) fn record<V: View, const SIZE: usize>(
    key: &[u8],
    entry: &Entry<V>,
    number: u64,
) -> Result<[u8; SIZE], SpillError> {
    let bytes = spill::encode(entry).map_err(|found| SpillError::TooManyPieces { entry: number, found })?;
    let mut record = [0; SIZE];
    record[..key.len()].copy_from_slice(key);
    record[key.len()..].copy_from_slice(&bytes);
    Ok(record)
}

/// The most errors of a reader that are kept. A reader of several inputs has one for each of them.
const MOST_ERRORS: usize = 1000;

/// What a reader gave besides its entries.
pub(super) struct Rest {
    /// The number of entries.
    pub(super) count: u64,
    /// The errors, in order.
    pub(super) damage: Vec<ReadError>,
}

/// Passes on all entries of a reader with their numbers. After an error, the reader may go on: it may have other inputs.
pub(super) fn read_all<R: ReadEntries>(
    mut reader: R,
    mut push: impl FnMut(&Entry<R::View>, u64) -> Result<(), SpillError>,
) -> Result<Rest, SpillError> {
    let mut rest = Rest { count: 0, damage: Vec::new() };
    while rest.damage.len() < MOST_ERRORS {
        match reader.next_entry() {
            Ok(Some(entry)) => {
                push(entry, rest.count)?;
                rest.count += 1;
            }
            Ok(None) => break,
            Err(error) => rest.damage.push(error),
        }
    }
    Ok(rest)
}

/// The entries of sorted records, then the errors of the reader that they are from.
#[derive(Debug)]
pub(super) struct Lent<V, const SIZE: usize> {
    format: Format,
    sorted: Sorted<SIZE>,
    given: u64,
    damage: vec::IntoIter<ReadError>,
    entry: Option<Entry<V>>,
}

impl<V: View, const SIZE: usize> Lent<V, SIZE> {
    pub(super) fn new(format: Format, sorted: Sorted<SIZE>, damage: Vec<ReadError>) -> Self {
        Self { format, sorted, given: 0, damage: damage.into_iter(), entry: None }
    }

    pub(super) const fn format(&self) -> Format {
        self.format
    }

    /// Returns the next entry, which is lent until the next call.
    pub(super) fn next_entry(&mut self) -> Result<Option<&Entry<V>>, ReadError> {
        let Some(record) = self.sorted.next() else { return self.damage.next().map_or(Ok(None), Err) };
        self.given += 1;
        let (format, offset) = (self.format, self.given);
        let stream_error = |error| ReadError::Stream { format, offset, error };
        let damaged = || stream_error(io::Error::new(io::ErrorKind::InvalidData, "a temporary file is damaged"));
        let entry = record.map_err(stream_error)?.last_chunk().and_then(spill::decode).ok_or_else(damaged)?;
        Ok(Some(self.entry.insert(entry)))
    }
}
