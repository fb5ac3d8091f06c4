//! Nothing panics, whatever the input contains, and written text is read again as it was.

use gardez_notation::claims::every_ply;
use gardez_notation::epd::Epd;
use gardez_notation::pgn::{ExportStyle, Game, Keep, Reader};
use gardez_notation::polyglot::{Book, Entry};
use gardez_notation::san::{self, San};
use gardez_position::Position;

use crate::common::{PGNS, Random, SmallReads, rounds};

/// Reads a text in every way; the games are written, and must be read again as they were.
fn read_everything(text: &[u8]) {
    let mut slice = Reader::from_bytes(text);
    let mut stream = Reader::new(SmallReads(text, 61));
    loop {
        let read = slice.read_game().expect("a slice does not fail");
        let streamed = stream.read_game().expect("this stream does not fail");
        assert!(read == streamed, "{:?}", String::from_utf8_lossy(text));
        let Some(read) = read else { break };
        for problem in &read.problems {
            let span = problem.span();
            assert!(problem.line != 0 && problem.column != 0, "{problem:?}");
            assert!(problem.offset <= span.start && span.start <= span.end, "{problem:?}");
            assert!(span.end <= text.len() as u64, "{problem:?} in {} bytes", text.len());
            assert!(!problem.to_string().is_empty());
        }
        let written = read.game.to_string();
        let again = Reader::from_bytes(written.as_bytes()).read_game().expect("no error").expect("a game");
        assert!(again.game == read.game, "{:?}\n{written}\n{}", String::from_utf8_lossy(text), again.game);
        let _ = every_ply(&read.game).count();
    }
    let mut kept = Reader::from_bytes(text);
    while let Some(read) = kept.read_game_keeping(Keep::Text).expect("a slice does not fail") {
        let written = read.game.to_pgn(ExportStyle::AS_GIVEN);
        let again = Reader::from_bytes(written.as_bytes()).read_game_keeping(Keep::Text).expect("no error");
        let again = again.map_or_else(Game::new, |again| again.game);
        assert!(again == read.game, "{:?}\n{written}", String::from_utf8_lossy(text));
    }
}

#[test]
fn mutated_games_are_read_written_and_read_again() {
    let mut random = Random::new(1);
    for round in 0..rounds(100_000) {
        let text = random.mutate(PGNS[round % PGNS.len()].as_bytes());
        read_everything(&text);
    }
}

#[test]
fn mutated_moves_are_read_or_refused() {
    let mut random = Random::new(2);
    let fens = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "4k3/P6p/8/3pP3/8/8/7P/R3K2R w KQ d6 0 31",
        "1B6/5kP1/1B1B4/8/2R4B/2Q5/B3K3/6B1 w - - 14 68",
    ];
    let boards = fens.map(|fen| fen.parse::<Position>().expect("a position"));
    let texts =
        ["Nf3", "exd6e.p.", "O-O-O#", "a8=Q+", "Be7", "Qf3xf6", "a7-a8(Q)", "♗xa6!?", "0000", "e1g1", "R1a1d1++"];
    for round in 0..rounds(50_000) {
        let text = random.mutate(texts[round % texts.len()].as_bytes());
        let text = String::from_utf8_lossy(&text);
        let board = boards[random.below(boards.len())].board();
        match san::parse_lenient(board, &text) {
            Ok(read) => {
                let Some(m) = read.mv else { continue };
                assert!(board.is_legal(m), "{text}");
                let is_standard = *San::new(board, m) == *text;
                assert_eq!(read.repairs.is_empty(), is_standard, "{text}: {}", read.repairs);
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

#[test]
fn mutated_epds_are_refused_or_written_as_they_were_read() {
    let mut random = Random::new(3);
    let texts = [
        r#"2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "WAC.001";"#,
        r#"1kr5/3n4/q3p2p/p2n2p1/PppB1P2/5BP1/1P2Q2P/3R2K1 w - - bm f5 Be5+; c0 "f5=10, Be5+=2"; ce -35; pv f5 Nc7 Bf2; acd 12;"#,
        r#"4k3/8/8/8/8/8/8/4K3 w - - 3 7 a "foo\"bar";; ; b "foo\\"; dm -3; c9 two words"#,
        "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - ce +M2; noop;",
    ];
    let mut read = 0;
    for round in 0..rounds(50_000) {
        let text = random.mutate(texts[round % texts.len()].as_bytes());
        let text = String::from_utf8_lossy(&text);
        let Ok(epd) = text.parse::<Epd>() else { continue };
        read += 1;
        let written = epd.to_string();
        let again: Epd = written.parse().unwrap_or_else(|error| panic!("{text:?}: {written:?}: {error}"));
        assert!(again == epd, "{text:?}: {written:?}");
        assert_eq!(again.to_string(), written);
        for value in epd.values().flatten() {
            let mut set = epd.clone();
            set.set(value);
            assert!(set.to_string().parse::<Epd>().is_ok(), "{set}");
        }
    }
    assert_ne!(read, 0);
}

#[test]
fn any_bytes_are_a_book_or_refused() {
    let mut random = Random::new(4);
    let board = Position::start();
    for _ in 0..rounds(20_000) {
        let mut bytes: Vec<_> = (0..random.below(200)).map(|_| random.below(256) as u8).collect();
        // Some of the books contain the start position.
        if Entry::SIZE <= bytes.len() && random.below(2) == 0 {
            bytes[..8].copy_from_slice(&board.polyglot_key().to_be_bytes());
        }
        let Ok(book) = Book::new(bytes) else { continue };
        let _ = book.check();
        assert!(book.moves(&board).all(|found| board.is_legal(found.mv)));
        let _ = (book.best(&board), book.pick(&board, random.number()));
    }
}
