//! The kinds of records, with a module for each, and what they have in common.

pub(crate) mod attacks;
pub(crate) mod display;
pub(crate) mod endgame_codes;
pub(crate) mod features;
pub(crate) mod fen;
pub(crate) mod flip;
pub(crate) mod formats;
pub(crate) mod games;
pub(crate) mod lc0;
pub(crate) mod notation;
pub(crate) mod opinions;
pub(crate) mod perft;
pub(crate) mod polyglot;
pub(crate) mod positions;
pub(crate) mod pseudo_legal;
pub(crate) mod repetition;
pub(crate) mod rules;
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
    /// The directory of the file, or `None` for a text in memory.
    pub(crate) directory: Option<&'a Path>,
    /// The number of rows before this one.
    pub(crate) index: usize,
    /// The whole line.
    pub(crate) text: &'a str,
    /// The cells between tabs. Their number is the number of columns, if the columns have names.
    pub(crate) cells: Vec<&'a str>,
    /// The names of the columns.
    pub(crate) columns: &'static [&'static str],
}

/// The reader that reads FENs as Stockfish does: in the mode of the record, and with every en passant square that a
/// pawn attacks.
fn reader(c960: &Node<'_>) -> Outcome<FenReader> {
    let mode = if c960.flag()? { FenMode::Chess960 } else { FenMode::Standard };
    Ok(FenReader::new().with_mode(mode).with_en_passant(EnPassantPolicy::PseudoLegal))
}

/// Reads a FEN that Stockfish printed, which must be printed again unchanged. If it is refused, that is a difference,
/// and the result is `None`.
fn set_up(findings: &mut Findings<'_>, fen: &Node<'_>, c960: &Node<'_>) -> Outcome<Option<Position>> {
    set_up_with(findings, fen, &reader(c960)?)
}

fn set_up_with(findings: &mut Findings<'_>, fen: &Node<'_>, reader: &FenReader) -> Outcome<Option<Position>> {
    let text = fen.text()?;
    findings.about(text);
    match reader.read(text) {
        Ok(read) => {
            findings.text(fen, printed(&read.position))?;
            findings.holds(fen.path, "a possible en passant square", read.dropped_ep().is_none());
            Ok(Some(read.position))
        }
        Err(error) => {
            findings.fails(fen.path, &"a position", &error);
            Ok(None)
        }
    }
}

/// The FEN of the board as Stockfish prints it.
fn printed(board: &Board) -> String {
    let style = match board.castling_mode() {
        CastlingMode::Standard => FenStyle::Standard,
        CastlingMode::Chess960 => FenStyle::Shredder,
    };
    board.fen(style).to_string()
}

/// The number of a color.
const fn number(color: Color) -> i64 {
    color as i64
}
