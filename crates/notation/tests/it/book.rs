//! Opening books: how moves are encoded, found, chosen and written.

use gardez_notation::ErrorInfo;
use gardez_notation::polyglot::{Book, BookBuilder, BookError, Entry, RawMove};
use gardez_position::{Board, Position};

fn board(fen: &str) -> Board {
    *fen.parse::<Position>().expect("a position").board()
}

fn entry(key: u64, m: u16, weight: u16) -> Entry {
    Entry { key, mv: RawMove::from_raw(m), weight, learn: 0 }
}

fn book(entries: &[Entry]) -> Book<Vec<u8>> {
    Book::new(entries.iter().flat_map(|entry| entry.to_bytes()).collect()).expect("whole records")
}

#[test]
fn moves_are_encoded_as_in_the_format() {
    // Target file, target rank, origin file, origin rank, promotion: three bits each, from the lowest.
    const PAWNS: &str = "4k3/P7/8/8/8/8/4P3/4K3 w - - 0 1";
    const ROOKS: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    const BLACK: &str = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1";
    for (fen, uci, number) in [
        (PAWNS, "e2e4", 4 | 3 << 3 | 4 << 6 | 1 << 9),
        (PAWNS, "a7a8n", 7 << 3 | 6 << 9 | 1 << 12),
        (PAWNS, "a7a8b", 7 << 3 | 6 << 9 | 2 << 12),
        (PAWNS, "a7a8r", 7 << 3 | 6 << 9 | 3 << 12),
        (PAWNS, "a7a8q", 7 << 3 | 6 << 9 | 4 << 12),
        (ROOKS, "e1g1", 7 | 4 << 6),
        (ROOKS, "e1c1", 4 << 6),
        (BLACK, "e8g8", 7 | 7 << 3 | 4 << 6 | 7 << 9),
        (BLACK, "e8c8", 7 << 3 | 4 << 6 | 7 << 9),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", 3 | 5 << 3 | 4 << 6 | 4 << 9),
    ] {
        let board = board(fen);
        let m = board.parse_uci(uci).expect("legal");
        assert_eq!(RawMove::from_move(m), RawMove::from_raw(number), "{uci}");
        assert_eq!(RawMove::from_raw(number).to_move(&board), Some(m), "{uci}");
    }
}

#[test]
fn castling_as_target_of_the_king_is_read_where_the_king_cannot_step() {
    let usual = board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for (number, uci) in [(6 | 4 << 6, "e1g1"), (2 | 4 << 6, "e1c1")] {
        assert_eq!(RawMove::from_raw(number).to_move(&usual), usual.parse_uci(uci).ok(), "{uci}");
    }
    // In the start position the king can neither step to g1 nor castle.
    let near = Board::chess960(518).map(Position::from).expect("the usual start");
    assert_eq!(RawMove::from_raw(6 | 4 << 6).to_move(&near), None);
    // 1  . . . . . K . R: from f1 to g1 is a step, from f1 to h1 castling.
    let near = board("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
    let step = RawMove::from_raw(6 | 5 << 6).to_move(&near).expect("legal");
    let castling = RawMove::from_raw(7 | 5 << 6).to_move(&near).expect("legal");
    assert_ne!(step.kind(), castling.kind());
    // There is no castling without the right to castle.
    let lost = board("4k3/8/8/8/8/8/8/R3K2R w - - 0 1");
    assert_eq!([6, 7, 2, 0].map(|to| RawMove::from_raw(to | 4 << 6).to_move(&lost)), [None; 4]);
}

#[test]
fn exactly_the_records_of_a_key_are_found() {
    let entries: Vec<_> = (0..100u64).map(|number| entry(number / 7 * 2, number as u16, 1)).collect();
    for length in 0..entries.len() {
        let book = book(&entries[..length]);
        assert_eq!(book.check(), Ok(()));
        for key in 0..32 {
            let found: Vec<_> = book.find(key).collect();
            let expected: Vec<_> = entries[..length].iter().copied().filter(|entry| entry.key == key).collect();
            assert_eq!(found, expected, "{key} among {length}");
        }
    }
}

#[test]
fn the_best_move_is_the_first_of_the_highest_weight_and_never_has_weight_0() {
    let board = Board::start();
    let key = board.polyglot_key();
    let number = |uci: &str| RawMove::from_move(board.parse_uci(uci).expect("legal")).raw();
    let (a3, b3, c3) = (number("a2a3"), number("b2b3"), number("c2c3"));
    let best = |weights: [u16; 3]| {
        let book = book(&[entry(key, a3, weights[0]), entry(key, b3, weights[1]), entry(key, c3, weights[2])]);
        book.best(&board).map(|found| RawMove::from_move(found.mv).raw())
    };
    assert_eq!(best([1, 3, 3]), Some(b3));
    assert_eq!(best([0, 0, 1]), Some(c3));
    assert_eq!(best([0, 0, 0]), None);
    assert!(book(&[entry(key, a3, 0)]).pick(&board, 7).is_none());
}

#[test]
fn moves_are_picked_in_proportion_to_their_weights() {
    let board = Board::start();
    let mut builder = BookBuilder::new();
    for (uci, weight) in [("e2e4", 5), ("d2d4", 3), ("c2c4", 0), ("g1f3", 2)] {
        builder.add(&board, board.parse_uci(uci).expect("legal"), weight);
    }
    let book = Book::new(builder.to_bytes()).expect("a book");
    let picked = |place: u64| book.pick(&board, (u64::MAX / 10) * place + u64::MAX / 20).map(|found| found.weight);
    assert_eq!((0..10).filter_map(picked).collect::<Vec<_>>(), [5, 5, 5, 5, 5, 3, 3, 3, 2, 2]);
    assert_eq!(book.pick(&board, 0).map(|found| found.weight), Some(5));
    assert_eq!(book.pick(&board, u64::MAX).map(|found| found.weight), Some(2));
}

#[test]
fn weights_beyond_the_range_are_scaled_together_and_none_becomes_0() {
    let board = Board::start();
    let mut builder = BookBuilder::new();
    for (uci, weight) in [("e2e4", 65_535), ("e2e4", 65_535), ("d2d4", 65_535), ("c2c4", 1), ("g1f3", 0)] {
        builder.add(&board, board.parse_uci(uci).expect("legal"), weight);
    }
    let other = board.after(board.parse_uci("e2e4").expect("legal"));
    builder.add(&other, other.parse_uci("e7e5").expect("legal"), 65_535);
    let book = Book::new(builder.to_bytes()).expect("a book");
    assert_eq!(book.check(), Ok(()));
    let weights = |board: &Board| book.moves(board).map(|found| found.weight).collect::<Vec<_>>();
    assert_eq!(weights(&board), [65_535, 32_767, 1, 0]);
    assert_eq!(weights(&other), [65_535]);
}

#[test]
fn errors_of_a_book_have_a_kind_and_a_span() {
    let length = Book::new(vec![0; 17]).expect_err("17 bytes are not whole records");
    assert_eq!(length, BookError::Length(17));
    assert_eq!((length.kind_name(), length.span()), ("length", Some(16..17)));
    let order = book(&[entry(1, 0, 0), entry(3, 0, 0), entry(2, 0, 0)]).check().expect_err("3 is before 2");
    assert_eq!(order, BookError::NotSorted { index: 2 });
    assert_eq!((order.kind_name(), order.span()), ("not-sorted", Some(32..48)));
}
