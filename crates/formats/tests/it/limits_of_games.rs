//! Odd positions, limits and errors of the formats with whole games, and of boards of 24 bytes and binary FENs.

use gardez_formats::binary_fen::{self, BinaryFen};
use gardez_formats::gardez_position::{Board, CastlingMode, EnPassantPolicy, FenReader};
use gardez_formats::{
    Entry, FormatErrorKind, Game, GameMove, Lossy, ReadEntries, ReadError, ReadGames, Strictness, Unrepresentable, Wdl,
    White, WriteEntries, WriteError, WriteGames, chess_library, marlin, monty, viri,
};

/// Positions on which programs differ, with the bytes that they write for a won game, with a score of 100 as White sees
/// it, where the format has scores. Made by the programs that the first line names.
const EDGES: &str = include_str!("../data/edges.tsv");

#[test]
fn the_bytes_of_odd_positions_are_those_of_the_programs_that_define_the_formats() {
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    // The programs keep every en passant square of a FEN.
    let reader = FenReader::new().with_en_passant(EnPassantPolicy::Always);
    for line in EDGES.lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [fen, viri, monty, binary, library] = columns[..] else { panic!("five columns: {line}") };
        let board = reader.read_board(fen).expect("a FEN").position;

        let mut writer = marlin::Writer::new(Vec::new());
        writer.write_entry(&Entry::new(board, None, 100, Wdl::Win)).expect("the entry fits");
        assert_eq!(hex(&writer.finish().expect("a Vec")), viri, "{fen}");

        let mut writer = monty::Writer::new(Vec::new());
        writer.write_game(&Game::new(board, Wdl::Win)).expect("the game fits");
        assert_eq!(hex(&writer.finish().expect("a Vec")[..monty::START_SIZE]), monty, "{fen}");

        assert_eq!(format!("{:?}", BinaryFen::new(&board)), binary, "{fen}");
        assert_eq!(chess_library::pack(&board).map(|bytes| hex(&bytes)).expect("few pieces"), library, "{fen}");
    }
}

#[test]
fn a_game_has_at_most_as_many_moves_as_the_reader_allows() {
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let mut game = Game::new(Board::start(), Wdl::Draw);
    let mut board = game.start;
    for text in shuffle.into_iter().cycle().take(40) {
        let mv = board.parse_uci(text).expect("a legal move");
        game.moves.push(GameMove { mv, score: 0 });
        board.do_move(mv);
    }
    let mut writer = viri::Writer::new(Vec::new());
    writer.write_game(&game).expect("the game fits");
    let bytes = writer.finish().expect("a Vec");
    assert!(viri::Reader::new(&bytes[..]).with_most_moves(40).next_game().is_ok_and(|game| game.is_some()));
    match viri::Reader::new(&bytes[..]).with_most_moves(39).next_game() {
        Err(ReadError::Format(error)) => {
            assert_eq!((error.kind, error.offset), (FormatErrorKind::TooManyMoves { most: 39 }, 32 + 4 * 39));
        }
        other => panic!("{other:?}"),
    }
    // One by one, there is no limit.
    assert_eq!(viri::Reader::new(&bytes[..]).with_most_moves(0).entries().count(), 40);
}

#[test]
fn what_does_not_fit_is_named_and_can_be_lost_by_name() {
    let board: Board = "4k3/8/8/8/8/8/8/4K3 w - - 300 70000".parse().expect("a FEN");
    let write = |lossy| {
        let mut writer = marlin::Writer::new(Vec::new()).with_lossy(lossy);
        writer.write_entry(&Entry::<White>::new(board, None, 0, Wdl::Draw)).map(|()| writer.finish().expect("a Vec"))
    };
    let unrepresentable = |result: Result<Vec<u8>, WriteError>| match result {
        Err(WriteError::Unrepresentable(error)) => error.reason,
        other => panic!("{other:?}"),
    };
    assert_eq!(unrepresentable(write(Lossy::NONE)), Unrepresentable::Rule50(300));
    assert_eq!(unrepresentable(write(Lossy::RULE50_HIGH_BITS)), Unrepresentable::Fullmove(70_000));
    let bytes = write(Lossy::RULE50_HIGH_BITS | Lossy::FULLMOVE).expect("the losses are accepted");
    let read = marlin::Reader::new(&bytes[..]).entries().next().expect("an entry").expect("sound");
    assert_eq!((read.board.halfmove_clock(), read.board.fullmove_number()), (44, 65_535));
}

#[test]
fn a_game_that_cannot_be_written_leaves_no_bytes() {
    let mut game = Game::new(Board::start(), Wdl::Draw);
    let first = game.start.parse_uci("e2e4").expect("a legal move");
    game.moves = vec![GameMove { mv: first, score: 0 }; 2];
    let mut writer = viri::Writer::new(Vec::new());
    let error = writer.write_game(&game).expect_err("white has moved");
    assert_eq!(error.to_string(), format!("{} does not fit viriformat", Unrepresentable::Move(first)));
    let without_move = Entry::<White>::new(Board::start(), None, 0, Wdl::Draw);
    assert!(writer.write_entry(&without_move).is_err());
    assert_eq!(writer.finish().expect("a Vec"), []);
}

#[test]
fn a_board_of_more_than_32_pieces_has_a_binary_fen() {
    let fen = "qqqqkqqq/qqqqqqqq/nnnnnnnn/8/8/NNNNNNNN/QQQQQQQQ/QQQQKQQQ b - - 3 7";
    let board: Board = fen.parse().expect("a FEN");
    let packed = BinaryFen::new(&board);
    assert_eq!(packed.as_bytes().len(), 8 + 24 + 2);
    assert_eq!(binary_fen::read(packed.as_bytes(), Strictness::Strict).expect("sound").to_string(), fen);
    assert!(chess_library::pack(&board).is_err());
}

#[test]
fn the_variant_of_a_binary_fen_is_standard_or_chess960() {
    let mut bytes = BinaryFen::new(&Board::start()).as_bytes().to_vec();
    bytes.extend([0, 0, 2]);
    let board = binary_fen::read(&bytes, Strictness::Strict).expect("Chess960");
    assert_eq!((board, board.castling_mode()), (Board::start(), CastlingMode::Chess960));
    bytes[26] = 4;
    let error = binary_fen::read(&bytes, Strictness::Lenient).expect_err("king of the hill");
    assert_eq!((error.kind, error.offset), (FormatErrorKind::Variant { found: 4 }, 26));
    bytes[26] = 0;
    bytes.push(1);
    assert!(binary_fen::read(&bytes, Strictness::Lenient).is_ok());
    let error = binary_fen::read(&bytes, Strictness::Strict).expect_err("a byte after the variant");
    assert_eq!((error.kind, error.offset), (FormatErrorKind::NotEmpty { bytes: 1 }, 27));
}

#[test]
fn marlinformat_with_the_square_of_every_double_push_is_written_again_byte_for_byte() {
    // After 1. a4 no pawn attacks a3; after 1. e4 d5 2. e5 f5 the capture is possible; with the king on the file of the pawn,
    // it only looks possible.
    for fen in [
        "rnbqkbnr/pppppppp/8/8/P7/8/1PPPPPPP/RNBQKBNR b KQkq a3 0 1",
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
        "4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 3",
    ] {
        let board = FenReader::new().with_en_passant(EnPassantPolicy::Always).read_board(fen).expect("a FEN").position;
        let mut writer = marlin::Writer::new(Vec::new());
        writer.write_entry(&Entry::new(board, None, 31, Wdl::Draw)).expect("it fits");
        let bytes = writer.finish().expect("a list has no errors");
        assert_eq!(bytes[24] & 127, board.ep_square().expect("a square") as u8);
        let read = marlin::Reader::new(&bytes[..]).entries().next().expect("an entry").expect("it is sound");
        let mut writer = marlin::Writer::new(Vec::new());
        writer.write_entry(&read).expect("it fits");
        assert_eq!(writer.finish().expect("a list has no errors"), bytes, "{fen}");
    }
}
