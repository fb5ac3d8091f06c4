//! Claims about positions that random games rarely or never reach, with one board for each.

use gardez_position::observers::DirtyThreats;
use gardez_position::{Board, BoardError, Builder, FenMode, FenReader, Outcome, Position, piece_value};
use gardez_types::{CastlingSide, Color, File, Move, Piece, PieceType, Square};
use gardez_zobrist as zobrist;

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn after(fen: &str, line: &str) -> Position {
    let position = Position::from_fen_and_moves(fen, FenMode::Detect, line.split_whitespace());
    position.unwrap_or_else(|error| panic!("{fen} {line}: {error}"))
}

/// The result of a method for the move `text` of the position in `fen`.
fn result_of(method: fn(&Board, Move) -> bool, fen: &str, text: &str) -> bool {
    let position = position(fen);
    method(&position, position.parse_uci(text).unwrap_or_else(|error| panic!("{fen} {text}: {error}")))
}

#[test]
fn the_fifty_move_counter_stops_at_its_limit() {
    let mut late = position("4k3/8/8/8/8/8/8/R3K3 w - - 65535 1000000");
    let m = late.parse_uci("a1a2").expect("legal");
    let predicted = late.key_after(m);
    late.do_move(m);
    assert_eq!((late.halfmove_clock(), late.key()), (65_535, predicted));
    assert_eq!(late.outcome(), Some(Outcome::SeventyFiveMoves));
    late.undo_move();
    assert_eq!(late.to_string(), "4k3/8/8/8/8/8/8/R3K3 w - - 65535 1000000");
}

#[test]
fn a_promotion_without_capture_resets_the_fifty_move_counter() {
    assert_eq!(after("7k/P7/8/8/8/8/8/K7 w - - 9 1", "a7a8q").halfmove_clock(), 0);
}

#[test]
fn a_move_number_above_the_limit_becomes_the_limit() {
    let kings = Builder::new().with_piece(Square::A1, Piece::WhiteKing).with_piece(Square::H8, Piece::BlackKing);
    assert_eq!(kings.clone().with_fullmove_number(u32::MAX).build().expect("two kings").fullmove_number(), 1_000_000);
    assert_eq!(kings.with_fullmove_number(0).build().expect("two kings").fullmove_number(), 1);
}

#[test]
fn seventeen_pieces_are_too_many() {
    let crowded = position("4k3/8/8/8/8/N7/PPPPPPPP/RNBQKBNR w - - 0 1");
    let kinds = [
        BoardError::TooManyPieces { color: Color::White, pieces: 17 },
        BoardError::PromotedSurplus { color: Color::White, promoted: 1, missing: 0 },
    ];
    assert!(crowded.problem_kinds().eq(kinds));
}

#[test]
fn the_move_number_after_a_null_move_is_the_one_that_stockfish_prints() {
    let mut passed = position("4k3/8/8/8/8/8/8/4K3 w - - 0 2");
    passed.do_null_move();
    assert_eq!((passed.game_ply(), passed.fullmove_number()), (2, 1));
    passed.do_null_move();
    assert_eq!((passed.game_ply(), passed.fullmove_number()), (2, 2));
}

#[test]
fn the_material_key_counts_pieces_by_the_keys_of_the_squares_from_a2_on() {
    let expected = [
        (Piece::WhiteKing, Square::A2),
        (Piece::BlackKing, Square::A2),
        (Piece::WhiteRook, Square::A2),
        (Piece::WhiteRook, Square::B2),
    ];
    let key = expected.into_iter().fold(0, |key, (piece, square)| key ^ zobrist::piece(piece, square));
    assert_eq!(position("4k3/8/8/8/8/8/8/R3K2R w - - 0 1").state().material_key(), key);
}

#[test]
fn the_polyglot_key_contains_an_en_passant_square_even_if_the_capture_is_illegal() {
    // 5  K P p . . . . r   after c7-c5, the pawn on b5 cannot capture
    let pinned = after("7k/2p5/8/KP5r/8/8/8/8 b - - 0 1", "c7c5");
    let without = position("7k/8/8/KPp4r/8/8/8/8 w - - 0 2");
    assert_eq!(pinned.polyglot_key(), without.polyglot_key() ^ zobrist::polyglot::en_passant(File::C));
    assert_eq!(pinned.raw_key(), without.raw_key());
}

#[test]
fn a_king_step_along_the_line_of_a_check_is_not_pseudo_legal() {
    // 1  r . . . K . . .
    let checked = position("7k/8/8/8/8/8/8/r3K3 w - - 0 1");
    let step = Move::normal(Square::E1, Square::F1);
    assert!(!checked.is_pseudo_legal(step));
    assert!(checked.moves().evasions().pseudo_legal().list().contains(&step), "the generator lists it anyway");
}

#[test]
fn en_passant_does_not_answer_a_check_that_the_double_push_opened() {
    // 6  . . . . . . . k
    // 4  . . . P p . . .
    // 1  . . B . . . . .   d2-d4 opened the diagonal
    let reader = FenReader::new().with_en_passant(gardez_position::EnPassantPolicy::PseudoLegal);
    let checked = reader.read("8/8/7k/8/3Pp3/8/8/K1B5 b - d3 0 1").expect("a FEN").position;
    assert_eq!(checked.ep_square(), Some(Square::D3));
    assert!(!checked.is_pseudo_legal(Move::en_passant(Square::E4, Square::D3)));
}

#[test]
fn castling_out_of_check_is_not_legal() {
    let checked = position("4r3/6k1/8/8/8/8/8/R3K2R w KQ - 0 1");
    assert!(CastlingSide::ALL.into_iter().all(|side| checked.legal_castling(side).is_none()));
}

#[test]
fn castling_gives_check_along_the_back_rank() {
    // 1  k . . . K . . R
    assert!(result_of(Board::gives_check, "8/8/8/8/8/8/8/k3K2R w K - 0 1", "e1h1"));
}

#[test]
fn a_promoted_piece_gives_check_through_the_square_that_the_pawn_left() {
    // 7  . . . . P . . .
    // 5  . . . . k . . .
    let fen = "8/4P3/8/4k3/8/8/8/K7 w - - 0 1";
    assert!(result_of(Board::gives_check, fen, "e7e8q") && result_of(Board::gives_check, fen, "e7e8r"));
    assert!(!result_of(Board::gives_check, fen, "e7e8b") && !result_of(Board::gives_check, fen, "e7e8n"));
}

#[test]
fn a_pawn_that_captures_en_passant_can_block_the_file_that_it_opens() {
    // 8  . . . k . . . .
    // 5  . . . p P . . .   after exd6, the pawn is between rook and king, like the captured pawn before
    // 1  K . . R . . . .
    assert!(!result_of(Board::gives_check, "3k4/8/8/3pP3/8/8/8/K2R4 w - d6 0 1", "e5d6"));
}

#[test]
fn a_piece_past_a_nearer_slider_is_a_blocker_too() {
    // 1  K . r . B . . r   not a pin by the textbook, but a pin in Stockfish
    let board = position("7k/8/8/8/8/8/8/K1r1B2r w - - 0 1");
    assert_eq!(board.blockers(Color::White), Square::E1.into());
    assert_eq!(board.pinners(Color::Black), Square::H1.into());
}

#[test]
fn upcoming_repetition_is_true_only_for_the_side_whose_move_repeats() {
    // The king went e8-d8-d7-e7, one step from e8. Black could repeat the position, but white is to move.
    let theirs = after("4k3/8/8/8/8/8/8/4K1N1 b - - 0 1", "e8d8 g1f3 d8d7 f3g1 d7e7");
    assert!(!theirs.upcoming_repetition(usize::MAX));
    // The rook left a1 while the bishop was away. Now the bishop is between a1 and c1.
    let blocked = after("4k3/8/8/8/8/8/8/Rb2K3 b - - 0 1", "b1e4 a1c1 e4b1");
    assert!(!blocked.upcoming_repetition(usize::MAX));
    let free = after("4k3/8/8/8/8/8/8/R1b1K3 b - - 0 1", "c1e3 a1b1 e3c1");
    assert!(free.upcoming_repetition(usize::MAX));
}

#[test]
fn fivefold_repetition_takes_precedence_over_the_fifty_move_rule() {
    let shuffled = after("4k3/8/8/8/8/8/8/R3K3 w - - 90 60", &"a1a2 e8e7 a2a1 e7e8 ".repeat(4));
    assert_eq!((shuffled.halfmove_clock(), shuffled.outcome()), (106, Some(Outcome::FivefoldRepetition)));
}

#[test]
fn a_pinned_piece_joins_the_exchange_after_its_pinner() {
    // 8  . . . . k . . .
    // 6  . . . p . . n .   Nxe5 dxe5 Qxe5: only now can the knight capture
    // 5  . . . . p . . Q
    // 3  . . . . . N . .
    let fen = "4k3/8/3p2n1/4p2Q/8/5N2/8/4K3 w - - 0 1";
    let worth = piece_value(PieceType::Pawn) - piece_value(PieceType::Knight);
    let capture = Move::normal(Square::F3, Square::E5);
    assert_eq!(position(fen).see(capture), worth);
    let unpinned = position(&fen.replace("4k3", "k7"));
    assert_eq!(unpinned.see(capture), worth);
}

#[test]
fn a_bishop_behind_a_capturing_pawn_joins_the_exchange() {
    // 7  . . . . . b . .
    // 6  . . . . p . . .   Nxd5 exd5, and the bishop defends the pawn
    // 5  . . . p . . . .
    let board = position("4k3/5b2/4p3/3p4/8/2N5/8/3RK3 w - - 0 1");
    let worth = piece_value(PieceType::Pawn) - piece_value(PieceType::Knight);
    assert_eq!(board.see(Move::normal(Square::C3, Square::D5)), worth);
}

#[test]
fn a_board_taken_out_of_a_game_has_no_last_move() {
    let stepped = after("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4");
    let alone = Position::from(*stepped.board());
    assert_eq!((alone.last_move(), stepped.recent(0)), (None, alone));
}

#[test]
fn a_piece_that_moves_along_a_line_opens_and_closes_nothing_on_it() {
    // 7  . . . . p . . .
    // 2  . . . . R . . .   Re3: the queen attacks the rook before and after, and never the pawn
    // 1  . . . . Q . . K
    let mut position = position("k7/4p3/8/8/8/8/4R3/4Q2K w - - 0 1");
    let mut threats = DirtyThreats::default();
    position.do_move_with(Move::normal(Square::E2, Square::E3), &mut threats);
    // Removed and added: queen on rook, rook on queen, rook on pawn.
    assert_eq!(threats.entries().len(), 6);
    assert!(
        threats.entries().all(|threat| threat.attacker != Piece::WhiteQueen || threat.attacked != Piece::BlackPawn)
    );
}

#[test]
fn the_limits_of_the_counters_are_read_and_written() {
    let fen = "4k3/8/8/8/8/8/8/4K3 b - - 65535 1000000";
    assert_eq!(position(fen).to_string(), fen);
    for (limit, beyond) in [("65535", "65536"), ("1000000", "1000001")] {
        assert!(FenReader::new().read(&fen.replace(limit, beyond)).is_err());
    }
}
