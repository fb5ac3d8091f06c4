//! `serde` for sets of squares: hexadecimal text in readable formats, a number of 64 bits in binary ones.

use core::fmt;

use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::bitboard::Bitboard;

/// Writes text such as `0x00000000000000ff` in readable formats, because JavaScript's numbers have 53 bits.
impl Serialize for Bitboard {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(&format_args!("{:#018x}", self.bits()))
        } else {
            serializer.serialize_u64(self.bits())
        }
    }
}

struct Bits;

impl Visitor<'_> for Bits {
    type Value = Bitboard;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("0x and up to 16 hexadecimal digits, or a number")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Bitboard, E> {
        // `from_str_radix` also accepts a sign.
        let digits = text.strip_prefix("0x").filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let bits = digits.and_then(|digits| u64::from_str_radix(digits, 16).ok());
        bits.map(Bitboard::from_bits).ok_or_else(|| E::invalid_value(de::Unexpected::Str(text), &self))
    }

    fn visit_u64<E: de::Error>(self, bits: u64) -> Result<Bitboard, E> {
        Ok(Bitboard::from_bits(bits))
    }
}

/// Reads what `Serialize` writes; in readable formats, numbers, too.
impl<'de> Deserialize<'de> for Bitboard {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_any(Bits)
        } else {
            u64::deserialize(deserializer).map(Self::from_bits)
        }
    }
}
