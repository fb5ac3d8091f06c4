//! The kinds of records, a module for each, and what they have in common.

pub(crate) mod attacks;
pub(crate) mod display;
pub(crate) mod endgame_codes;
pub(crate) mod fen;
pub(crate) mod flip;
pub(crate) mod games;
pub(crate) mod lc0;
pub(crate) mod notation;
pub(crate) mod opinions;
pub(crate) mod perft;
pub(crate) mod polyglot;
pub(crate) mod positions;
pub(crate) mod pseudo_legal;
pub(crate) mod repetition;
pub(crate) mod state;
pub(crate) mod syzygy;
pub(crate) mod tables;
pub(crate) mod zobrist;

mod moves;

use std::path::Path;

use gardez_position::{Board, CastlingMode, EnPassantPolicy, FenMode, FenReader, FenStyle, Position};
use gardez_types::Color;

use crate::Outcome;
use crate::findings::Findings;
use crate::json::Node;

/// A line of a file of rows.
pub(crate) struct Row<'a> {
    /// The name of the file.
    pub(crate) file: &'a str,
    /// Where that stands, if it is a file.
    pub(crate) directory: Option<&'a Path>,
    /// How many rows stand before it.
    pub(crate) index: usize,
    /// The whole line.
    pub(crate) text: &'a str,
    /// What stands between tabs; as many cells as there are columns, if those have names.
    pub(crate) cells: Vec<&'a str>,
    /// The names of the columns.
    pub(crate) columns: &'static [&'static str],
}

/// The reader that sets up positions as the reference does: in the record's mode, and with every en passant square that
/// a pawn attacks.
fn reader(c960: &Node<'_>) -> Outcome<FenReader> {
    let mode = if c960.flag()? { FenMode::Chess960 } else { FenMode::Standard };
    Ok(FenReader::new().with_mode(mode).with_en_passant(EnPassantPolicy::PseudoLegal))
}

/// Sets up a printed FEN, which must be printed again as it is; a refusal is a difference, and there is no position.
fn set_up(findings: &mut Findings<'_>, fen: &Node<'_>, c960: &Node<'_>) -> Outcome<Option<Position>> {
    set_up_with(findings, fen, &reader(c960)?)
}

fn set_up_with(findings: &mut Findings<'_>, fen: &Node<'_>, reader: &FenReader) -> Outcome<Option<Position>> {
    let text = fen.text()?;
    findings.about(text);
    match reader.read(text) {
        Ok(read) => {
            findings.text(fen, printed(&read.position))?;
            findings.holds(fen.path, "an en passant square that a step can have left", read.dropped_ep.is_none());
            Ok(Some(read.position))
        }
        Err(error) => {
            findings.fails(fen.path, &"a position", &error);
            Ok(None)
        }
    }
}

/// The board as the reference prints it.
fn printed(board: &Board) -> String {
    let style = match board.castling_mode() {
        CastlingMode::Standard => FenStyle::Standard,
        CastlingMode::Chess960 => FenStyle::Shredder,
    };
    board.fen(style).to_string()
}

/// A color as its number.
const fn number(color: Color) -> i64 {
    color as i64
}
