//! `serde` for the vocabulary: a value is its text; a move is text in readable formats and its number in binary ones.

use core::fmt;
use core::marker::PhantomData;
use core::str::FromStr;

use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::castling::{CastlingMode, CastlingRights};
use crate::color::Color;
use crate::error::ErrorInfo;
use crate::file::File;
use crate::moves::{Move, MoveKind};
use crate::piece::{Piece, PieceType};
use crate::rank::Rank;
use crate::result::GameResult;
use crate::square::Square;
use crate::uci::UciText;

/// Reads a value from its text, described by the words.
#[doc(hidden)]
#[derive(Debug)]
pub struct TextVisitor<T>(&'static str, PhantomData<T>);

impl<T> TextVisitor<T> {
    /// Returns the reader of this kind of text.
    pub const fn new(what: &'static str) -> Self {
        Self(what, PhantomData)
    }
}

impl<T: FromStr<Err: fmt::Display>> Visitor<'_> for TextVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

/// Implements the traits of `serde` for types that are written as their text, each with what the text is.
#[doc(hidden)]
#[macro_export]
macro_rules! serde_as_text {
    ($($name:ty: $what:literal,)+) => {$(
        impl ::serde::Serialize for $name {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $name {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_str($crate::TextVisitor::new($what))
            }
        }
    )+};
}

serde_as_text! {
    CastlingRights: "castling rights",
    Color: "a color",
    File: "a file",
    GameResult: "a result of a game",
    Piece: "a piece",
    PieceType: "a type of pieces",
    Rank: "a rank",
    Square: "a square",
    UciText: "a move in UCI notation",
}

/// A move in readable formats: its UCI text and a word for its kind.
struct MoveText(Move);

const CASTLING: &str = "castling";
const EN_PASSANT: &str = "en-passant";

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(m) = *self;
        let text = m.uci(CastlingMode::Chess960);
        match m.kind() {
            MoveKind::Normal | MoveKind::Promotion => write!(f, "{text}"),
            MoveKind::EnPassant => write!(f, "{text} {EN_PASSANT}"),
            MoveKind::Castling => write!(f, "{text} {CASTLING}"),
        }
    }
}

fn read_move(text: &str) -> Option<Move> {
    let (uci, kind) = match text.split_once(' ') {
        Some((uci, kind)) => (uci, Some(kind)),
        None => (text, None),
    };
    let uci: UciText = uci.parse().ok()?;
    let (from, to) = (uci.from(), uci.to());
    if from == to {
        return None;
    }
    let m = match (kind, uci.promotion()) {
        (None, None) => Move::normal(from, to),
        (None, Some(piece)) if PieceType::PROMOTION_PIECES.contains(&piece) => Move::new_promotion(from, to, piece),
        (Some(CASTLING), None) => Move::castling(from, to),
        (Some(EN_PASSANT), None) => Move::en_passant(from, to),
        (_, _) => return None,
    };
    // Only moves that are possible on some board.
    Move::from_raw(m.raw())
}

/// Writes [`Move::raw`] in binary formats and a text in readable ones.
///
/// The text is UCI with castling as king takes rook, and the word `castling` or `en-passant`: `e7e8q`, `e1h1 castling`,
/// `e5d6 en-passant`.
impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(&MoveText(*self))
        } else {
            serializer.serialize_u16(self.raw())
        }
    }
}

struct MoveVisitor;

impl Visitor<'_> for MoveVisitor {
    type Value = Move;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a move")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Move, E> {
        read_move(text).ok_or_else(|| E::invalid_value(de::Unexpected::Str(text), &self))
    }

    fn visit_u64<E: de::Error>(self, raw: u64) -> Result<Move, E> {
        let m = u16::try_from(raw).ok().and_then(Move::from_raw);
        m.ok_or_else(|| E::invalid_value(de::Unexpected::Unsigned(raw), &self))
    }
}

/// Reads what `Serialize` writes; in readable formats, numbers, too.
///
/// A text from elsewhere does not have the words, so its castling is read as a normal move. Read such a text as
/// [`UciText`], and let the board find the move.
impl<'de> Deserialize<'de> for Move {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_any(MoveVisitor)
        } else {
            MoveVisitor.visit_u64(u16::deserialize(deserializer)?.into())
        }
    }
}

/// Writes any error as three fields: `kind`, the stable name; `span`, the two ends of the byte range or nothing; and
/// `text`. Errors are not read.
impl Serialize for dyn ErrorInfo + '_ {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("ErrorInfo", 3)?;
        fields.serialize_field("kind", self.kind_name())?;
        fields.serialize_field("span", &self.span().map(|span| [span.start, span.end]))?;
        fields.serialize_field("text", &Shown(self))?;
        fields.end()
    }
}

/// Writes a value as `Display` does.
struct Shown<'a, T: ?Sized>(&'a T);

impl<T: fmt::Display + ?Sized> Serialize for Shown<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self.0)
    }
}
