//! The description of a position: text of 80 columns, JSON, and a picture.

use std::fmt::Debug;

use gardez::openings::Opening;
use gardez::svg::Diagram;
use gardez::variants::{Pocket, VariantBoard};
use gardez::{CastlingMode, Color, ErrorInfo, Piece, Position, ReadFen, San, Square};
use serde_json::{Value, json};

use crate::lines::wrap;

/// The column of the values.
const INDENT: usize = 14;

/// The description of a position of chess or of a variant.
pub(super) struct Description {
    drawing: String,
    fen: String,
    variant: Option<&'static str>,
    side_to_move: Color,
    status: String,
    is_chess960: bool,
    opening: Option<Opening>,
    checkers: Vec<String>,
    pieces: u32,
    /// Facts that only chess or only variants have, as lines of text.
    more: Vec<(String, String)>,
    /// The same and the outcome in JSON.
    fields: Value,
    /// The legal moves in UCI notation and in SAN.
    moves: Vec<[String; 2]>,
    /// The problems by their kinds.
    pub(super) problems: Vec<(&'static str, String)>,
    pub(super) picture: Diagram,
}

impl Description {
    pub(super) fn of_chess(read: &ReadFen<Position>) -> Self {
        let position = &read.position;
        let (board, mode) = (position.board(), position.castling_mode());
        let keys = [position.key(), position.polyglot_key()];
        let checkers = names(position.checkers());
        let outcome = position.outcome();
        let by = if checkers.is_empty() { String::new() } else { format!(" by {}", checkers.join(" and ")) };
        let status = match outcome {
            Some(outcome) if position.status().is_ongoing() => format!("{}{by}; {outcome}", position.status()),
            _ => format!("{}{by}", position.status()),
        };
        Self {
            drawing: drawing(board),
            fen: position.to_string(),
            variant: None,
            side_to_move: position.side_to_move(),
            status,
            is_chess960: mode == CastlingMode::Chess960,
            opening: Opening::from_board(board),
            pieces: position.occupied().len(),
            more: ["Zobrist key", "Polyglot key"]
                .into_iter()
                .zip(keys)
                .map(|(name, key)| line(name, hex(key)))
                .collect(),
            fields: json!({
                "status": position.status().to_string(), "outcome": outcome,
                "key": format!("{:016x}", keys[0]), "polyglot_key": format!("{:016x}", keys[1]),
            }),
            moves: position
                .legal_moves()
                .iter()
                .map(|&m| [m.uci(mode).to_string(), San::new(board, m).to_string()])
                .collect(),
            problems: read.problem_kinds().map(|kind| (kind.kind_name(), kind.to_string())).collect(),
            picture: Diagram::from(board)
                .with_check(position.in_check().then(|| position.king(position.side_to_move())))
                .with_title(position.to_string()),
            checkers,
        }
    }

    pub(super) fn of_variant(board: &VariantBoard) -> Self {
        let (variant, mode) = (board.variant(), board.castling_mode());
        let king = board.king(board.side_to_move()).filter(|_| board.in_check());
        let mut picture = Diagram::new().with_check(king).with_title(board.to_string());
        let pieces = |square| Some((square, board.piece_on(square)?));
        for (square, piece) in board.occupied().into_iter().filter_map(pieces) {
            let piece: Piece = piece;
            picture = picture.with_piece(square, piece);
        }
        let mut more = Vec::new();
        for color in Color::ALL {
            if variant.has_pockets() {
                more.push(line(&format!("{} in hand", name(color)), in_hand(board, color)));
                picture = picture.with_pocket(color, Pocket::TYPES.map(|piece| board.pocket(color).count(piece)));
            }
            if variant.counts_checks() {
                let checks = match board.checks_left(color) {
                    1 => "1 check".to_owned(),
                    count => format!("{count} checks"),
                };
                picture = picture.with_note(color, checks.as_str());
                more.push(line(&format!("{} needs", name(color)), checks));
            }
        }
        more.push(line("key", hex(board.key())));
        let checkers = names(board.checkers());
        Self {
            drawing: drawing(board),
            fen: board.to_string(),
            variant: Some(variant.title()),
            side_to_move: board.side_to_move(),
            status: match (board.outcome(), &checkers[..]) {
                (Some(outcome), _) => outcome.to_string(),
                (None, []) => "ongoing".to_owned(),
                (None, squares) => format!("check by {}", squares.join(" and ")),
            },
            is_chess960: mode == CastlingMode::Chess960,
            opening: board.to_chess().as_ref().and_then(Opening::from_board),
            pieces: board.occupied().len(),
            more,
            fields: json!({
                "variant": variant.key(), "key": format!("{:016x}", board.key()),
                "outcome": board.outcome().map(|outcome| {
                    json!({ "result": outcome.result().to_string(), "reason": outcome.reason.name() })
                }),
                "pockets": Color::ALL.map(|color| in_hand(board, color)),
                "checks_left": variant.counts_checks().then(|| Color::ALL.map(|color| board.checks_left(color))),
            }),
            moves: board.legal_moves().iter().map(|&m| [m.uci(mode).to_string(), board.san(m).to_string()]).collect(),
            problems: Vec::new(),
            picture,
            checkers,
        }
    }

    /// Returns the drawing and the facts.
    pub(super) fn text(&self, is_uci: bool) -> String {
        let mut moves: Vec<&str> = self.moves.iter().map(|texts| texts[usize::from(!is_uci)].as_str()).collect();
        moves.sort_unstable();
        let front = [
            Some(line("FEN", self.fen.clone())),
            self.variant.map(|variant| line("variant", variant.to_owned())),
            Some(line("to move", name(self.side_to_move).to_owned())),
            Some(line("status", self.status.clone())),
            self.is_chess960.then(|| line("castling", "as in Chess960".to_owned())),
            self.opening.map(|opening| line("opening", opening.to_string())),
            Some(line("pieces", self.pieces.to_string())),
        ];
        let moves = line("legal moves", format!("{}: {}", moves.len(), moves.join(" ")));
        let problems = self.problems.iter().map(|(_, text)| line("problem", text.clone()));
        let facts = front.into_iter().flatten().chain(self.more.iter().cloned()).chain([moves]).chain(problems);
        let mut text = self.drawing.clone();
        facts.for_each(|(name, value)| wrap(&mut text, &format!("{name:<0$}", INDENT - 1), INDENT, &value));
        text
    }

    /// Returns the object for programs. Keys are text, because numbers in JSON are exact only up to 2^53.
    pub(super) fn json(&self, input: &str) -> Value {
        let opening =
            self.opening.map(|opening| json!({ "eco": opening.eco().to_string(), "name": opening.name().to_string() }));
        let mut object = json!({
            "input": input, "fen": self.fen, "chess960": self.is_chess960, "side_to_move": name(self.side_to_move),
            "checkers": self.checkers, "pieces": self.pieces, "opening": opening,
            "moves": self.moves.iter().map(|[uci, san]| json!({ "uci": uci, "san": san })).collect::<Vec<_>>(),
        });
        if self.variant.is_none() {
            let problems = self.problems.iter().map(|(kind, text)| json!({ "kind": kind, "text": text }));
            object["problems"] = problems.collect();
        }
        for (name, value) in self.fields.as_object().into_iter().flatten() {
            object[name] = value.clone();
        }
        object
    }
}

fn line(name: &str, value: String) -> (String, String) {
    (name.to_owned(), value)
}

fn hex(key: u64) -> String {
    format!("{key:016X}")
}

fn name(color: Color) -> &'static str {
    if color == Color::White { "white" } else { "black" }
}

fn names(squares: impl IntoIterator<Item = Square>) -> Vec<String> {
    squares.into_iter().map(|square| square.to_string()).collect()
}

fn drawing(board: &impl Debug) -> String {
    let drawing = format!("{board:?}");
    // The drawing ends with the FEN, which is printed below.
    let drawing = drawing.trim_start_matches('\n').rsplit_once("\n").map_or(drawing.as_str(), |(board, _)| board);
    format!("{drawing}\n\n")
}

fn in_hand(board: &VariantBoard, color: Color) -> String {
    let pocket = board.pocket(color);
    let letters =
        Pocket::TYPES.map(|piece| piece.letter().to_uppercase().to_string().repeat(pocket.count(piece).into()));
    letters.concat()
}

#[cfg(test)]
mod tests {
    use gardez::FenReader;

    use super::*;
    use crate::lines::WIDTH;

    #[test]
    fn no_line_is_wider_than_a_terminal() {
        let fen = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1";
        let read = FenReader::new().read(fen).expect("a position");
        for is_uci in [false, true] {
            let text = Description::of_chess(&read).text(is_uci);
            assert!(text.contains("legal moves   218: "), "{text}");
            assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
        }
    }
}
