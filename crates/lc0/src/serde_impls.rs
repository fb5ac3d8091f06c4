//! `serde`: whatever lc0 has a number for is that number.

use core::fmt;

use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::{FillMode, InputFormat, Move, PolicyIndex, Transform};

/// Reads a number that stands for a value.
struct Number<T> {
    what: &'static str,
    value: fn(u64) -> Option<T>,
}

impl<T> Visitor<'_> for Number<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the number of {}", self.what)
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<T, E> {
        (self.value)(number).ok_or_else(|| E::custom(format_args!("{number} is not the number of {}", self.what)))
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<T, E> {
        u64::try_from(number)
            .map_err(|_| E::custom(format_args!("{number} is negative")))
            .and_then(|n| self.visit_u64(n))
    }
}

macro_rules! as_number {
    ($($name:ty, $what:literal: |$this:ident| $number:expr, $value:expr;)+) => {$(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let $this = *self;
                serializer.serialize_u32($number)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_u32(Number { what: $what, value: $value })
            }
        }
    )+};
}

as_number! {
    InputFormat, "an input format": |format| format.raw(),
        |number| InputFormat::from_raw(number.try_into().ok()?);
    FillMode, "a fill mode": |mode| mode as u32, |number| FillMode::from_raw(number.try_into().ok()?);
    Transform, "a transform": |transform| transform.raw().into(), |number| Transform::from_raw(number.try_into().ok()?);
    PolicyIndex, "a policy index": |index| index.index().into(), |number| PolicyIndex::from_index(number.try_into().ok()?);
    Move, "a move": |m| m.raw().into(), |number| Move::from_raw(number.try_into().ok()?);
}
