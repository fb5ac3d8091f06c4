//! The texts and numbers of the vocabulary, of time controls and openings, and policy indices.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use gardez_lc0::{self as lc0, POLICY_SIZE, PolicyIndex, PolicyIndexing, Transform};
use gardez_notation::pgn::TimeControl;
use gardez_openings::{Eco, Opening};
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

/// Checks that a text or number that is accepted is the one that is written.
pub(super) fn vocabulary(bytes: &[u8]) {
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

pub(super) fn time_control(bytes: &[u8]) {
    let text = text(bytes);
    match text.parse::<TimeControl>() {
        Ok(control) => assert_eq!(control.to_string().parse().as_ref(), Ok(&control), "{text}"),
        Err(error) => assert!(error.span().is_some_and(|span| text.get(span).is_some()), "{text}: {error}"),
    }
}

/// Checks an ECO code, and the number of an opening.
pub(super) fn eco(bytes: &[u8]) {
    let text = text(bytes);
    if let Ok(code) = text.parse::<Eco>() {
        assert_eq!(code.to_string(), text.to_ascii_uppercase());
        assert_eq!(Eco::from_index(code.index()), Some(code));
        assert!(Opening::by_eco(code).all(|opening| opening.eco() == code));
    }
    let index = Numbers(bytes).u16();
    let Some(opening) = Opening::from_index(index) else { return };
    assert_eq!(opening.index(), index);
    assert!(opening.name().to_string().starts_with(opening.name().family()));
}

/// Searches all names, which takes milliseconds.
pub(super) fn opening_names(bytes: &[u8]) {
    let text = text(bytes);
    let mut openings = Opening::by_name(text);
    if let Some(opening) = openings.next() {
        assert!(opening.name().contains(text), "{text}");
        assert_eq!(Opening::from_board(&opening.board()), Some(opening));
    }
}

/// Checks policy indices, moves and transforms from numbers.
pub(super) fn policy(bytes: &[u8]) {
    let mut numbers = Numbers(bytes);
    while !numbers.is_empty() {
        let (number, raw) = (numbers.u16(), numbers.u16());
        // There are eight transforms; a higher number is not one.
        let Some(transform) = Transform::from_raw(numbers.byte() % 9) else { continue };
        let Some(index) = PolicyIndex::from_index(number) else {
            assert!(usize::from(number) >= POLICY_SIZE);
            continue;
        };
        assert_eq!(index.index(), number);
        let indexing = PolicyIndexing::Geometric;
        let m = index.to_move(transform, indexing);
        assert_eq!(PolicyIndex::from_move(m, transform, indexing), Some(index), "{index:?} under {transform:?}");
        assert_eq!(index.among(&[m], transform, indexing), Some(m));
        let _ = index.to_move(transform, PolicyIndexing::Lc0);
        if let Some(m) = lc0::Move::from_raw(raw) {
            for indexing in [PolicyIndexing::Geometric, PolicyIndexing::Lc0] {
                let Some(index) = PolicyIndex::from_move(m, transform, indexing) else { continue };
                assert_eq!(index.among(&[m], transform, indexing), Some(m), "{m:?} under {transform:?}");
            }
        }
    }
}
