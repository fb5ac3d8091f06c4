//! The details of the rules, with one board for each.

use gardez_bitboard::Bitboard;
use gardez_position::{Board, EnPassantPolicy, FenMode, IllegalMoveError, Obstacle, Position, UciError};
use gardez_types::{CastlingMode, CastlingRights, CastlingSide, Color, Move, Piece, PieceType, Square};
use static_assertions::{assert_eq_size, assert_impl_all};

assert_impl_all!(Position: Send, Sync, Clone, Eq);
assert_impl_all!(gardez_position::Board: Send, Sync, Copy, Eq);
assert_impl_all!(gardez_position::StateInfo: Send, Sync, Copy, Eq);
assert_impl_all!(gardez_position::FenError: core::error::Error, Send, Sync);
assert_eq_size!(gardez_position::StateInfo, [u64; 8]);
assert_eq_size!(gardez_position::Board, [u64; 32]);

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The legal moves as UCI text in the position's own mode, sorted.
fn moves(position: &Position) -> Vec<String> {
    let mode = position.castling_mode();
    let mut moves: Vec<_> = position.legal_moves().iter().map(|m| m.uci(mode).to_string()).collect();
    moves.sort();
    moves
}

/// The position after these moves, each of them checked.
fn after(fen: &str, line: &str) -> Position {
    let position = Position::from_fen_and_moves(fen, FenMode::Detect, line.split_whitespace());
    position.unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn perft(position: &mut Position, depth: u32) -> usize {
    if depth == 1 {
        return position.legal_move_count();
    }
    let mut nodes = 0;
    for m in position.legal_moves() {
        position.do_move(m);
        nodes += perft(position, depth - 1);
        position.undo_move();
    }
    nodes
}

#[test]
fn the_six_known_positions_have_their_known_counts() {
    // start, Kiwipete, and positions 3 to 6 of the collection on the Chess Programming Wiki
    for (fen, depth, nodes) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4, 197_281),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97_862),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674_624),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4, 422_333),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3, 62_379),
        ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 3, 89_890),
    ] {
        assert_eq!(perft(&mut position(fen), depth), nodes, "{fen} at depth {depth}");
    }
}

#[test]
fn en_passant_that_uncovers_a_rook_is_illegal() {
    // 5  K P . p . . . r   both pawns leave the rank at once
    let after_step = after("7k/3p4/8/KP5r/8/8/8/8 b - - 0 1", "d7d5");
    assert_eq!(after_step.ep_square(), None, "b5 is not next to d5");
    let pinned = after("7k/2p5/8/KP5r/8/8/8/8 b - - 0 1", "c7c5");
    assert!(!moves(&pinned).contains(&"b5c6".into()));
    assert_eq!(pinned.ep_square(), None, "the square is not hashed or printed either");
    assert_eq!(pinned.state().double_push(), Some(Square::C6));
    assert_eq!(pinned.ep_square_by(EnPassantPolicy::PseudoLegal), Some(Square::C6));
    assert_eq!(pinned.ep_square_by(EnPassantPolicy::Legal), None);
}

#[test]
fn en_passant_can_capture_the_pawn_that_gives_check() {
    // 4  . . . P p . . .
    // 3  . . . . . . . .   d2-d4 checks the king on e5
    let checked = after("8/8/8/4k3/4p3/8/3P4/K7 w - - 0 1", "d2d4");
    assert_eq!(checked.checkers(), Square::D4.into());
    assert!(moves(&checked).contains(&"e4d3".into()));
}

#[test]
fn en_passant_that_does_not_answer_a_check_is_illegal() {
    // d2-d4 opens the diagonal from c1 to the king on h6.
    let checked = after("8/8/7k/8/4p3/8/3P4/K1B5 w - - 0 1", "d2d4");
    assert_eq!(checked.checkers(), Square::C1.into());
    assert_eq!(checked.ep_square(), None);
    assert!(!moves(&checked).contains(&"e4d3".into()));
}

#[test]
fn one_legal_capture_of_two_is_enough_for_the_en_passant_square() {
    // The pawn on c4 is pinned on its file, the one on e4 is free.
    let position = after("2r4k/8/8/8/2p1p3/8/3P4/2R4K w - - 0 1", "d2d4");
    assert_eq!(position.ep_square(), Some(Square::D3));
    let pinned = after("2k5/8/8/8/2p1p3/8/3P4/2R4K w - - 0 1", "d2d4");
    assert!(!moves(&pinned).contains(&"c4d3".into()));
    assert!(moves(&pinned).contains(&"e4d3".into()));
    assert_eq!(pinned.ep_square(), Some(Square::D3));
}

#[test]
fn only_the_king_moves_in_double_check() {
    let double = position("4k3/8/5N2/8/8/8/8/4R1K1 b - - 0 1");
    assert_eq!(double.checkers().len(), 2);
    assert!(moves(&double).iter().all(|m| m.starts_with("e8")));
}

#[test]
fn a_pinned_piece_moves_along_its_line_only() {
    // 8  . . . . r . . .
    // 2  . . . . R . . .   the rook on e2 is pinned
    let pinned = position("4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1");
    let rook_moves = moves(&pinned).into_iter().filter(|m| m.starts_with("e2"));
    assert_eq!(rook_moves.count(), 6);
    assert_eq!(pinned.blockers(Color::White), Square::E2.into());
}

#[test]
fn the_king_does_not_step_back_along_the_line_of_a_check() {
    let checked = position("7k/8/8/8/8/8/8/r3K3 w - - 0 1");
    assert_eq!(moves(&checked), ["e1d2", "e1e2", "e1f2"]);
}

#[test]
fn the_king_does_not_castle_through_an_attacked_square_but_the_rook_does() {
    // The rook on b8 attacks b1, which only the white rook passes.
    assert!(moves(&position("1r5k/8/8/8/8/8/8/R3K3 w Q - 0 1")).contains(&"e1c1".into()));
    assert!(!moves(&position("3r3k/8/8/8/8/8/8/R3K3 w Q - 0 1")).contains(&"e1c1".into()));
    assert!(!moves(&position("2r4k/8/8/8/8/8/8/R3K3 w Q - 0 1")).contains(&"e1c1".into()));
}

#[test]
fn castling_out_of_check_is_illegal() {
    assert!(!moves(&position("4r3/7k/8/8/8/8/8/R3K3 w Q - 0 1")).iter().any(|m| m == "e1c1"));
}

#[test]
fn a_rook_that_shields_its_king_cannot_castle() {
    // 1  r R K . . . . .   castling would expose the king on c1 to the rook on a1
    let shielded = position("7k/8/8/8/8/8/8/rRK5 w B - 0 1");
    assert!(!moves(&shielded).contains(&"c1b1".into()));
    let free = position("7k/8/8/8/8/8/8/1RK5 w B - 0 1");
    assert!(moves(&free).contains(&"c1b1".into()));
}

#[test]
fn a_rook_that_shields_its_king_cannot_castle_in_either_mode() {
    let fen = "7k/8/8/8/8/8/8/rRK5 w B - 0 1";
    let standard = Position::from_fen(fen, FenMode::Standard).expect("read in any mode");
    assert_eq!(standard.legal_moves(), position(fen).legal_moves());
}

#[test]
fn chess960_castling_puts_both_pieces_on_their_squares_and_back() {
    // both swap squares; the king stays; the rook stays; both move across
    for (before, castling, after) in [
        ("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"),
        ("4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"),
        ("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "e1f1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"),
        ("4k3/8/8/8/8/8/8/RK6 w A - 0 1", "b1a1", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"),
        ("4k3/8/8/8/8/8/8/2RK4 w C - 0 1", "d1c1", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"),
    ] {
        let mut position = position(before);
        let start = position.clone();
        let m = position.parse_uci(castling).unwrap_or_else(|error| panic!("{before}: {error}"));
        assert_eq!(m, Move::castling(m.from(), m.to()), "{before}");
        position.do_move(m);
        assert_eq!(position.to_string(), after);
        assert_eq!(position.check_invariants(), Ok(()));
        assert_eq!(position.undo_move(), Some(m));
        assert!(position.same_history(&start));
    }
}

#[test]
fn castling_rights_are_lost_by_moves_from_and_to_their_squares() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for (line, rights) in [("e1e2", "kq"), ("a1b1", "Kkq"), ("h1h8", "Qq"), ("e1g1", "kq"), ("a1a8", "Kk")] {
        assert_eq!(after(fen, line).castling_rights().to_string(), rights, "{line}");
    }
}

#[test]
fn both_spellings_of_castling_are_read_in_either_mode() {
    for mode in [FenMode::Standard, FenMode::Chess960] {
        let position = Position::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", mode).expect("a FEN");
        let castling = Move::castling(Square::E1, Square::H1);
        assert_eq!(position.parse_uci("e1g1"), Ok(castling));
        assert_eq!(position.parse_uci("e1h1"), Ok(castling));
        assert_eq!(position.parse_uci("e1f1"), Ok(Move::normal(Square::E1, Square::F1)));
    }
}

#[test]
fn a_king_step_is_not_read_as_castling() {
    // f1g1 is a step. Castling is f1h1.
    let position = position("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
    assert_eq!(position.castling_mode(), CastlingMode::Chess960);
    assert_eq!(position.parse_uci("f1g1"), Ok(Move::normal(Square::F1, Square::G1)));
    assert_eq!(position.parse_uci("f1h1"), Ok(Move::castling(Square::F1, Square::H1)));
}

#[test]
fn a_text_that_is_not_a_legal_move_has_a_reason() {
    let start = Position::start();
    assert!(matches!(start.parse_uci("e2"), Err(UciError::Text(_))));
    assert!(matches!(start.parse_uci("0000"), Err(UciError::Text(_))));
    assert_eq!(start.parse_uci("e3e4"), Err(UciError::Illegal(IllegalMoveError::NoPiece(Square::E3))));
    assert_eq!(start.parse_uci("e7e5"), Err(UciError::Illegal(IllegalMoveError::NotToMove(Square::E7))));
    let jump =
        IllegalMoveError::NoSuchMove { from: Square::E2, to: Square::E5, why: Obstacle::Geometry(PieceType::Pawn) };
    assert_eq!(start.parse_uci("e2e5"), Err(UciError::Illegal(jump)));
    assert_eq!(start.parse_uci("e2e4q").map_err(|error| error.to_string()).unwrap_err(), {
        "the piece on e2 cannot make this move to e4: it does not become another piece there"
    });
    let error = Position::from_fen_and_moves(&start.to_string(), FenMode::Detect, ["e2e4", "e2e4"]).unwrap_err();
    assert_eq!(error.to_string(), "move 2: there is no piece on e2");
}

#[test]
fn an_illegal_move_is_refused_and_changes_nothing() {
    let mut position = Position::start();
    let before = position.clone();
    assert!(position.play(Move::normal(Square::E2, Square::E5)).is_err());
    assert!(position.play(Move::castling(Square::E1, Square::H1)).is_err());
    assert!(position.same_history(&before));
}

#[test]
fn exactly_48_of_all_encoded_moves_are_legal_in_kiwipete() {
    let kiwipete = position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    let accepted = (0..=u16::MAX).filter_map(Move::from_raw).filter(|&m| kiwipete.is_legal(m)).count();
    assert_eq!(accepted, 48);
}

#[test]
fn a_pawn_promotes_to_four_pieces_with_and_without_capture() {
    let promoting = position("1n5k/P7/8/8/8/8/8/K7 w - - 0 1");
    assert_eq!(moves(&promoting).iter().filter(|m| m.starts_with("a7")).count(), 8);
    let promoted = after("1n5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7b8n");
    assert_eq!(promoted.piece_on(Square::B8), Some(Piece::WhiteKnight));
    assert_eq!(promoted.halfmove_clock(), 0);
}

#[test]
fn counters_follow_the_moves() {
    let position = after("4k3/8/8/8/8/8/4P3/R3K3 w Q - 7 30", "e1c1 e8e7 e2e3");
    assert_eq!((position.halfmove_clock(), position.fullmove_number(), position.game_ply()), (0, 31, 61));
    let castled = after("4k3/8/8/8/8/8/4P3/R3K3 w Q - 7 30", "e1c1");
    assert_eq!(castled.halfmove_clock(), 8, "castling is not a pawn move");
}

#[test]
fn a_null_move_changes_the_side_to_move_and_clears_the_en_passant_square() {
    let mut position = after("rnbqkbnr/ppp1pppp/8/8/3p4/8/PPPPPPPP/RNBQKBNR w KQkq - 3 9", "e2e4");
    assert_eq!(position.ep_square(), Some(Square::E3));
    let before = position.clone();
    position.do_null_move();
    assert_eq!(position.ep_square(), None);
    assert_eq!((position.halfmove_clock(), position.game_ply(), position.side_to_move()), (0, 17, Color::White));
    assert_eq!(position.state().plies_from_null(), 0);
    assert_eq!(position.check_invariants(), Ok(()));
    assert_eq!(position.undo_move(), None, "undo_move does not undo a null move");
    assert!(position.undo_null_move());
    assert!(position.same_history(&before));
    assert!(!position.undo_null_move());
}

#[test]
fn the_key_changes_with_the_fifty_move_counter_every_eight_plies() {
    let key = |halfmove_clock: u16| {
        let position = position(&format!("4k3/8/8/8/8/8/8/4K2R w - - {halfmove_clock} 60"));
        assert_eq!(position.raw_key(), position_key());
        position.key() ^ position.raw_key()
    };
    fn position_key() -> u64 {
        position("4k3/8/8/8/8/8/8/4K2R w - - 0 60").raw_key()
    }
    assert_eq!(key(13), 0);
    assert_eq!(key(14), 0x1405_7b7e_f767_814f);
    assert_eq!(key(21), key(14));
    assert_ne!(key(22), key(21));
}

#[test]
fn the_start_positions_have_the_numbers_of_scharnagl() {
    // The digest is that of a published list of the 960 placements, one on each line.
    let mut digest = 0xcbf2_9ce4_8422_2325_u64;
    for number in 0..960 {
        let fen = Board::chess960(number).expect("below 960").to_string();
        let placement = fen.split(' ').next().expect("a first field");
        for byte in placement.bytes().chain([b'\n']) {
            digest = (digest ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    assert_eq!(digest, 0x0d7d_8b48_0904_3c1d);
    assert_eq!(Board::chess960(518).expect("below 960").raw_key(), Position::start().raw_key());
    assert_eq!(Board::chess960(960), None);
    assert_eq!(Board::double_chess960(0, 960), None);
    let double = Board::double_chess960(0, 959).expect("both below 960");
    assert_eq!(double.to_string(), "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFca - 0 1");
}

#[test]
fn the_polyglot_keys_are_those_of_the_format_description() {
    for (fen, key) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b_9618_1691_fc9c),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c_9b50_fd11_4196),
        ("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", 0x0756_b944_61c5_0fb0),
        ("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", 0x662f_afb9_65db_29d4),
        ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22a4_8b5a_8e47_ff78),
        ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 1 3", 0x652a_607c_a3f2_42c1),
        ("rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 2 4", 0x00fd_d303_c946_bdd9),
        ("rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3c81_23ea_7b06_7637),
        ("rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 1 4", 0x5c3f_9b82_9b27_9560),
    ] {
        assert_eq!(position(fen).polyglot_key(), key, "{fen}");
    }
}

#[test]
fn more_queens_than_a_game_can_have_still_fit_the_list() {
    // Queens on all edges, except in black's corner.
    let crowded = "QQQQQQQQ/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/Q5pp/KQQQQQnk w - - 0 1";
    let position = position(crowded);
    assert_eq!(position.legal_moves().len(), position.legal_move_count());
    assert!(position.legal_move_count() > 256, "{}", position.legal_move_count());
}

#[test]
fn the_most_moves_of_a_game_position_are_218() {
    let position = position("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1");
    assert_eq!(position.legal_moves().len(), 218);
}

#[test]
fn pieces_attacks_and_rights_of_the_start_position_are_known() {
    let start = Position::start();
    assert_eq!(start.pieces(Color::White, PieceType::Rook), Bitboard::from_iter([Square::A1, Square::H1]));
    assert_eq!(start.king(Color::Black), Square::E8);
    assert_eq!(start.attackers_to(Square::F3), Bitboard::from_iter([Square::G1, Square::E2, Square::G2]));
    let path = start.castling_path(Color::White, CastlingSide::KingSide).expect("the right to castle");
    assert!(!path.is_disjoint(start.occupied()));
    assert_eq!(start.castling_rook(Color::Black, CastlingSide::QueenSide), Some(Square::A8));
    assert_eq!(start.castling_rights(), CastlingRights::all());
}

#[test]
fn the_board_is_drawn() {
    let drawn = format!("{:?}", Position::start().board());
    assert!(drawn.starts_with("\n8  r n b q k b n r\n7  p p p p p p p p\n6  . . . . . . . .\n"), "{drawn}");
    // Stockfish's text for this position
    let pretty = position("8/8/8/8/8/6k1/6p1/6K1 w - - 0 1").pretty().to_string();
    assert!(pretty.starts_with("\n +---+---+---+---+---+---+---+---+\n |   |   |   |   |   |   |   |   | 8\n"));
    let tail =
        "   a   b   c   d   e   f   g   h\n\nFen: 8/8/8/8/8/6k1/6p1/6K1 w - - 0 1\nKey: 9A5A0ABF2A13D4C9\nCheckers: ";
    assert!(pretty.ends_with(tail), "{pretty}");
}
