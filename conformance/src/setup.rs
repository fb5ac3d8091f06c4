//! Boards as the records of Stockfish describe them: a FEN with its mode, and the state of the position.

use gardez_position::{Board, CastlingMode, EnPassantPolicy, FenMode, FenReader, FenStyle, Position};
use gardez_types::{CastlingRights, CastlingSide, Color, Piece, Square};
use serde_json::{Value, json};

use crate::findings::Findings;
use crate::json::{hex, set, square, take};
use crate::report::{Outcome, RecordError};

/// Returns a reader of FENs like Stockfish's: in the record's mode, with every en passant square that a pawn attacks.
pub(crate) fn reader(record: &mut Value) -> Outcome<FenReader> {
    let mode = match take::<u8>(record, "c960")? {
        // Stockfish grants rights of Chess960 in either mode.
        0 => FenMode::Detect,
        1 => FenMode::Chess960,
        other => return Err(RecordError::new("c960", format!("expected 0 or 1, found {other}"))),
    };
    Ok(FenReader::new().with_mode(mode).with_en_passant(EnPassantPolicy::PseudoLegal))
}

/// Takes a FEN that Stockfish printed out of a record, which must be printed again unchanged. If it is refused, that is a
/// difference, which ends the record.
pub(crate) fn set_up(findings: &mut Findings<'_>, record: &mut Value, field: &str) -> Outcome<Position> {
    let reader = reader(record)?;
    set_up_with(findings, record, field, &reader)
}

/// Returns the same with another reader.
pub(crate) fn set_up_with(
    findings: &mut Findings<'_>,
    record: &mut Value,
    field: &str,
    reader: &FenReader,
) -> Outcome<Position> {
    let text: String = take(record, field)?;
    findings.about(&text);
    let read = findings.unless_error(field, "a position", reader.read(&text))?;
    findings.text(field, &text, printed(&read.position));
    findings.holds(field, "a possible en passant square", read.dropped_ep().is_none());
    Ok(read.position)
}

pub(crate) fn printed(board: &Board) -> String {
    let style = match board.castling_mode() {
        CastlingMode::Standard => FenStyle::Standard,
        CastlingMode::Chess960 => FenStyle::Shredder,
    };
    board.fen(style).to_string()
}

/// Returns the state of a position, which several kinds of records contain.
pub(crate) fn state(board: &Board) -> Value {
    json!({
        "key": hex(board.raw_key()),
        "key50": hex(board.key()),
        "pawn_key": hex(board.state().pawn_key()),
        "material_key": hex(board.state().material_key()),
        "minor_key": hex(board.state().minor_piece_key()),
        "np_key": Color::ALL.map(|color| hex(board.state().non_pawn_key(color))),
        "npm": Color::ALL.map(|color| board.non_pawn_material(color)),
        "checkers": set(board.checkers()),
        "blockers": Color::ALL.map(|color| set(board.blockers(color))),
        "pinners": Color::ALL.map(|color| set(board.pinners(color))),
        "check_sq": board.check_info().check_squares.map(set),
        "ep": square(board.ep_square()),
        "castling": board.castling_rights().bits(),
        "rule50": board.halfmove_clock(),
        "game_ply": board.game_ply(),
    })
}

/// Returns a value for each castling right, or null for those that the board does not have.
pub(crate) fn for_each_right<T: Into<Value>>(board: &Board, value: impl Fn(Square, Color, CastlingSide) -> T) -> Value {
    let rooks = CastlingRights::EACH.into_iter();
    rooks.map(|(_, color, side)| board.castling_rook(color, side).map(|rook| value(rook, color, side).into())).collect()
}

/// Returns the number of a piece, or 0 for none.
pub(crate) fn code(piece: Option<Piece>) -> u8 {
    piece.map_or(0, |piece| piece as u8)
}
