//! Lines of moves: what is written is read again, and an error names the word.

use gardez_notation::san::{
    Letters, Repairs, San, SanError, VariationErrorKind, parse_lenient, parse_variation, parse_variation_lenient,
    variation_san,
};
use gardez_notation::{ErrorInfo, Move};
use gardez_position::{Board, IllegalMoveError, Position};
use quickcheck::quickcheck;

/// Random moves from a start position, which may be one of Chess960.
fn line(number: u16, choices: &[u8]) -> (Board, Vec<Move>) {
    let mut position = if number % 3 == 0 {
        Position::start()
    } else {
        Board::chess960(number % 960).map(Position::from).expect("below 960")
    };
    let start = *position.board();
    let mut line = Vec::new();
    for &choice in choices {
        let moves = position.legal_moves();
        let Some(&m) = moves.get(usize::from(choice) % moves.len().max(1)) else { break };
        position.do_move(m);
        line.push(m);
    }
    (start, line)
}

quickcheck! {
    fn a_written_line_is_read_again(number: u16, choices: Vec<u8>, skipped: usize) -> bool {
        let (mut start, mut moves) = line(number, &choices);
        // So the line also begins with Black, and with a later number.
        for m in moves.drain(..skipped % (moves.len() + 1)) {
            start.do_move(m);
        }
        let text = variation_san(&start, &moves).expect("the moves are legal");
        let bare: Vec<&str> = text.split(' ').filter(|word| !word.ends_with('.')).collect();
        let figurines = Letters::BLACK_FIGURINES.spell(&text);
        let lenient = |text: &str| -> Vec<Option<Move>> {
            parse_variation_lenient(&start, text).expect(text).iter().map(|parsed| parsed.mv).collect()
        };
        let expected: Vec<_> = moves.iter().copied().map(Some).collect();
        assert_eq!(parse_variation(&start, &text).as_ref(), Ok(&moves), "{text}");
        assert_eq!(parse_variation(&start, &bare.join(" ")).as_ref(), Ok(&moves), "{text}");
        assert_eq!(parse_variation(&start, &text.replace(". ", ".")).as_ref(), Ok(&moves), "{text}");
        assert_eq!(lenient(&text), expected, "{text}");
        assert_eq!(lenient(&figurines), expected, "{figurines}");
        true
    }

    fn all_legal_moves_are_read_in_the_letters_of_every_language(number: u16, choices: Vec<u8>) -> bool {
        let (mut board, moves) = line(number, &choices);
        for m in moves {
            board.do_move(m);
        }
        for m in board.legal_moves() {
            let san = San::new(&board, m);
            for letters in Letters::all() {
                let text = letters.spell(&san);
                let parsed = letters.parse(&board, &text).expect(&text);
                assert_eq!((parsed.mv, parsed.repairs - Repairs::LETTERS), (Some(m), Repairs::empty()), "{text}");
                assert_eq!(parsed.repairs.contains(Repairs::LETTERS), text != *san, "{text}");
            }
            for letters in [Letters::FIGURINES, Letters::BLACK_FIGURINES] {
                let text = letters.spell(&san);
                let parsed = parse_lenient(&board, &text).expect(&text);
                assert_eq!((parsed.mv, parsed.repairs - Repairs::FIGURINE), (Some(m), Repairs::empty()), "{text}");
            }
        }
        true
    }

    fn any_text_is_read_or_refused(text: String, number: u16) -> bool {
        let (start, _) = line(number, &[]);
        let errors = [parse_variation(&start, &text).err(), parse_variation_lenient(&start, &text).err()];
        for error in errors.into_iter().flatten() {
            let span = error.span().expect("a place");
            assert!(text.get(..span.start).is_some() && span.end <= text.len(), "{text:?}: {error}");
            assert!(text.split_whitespace().nth(error.word()).is_some(), "{text:?}: {error}");
        }
        true
    }
}

fn refusal(board: &Board, text: &str) -> (usize, usize, &'static str, String) {
    let error = parse_variation(board, text).expect_err(text);
    let span = error.span().expect("a place");
    (error.word(), error.ply(), error.kind_name(), text.get(span).unwrap_or("-").into())
}

#[test]
fn an_error_names_the_word_and_its_place() {
    let start = Board::start();
    let cases = [
        ("1. e4 e5 2. Nf6", (4, 2, "illegal", "Nf6")),
        ("1.e4 e5 2.Nxf3", (2, 2, "not-canonical", "Nxf3")),
        ("e4 e5 Nf3 Nc6 Bb5 a6 &c", (6, 6, "malformed", "&c")),
        ("2. e4", (0, 0, "move-number", "2.")),
        ("1... e4", (0, 0, "move-number", "1...")),
        ("1. e4 1. e5", (2, 1, "move-number", "1.")),
        ("1 e4", (0, 0, "move-number", "1")),
        ("1. e4 *", (2, 1, "malformed", "*")),
        ("99999999999999999999. e4", (0, 0, "move-number", "99999999999999999999.")),
    ];
    for (text, (word, ply, kind, part)) in cases {
        assert_eq!(refusal(&start, text), (word, ply, kind, part.into()), "{text}");
    }
    let error = parse_variation(&start, " 1. e4 e5 2. Nf3&").expect_err("more than a move");
    assert_eq!(error.to_string(), "word 5: not a move: unexpected text at byte 16");
    assert_eq!(
        parse_variation(&start, "2. e4").expect_err("not move 2").to_string(),
        "word 1: expected the move number 1."
    );
}

#[test]
fn an_illegal_move_is_named_by_its_index() {
    let start = Board::start();
    let e4 = start.parse_uci("e2e4").expect("legal");
    let error = variation_san(&start, &[e4, e4]).expect_err("the pawn has moved");
    assert_eq!((error.index, error.kind_name()), (1, "no-piece"));
    assert_eq!(error.to_string(), "move 2: there is no piece on e2");
}

#[test]
fn lines_are_read_as_people_write_them() {
    let start = Board::start();
    let moves = parse_variation(&start, "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O").expect("legal");
    for text in [
        "1.e4 e5 2.Nf3 Nc6 3.Bc4 Bc5 4.O-O",
        "1. e4 1... e5 2. Nf3 2... Nc6 3. Bc4 3... Bc5 4. 0-0",
        "1 e2e4 e7e5 2 g1f3 b8c6 3 f1c4 f8c5 4 e1g1",
        "11. e4 11… e5! 12. ♘f3 ... ♞c6 13. Bc4 Bc5?! 14. O-O\n",
        "\t.e4 e5  Nf3\nNc6 Bf1-c4 Bc5 0-0",
    ] {
        let read = parse_variation_lenient(&start, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(read.iter().map(|parsed| parsed.mv).eq(moves.iter().copied().map(Some)), "{text}");
    }
    assert_eq!(variation_san(&start, &moves).expect("legal"), "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O");
    assert_eq!(variation_san(&start, &[]).expect("nothing is legal"), "");
    assert_eq!(parse_variation(&start, " \n"), Ok(vec![]));
}

#[test]
fn a_side_in_check_makes_no_null_move() {
    let board: Board = "4k3/8/8/8/8/8/4R3/4K3 b - - 0 60".parse().expect("a board");
    let error = parse_variation_lenient(&board, "60... 0000").expect_err("in check");
    let kind = VariationErrorKind::Move(SanError::Illegal {
        candidates: vec![],
        reasons: vec![IllegalMoveError::PassInCheck],
    });
    assert_eq!((error.word(), error.kind()), (1, &kind));
    let line = parse_variation_lenient(&board, "60... Kd7 61. -- Kc6").expect("not in check");
    assert_eq!(line.len(), 3);
    let moves: Vec<_> = line[..1].iter().filter_map(|parsed| parsed.mv).collect();
    assert_eq!(variation_san(&board, &moves).expect("legal"), "60... Kd7");
}
