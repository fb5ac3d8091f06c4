//! The rule that a record breaks.

use core::fmt;
use core::ops::Range;

use gardez_bitboard::Bitboard;
use gardez_types::errors;

use super::rule::Rule;
use crate::decoder::DecodeError;
use crate::moves::Move;

/// A field of a record of version 6 or 7.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    name: &'static str,
    index: Option<u16>,
    offset: u16,
    width: u16,
}

impl Field {
    /// No field, for a game without records.
    #[cfg(feature = "alloc")]
    pub(in crate::training) const NONE: Self = Self { name: "records", index: None, offset: 0, width: 0 };

    /// Creates a field; see `field!`.
    pub(in crate::training) const fn new(name: &'static str, offset: usize, width: usize) -> Self {
        assert!(offset + width <= u16::MAX as usize, "records are shorter");
        Self { name, index: None, offset: offset as u16, width: width as u16 }
    }

    pub(in crate::training) const fn part(self, index: usize, count: usize) -> Self {
        let width = self.width / count as u16;
        Self { index: Some(index as u16), offset: self.offset + index as u16 * width, width, ..self }
    }

    /// Returns the name, as in [`V7`](crate::training::V7).
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// Returns the index in a field that is an array, such as the policy index of a probability.
    pub const fn index(self) -> Option<usize> {
        match self.index {
            Some(index) => Some(index as usize),
            None => None,
        }
    }

    /// Returns the bytes of the field in the record.
    pub const fn span(self) -> Range<usize> {
        self.offset as usize..self.offset as usize + self.width as usize
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.index {
            Some(index) => write!(f, "{}[{index}]", self.name),
            None => f.write_str(self.name),
        }
    }
}

/// Returns a [`Field`] of a layout by its name, of `V6` by default.
macro_rules! field {
    ($name:ident) => {
        field!(V6, $name)
    };
    ($layout:ident, $name:ident) => {{
        const fn width_of<T>(_: fn(&$crate::training::$layout) -> &T) -> usize {
            size_of::<T>()
        }
        const WIDTH: usize = width_of(|record| &record.$name);
        const OFFSET: usize = core::mem::offset_of!($crate::training::$layout, $name);
        const { $crate::training::check::broken::Field::new(stringify!($name), OFFSET, WIDTH) }
    }};
}
pub(in crate::training) use field;

/// The content of a field that breaks a rule. Squares are from the side to move's point of view.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
#[allow(missing_docs)] // of the fields
pub enum Found {
    /// An integer.
    Number(u32),
    /// A real number.
    Real(f32),
    /// An integer that must be another one.
    Differs { found: u32, expected: u32 },
    /// Squares that must be other ones.
    Squares { found: Bitboard, expected: Bitboard },
    /// A move, from the mover's point of view.
    Move(Move),
    /// Planes that show no position or no move.
    Planes(DecodeError),
}

impl From<f32> for Found {
    fn from(value: f32) -> Self {
        Self::Real(value)
    }
}

impl From<u32> for Found {
    fn from(value: u32) -> Self {
        Self::Number(value)
    }
}

errors! {
    /// A rule that a record breaks. Its kind is the name of the rule.
    ///
    /// ```
    /// use gardez_lc0::ErrorInfo;
    /// use gardez_lc0::training::{Found, Rule, Strictness, V6};
    ///
    /// let mut record = V6::empty();
    /// record.input_format = 9.into();
    /// let error = record.check(Strictness::Lc0).expect_err("there is no format 9");
    /// assert_eq!((error.rule, error.field.name(), error.found), (Rule::InputFormat, "input_format", Found::Number(9)));
    /// assert_eq!(error.span(), Some(4..8));
    /// assert_eq!(error.to_string(), "input_format is 9: the format is one of 1, 2, 3, 4, 132, 5, 133");
    /// ```
    #[derive(Clone, Copy, PartialEq, Debug)]
    #[non_exhaustive]
    pub struct BrokenRule {
        /// The rule.
        pub rule: Rule,
        /// The field that breaks the rule.
        pub field: Field,
        /// The value of the field.
        pub found: Found,
    } = (rule.name()), |f| match found {
        Found::Number(found) => write!(f, "{field} is {found}: {rule}"),
        Found::Real(found) => write!(f, "{field} is {found}: {rule}"),
        Found::Differs { found, expected } => write!(f, "{field} is {found} instead of {expected}: {rule}"),
        Found::Squares { found, expected } => {
            let (found, expected) = (found.bits(), expected.bits());
            write!(f, "{field} is {found:#018x} instead of {expected:#018x}: {rule}")
        }
        Found::Move(m) => write!(f, "{field} of the next record shows the move {m:?}: {rule}"),
        Found::Planes(error) => write!(f, "{error}: {rule}"),
    } => span field.span();
}

impl BrokenRule {
    pub(in crate::training) fn new(rule: Rule, field: Field, found: impl Into<Found>) -> Self {
        Self { rule, field, found: found.into() }
    }
}

#[cfg(feature = "alloc")]
errors! {
    /// A record of a game that breaks a rule.
    #[derive(Clone, Copy, PartialEq, Debug)]
    #[non_exhaustive]
    pub struct GameError {
        /// The index of the record. A move leads from this record to the next.
        pub record: usize,
        /// The rule. Bytes are those of the record upgraded to version 6 or newer.
        pub broken: BrokenRule,
    } = broken, "record {record}: {broken}" => source broken;
}

#[cfg(feature = "alloc")]
impl GameError {
    pub(in crate::training) fn new(record: usize, rule: Rule, field: Field, found: impl Into<Found>) -> Self {
        Self { record, broken: BrokenRule::new(rule, field, found) }
    }
}
