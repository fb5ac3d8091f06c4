//! The form of every value in JSON, compared with a golden file.

use gardez_bitboard::Bitboard;
use gardez_notation::epd::Epd;
use gardez_notation::pgn::{Game, Nag, Reader, TimeControl};
use gardez_notation::san::{self, San};
use gardez_notation::{Color, ErrorInfo, GameResult, Move, Outcome, Piece, PieceType, Square};
use gardez_position::{Board, MoveList, Position, Status};
use gardez_types::UciText;
use serde_json::{Value, from_value, to_value};

const GOLDEN: &str = include_str!("../json/shapes.json");
const FEN: &str = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";

/// Compares a value with its entry in the golden file, in both directions.
macro_rules! same {
    ($golden:ident, $name:literal, $type:ty, $value:expr) => {
        let value: $type = $value;
        let expected = $golden.as_object_mut().expect("an object").remove($name).expect($name);
        assert_eq!(to_value(&value).expect($name), expected, $name);
        assert!(from_value::<$type>(expected).expect($name) == value, $name);
    };
}

#[test]
fn every_value_has_the_form_of_the_golden_file() {
    let mut golden: Value = serde_json::from_str(GOLDEN).expect("JSON");
    let promotion = Move::new_promotion(Square::E7, Square::E8, PieceType::Queen);
    let mut moves = MoveList::new();
    moves.push(Move::normal(Square::E2, Square::E4));
    moves.push(promotion);
    let capture: Board = "8/3k4/8/4p3/8/5N2/8/6K1 w - - 0 1".parse().expect("a board");
    same!(golden, "bitboard", Bitboard, Bitboard::from_bits(255));
    same!(golden, "board", Board, FEN.parse().expect("a board"));
    same!(golden, "castling", Move, Move::castling(Square::E1, Square::H1));
    same!(golden, "color", Color, Color::White);
    same!(golden, "en_passant", Move, Move::en_passant(Square::E5, Square::D6));
    same!(golden, "epd", Epd, "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"one\";".parse().expect("an EPD"));
    same!(golden, "move", Move, Move::normal(Square::E2, Square::E4));
    same!(golden, "moves", MoveList, moves.clone());
    same!(golden, "nag", Nag, Nag::from_raw(1));
    same!(golden, "outcome", Outcome, Outcome::Checkmate { winner: Color::White });
    same!(golden, "piece", Piece, Piece::WhiteKnight);
    same!(golden, "position", Position, FEN.parse().expect("a position"));
    same!(golden, "promotion", Move, promotion);
    same!(golden, "result", GameResult, GameResult::Draw);
    same!(golden, "san", San, San::new(&capture, Move::normal(Square::F3, Square::E5)));
    same!(golden, "square", Square, Square::E4);
    same!(golden, "status", Status, Status::Checkmate);
    same!(golden, "time_control", TimeControl, "40/7200:900+30".parse().expect("a time control"));
    same!(golden, "uci_text", UciText, "e1g1".parse().expect("a text"));

    let mut written = |name: &str, value: Value| {
        assert_eq!(golden.as_object_mut().expect("an object").remove(name), Some(value), "{name}");
    };
    let illegal: &dyn ErrorInfo = &san::parse(&Board::start(), "Ke2").expect_err("a pawn is on e2");
    let rank: &dyn ErrorInfo = &"e9".parse::<Square>().expect_err("there is no ninth rank");
    let read = Reader::from_bytes(b"1. e4 Ke6 *").read_game().expect("no error").expect("a game");
    written("error", to_value(illegal).expect("fields"));
    written("error_with_span", to_value(rank).expect("fields"));
    written("problem", to_value(&read.problems[0]).expect("fields"));
    assert_eq!(golden, Value::Object(serde_json::Map::new()), "the golden file has entries that are not tested");
}

#[test]
fn a_game_is_its_pgn() {
    let game: Game = "1. e4 { [%clk 0:05:00] } *".parse().expect("a game");
    let value = to_value(&game).expect("text");
    assert_eq!(value, Value::String(game.to_string()));
    assert_eq!(from_value::<Game>(value).expect("a game"), game);
}

#[test]
fn text_that_is_not_san_is_refused() {
    for text in ["", "e9", "nf3", "0-0", "--", "Nf3!", "Qa1xb2=Q+#", "♘f3"] {
        assert!(from_value::<San>(Value::String(text.into())).is_err(), "{text}");
    }
    for text in ["e4", "O-O-O+", "exd8=Q#", "Qa1xb2+"] {
        assert_eq!(from_value::<San>(Value::String(text.into())).expect(text).as_str(), text);
    }
}
