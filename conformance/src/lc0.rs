//! The parts that the records of lc0 have in common: positions, moves, castling rights, planes, and stored records.

use gardez_lc0::training::{Reader, Record, V6};
use gardez_lc0::{Board, Castlings, FillMode, GameResult, InputFormat, Move, PLANES, Planes, PositionHistory};
use gardez_types::{CastlingMode, Color};
use serde_json::{Value, json};

use crate::findings::Findings;
use crate::json::set;
use crate::report::{Outcome, RecordError};

pub(crate) fn format(number: u32) -> Outcome<InputFormat> {
    InputFormat::try_from(number).map_err(|error| RecordError::new("format", error.to_string()))
}

pub(crate) fn fill_mode(number: u8) -> Outcome<FillMode> {
    FillMode::from_raw(number).ok_or_else(|| RecordError::new("fill", format!("unknown fill mode {number}")))
}

/// Returns a move as UCI text from white's side, with castling as king takes rook.
pub(crate) fn text(m: Move, side: Color) -> String {
    m.uci(side, CastlingMode::Chess960).to_string()
}

/// The results by their names in the files.
pub(crate) const RESULTS: [(&str, GameResult); 4] = [
    ("undecided", GameResult::Unknown),
    ("black", GameResult::BlackWins),
    ("draw", GameResult::Draw),
    ("white", GameResult::WhiteWins),
];

/// Reads the position of a FEN. If it is refused, that is a difference, and the result is an error.
pub(crate) fn start(findings: &mut Findings<'_>, fen: &str) -> Outcome<PositionHistory> {
    findings.about(fen);
    findings.unless_error("fen", "a position", PositionHistory::from_fen(fen))
}

/// Reads a move, which must be legal.
pub(crate) fn legal(findings: &mut Findings<'_>, field: &str, board: &Board, text: &str) -> Outcome<Move> {
    let found = board.parse_move(text).ok().filter(|m| board.legal_moves().contains(m));
    findings.unless_error(field, "a legal move", found.ok_or(text))
}

pub(crate) fn castling(castlings: &Castlings) -> Value {
    json!({"bits": castlings.bits(), "files": castlings.files().map(|file| file as u8)})
}

/// Compares planes, which are listed as index, mask and, if it is not 1, value. Planes that are not listed are empty.
pub(crate) fn compare_planes(findings: &mut Findings<'_>, field: &str, listed: &Value, found: &Planes) -> Outcome {
    let mut expected = vec![json!([set(gardez_bitboard::Bitboard::EMPTY)]); PLANES];
    for item in listed.as_array().ok_or_else(|| RecordError::new(field, "expected a list"))? {
        let (plane, value) = match item.as_array().map(Vec::as_slice) {
            Some([plane, mask]) => (plane, json!([mask, 1])),
            Some([plane, mask, value]) => (plane, json!([mask, value])),
            _ => return Err(RecordError::new(field, "expected an index, a mask and perhaps a value")),
        };
        let place = plane.as_u64().and_then(|plane| expected.get_mut(plane as usize));
        match place.filter(|place| place.as_array().is_some_and(|values| values.len() == 1)) {
            Some(place) => *place = value,
            None => return Err(RecordError::new(field, "unknown plane, or a plane that is listed twice")),
        }
    }
    for (index, expected) in expected.iter().enumerate() {
        let plane = found.plane(index);
        let is_listed = expected.as_array().is_some_and(|values| values.len() == 2);
        let found = if is_listed { json!([set(plane.mask), plane.value]) } else { json!([set(plane.mask)]) };
        findings.same(format!("{field}, plane {index}"), expected, &found)?;
    }
    Ok(())
}

pub(crate) fn records(bytes: &[u8]) -> Outcome<Vec<Record>> {
    Reader::new(bytes).collect::<Result<_, _>>().map_err(|error| RecordError::new("", error.to_string()))
}

/// Returns the records of a file, converted to version 6.
pub(crate) fn records_v6(bytes: &[u8]) -> Outcome<Vec<V6>> {
    Ok(records(bytes)?.into_iter().map(|record| *record.into_v6()).collect())
}
