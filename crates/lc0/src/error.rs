//! Errors that several modules share: numbers without a value, and slices of a wrong length.

use core::fmt;

use gardez_types::ErrorInfo;

/// A number that lc0 does not use for any value of the type.
///
/// ```
/// use gardez_lc0::{InputFormat, UnknownNumberError};
///
/// let error = InputFormat::try_from(6).expect_err("there is no format 6");
/// assert_eq!(error, UnknownNumberError::InputFormat(6));
/// assert_eq!(error.to_string(), "unknown input format 6");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum UnknownNumberError {
    /// The number is not the number of an [`InputFormat`](crate::InputFormat).
    InputFormat(u32),
    /// The number is not the number of a [`FillMode`](crate::FillMode), 0 to 2.
    FillMode(u32),
    /// The number is not the number of a [`Transform`](crate::Transform), 0 to 7.
    Transform(u32),
}

impl UnknownNumberError {
    /// Returns the number.
    pub const fn number(self) -> u32 {
        match self {
            Self::InputFormat(number) | Self::FillMode(number) | Self::Transform(number) => number,
        }
    }
}

impl fmt::Display for UnknownNumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InputFormat(number) => write!(f, "unknown input format {number}"),
            Self::FillMode(number) => write!(f, "unknown fill mode {number}, expected 0 to 2"),
            Self::Transform(number) => write!(f, "unknown transform {number}, expected 0 to 7"),
        }
    }
}

impl core::error::Error for UnknownNumberError {}

impl ErrorInfo for UnknownNumberError {
    fn kind_name(&self) -> &'static str {
        match self {
            Self::InputFormat(_) => "unknown-input-format",
            Self::FillMode(_) => "unknown-fill-mode",
            Self::Transform(_) => "unknown-transform",
        }
    }
}

/// A slice whose length does not fit. Nothing has been written.
///
/// ```
/// use gardez_lc0::{LengthError, Planes};
///
/// let error = Planes::EMPTY.write_f32(&mut [0.0; 100]).expect_err("100 numbers are too few");
/// assert_eq!(error, LengthError::Cells { expected: 7168, found: 100 });
/// assert_eq!(error.to_string(), "expected a slice of 7168 cells, found 100");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LengthError {
    /// The slice of cells does not have [`CELLS`](crate::CELLS) numbers for each history.
    Cells {
        /// The length that is needed.
        expected: usize,
        /// The length of the slice.
        found: usize,
    },
    /// The slice of transforms does not have one transform for each history.
    Transforms {
        /// The length that is needed.
        expected: usize,
        /// The length of the slice.
        found: usize,
    },
    /// The slice of outputs does not have one output for each entry of the head's map.
    Outputs {
        /// The length that is needed.
        expected: usize,
        /// The length of the slice.
        found: usize,
    },
}

impl LengthError {
    pub(crate) const fn check_cells(expected: usize, found: usize) -> Result<(), Self> {
        if expected == found { Ok(()) } else { Err(Self::Cells { expected, found }) }
    }

    #[cfg(feature = "alloc")]
    pub(crate) const fn check_transforms(expected: usize, found: usize) -> Result<(), Self> {
        if expected == found { Ok(()) } else { Err(Self::Transforms { expected, found }) }
    }

    pub(crate) const fn check_outputs(expected: usize, found: usize) -> Result<(), Self> {
        if expected == found { Ok(()) } else { Err(Self::Outputs { expected, found }) }
    }
}

impl fmt::Display for LengthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (expected, what, found) = match self {
            Self::Cells { expected, found } => (expected, "cells", found),
            Self::Transforms { expected, found } => (expected, "transforms", found),
            Self::Outputs { expected, found } => (expected, "outputs", found),
        };
        write!(f, "expected a slice of {expected} {what}, found {found}")
    }
}

impl core::error::Error for LengthError {}

impl ErrorInfo for LengthError {
    fn kind_name(&self) -> &'static str {
        match self {
            Self::Cells { .. } => "cells-length",
            Self::Transforms { .. } => "transforms-length",
            Self::Outputs { .. } => "outputs-length",
        }
    }
}
