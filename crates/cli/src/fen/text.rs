//! Positions and errors as text for people.

use std::fmt::{Debug, Write};

use gardez::openings::Opening;
use gardez::{CastlingMode, Color, Position, ReadFen, San};

use crate::positions::plain;

/// The width of the lines.
const WIDTH: usize = 80;

/// The column of the values.
const INDENT: usize = 14;

/// Returns the drawing and the facts of a position.
pub(super) fn described(read: &ReadFen<Position>, is_uci: bool) -> String {
    let position = &read.position;
    let mut text = drawing(position.board());
    fact(&mut text, "FEN", &position.to_string());
    fact(&mut text, "to move", if position.side_to_move() == Color::White { "white" } else { "black" });
    fact(&mut text, "status", &status(position));
    if position.castling_mode() == CastlingMode::Chess960 {
        fact(&mut text, "castling", "as in Chess960");
    }
    if let Some(opening) = Opening::from_board(position.board()) {
        fact(&mut text, "opening", &opening.to_string());
    }
    fact(&mut text, "pieces", &position.occupied().len().to_string());
    fact(&mut text, "Zobrist key", &format!("{:016X}", position.key()));
    fact(&mut text, "Polyglot key", &format!("{:016X}", position.polyglot_key()));

    let moves = position.legal_moves();
    let mode = position.castling_mode();
    let words =
        moves.iter().map(|&m| if is_uci { m.uci(mode).to_string() } else { San::new(position.board(), m).to_string() });
    fact(&mut text, "legal moves", &sorted(words));
    for kind in read.problem_kinds() {
        fact(&mut text, "problem", &kind.to_string());
    }
    text
}

/// Returns the drawing of a board, and an empty line.
pub(super) fn drawing(board: &impl Debug) -> String {
    let drawing = format!("{board:?}");
    // The drawing ends with the FEN, which is printed below.
    let drawing = drawing.trim_start_matches('\n').rsplit_once("\n").map_or(drawing.as_str(), |(board, _)| board);
    format!("{drawing}\n\n")
}

/// Returns the number of moves, and the moves in order.
pub(super) fn sorted(moves: impl Iterator<Item = String>) -> String {
    let mut moves: Vec<String> = moves.collect();
    moves.sort_unstable();
    let count = format!("{}:", moves.len());
    moves.insert(0, count);
    moves.join(" ")
}

/// Returns whether the game goes on, and who gives check.
fn status(position: &Position) -> String {
    let checkers: Vec<String> = position.checkers().into_iter().map(|square| square.to_string()).collect();
    let status = match &checkers[..] {
        [] => position.status().to_string(),
        squares => format!("{} by {}", position.status(), squares.join(" and ")),
    };
    match position.outcome() {
        Some(outcome) if position.status().is_ongoing() => format!("{status}; {outcome}"),
        _ => status,
    }
}

/// Adds a name and its value, in lines of limited width.
pub(super) fn fact(text: &mut String, name: &str, value: &str) {
    let mut line = format!("{name:<INDENT$}");
    let mut is_first = true;
    for word in value.split(' ') {
        if !is_first && WIDTH < line.chars().count() + 1 + word.chars().count() {
            *text += line.trim_end();
            text.push('\n');
            line = " ".repeat(INDENT);
            is_first = true;
        }
        if !is_first {
            line.push(' ');
        }
        line += word;
        is_first = false;
    }
    *text += line.trim_end();
    text.push('\n');
}

/// Returns the problems of a position, each with the FEN.
pub(super) fn problems(fen: &str, read: &ReadFen<Position>) -> String {
    read.problem_kinds().fold(String::new(), |mut text, kind| {
        // Writing to a text in memory does not fail.
        let _ = writeln!(text, "problem: {kind}\n  {}", plain(fen));
        text
    })
}

#[cfg(test)]
mod tests {
    use gardez::FenReader;

    use super::*;

    #[test]
    fn no_line_is_wider_than_a_terminal() {
        let fen = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1";
        let read = FenReader::new().read(fen).expect("a position");
        for is_uci in [false, true] {
            let text = described(&read, is_uci);
            assert!(text.contains("legal moves   218: "), "{text}");
            assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
        }
    }
}
