//! Errors for unknown numbers, slices of a wrong length, and texts that are not moves.

use gardez_types::{Square, errors};

errors! {
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
    pub enum UnknownNumberError {
        /// The number is not the number of an [`InputFormat`](crate::InputFormat).
        InputFormat(number: u32) = "unknown-input-format", "unknown input format {number}";
        /// The number is not the number of a [`FillMode`](crate::FillMode), 0 to 2.
        FillMode(number: u32) = "unknown-fill-mode", "unknown fill mode {number}, expected 0 to 2";
        /// The number is not the number of a [`Transform`](crate::Transform), 0 to 7.
        Transform(number: u32) = "unknown-transform", "unknown transform {number}, expected 0 to 7";
    }
}

impl UnknownNumberError {
    /// Returns the number.
    pub const fn number(self) -> u32 {
        match self {
            Self::InputFormat(number) | Self::FillMode(number) | Self::Transform(number) => number,
        }
    }
}

errors! {
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
    pub enum LengthError {
        /// The slice of cells does not have [`CELLS`](crate::CELLS) numbers for each history.
        Cells { expected: usize, found: usize } = "cells-length",
            "expected a slice of {expected} cells, found {found}";
        Transforms { expected: usize, found: usize } = "transforms-length",
            "expected a slice of {expected} transforms, found {found}";
        /// The slice of bytes does not have [`PLANE_BYTES`](crate::PLANE_BYTES) bytes for each position.
        Bytes { expected: usize, found: usize } = "bytes-length",
            "expected a slice of {expected} bytes, found {found}";
        Records { expected: usize, found: usize } = "records-length",
            "expected a slice of {expected} records, found {found}";
        Outputs { expected: usize, found: usize } = "outputs-length",
            "expected a slice of {expected} outputs, found {found}";
    }
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

errors! {
    /// The reason [`Board::parse_move`](crate::Board::parse_move) refuses a text.
    ///
    /// Its span is what is not a square, the origin without a piece, the promotion letter, or the whole text if its
    /// length is wrong.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum ParseMoveError {
        Length { found: usize } = "length", "not a move: expected 4 or 5 bytes, found {found}" => span 0..*found;
        /// The bytes `start..end` are not a square.
        Square { start: usize, end: usize } = "square",
            "not a move: expected a square at byte {start}" => span *start..*end;
        NoPiece(square: Square) = "no-piece", "the side to move has no piece on {square}" => span 0..2;
        Promotion(letter: char) = "promotion",
            "not a move: expected one of q, r, b, n at byte 4, found {letter:?}" => span 4..4 + letter.len_utf8();
    }
}

impl ParseMoveError {
    /// Returns the error that the bytes from `start` on are not a square.
    pub(crate) fn square(text: &str, start: usize) -> Self {
        let end = (start + 2..text.len()).find(|&end| text.is_char_boundary(end)).unwrap_or(text.len());
        Self::Square { start, end }
    }
}
