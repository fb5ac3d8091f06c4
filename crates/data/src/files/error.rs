//! The errors of opening inputs.

use std::fmt::Display;
use std::io;

use gardez_formats::Format;
use gardez_types::errors;

use crate::filter::UnanswerableError;

errors! {
    /// An error while opening an input, with its name.
    #[derive(Debug)]
    pub enum OpenError {
        /// It cannot be opened or read. Other inputs may still be.
        Unreadable { name: String, error: io::Error } = "unreadable", "cannot read {name}: {error}" => source error;
        UnknownFormat { name: String } = "unknown-format", "the format of {name} is unknown";
        NoEntries { name: String, format: Format } = "no-entries", "{name}: {format} cannot be read as entries";
        /// The format does not have what the filter asks for.
        Filter { name: String, error: UnanswerableError } = "filter", "{name}: {error}" => source error;
    }
}

impl OpenError {
    pub(super) fn unreadable(name: impl Display, error: io::Error) -> Self {
        Self::Unreadable { name: name.to_string(), error }
    }
}
