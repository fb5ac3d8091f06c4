//! The texts and numbers of the vocabulary.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use gardez_lc0 as lc0;
use gardez_position::{ErrorInfo, FenProblems};
use gardez_syzygy::{Material, TableName, Wdl};
use gardez_types::{
    CastlingMode, CastlingRights, Color, File, GameResult, Move, Piece, PieceType, Rank, Square, UciText,
};

use crate::input::{Numbers, text};

/// Checks that what is accepted is written so that it is read again, and that an error points into the text.
fn round_trip<T: FromStr<Err: ErrorInfo + Debug> + Display + PartialEq + Debug>(text: &str) {
    match text.parse::<T>() {
        Ok(value) => assert_eq!(value.to_string().parse::<T>().as_ref().ok(), Some(&value), "{text:?}"),
        Err(error) => assert!(error.span().is_none_or(|span| text.get(span).is_some()), "{text:?}: {error:?}"),
    }
}

pub(super) fn run(bytes: &[u8]) {
    let text = text(bytes);
    round_trip::<Square>(text);
    round_trip::<File>(text);
    round_trip::<Rank>(text);
    round_trip::<Color>(text);
    round_trip::<Piece>(text);
    round_trip::<PieceType>(text);
    round_trip::<CastlingRights>(text);
    round_trip::<GameResult>(text);
    round_trip::<UciText>(text);
    round_trip::<Material>(text);
    // A set of several problems is printed, but one name at a time is read.
    if let Ok(problems) = text.parse::<FenProblems>() {
        assert!(
            problems.names().all(|name| name.parse::<FenProblems>().is_ok_and(|problem| problems.contains(problem)))
        );
    }
    if let Some(name) = TableName::from_file_name(text) {
        assert_eq!(TableName::from_file_name(&name.to_string()), Some(name), "{text:?}");
    }

    let raw = Numbers(bytes).u16();
    if let Some(m) = Move::from_raw(raw) {
        assert_eq!(m.raw(), raw);
        assert_ne!(m.from(), m.to());
        assert_eq!(m.uci(CastlingMode::Chess960).to_string().parse(), Ok(m.uci(CastlingMode::Chess960)));
    }
    if let Some(m) = lc0::Move::from_raw(raw) {
        assert_eq!(m.raw(), raw);
        assert_eq!(m.flip_vertical().flip_vertical(), m);
    }
    let byte = raw as u8;
    assert!(Square::from_index(byte).is_none_or(|square| square as u8 == byte));
    assert!(Wdl::from_raw(byte as i8).is_none_or(|wdl| wdl.raw() == byte as i8));
    assert!(lc0::Transform::from_raw(byte).is_none_or(|transform| transform.raw() == byte));
    assert!(lc0::FillMode::from_raw(byte).is_none_or(|mode| mode.raw() == byte));
    assert!(lc0::InputFormat::from_raw(byte.into()).is_none_or(|format| format.raw() == u32::from(byte)));
}
