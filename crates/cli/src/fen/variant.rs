//! Positions of variants.

use std::process::ExitCode;

use gardez::openings::Opening;
use gardez::svg::Diagram;
use gardez::variants::{CastlingMode, Color, Outcome, Pocket, Variant, VariantBoard, VariantMove};
use serde::Serialize;

use crate::fen::Fen;
use crate::fen::record::{Move, Named, Refused};
use crate::fen::text::{drawing, fact, sorted};
use crate::output::{print, print_json};
use crate::positions::refused;
use crate::stop::{Stop, code};

/// A position of a variant, as JSON.
#[derive(Serialize)]
struct Described<'a> {
    /// The FEN as it was given.
    input: &'a str,
    variant: &'static str,
    fen: String,
    chess960: bool,
    side_to_move: &'static str,
    outcome: Option<Ended>,
    checkers: Vec<String>,
    pieces: u32,
    /// The pieces in hand of White and Black.
    pockets: [String; 2],
    /// The checks that White and Black still have to give, if they are counted.
    checks_left: Option<[u8; 2]>,
    key: String,
    opening: Option<Named>,
    moves: Vec<Move>,
}

#[derive(Serialize)]
struct Ended {
    result: String,
    reason: &'static str,
}

impl From<Outcome> for Ended {
    fn from(outcome: Outcome) -> Self {
        Self { result: outcome.result().to_string(), reason: outcome.reason.name() }
    }
}

impl Fen {
    /// Describes positions of a variant.
    pub(super) fn run_on(&self, variant: Variant) -> Result<ExitCode, Stop> {
        let read = if self.check { VariantBoard::from_fen_strict } else { VariantBoard::from_fen };
        let (mut has_findings, mut pictures) = (false, 0);
        for (index, fen) in self.positions.fens_of(variant).enumerate() {
            let fen = fen?;
            match read(variant, &fen) {
                Err(error) => {
                    has_findings = true;
                    if self.json {
                        print_json(&Refused { input: &fen, error: &error })?;
                    } else {
                        print(format_args!("{}", refused(&fen, error.kind, error.span)))?;
                    }
                }
                Ok(board) => {
                    if self.json {
                        print_json(&described(&fen, &board))?;
                    } else if !self.check && !self.shows_only_picture() {
                        let blank = if index == 0 { "" } else { "\n" };
                        print(format_args!("{blank}{}", text(&board, self.uci)))?;
                    }
                    self.write_picture(&mut pictures, || picture(&board))?;
                }
            }
        }
        Ok(code(true, !has_findings))
    }
}

fn described<'a>(input: &'a str, board: &VariantBoard) -> Described<'a> {
    let mode = board.castling_mode();
    let moves = board.legal_moves();
    Described {
        input,
        variant: board.variant().key(),
        fen: board.to_string(),
        chess960: mode == CastlingMode::Chess960,
        side_to_move: name(board.side_to_move()),
        outcome: board.outcome().map(Ended::from),
        checkers: board.checkers().into_iter().map(|square| square.to_string()).collect(),
        pieces: board.occupied().len(),
        pockets: Color::ALL.map(|color| in_hand(board, color)),
        checks_left: board.variant().counts_checks().then(|| Color::ALL.map(|color| board.checks_left(color))),
        key: format!("{:016x}", board.key()),
        opening: board.to_chess().as_ref().and_then(Opening::from_board).map(Named::from),
        moves: moves.iter().map(|&m| Move { uci: m.uci(mode).to_string(), san: board.san(m).to_string() }).collect(),
    }
}

/// Returns the drawing and the facts of a position.
fn text(board: &VariantBoard, is_uci: bool) -> String {
    let mut text = drawing(board);
    fact(&mut text, "FEN", &board.to_string());
    fact(&mut text, "variant", board.variant().title());
    fact(&mut text, "to move", name(board.side_to_move()));
    fact(&mut text, "status", &status(board));
    if board.castling_mode() == CastlingMode::Chess960 {
        fact(&mut text, "castling", "as in Chess960");
    }
    if let Some(opening) = board.to_chess().as_ref().and_then(Opening::from_board) {
        fact(&mut text, "opening", &opening.to_string());
    }
    fact(&mut text, "pieces", &board.occupied().len().to_string());
    for color in Color::ALL {
        if board.variant().has_pockets() {
            fact(&mut text, &format!("{} in hand", name(color)), &in_hand(board, color));
        }
        if board.variant().counts_checks() {
            fact(&mut text, &format!("{} needs", name(color)), &checks(board, color));
        }
    }
    fact(&mut text, "key", &format!("{:016X}", board.key()));
    let mode = board.castling_mode();
    let word = |m| if is_uci { VariantMove::uci(m, mode).to_string() } else { board.san(m).to_string() };
    fact(&mut text, "legal moves", &sorted(board.legal_moves().into_iter().map(word)));
    text
}

fn status(board: &VariantBoard) -> String {
    let checkers: Vec<String> = board.checkers().into_iter().map(|square| square.to_string()).collect();
    match (board.outcome(), &checkers[..]) {
        (Some(outcome), _) => outcome.to_string(),
        (None, []) => "ongoing".to_owned(),
        (None, squares) => format!("check by {}", squares.join(" and ")),
    }
}

fn name(color: Color) -> &'static str {
    if color == Color::White { "white" } else { "black" }
}

/// Returns the letters of the pieces in hand.
fn in_hand(board: &VariantBoard, color: Color) -> String {
    let pocket = board.pocket(color);
    let letters =
        Pocket::TYPES.map(|piece| piece.letter().to_uppercase().to_string().repeat(pocket.count(piece).into()));
    letters.concat()
}

/// Returns how many checks win.
fn checks(board: &VariantBoard, color: Color) -> String {
    match board.checks_left(color) {
        1 => "1 check".to_owned(),
        count => format!("{count} checks"),
    }
}

/// Returns the picture of a position.
fn picture(board: &VariantBoard) -> Diagram {
    let king = board.king(board.side_to_move()).filter(|_| board.in_check());
    let mut diagram = Diagram::new().with_check(king).with_title(board.to_string());
    for square in board.occupied() {
        if let Some(piece) = board.piece_on(square) {
            diagram = diagram.with_piece(square, piece);
        }
    }
    for color in Color::ALL {
        if board.variant().has_pockets() {
            diagram = diagram.with_pocket(color, Pocket::TYPES.map(|piece| board.pocket(color).count(piece)));
        }
        if board.variant().counts_checks() {
            diagram = diagram.with_note(color, checks(board, color));
        }
    }
    diagram
}
