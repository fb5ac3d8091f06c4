//! `serde` for positions: the FEN, read as `parse` reads it. The history is not kept.

use core::fmt;

use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::position::Position;
use crate::setup::writer::Fen;

/// Writes the FEN, without the history.
#[cfg_attr(docsrs, doc(cfg(feature = "serde")))]
impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&Fen::own(self))
    }
}

struct Text;

impl Visitor<'_> for Text {
    type Value = Position;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a FEN")
    }

    fn visit_str<E: de::Error>(self, fen: &str) -> Result<Position, E> {
        fen.parse().map_err(E::custom)
    }
}

/// Reads a FEN as [`Position::from_fen`] does, with the castling mode detected.
#[cfg_attr(docsrs, doc(cfg(feature = "serde")))]
impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(Text)
    }
}
