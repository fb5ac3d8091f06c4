//! Values as lc0's numbers.

use core::fmt;

use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::encoder::{FillMode, InputFormat};
use crate::moves::Move;
use crate::policy::PolicyIndex;
use crate::transform::Transform;

/// Reads the number of a value.
struct Number<T> {
    /// The kind of value, with its article.
    what: &'static str,
    from_number: fn(u64) -> Option<T>,
}

impl<T> Visitor<'_> for Number<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the number of {}", self.what)
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<T, E> {
        (self.from_number)(number).ok_or_else(|| E::custom(format_args!("{number} is not the number of {}", self.what)))
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<T, E> {
        u64::try_from(number)
            .map_err(|_| E::custom(format_args!("{number} is negative")))
            .and_then(|n| self.visit_u64(n))
    }
}

macro_rules! as_number {
    ($($name:ty, $what:literal: |$this:ident| $number:expr, $from_number:expr;)+) => {$(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let $this = *self;
                serializer.serialize_u32($number)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_u32(Number { what: $what, from_number: $from_number })
            }
        }
    )+};
}

as_number! {
    InputFormat, "an input format": |format| format.raw(),
        |number| InputFormat::from_raw(number.try_into().ok()?);
    FillMode, "a fill mode": |mode| mode.raw().into(), |number| FillMode::from_raw(number.try_into().ok()?);
    Transform, "a transform": |transform| transform.raw().into(), |number| Transform::from_raw(number.try_into().ok()?);
    PolicyIndex, "a policy index": |index| index.index().into(), |number| PolicyIndex::from_index(number.try_into().ok()?);
    Move, "a move": |m| m.raw().into(), |number| Move::from_raw(number.try_into().ok()?);
}
