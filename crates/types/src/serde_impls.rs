//! `serde` for the vocabulary: a value is its text; a move is text in readable formats and its number in binary ones.

use core::fmt;
use core::marker::PhantomData;
use core::str::FromStr;

use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::castling::{CastlingMode, CastlingRights};
use crate::color::Color;
use crate::error::{ErrorInfo, ParseError};
use crate::file::File;
use crate::moves::{Move, MoveKind};
use crate::piece::{Piece, PieceType};
use crate::rank::Rank;
use crate::result::GameResult;
use crate::square::Square;
use crate::uci::UciText;

/// Reads a value from its text.
struct Text<T>(PhantomData<T>);

impl<T: FromStr<Err = ParseError>> Visitor<'_> for Text<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the text of a chess value")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

macro_rules! as_text {
    ($($name:ty),+) => {$(
        #[cfg_attr(docsrs, doc(cfg(feature = "serde")))]
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        #[cfg_attr(docsrs, doc(cfg(feature = "serde")))]
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_str(Text(PhantomData))
            }
        }
    )+};
}

as_text!(CastlingRights, Color, File, GameResult, Piece, PieceType, Rank, Square, UciText);

/// A move in readable formats: its UCI text, and a word for a kind that this text does not contain.
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

/// Reads what [`MoveText`] writes.
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
    let m = match (kind, uci.promotion_piece()) {
        (None, None) => Move::normal(from, to),
        (None, Some(piece)) => Move::promotion(from, to, piece),
        (Some(CASTLING), None) => Move::castling(from, to),
        (Some(EN_PASSANT), None) => Move::en_passant(from, to),
        (Some(_), _) => return None,
    };
    // Only moves that are possible on some board.
    Move::from_raw(m.raw())
}

/// Writes a text in readable formats and [`Move::raw`] in binary ones.
///
/// The text is the move in UCI notation, in which castling is the king's and the rook's square: `e2e4`, `e7e8q`. The word
/// `castling` or `en-passant` follows if the move is of this kind: `e1h1 castling`, `e5d6 en-passant`.
#[cfg_attr(docsrs, doc(cfg(feature = "serde")))]
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

/// Reads what `Serialize` writes. In readable formats, numbers are accepted, too.
///
/// A text from elsewhere does not have the words, so its castling is read as a normal move, which is not legal on any
/// board. Read such a text as [`UciText`], and let the board find the move.
#[cfg_attr(docsrs, doc(cfg(feature = "serde")))]
impl<'de> Deserialize<'de> for Move {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_any(MoveVisitor)
        } else {
            MoveVisitor.visit_u64(u16::deserialize(deserializer)?.into())
        }
    }
}

/// Writes any error of the Gardez crates as three fields: `kind`, the stable name; `span`, the two ends of the byte range
/// or nothing; and `text`. Errors are not read.
#[cfg_attr(docsrs, doc(cfg(feature = "serde")))]
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
