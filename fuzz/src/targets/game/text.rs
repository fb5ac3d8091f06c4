//! Positions, moves and games as text, and back.

use gardez_notation::epd::Epd;
use gardez_notation::lan::{self, Lan, LanStyle};
use gardez_notation::pgn::{ExportStyle, Game, Keep, Reader};
use gardez_notation::{claims, san, san::San};
use gardez_openings::Opening;
use gardez_position::{Board, FenMode, FenReader, FenStyle, Move, Position};
use gardez_uci::SetPosition;

pub(super) fn fens(position: &Position) {
    let board = position.board();
    let mode = FenMode::from(board.castling_mode());
    for style in [FenStyle::XFen, FenStyle::Shredder] {
        let fen = board.fen(style).to_string();
        let read = FenReader::new().with_mode(mode).read_board(&fen).expect(&fen).position;
        assert_eq!(read, *board, "{fen}");
        assert!(read.same_clocks(board), "{fen}");
        assert_eq!(read.fen(style).to_string(), fen);
    }
    let epd = Epd::new(*board).to_string();
    let read = Epd::read(&epd, &FenReader::new().with_mode(mode)).expect(&epd);
    assert_eq!(read.to_string(), epd);

    let command = SetPosition::from_position(position);
    let read = command.to_position(mode).expect("a position and its moves");
    assert_eq!(read, *position, "{command:?}");
}

/// Writes and reads every legal move in every notation.
pub(super) fn moves(board: &Board) {
    let mut texts = std::collections::BTreeSet::new();
    for m in board.legal_moves() {
        let san = San::new(board, m);
        assert_eq!(san::parse(board, &san), Ok(m), "{san} in {board:?}");
        let lenient = san::parse_lenient(board, &san).expect(&san);
        assert!(lenient.mv == Some(m) && lenient.repairs.is_empty(), "{san} in {board:?}");
        assert!(texts.insert(san.to_string()), "two moves are {san} in {board:?}");
        for style in [LanStyle::Hyphen, LanStyle::Dense] {
            let lan = Lan::new(board, m, style);
            assert_eq!(lan::parse(board, &lan), Ok(m), "{lan} in {board:?}");
        }
        let uci = m.uci(board.castling_mode()).to_string();
        assert_eq!(board.parse_uci(&uci), Ok(m), "{uci} in {board:?}");
    }
}

/// Writes a game as PGN and reads it again, and its moves as a line of SAN; finds claims and the opening.
pub(super) fn game_is_read_again(position: &Position, moves: &[Move]) {
    let mut start = position.clone();
    for _ in moves {
        start.undo_move();
    }
    let start = *start.board();
    let mut game = Game::from_board(start);
    let mut node = game.root();
    for &m in moves {
        node = game.add(node, Some(m)).expect("a legal move");
    }
    assert_eq!(game.position(node), *position);
    for (style, keep) in [(ExportStyle::default(), Keep::Normalized), (ExportStyle::AS_GIVEN, Keep::Text)] {
        let pgn = game.to_pgn(style);
        let mut reader = Reader::from_bytes(pgn.as_bytes());
        let read = reader.read_game_keeping(keep).expect("a slice does not fail");
        if game.is_empty() && read.is_none() {
            continue;
        }
        let read = read.expect(&pgn);
        assert_eq!(read.problem_count, 0, "{pgn}: {:?}", read.problems);
        assert!(read.game.main_line().filter_map(|id| read.game.node(id).mv()).eq(moves.iter().copied()), "{pgn}");
        assert!(read.game.start().same_state(&start), "{pgn}");
    }
    let line = san::variation_san(&start, moves).expect("legal moves");
    assert_eq!(san::parse_variation(&start, &line).as_deref(), Ok(moves), "{line}");
    assert_eq!(claims::every_ply(&game).count(), moves.len() + 1, "{line}");
    if start == Board::start() {
        let _ = Opening::from_moves(moves.iter().copied());
    }
}
