//! What became of each input.

use std::fmt;
use std::io;

use gardez_formats::{AnyReader, Entry, ReadEntries, ReadError, View};

use super::error::OpenError;
use super::place::Place;
use crate::statistics::Statistics;
use crate::table;

/// What became of an input.
///
/// `Display` writes a line about it.
#[derive(Debug)]
pub struct FileSummary {
    /// The name of the input.
    pub name: String,
    /// The number of entries before the end or the damage.
    pub entries: u64,
    /// The error after them.
    pub error: Option<ReadError>,
}

impl FileSummary {
    /// Reads an input to its end or its damage. Every entry is counted in the view of its format, also one that the other
    /// side cannot see.
    pub fn read(name: String, reader: AnyReader<'_>, statistics: Option<&mut Statistics>) -> Self {
        fn read<V: View>(
            mut reader: impl ReadEntries<View = V>,
            mut visit: impl FnMut(&Entry<V>),
        ) -> (u64, Option<ReadError>) {
            let mut entries = 0;
            loop {
                match reader.next_entry() {
                    Ok(Some(entry)) => visit(entry),
                    Ok(None) => return (entries, None),
                    Err(error) => return (entries, Some(error)),
                }
                entries += 1;
            }
        }
        let (entries, error) = match (reader, statistics) {
            (AnyReader::White(reader), Some(statistics)) => read(reader, |entry| statistics.add(entry)),
            (AnyReader::SideToMove(reader), Some(statistics)) => read(reader, |entry| statistics.add(entry)),
            (AnyReader::White(reader), None) => read(reader, |_| ()),
            (AnyReader::SideToMove(reader), None) => read(reader, |_| ()),
        };
        Self { name, entries, error }
    }

    /// Returns the summary of a part of a directory or a tar that cannot be opened: the other parts are read.
    ///
    /// # Errors
    ///
    /// Returns the error if the place is a file, or if the error is another one.
    pub fn unopened(place: &Place, error: OpenError) -> Result<Self, OpenError> {
        if !(place.is_in_archive() && matches!(error, OpenError::Unreadable { .. })) {
            return Err(error);
        }
        let error = ReadError::Stream { format: table::LC0_V6, offset: 0, error: io::Error::other(error) };
        Ok(Self { name: place.to_string(), entries: 0, error: Some(error) })
    }

    /// Returns `true` if the input could not be read, although its bytes may be right.
    pub const fn is_of_stream(&self) -> bool {
        matches!(self.error, Some(ReadError::Stream { .. }))
    }
}

impl fmt::Display for FileSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, entries, error } = self;
        let noun = if *entries == 1 { "entry" } else { "entries" };
        match error {
            Some(error) => write!(f, "{name}: {error}, after {entries} {noun}"),
            None => write!(f, "{name}: {entries} {noun}"),
        }
    }
}
