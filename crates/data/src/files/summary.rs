//! The outcome of opening and reading each input.

use std::fmt;
use std::io;

use gardez_formats::{Format, ReadError};

use super::place::{OpenError, Place};
use crate::table;

/// The outcome of reading an input, which `Display` writes as a line.
#[derive(Debug)]
pub struct FileSummary {
    /// The name of the input.
    pub name: String,
    /// The format that it was read as.
    pub format: Format,
    /// The number of entries before the end or the damage.
    pub entries: u64,
    /// The error after the entries.
    pub error: Option<ReadError>,
    /// The format that the content looks like, if it has no entry of `format` and looks like another one.
    pub looks_like: Option<Format>,
}

impl FileSummary {
    /// Returns the summary of a part of a directory or a tar that cannot be read.
    ///
    /// # Errors
    ///
    /// Returns any other error as it is.
    pub fn unopened(place: &Place, error: OpenError) -> Result<Self, OpenError> {
        if !(place.is_in_archive() && matches!(error, OpenError::Unreadable { .. })) {
            return Err(error);
        }
        let format = table::LC0_V6;
        let error = ReadError::Stream { format, offset: 0, error: io::Error::other(error) };
        Ok(Self { name: place.to_string(), format, entries: 0, error: Some(error), looks_like: None })
    }

    /// Returns `true` if the stream reported the error: its bytes may be right.
    pub const fn is_of_stream(&self) -> bool {
        matches!(self.error, Some(ReadError::Stream { .. }))
    }
}

impl fmt::Display for FileSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, entries, error, looks_like, .. } = self;
        let noun = if *entries == 1 { "entry" } else { "entries" };
        match error {
            Some(error) => write!(f, "{name}: {error}, after {entries} {noun}")?,
            None => write!(f, "{name}: {entries} {noun}")?,
        }
        looks_like.map_or(Ok(()), |format| write!(f, "; this looks like {format}"))
    }
}
