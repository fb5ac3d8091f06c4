//! Every value of the vocabulary is read back from its own text, and other texts are errors.

use core::fmt::{Debug, Display};
use core::str::FromStr;

use gardez_types::{CastlingRights, CastlingSide, Color, ErrorInfo, File, GameResult, ParseError, Piece};
use gardez_types::{PieceType, Rank, Square, UciText};
use quickcheck::quickcheck;

fn reads_its_own_text<T: Display + FromStr<Err = ParseError> + PartialEq + Debug + Copy>(values: &[T]) {
    for &value in values {
        assert_eq!(value.to_string().parse(), Ok(value));
    }
}

#[test]
fn every_value_reads_its_own_text() {
    reads_its_own_text(&Color::ALL);
    reads_its_own_text(&File::ALL);
    reads_its_own_text(&Rank::ALL);
    reads_its_own_text(&Square::ALL);
    reads_its_own_text(&PieceType::ALL);
    reads_its_own_text(&Piece::ALL);
    reads_its_own_text(&GameResult::ALL);
    let rights: Vec<_> = (0..16).map(CastlingRights::from_bits_retain).collect();
    reads_its_own_text(&rights);
}

#[test]
fn an_error_names_the_character_and_its_place() {
    let error = "e9".parse::<Square>().expect_err("there is no ninth rank");
    assert_eq!(error, ParseError::Character { expected: "a rank from 1 to 8", found: '9', at: 1 });
    assert_eq!(error.to_string(), "expected a rank from 1 to 8, found '9' at byte 1");
    let error = "KQx".parse::<CastlingRights>().expect_err("there is no right x");
    assert_eq!(error.to_string(), "expected letters of KQkq, each once, or -, found 'x' at byte 2");
    assert!("KK".parse::<CastlingRights>().is_err());
}

#[test]
fn an_error_without_a_place_says_what_was_expected() {
    let length = "e".parse::<Square>().expect_err("one character");
    assert_eq!(length.to_string(), "expected a square such as e4, found 1 character");
    assert_eq!((length.kind_name(), length.span()), ("length", None));
    let word = "2-0".parse::<GameResult>().expect_err("not a result");
    assert_eq!(word.to_string(), "expected one of 1-0, 0-1, 1/2-1/2, *");
    assert_eq!((word.kind_name(), word.span()), ("word", None));
}

#[test]
fn the_span_of_an_error_covers_the_whole_character() {
    let error = "eé".parse::<Square>().expect_err("not a rank");
    assert_eq!((error.kind_name(), error.span()), ("character", Some(1..3)));
}

#[test]
fn the_winner_of_a_result_is_the_color_it_was_made_from() {
    for color in Color::ALL {
        let result = GameResult::from_winner(color);
        assert_eq!(result.winner(), Some(color));
        assert_eq!(result.swap_colors().winner(), Some(!color));
    }
    assert_eq!([GameResult::Draw, GameResult::Unknown].map(GameResult::winner), [None, None]);
    assert_eq!(GameResult::Draw.swap_colors(), GameResult::Draw);
}

#[test]
fn the_index_of_a_right_is_its_place_in_the_list_of_rights() {
    for (place, (right, color, side)) in CastlingRights::EACH.into_iter().enumerate() {
        assert_eq!(CastlingRights::right_index(color, side), place);
        assert_eq!(CastlingRights::new(color, side), right);
        assert_eq!(right.bits(), 1 << place);
        assert_eq!(CastlingSide::ALL[side.index()], side);
        assert_eq!(CastlingSide::from_squares(Square::E1, side.standard_rook(Color::White)), side);
    }
}

#[test]
fn a_move_text_is_two_squares_and_at_most_one_letter() {
    let reads = |text: &str| text.parse::<UciText>().is_ok();
    assert!(
        reads("e2e4") && reads("a1a1") && ["n", "b", "r", "q"].iter().all(|letter| reads(&format!("e7e8{letter}")))
    );
    for text in [
        "", "e2e", "e7e8qq", "e7e8p", "e7e8Q", "0000", "e2-e4", "e2e4 ", "é2e4", "e2e9", "@e4", "K@e4", "N@e9",
        "N@e4q", "é@e4",
    ] {
        assert!(!reads(text), "{text:?}");
    }
    let error = "e7e8Q".parse::<UciText>().expect_err("an upper-case letter");
    assert_eq!(error, ParseError::Character { expected: "one of n, b, r, q", found: 'Q', at: 4 });
}

#[test]
fn the_middle_files_are_three_steps_from_the_edge() {
    assert_eq!(File::ALL.map(File::edge_distance), [0, 1, 2, 3, 3, 2, 1, 0]);
    assert_eq!(Rank::ALL.map(Rank::edge_distance), [0, 1, 2, 3, 3, 2, 1, 0]);
}

#[test]
fn flipping_a_square_twice_gives_the_square() {
    for square in Square::ALL {
        assert_eq!(square.flip_vertical().flip_vertical(), square);
        assert_eq!(square.flip_horizontal().file(), square.file().flip_horizontal());
        assert_eq!(square.relative_to(Color::Black).rank(), square.rank().flip_vertical());
        assert_eq!(Square::new(square.file(), square.rank()), square);
    }
}

#[test]
fn pieces_have_the_numbers_of_stockfish() {
    for color in Color::ALL {
        for piece_type in PieceType::ALL {
            let piece = Piece::new(color, piece_type);
            assert_eq!(piece as u8, 8 * color as u8 + piece_type as u8);
            assert_eq!((piece.color(), piece.piece_type()), (color, piece_type));
            assert_eq!(piece.swap_colors() as u8, piece as u8 ^ 8);
        }
    }
}

quickcheck! {
    fn any_text_gives_a_value_or_an_error(text: String) -> bool {
        let square = text.parse::<Square>().is_ok_and(|square| square.to_string() != text);
        let piece = text.parse::<Piece>().is_ok_and(|piece| piece.to_string() != text);
        !square && !piece
    }
}

#[cfg(feature = "serde")]
#[test]
fn serde_writes_values_as_their_text() {
    assert_eq!(serde_json::to_string(&Square::E4).expect("text"), "\"e4\"");
    assert!(serde_json::from_str::<Square>("\"i9\"").is_err());
    let text: gardez_types::UciText = serde_json::from_str("\"e1g1\"").expect("a text");
    assert_eq!(serde_json::to_string(&text).expect("text"), "\"e1g1\"");
}

#[cfg(feature = "serde")]
#[test]
fn serde_writes_every_move_as_uci_text_that_keeps_its_kind() {
    use gardez_types::{Move, PieceType};

    for (m, text) in [
        (Move::normal(Square::E2, Square::E4), "\"e2e4\""),
        (Move::new_promotion(Square::E7, Square::D8, PieceType::Knight), "\"e7d8n\""),
        (Move::castling(Square::E1, Square::H1), "\"e1h1 castling\""),
        (Move::en_passant(Square::E5, Square::D6), "\"e5d6 en-passant\""),
    ] {
        assert_eq!(serde_json::to_string(&m).expect("text"), text);
    }
    let mut count = 0;
    for m in (0..=u16::MAX).filter_map(Move::from_raw) {
        let text = serde_json::to_string(&m).expect("text");
        assert_eq!(serde_json::from_str::<Move>(&text).ok(), Some(m), "{text}");
        assert_eq!(serde_json::from_str::<Move>(&m.raw().to_string()).ok(), Some(m), "{text}");
        count += 1;
    }
    assert!(count > 1792, "all moves of queens and knights, and the others");
    for refused in [
        "\"e7e8k\"",
        "\"e7e8p\"",
        "\"e2e2\"",
        "\"e2e5q\"",
        "\"e1h1 castle\"",
        "\"e7e8q castling\"",
        "\"e1h2 castling\"",
        "\"e2e4 \"",
        "\"0000\"",
        "\"e4d5  en-passant\"",
        "65",
        "70000",
        "-1",
        "null",
    ] {
        assert!(serde_json::from_str::<Move>(refused).is_err(), "{refused}");
    }
}
