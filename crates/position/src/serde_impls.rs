//! `serde`: positions and boards are their FEN, outcomes a word, lists of moves a sequence.

use core::fmt;
use core::marker::PhantomData;
use core::str::FromStr;

use gardez_types::{Color, Move};
use serde::de::{self, Deserialize, Deserializer, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::board::Board;
use crate::list::MoveList;
use crate::outcome::Outcome;
use crate::position::Position;
use crate::setup::writer::Fen;

/// Reads a value from its FEN.
struct Text<T>(PhantomData<T>);

impl<T: FromStr<Err: fmt::Display>> Visitor<'_> for Text<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a FEN")
    }

    fn visit_str<E: de::Error>(self, fen: &str) -> Result<T, E> {
        fen.parse().map_err(E::custom)
    }
}

macro_rules! as_fen {
    ($($name:ty),+) => {$(
        /// Writes the FEN, without the history.
        #[cfg_attr(docsrs, doc(cfg(feature = "serde")))]
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(&Fen::own(self))
            }
        }

        /// Reads a FEN, with the castling mode detected.
        #[cfg_attr(docsrs, doc(cfg(feature = "serde")))]
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_str(Text(PhantomData))
            }
        }
    )+};
}

as_fen!(Board, Position);

/// The words of the outcomes; they are stable.
const OUTCOMES: [(Outcome, &str); 8] = [
    (Outcome::Checkmate { winner: Color::White }, "white-checkmates"),
    (Outcome::Checkmate { winner: Color::Black }, "black-checkmates"),
    (Outcome::Stalemate, "stalemate"),
    (Outcome::InsufficientMaterial, "insufficient-material"),
    (Outcome::SeventyFiveMoves, "seventy-five-moves"),
    (Outcome::FivefoldRepetition, "fivefold-repetition"),
    (Outcome::FiftyMoves, "fifty-moves"),
    (Outcome::ThreefoldRepetition, "threefold-repetition"),
];

/// Writes a word, such as `stalemate` or `white-checkmates`.
#[cfg_attr(docsrs, doc(cfg(feature = "serde")))]
impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (_, word) = OUTCOMES.iter().find(|(outcome, _)| outcome == self).expect("every outcome has a word");
        serializer.serialize_str(word)
    }
}

struct OutcomeWord;

impl Visitor<'_> for OutcomeWord {
    type Value = Outcome;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the word of an outcome")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Outcome, E> {
        let outcome = OUTCOMES.iter().find(|(_, word)| *word == text).map(|&(outcome, _)| outcome);
        outcome.ok_or_else(|| E::invalid_value(de::Unexpected::Str(text), &self))
    }
}

#[cfg_attr(docsrs, doc(cfg(feature = "serde")))]
impl<'de> Deserialize<'de> for Outcome {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(OutcomeWord)
    }
}

/// Writes the moves as a sequence.
#[cfg_attr(docsrs, doc(cfg(feature = "serde")))]
impl Serialize for MoveList {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

struct Moves;

impl<'de> Visitor<'de> for Moves {
    type Value = MoveList;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at most {} moves", MoveList::CAPACITY)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut moves: A) -> Result<MoveList, A::Error> {
        let mut list = MoveList::new();
        while let Some(m) = moves.next_element::<Move>()? {
            if list.len() == MoveList::CAPACITY {
                return Err(de::Error::invalid_length(MoveList::CAPACITY + 1, &self));
            }
            list.push(m);
        }
        Ok(list)
    }
}

#[cfg_attr(docsrs, doc(cfg(feature = "serde")))]
impl<'de> Deserialize<'de> for MoveList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(Moves)
    }
}
