//! Errors for unknown numbers, slices of a wrong length, and texts that are not moves.

use core::fmt;
use core::ops::Range;

use gardez_types::{ErrorInfo, Square};

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
    /// The slice of bytes does not have [`PLANE_BYTES`](crate::PLANE_BYTES) bytes for each position.
    Bytes {
        /// The length that is needed.
        expected: usize,
        /// The length of the slice.
        found: usize,
    },
    /// The slice does not have one entry for each record.
    Records {
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

    pub(crate) const fn check_records(expected: usize, found: usize) -> Result<(), Self> {
        if expected == found { Ok(()) } else { Err(Self::Records { expected, found }) }
    }

    pub(crate) const fn check_bytes(expected: usize, found: usize) -> Result<(), Self> {
        if expected == found { Ok(()) } else { Err(Self::Bytes { expected, found }) }
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
            Self::Bytes { expected, found } => (expected, "bytes", found),
            Self::Records { expected, found } => (expected, "records", found),
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
            Self::Bytes { .. } => "bytes-length",
            Self::Records { .. } => "records-length",
            Self::Outputs { .. } => "outputs-length",
        }
    }
}

/// Why [`Board::parse_move`](crate::Board::parse_move) refuses a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ParseMoveError {
    /// The text does not have 4 or 5 bytes.
    Length {
        /// The number of bytes.
        found: usize,
    },
    /// The bytes `start..end` are not a square.
    Square {
        /// The first byte, 0 or 2.
        start: usize,
        /// The byte after the last one, at the end of a character.
        end: usize,
    },
    /// The side to move has no piece on this square.
    NoPiece(Square),
    /// The fifth character of a promotion is not one of q, r, b, n.
    Promotion(char),
}

impl ParseMoveError {
    /// The bytes from `start` on are not a square.
    pub(crate) fn square(text: &str, start: usize) -> Self {
        let end = (start + 2..text.len()).find(|&end| text.is_char_boundary(end)).unwrap_or(text.len());
        Self::Square { start, end }
    }
}

impl fmt::Display for ParseMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { found } => write!(f, "not a move: expected 4 or 5 bytes, found {found}"),
            Self::Square { start, .. } => write!(f, "not a move: expected a square at byte {start}"),
            Self::NoPiece(square) => write!(f, "the side to move has no piece on {square}"),
            Self::Promotion(letter) => {
                write!(f, "not a move: expected one of q, r, b, n at byte 4, found {letter:?}")
            }
        }
    }
}

impl core::error::Error for ParseMoveError {}

impl ErrorInfo for ParseMoveError {
    fn kind_name(&self) -> &'static str {
        match self {
            Self::Length { .. } => "length",
            Self::Square { .. } => "square",
            Self::NoPiece(_) => "no-piece",
            Self::Promotion(_) => "promotion",
        }
    }

    /// The bytes that are not a square, the origin without a piece, or the promotion letter. The whole text if its length
    /// is wrong.
    fn span(&self) -> Option<Range<usize>> {
        Some(match *self {
            Self::Length { found } => 0..found,
            Self::Square { start, end } => start..end,
            Self::NoPiece(_) => 0..2,
            Self::Promotion(letter) => 4..4 + letter.len_utf8(),
        })
    }
}
