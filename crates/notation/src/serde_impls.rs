//! `serde`: games, EPDs, moves and time controls are serialized as their text, glyphs as their number, problems as fields.

use alloc::string::ToString;
use core::fmt;

use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::epd::Epd;
use crate::pgn::{Game, Nag, Problem, Severity, TimeControl};
use crate::san::San;

gardez_types::serde_as_text! {
    Epd: "an EPD",
    Game: "a game as PGN",
    TimeControl: "the value of a tag TimeControl",
}

impl Serialize for Nag {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.raw())
    }
}

impl<'de> Deserialize<'de> for Nag {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        u8::deserialize(deserializer).map(Self::from_raw)
    }
}

impl Serialize for San {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

struct SanText;

impl Visitor<'_> for SanText {
    type Value = San;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a move in SAN")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<San, E> {
        San::from_standard(text).ok_or_else(|| E::invalid_value(de::Unexpected::Str(text), &self))
    }
}

/// Reads a text in standard form, which only [`parse`](crate::san::parse) compares with a board.
impl<'de> Deserialize<'de> for San {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(SanText)
    }
}

/// Writes the fields, with `kind` as its stable name, `severity` as `note` or `error`, and the `text` of the kind.
impl Serialize for Problem {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let severity = match self.kind.severity() {
            Severity::Note => "note",
            Severity::Error => "error",
        };
        let mut fields = serializer.serialize_struct("Problem", 8)?;
        fields.serialize_field("kind", self.kind.name())?;
        fields.serialize_field("severity", severity)?;
        fields.serialize_field("game", &self.game)?;
        fields.serialize_field("line", &self.line)?;
        fields.serialize_field("column", &self.column)?;
        fields.serialize_field("offset", &self.offset)?;
        fields.serialize_field("length", &self.length)?;
        fields.serialize_field("text", self.kind.to_string().as_str())?;
        fields.end()
    }
}
