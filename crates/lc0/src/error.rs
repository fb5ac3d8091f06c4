//! Errors of unknown numbers, slices of a wrong length, and texts that are not moves.

use gardez_types::{Square, errors};

errors! {
    /// A number that is not lc0's number of any value of the type.
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
        InputFormat(number: u32) = "unknown-input-format", "unknown input format {number}";
        FillMode(number: u32) = "unknown-fill-mode", "unknown fill mode {number}, expected 0 to 2";
        Transform(number: u32) = "unknown-transform", "unknown transform {number}, expected 0 to 7";
    }

    /// A slice of a wrong length. Nothing has been written.
    ///
    /// ```
    /// use gardez_lc0::{LengthError, Planes};
    ///
    /// let error = Planes::EMPTY.write_f32(&mut [0.0; 100]).expect_err("100 numbers are too few");
    /// assert_eq!((error.what, error.expected, error.found), ("cells", 7168, 100));
    /// assert_eq!(error.to_string(), "expected a slice of 7168 cells, found 100");
    /// ```
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct LengthError {
        /// The elements of the slice, such as `cells`.
        pub what: &'static str,
        /// The right length.
        pub expected: usize,
        /// The length of the slice.
        pub found: usize,
    } = "length", "expected a slice of {expected} {what}, found {found}";
}

impl LengthError {
    pub(crate) const fn check(what: &'static str, expected: usize, found: usize) -> Result<(), Self> {
        if expected == found { Ok(()) } else { Err(Self { what, expected, found }) }
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
    /// The reason [`Board::parse_move`](crate::Board::parse_move) refuses a text.
    ///
    /// The span is the offending part, or the whole text if its length is wrong.
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
