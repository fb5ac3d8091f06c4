//! For web services: answers a FEN, and a move in it, with JSON: legal moves in UCI and SAN, board, outcome, or the error.
//!
//! `cargo run -p gardez --example service -- FEN [MOVE]`

use gardez::notation::san;
use gardez::{ErrorInfo, Move, Position, San};
use gardez_io::println;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let fen = arguments.next().unwrap_or_default();
    let m = arguments.next();
    println!("{}", answer(&fen, m.as_deref()));
}

/// Answers a request. A move is read in SAN, however it is written, or in UCI.
pub(crate) fn answer(fen: &str, m: Option<&str>) -> String {
    let mut position: Position = match fen.parse() {
        Ok(position) => position,
        Err(error) => return refusal("fen", &error),
    };
    if let Some(text) = m {
        match san::parse_lenient(position.board(), text) {
            Ok(parsed) => match parsed.mv {
                Some(m) => position.do_move(m),
                None => return r#"{"input":"move","error":"null-move","span":null}"#.into(),
            },
            Err(error) => return refusal("move", &error),
        }
    }

    let mode = position.castling_mode();
    let moves = position.legal_moves();
    let entry = |m: Move| format!(r#"{{"uci":"{}","san":"{}"}}"#, m.uci(mode), San::new(position.board(), m));
    let moves: Vec<String> = moves.into_iter().map(entry).collect();
    let outcome = position.outcome().map(|outcome| outcome.to_string());
    let board = position.pretty().to_string();
    format!(
        r#"{{"fen":"{position}","board":{board:?},"outcome":"{}","moves":[{}]}}"#,
        outcome.as_deref().unwrap_or("none"),
        moves.join(",")
    )
}

/// Describes any error of Gardez. Its kind is a stable name, and its span is the bytes of the input to underline.
fn refusal(input: &str, error: &dyn ErrorInfo) -> String {
    let span = error.span().map_or("null".into(), |span| format!("[{},{}]", span.start, span.end));
    let text = error.to_string();
    format!(r#"{{"input":"{input}","error":"{}","span":{span},"text":{text:?}}}"#, error.kind_name())
}
