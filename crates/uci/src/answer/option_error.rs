//! Why an option does not take a value.

use alloc::string::String;
use core::error::Error;
use core::fmt;
use core::ops::Range;

use gardez_types::ErrorInfo;

use crate::text::TextError;

/// Why an option does not take a value.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum OptionError {
    /// The engine does not declare the option.
    Undeclared {
        /// The name that was asked for.
        name: String,
    },
    /// The option is not a button, and needs a value.
    MissingValue,
    /// The option is a button, and takes no value.
    Button,
    /// The option takes only `true` and `false`.
    Check,
    /// The option takes only numbers.
    Number,
    /// The number is outside the limits of the option.
    Range {
        /// The number.
        value: i64,
        /// The smallest allowed value.
        min: i64,
        /// The largest allowed value.
        max: i64,
    },
    /// The value is not in the list of the option.
    Unlisted {
        /// The value.
        value: String,
    },
    /// The value cannot be written in a line.
    Text(TextError),
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Undeclared { name } => write!(f, "the engine has no option {name:?}"),
            Self::MissingValue => f.write_str("the option needs a value"),
            Self::Button => f.write_str("a button takes no value"),
            Self::Check => f.write_str("expected true or false"),
            Self::Number => f.write_str("expected a number"),
            Self::Range { value, min, max } => write!(f, "{value} is not from {min} to {max}"),
            Self::Unlisted { value } => write!(f, "{value:?} is not in the list of the option"),
            Self::Text(error) => error.fmt(f),
        }
    }
}

impl Error for OptionError {}

impl ErrorInfo for OptionError {
    fn kind_name(&self) -> &'static str {
        match self {
            Self::Undeclared { .. } => "undeclared",
            Self::MissingValue => "missing-value",
            Self::Button => "button",
            Self::Check => "check",
            Self::Number => "number",
            Self::Range { .. } => "range",
            Self::Unlisted { .. } => "unlisted",
            Self::Text(_) => "text",
        }
    }

    /// The part of the value or name that cannot be written; `None` if the error is about the whole value.
    fn span(&self) -> Option<Range<usize>> {
        match self {
            Self::Text(error) => error.span(),
            _ => None,
        }
    }
}
