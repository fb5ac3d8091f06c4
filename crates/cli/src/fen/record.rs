//! Positions and errors as JSON.

use gardez::openings::Opening;
use gardez::{CastlingMode, Color, ErrorInfo, FenError, Outcome, Position, ReadFen, San};
use serde::Serialize;

/// A position.
#[derive(Serialize)]
struct Described<'a> {
    /// The FEN as it was given.
    input: &'a str,
    fen: String,
    chess960: bool,
    side_to_move: &'static str,
    /// `ongoing`, `check`, `checkmate` or `stalemate`.
    status: String,
    outcome: Option<Outcome>,
    checkers: Vec<String>,
    pieces: u32,
    /// Keys as text, because numbers in JSON are exact only up to 2^53.
    key: String,
    polyglot_key: String,
    opening: Option<Named>,
    problems: Vec<Problem>,
    moves: Vec<Move>,
}

#[derive(Serialize)]
pub(super) struct Named {
    eco: String,
    name: String,
}

impl From<Opening> for Named {
    fn from(opening: Opening) -> Self {
        Self { eco: opening.eco().to_string(), name: opening.name().to_string() }
    }
}

#[derive(Serialize)]
struct Problem {
    kind: &'static str,
    text: String,
}

#[derive(Serialize)]
pub(super) struct Move {
    pub(super) uci: String,
    pub(super) san: String,
}

/// A FEN that cannot be read.
#[derive(Serialize)]
pub(super) struct Refused<'a> {
    pub(super) input: &'a str,
    pub(super) error: &'a dyn ErrorInfo,
}

/// Returns the line of JSON of a FEN.
pub(super) fn line(fen: &str, read: &Result<ReadFen<Position>, FenError>) -> String {
    let json = match read {
        Ok(read) => serde_json::to_string(&described(fen, read)),
        Err(error) => serde_json::to_string(&Refused { input: fen, error }),
    };
    json.expect("text, numbers and lists can be written as JSON")
}

fn described<'a>(input: &'a str, read: &ReadFen<Position>) -> Described<'a> {
    let position = &read.position;
    let (board, mode) = (position.board(), position.castling_mode());
    let opening = Opening::from_board(board);
    let moves = position.legal_moves();
    Described {
        input,
        fen: position.to_string(),
        chess960: mode == CastlingMode::Chess960,
        side_to_move: if position.side_to_move() == Color::White { "white" } else { "black" },
        status: position.status().to_string(),
        outcome: position.outcome(),
        checkers: position.checkers().into_iter().map(|square| square.to_string()).collect(),
        pieces: position.occupied().len(),
        key: format!("{:016x}", position.key()),
        polyglot_key: format!("{:016x}", position.polyglot_key()),
        opening: opening.map(Named::from),
        problems: read.problem_kinds().map(|kind| Problem { kind: kind.kind_name(), text: kind.to_string() }).collect(),
        moves: moves
            .iter()
            .map(|&m| Move { uci: m.uci(mode).to_string(), san: San::new(board, m).to_string() })
            .collect(),
    }
}
