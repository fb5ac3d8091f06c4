//! What became of each input.

use std::fmt;
use std::io;

use gardez::ErrorInfo;
use gardez_formats::{Entry, Format, ReadEntries, ReadError, View};
use serde::Serialize;

use crate::packed::places::Place;

/// What became of a file.
pub(crate) struct Damage {
    pub(crate) name: String,
    /// The number of entries before the end or the damage.
    pub(crate) entries: u64,
    pub(crate) error: Option<ReadError>,
}

/// A file in JSON.
#[derive(Serialize)]
pub(crate) struct Line<'a> {
    file: &'a str,
    entries: u64,
    error: Option<&'a dyn ErrorInfo>,
}

impl Damage {
    /// Returns a chunk that could not be opened.
    pub(crate) fn unopened(place: &Place, message: String) -> Self {
        let error = ReadError::Stream { format: Format::Lc0V6, offset: 0, error: io::Error::other(message) };
        Self { name: place.to_string(), entries: 0, error: Some(error) }
    }

    /// Reads a file to its end or its damage.
    pub(crate) fn read<V: View>(
        name: String,
        mut reader: Box<dyn ReadEntries<View = V>>,
        mut visit: impl FnMut(&Entry<V>),
    ) -> Self {
        let mut entries = 0;
        let error = loop {
            match reader.next_entry() {
                Ok(Some(entry)) => visit(entry),
                Ok(None) => break None,
                Err(error) => break Some(error),
            }
            entries += 1;
        };
        Self { name, entries, error }
    }

    /// Returns `true` if the file could not be read, although its bytes may be right.
    pub(crate) const fn is_of_stream(&self) -> bool {
        matches!(self.error, Some(ReadError::Stream { .. }))
    }

    pub(crate) fn line(&self) -> Line<'_> {
        let error = self.error.as_ref().map(|error| error as &dyn ErrorInfo);
        Line { file: &self.name, entries: self.entries, error }
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.error {
            Some(error) => write!(f, "{}: {error}, after {}", self.name, entries(self.entries)),
            None => write!(f, "{}: {}", self.name, entries(self.entries)),
        }
    }
}

/// Returns a number of entries in words.
fn entries(count: u64) -> String {
    if count == 1 { "1 entry".to_owned() } else { format!("{count} entries") }
}
