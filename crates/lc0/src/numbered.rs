//! The error of converting a number to a value that lc0 numbers.

use core::fmt;

use gardez_types::ErrorInfo;

/// What lc0 numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Numbered {
    /// An [`InputFormat`](crate::InputFormat).
    InputFormat,
    /// A [`FillMode`](crate::FillMode).
    FillMode,
    /// A [`Transform`](crate::Transform).
    Transform,
}

/// A number that does not belong to any value of its kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownNumberError {
    /// What the number should have been a number of.
    pub of: Numbered,
    /// The number.
    pub found: u32,
}

impl fmt::Display for UnknownNumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = self.found;
        match self.of {
            Numbered::InputFormat => write!(f, "there is no input format {found}"),
            Numbered::FillMode => write!(f, "there is no fill mode {found}, only 0 to 2"),
            Numbered::Transform => write!(f, "there is no transform {found}, only 0 to 7"),
        }
    }
}

impl core::error::Error for UnknownNumberError {}

impl ErrorInfo for UnknownNumberError {
    fn kind_name(&self) -> &'static str {
        match self.of {
            Numbered::InputFormat => "unknown-input-format",
            Numbered::FillMode => "unknown-fill-mode",
            Numbered::Transform => "unknown-transform",
        }
    }
}
