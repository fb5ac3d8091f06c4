//! `serde`: positions and boards are their FEN, outcomes and statuses a word, lists of moves a sequence.

use core::fmt;
use core::marker::PhantomData;

use gardez_types::{CastlingMode, CastlingRights, Color, File, Move};
use serde::de::{self, Deserialize, Deserializer, SeqAccess, Visitor};
use serde::ser::{self, Serialize, Serializer};

use crate::board::Board;
use crate::list::MoveList;
use crate::outcome::Outcome;
use crate::position::Position;
use crate::setup::castling::FenMode;
use crate::setup::en_passant::EnPassantPolicy;
use crate::setup::fen::FenReader;
use crate::setup::writer::Fen;
use crate::status::Status;

/// The word after the FEN of a board in Chess960 mode that would be detected as standard chess.
const CHESS960: &str = "chess960";
/// The word after the FEN of a board with an en passant square without a legal capture.
const EN_PASSANT: &str = "en-passant";

/// A board as its FEN, and a word for each thing that the FEN does not say.
struct WholeText<'a>(&'a Board);

impl WholeText<'_> {
    fn needs_mode(&self) -> bool {
        self.0.castling_mode() == CastlingMode::Chess960 && is_detected_as_standard(self.0)
    }

    fn needs_en_passant(&self) -> bool {
        self.0.ep_square().is_some() && self.0.ep_square_by(EnPassantPolicy::Legal).is_none()
    }
}

impl fmt::Display for WholeText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Fen::own(self.0).with_en_passant(EnPassantPolicy::Always))?;
        for (word, is_needed) in [(EN_PASSANT, self.needs_en_passant()), (CHESS960, self.needs_mode())] {
            if is_needed {
                write!(f, " {word}")?;
            }
        }
        Ok(())
    }
}

/// Returns `true` if each castling right that is left belongs to a king on the e-file and a rook in a corner.
fn is_detected_as_standard(board: &Board) -> bool {
    CastlingRights::EACH.into_iter().all(|(_, color, side)| {
        let is_usual = |rook| rook == side.standard_rook(color) && board.king(color).file() == File::E;
        board.castling_rook(color, side).is_none_or(is_usual)
    })
}

struct Text<T>(PhantomData<T>);

impl<T: From<Board>> Visitor<'_> for Text<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a FEN")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        let (mut fen, mut reader) = (text, FenReader::new());
        if let Some(before) = without_word(fen, CHESS960) {
            (fen, reader) = (before, reader.with_mode(FenMode::Chess960));
        }
        if let Some(before) = without_word(fen, EN_PASSANT) {
            (fen, reader) = (before, reader.with_en_passant(EnPassantPolicy::Always));
        }
        reader.read_board(fen).map(|read| read.position.into()).map_err(E::custom)
    }
}

/// Returns the text before this word, if it is the last one.
fn without_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    text.strip_suffix(word)?.strip_suffix(' ')
}

macro_rules! as_fen {
    ($($name:ty),+) => {$(
        /// Writes the FEN with the square of any double push. The word `en-passant` follows if that square is the en
        /// passant square without a legal capture, and `chess960` if the FEN does not tell the mode.
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let is_standard = self.castling_mode() == CastlingMode::Standard;
                if is_standard && !is_detected_as_standard(self) {
                    return Err(ser::Error::custom("castling rights that standard chess does not have"));
                }
                serializer.collect_str(&WholeText(self))
            }
        }

        /// Reads a FEN and the words after it.
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

/// The words of the statuses, the same as `Display` writes; they are stable.
const STATUSES: [(Status, &str); 4] = [
    (Status::Ongoing, "ongoing"),
    (Status::Check, "check"),
    (Status::Checkmate, "checkmate"),
    (Status::Stalemate, "stalemate"),
];

macro_rules! as_word {
    ($($name:ident: $words:ident, $expected:literal;)+) => {$(
        /// Writes a word, such as `stalemate`.
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let (_, word) = $words.iter().find(|(value, _)| value == self).expect("every value has a word");
                serializer.serialize_str(word)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_str(Word { words: &$words, expected: $expected })
            }
        }
    )+};
}

as_word! {
    Outcome: OUTCOMES, "the word of an outcome";
    Status: STATUSES, "the word of a status";
}

struct Word<T: 'static> {
    words: &'static [(T, &'static str)],
    expected: &'static str,
}

impl<T: Copy> Visitor<'_> for Word<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        let value = self.words.iter().find(|(_, word)| *word == text).map(|&(value, _)| value);
        value.ok_or_else(|| E::invalid_value(de::Unexpected::Str(text), &self))
    }
}

/// Writes the moves as a sequence.
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

impl<'de> Deserialize<'de> for MoveList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(Moves)
    }
}
