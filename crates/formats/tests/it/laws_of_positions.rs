//! Laws of the formats with single positions and of `.binpack`, on random games.

use gardez_formats::gardez_position::{Board, BoardParts};
use gardez_formats::{
    Entry, ErrorInfo, Lossy, Move, ReadEntries, ReadGames, SideToMove, Square, Unrepresentable, View, Wdl, White,
    WriteEntries, WriteError, bin, binpack, bullet, bullet_text, plain,
};
use quickcheck::quickcheck;

/// The entries of a game with these choices among the legal moves, each with a score.
fn game(choices: &[(u8, i16)], result: u8) -> Vec<Entry<SideToMove>> {
    let (mut board, mut result) = (Board::start(), Wdl::from_raw(result % 3).expect("below 3"));
    let mut entries = Vec::new();
    for &(choice, score) in choices {
        let legal = board.legal_moves();
        if legal.is_empty() {
            break;
        }
        let mv = legal[usize::from(choice) % legal.len()];
        entries.push(Entry::new(board, Some(mv), score, result));
        board.do_move(mv);
        result = result.reversed();
    }
    entries
}

/// The entries as texts, because boards are equal whatever their counters are.
fn texts<V: View>(entries: &[Entry<V>]) -> Vec<String> {
    let text = |entry: &Entry<V>| {
        let Entry { board, mv, score, result, ply, .. } = entry;
        format!("{board} {mv:?} {score} {result:?} {ply}")
    };
    entries.iter().map(text).collect()
}

fn written<W: WriteEntries<View = SideToMove>>(
    mut writer: W,
    entries: &[Entry<SideToMove>],
    finish: fn(W) -> Result<Vec<u8>, WriteError>,
) -> Vec<u8> {
    entries.iter().for_each(|entry| writer.write_entry(entry).expect("the entry fits"));
    finish(writer).expect("a Vec takes all bytes")
}

fn all<R: ReadEntries>(reader: R) -> Vec<Entry<R::View>> {
    reader.entries().collect::<Result<_, _>>().expect("a sound file")
}

quickcheck! {
    fn bin_gives_back_what_was_written(choices: Vec<(u8, i16)>, result: u8) -> bool {
        let entries = game(&choices, result);
        let bytes = written(bin::Writer::new(Vec::new()), &entries, bin::Writer::finish);
        texts(&all(bin::Reader::new(&bytes[..]))) == texts(&entries)
    }

    fn binpack_gives_back_what_was_written(games: Vec<(Vec<(u8, i16)>, u8)>) -> bool {
        let entries: Vec<_> = games.iter().flat_map(|(choices, result)| game(choices, *result)).collect();
        let bytes = written(binpack::Writer::new(Vec::new()), &entries, binpack::Writer::finish);
        texts(&all(binpack::Reader::new(&bytes[..]))) == texts(&entries)
    }

    fn binpack_needs_no_order(games: Vec<(Vec<(u8, i16)>, u8)>) -> bool {
        // From the last entry to the first, nothing continues, and nothing is lost.
        let mut entries: Vec<_> = games.iter().flat_map(|(choices, result)| game(choices, *result)).collect();
        entries.reverse();
        let bytes = written(binpack::Writer::new(Vec::new()), &entries, binpack::Writer::finish);
        texts(&all(binpack::Reader::new(&bytes[..]))) == texts(&entries)
    }

    fn a_game_is_one_chain(choices: Vec<(u8, i16)>, result: u8) -> bool {
        let entries = game(&choices, result);
        let bytes = written(binpack::Writer::new(Vec::new()), &entries, binpack::Writer::finish);
        let games: Vec<_> = binpack::Reader::new(&bytes[..]).games().collect::<Result<_, _>>().expect("a sound file");
        let read: Vec<_> = games.iter().flat_map(|game| game.entries().map(|entry| entry.expect("legal"))).collect();
        games.len() == usize::from(!entries.is_empty()) && texts(&read) == texts(&entries)
    }

    fn plain_text_gives_back_what_was_written(choices: Vec<(u8, i16)>, result: u8) -> bool {
        let entries = game(&choices, result);
        let bytes = written(plain::Writer::new(Vec::new()), &entries, plain::Writer::finish);
        let text = String::from_utf8(bytes).expect("plain text is ASCII");
        let with_cr = text.replace('\n', "\r\n");
        let read = |text: &str| texts(&all(plain::Reader::new(text.as_bytes())));
        read(&text) == texts(&entries) && read(&with_cr) == texts(&entries)
    }

    fn bulletformat_keeps_the_pieces_score_and_result_of_the_side_to_move(choices: Vec<(u8, i16)>, result: u8) -> bool {
        let entries = game(&choices, result);
        let bytes = written(bullet::Writer::new(Vec::new()), &entries, bullet::Writer::finish);
        let read = all(bullet::Reader::new(&bytes[..]));
        let again = written(bullet::Writer::new(Vec::new()), &read, bullet::Writer::finish);
        let (records, rest) = bullet::ChessBoard::records(&bytes);
        let keeps = |(entry, read): (&Entry<SideToMove>, &Entry<SideToMove>)| {
            let turned = if entry.board.side_to_move() as u8 == 0 { entry.board } else { entry.board.swap_colors() };
            turned.piece_array() == read.board.piece_array() && (entry.score, entry.result) == (read.score, read.result)
        };
        rest.is_empty()
            && again == bytes
            && records.zip(&entries).all(|(record, entry)| bullet::ChessBoard::new(entry) == Ok(record))
            && entries.len() == read.len()
            && entries.iter().zip(&read).all(keeps)
    }

    fn bulletformat_text_gives_back_what_was_written(choices: Vec<(u8, i16)>, result: u8) -> bool {
        let entries: Vec<_> = game(&choices, result).iter().filter_map(|entry| entry.to_white().ok()).collect();
        let mut writer = bullet_text::Writer::new(Vec::new());
        entries.iter().for_each(|entry| writer.write_entry(entry).expect("a Vec takes all bytes"));
        let bytes = writer.finish().expect("a Vec takes all bytes");
        let read = all(bullet_text::Reader::new(&bytes[..]));
        // The text has no moves.
        let without_move = |entry: &Entry<White>| Entry::<White>::new(entry.board, None, entry.score, entry.result);
        let entries: Vec<_> = entries.iter().map(without_move).collect();
        texts(&read) == texts(&entries)
    }
}

/// The entry of a FEN with score 0.
fn entry(fen: &str) -> Entry<SideToMove> {
    Entry::new(fen.parse().expect("a FEN"), None, 0, Wdl::Draw)
}

#[test]
fn what_a_format_cannot_hold_is_named() {
    let unrepresentable = |error: WriteError| match error {
        WriteError::Unrepresentable(error) => (error.reason, error.to_string()),
        other => panic!("{other}"),
    };
    let clock = entry("4k3/8/8/8/8/8/8/4K3 w - - 128 90");
    let error = bin::Writer::new(Vec::new()).write_entry(&clock).expect_err("seven bits");
    assert_eq!(unrepresentable(error), (Unrepresentable::Rule50(128), "rule50 128 does not fit .bin".into()));
    let inner = entry("rr2k3/8/8/8/8/8/8/RR2K3 w Bb - 0 1");
    let error = bin::Writer::new(Vec::new()).write_entry(&inner).expect_err("an inner rook");
    assert_eq!(unrepresentable(error).1, "the right to castle with the rook on b1 does not fit .bin");
    let error = binpack::Writer::new(Vec::new()).write_entry(&inner).expect_err("not a corner");
    assert_eq!(unrepresentable(error).1, "the right to castle with the rook on b1 does not fit .binpack");
    let late = entry("4k3/8/8/8/8/8/8/4K3 w - - 0 9000");
    let error = binpack::Writer::new(Vec::new()).write_entry(&late).expect_err("14 bits");
    assert_eq!(unrepresentable(error), (Unrepresentable::Ply(17_998), "ply 17998 does not fit .binpack".into()));
    let other = entry("4k3/8/8/8/8/8/8/4K3 w - - 0 7").with_ply(0);
    let error = binpack::Writer::new(Vec::new()).write_entry(&other).expect_err("the move number of ply 0 is 1");
    assert_eq!(unrepresentable(error), (Unrepresentable::Fullmove(7), "fullmove 7 does not fit .binpack".into()));
    let crowd = entry("qqqqkqqq/qqqqqqqq/8/8/8/Q7/QQQQQQQQ/QQQQKQQQ w - - 0 1");
    let error = bullet::ChessBoard::new(&crowd).expect_err("33 pieces");
    assert_eq!(error.to_string(), "a board of 33 pieces does not fit bulletformat");
    let error = plain::Writer::new(Vec::new()).write_entry(&clock).expect_err("no move");
    assert_eq!(unrepresentable(error).1, "an entry without a move does not fit plain text");

    // A move that our own readers would refuse.
    let illegal = Move::normal(Square::E2, Square::E5);
    let start = Entry::new(Board::start(), Some(illegal), 0, Wdl::Draw);
    let errors = [
        bin::Writer::new(Vec::new()).write_entry(&start),
        binpack::Writer::new(Vec::new()).write_entry(&start),
        plain::Writer::new(Vec::new()).write_entry(&start),
    ];
    assert!(
        errors.map(|error| unrepresentable(error.expect_err("an illegal move")).0)
            == [Unrepresentable::Move(illegal); 3]
    );
}

#[test]
fn errors_of_text_formats_name_the_line_and_the_column() {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let lines = format!("{fen} | 1 | 1.0\r\n{fen} | x | 1.0\n");
    let mut reader = bullet_text::Reader::new(lines.as_bytes());
    assert!(reader.next_entry().is_ok_and(|entry| entry.is_some()));
    let error = reader.next_entry().expect_err("x is not a score");
    assert_eq!((error.offset(), error.span()), (77, Some(77..78)));
    assert!(error.to_string().ends_with(", at line 2, column 35 of bulletformat text"), "{error}");
    let places = [
        (format!("\nfen {fen}\nmove e2e5\nscore 0\nply 0\nresult 0\ne\n"), "line 3, column 6"),
        (format!("fen {fen}\nmove e2e4\n"), "line 3, column 1"),
        ("fen 4k3/8/8/8/8/8/4P3/4K2 w - - 0 1\n".to_owned(), "line 1, column 23"),
        (format!("fen {fen}\nply \u{e9}\n{}\n", "x".repeat(5000)), "line 2, column 5"),
        (format!("score 1\n{}\n", "x".repeat(5000)), "line 2, column 1"),
    ];
    for (text, place) in places {
        let error = plain::Reader::new(text.as_bytes()).next_entry().expect_err(place).to_string();
        assert!(error.ends_with(&format!(", at {place} of plain text")), "{error}");
    }
}

#[test]
fn a_loss_that_is_asked_for_is_what_the_docs_say() {
    let mut writer = bin::Writer::new(Vec::new()).with_lossy(Lossy::RULE50_HIGH_BITS);
    writer.write_entry(&entry("4k3/8/8/8/8/8/8/4K3 w - - 142 90")).expect("the loss is accepted");
    let bytes = writer.finish().expect("a Vec takes all bytes");
    assert_eq!(all(bin::Reader::new(&bytes[..]))[0].board.halfmove_clock(), 14);

    let lossy = Lossy::CASTLING_RIGHTS | Lossy::PLY;
    let mut writer = binpack::Writer::new(Vec::new()).with_lossy(lossy);
    let inner = entry("rr2k3/8/8/8/8/8/8/RR2K3 w Bb - 0 9000");
    writer.write_entry(&inner).expect("the losses are accepted");
    let bytes = writer.finish().expect("a Vec takes all bytes");
    let read = all(binpack::Reader::new(&bytes[..]))[0];
    assert_eq!(read.board.to_string(), "rr2k3/8/8/8/8/8/8/RR2K3 w - - 0 8192");
    assert_eq!(read.ply, 16_383);

    let mut writer = binpack::Writer::new(Vec::new()).with_lossy(Lossy::FULLMOVE);
    let other = entry("4k3/8/8/8/8/8/8/4K3 w - - 0 7").with_ply(2);
    writer.write_entry(&other).expect("the loss is accepted");
    let bytes = writer.finish().expect("a Vec takes all bytes");
    assert_eq!(all(binpack::Reader::new(&bytes[..]))[0].board.fullmove_number(), 2);
}

#[test]
fn an_entry_after_the_largest_ply_begins_a_chain_with_its_own_ply() {
    let mv = Board::start().parse_uci("e2e4").expect("a legal move");
    let first = Entry::new(Board::start(), Some(mv), 0, Wdl::Draw).with_ply(u32::MAX);
    let board = Board::start().after(mv);
    let reply = board.parse_uci("e7e5").expect("a legal move");
    let second = Entry::new(board, Some(reply), 0, Wdl::Draw).with_ply(0);
    let mut writer = binpack::Writer::new(Vec::new()).with_lossy(Lossy::PLY);
    [first, second].iter().for_each(|entry| writer.write_entry(entry).expect("the loss is accepted"));
    let bytes = writer.finish().expect("a Vec takes all bytes");
    let plies: Vec<u32> = all(binpack::Reader::new(&bytes[..])).iter().map(|entry| entry.ply).collect();
    assert_eq!(plies, [16_383, 0]);
}

#[test]
fn a_long_chain_is_divided_and_a_long_file_has_chunks() {
    // Two kings move to and fro. The clock would not fit a single chain of the other programs' buffers.
    let mut board: Board = "4k3/8/8/8/8/8/8/4K3 w - - 0 1".parse().expect("a FEN");
    let mut entries = Vec::new();
    for index in 0..6_000 {
        let text = ["e1e2", "e8e7", "e2e1", "e7e8"][index % 4];
        let mv = board.parse_uci(text).expect("a legal move");
        if index % 200 == 0 {
            let parts = BoardParts { halfmove_clock: 0, ..BoardParts::from(&board) };
            board = Board::from_parts(&parts).expect("a board");
        }
        entries.push(Entry::new(board, Some(mv), index as i16, Wdl::Draw));
        board.do_move(mv);
    }
    let mut writer = binpack::Writer::new(Vec::new()).with_chain_rule(binpack::ChainRule::Pieces);
    entries.iter().for_each(|entry| writer.write_entry(entry).expect("the entry fits"));
    let bytes = writer.finish().expect("a Vec takes all bytes");
    let games: Vec<_> = binpack::Reader::new(&bytes[..]).games().collect::<Result<_, _>>().expect("a sound file");
    // A stem and at most 2,500 entries after it. The counter is lost, so the rest of a chain goes on counting.
    assert_eq!(games.iter().map(|game| game.moves.len()).collect::<Vec<_>>(), [2_501, 2_501, 998]);
}

#[test]
fn the_last_chain_of_a_chunk_is_whole() {
    let choices: Vec<_> = (0..60_u8).map(|i| (i.wrapping_mul(37), i16::from(i) * 111)).collect();
    let entries: Vec<_> = std::iter::repeat_n(game(&choices, 2), 5_400).flatten().collect();
    let bytes = written(binpack::Writer::new(Vec::new()), &entries, binpack::Writer::finish);
    assert!(1 << 20 < bytes.len(), "{} bytes", bytes.len());
    let mut reader = binpack::Reader::new(&bytes[..]);
    for entry in &entries {
        let read = reader.next_entry().expect("a sound file").expect("an entry for each that was written");
        assert_eq!(read, entry);
        assert!(read.board.same_clocks(&entry.board));
    }
    assert!(matches!(reader.next_entry(), Ok(None)));
}
