//! Single claims that random games seldom or never come upon, a board for each.
#![cfg(feature = "alloc")]

use gardez_position::observers::DirtyThreats;
use gardez_position::{
    Board, Builder, FenErrorKind, FenMode, FenProblems, FenReader, MoveClass, Outcome, Position, piece_value,
};
use gardez_types::{CastlingSide, Color, File, Move, Piece, PieceType, Square};
use gardez_zobrist as zobrist;

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn after(fen: &str, line: &str) -> Position {
    let position = Position::from_fen_and_moves(fen, FenMode::Detect, line.split_whitespace());
    position.unwrap_or_else(|error| panic!("{fen} {line}: {error}"))
}

/// What a move of a position is said to do.
fn says(fen: &str, text: &str, question: fn(&Board, Move) -> bool) -> bool {
    let position = position(fen);
    question(&position, position.parse_uci(text).unwrap_or_else(|error| panic!("{fen} {text}: {error}")))
}

#[test]
fn the_clock_stays_at_its_limit() {
    let mut late = position("4k3/8/8/8/8/8/8/R3K3 w - - 65535 1000000");
    let m = late.parse_uci("a1a2").expect("legal");
    let announced = late.key_after(m);
    late.do_move(m);
    assert_eq!((late.rule50(), late.key()), (65_535, announced));
    assert_eq!(late.outcome(), Some(Outcome::SeventyFiveMoves));
    late.undo_move();
    assert_eq!(late.to_string(), "4k3/8/8/8/8/8/8/R3K3 w - - 65535 1000000");
}

#[test]
fn a_promotion_without_capture_resets_the_clock() {
    assert_eq!(after("7k/P7/8/8/8/8/8/K7 w - - 9 1", "a7a8q").rule50(), 0);
}

#[test]
fn a_number_of_the_move_beyond_the_limit_is_taken_for_the_limit() {
    let kings = Builder::new().with_piece(Square::A1, Piece::WhiteKing).with_piece(Square::H8, Piece::BlackKing);
    assert_eq!(kings.clone().with_fullmove(u32::MAX).build().expect("two kings").fullmove(), 1_000_000);
    assert_eq!(kings.with_fullmove(0).build().expect("two kings").fullmove(), 1);
}

#[test]
fn seventeen_men_are_too_many() {
    let error = Position::from_fen("4k3/8/8/8/8/N7/PPPPPPPP/RNBQKBNR w - - 0 1", FenMode::Detect).expect_err("17 men");
    assert_eq!(error.kind, FenErrorKind::TooManyPieces { color: Color::White, men: 17 });
}

#[test]
fn the_number_of_the_move_is_printed_as_the_reference_prints_it_after_a_null_move() {
    let mut passed = position("4k3/8/8/8/8/8/8/4K3 w - - 0 2");
    passed.do_null_move();
    assert_eq!((passed.game_ply(), passed.fullmove()), (2, 1));
    passed.do_null_move();
    assert_eq!((passed.game_ply(), passed.fullmove()), (2, 2));
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
    assert_eq!(position("4k3/8/8/8/8/8/8/R3K2R w - - 0 1").material_key(), key);
}

#[test]
fn the_polyglot_key_knows_an_en_passant_square_on_which_the_capture_is_illegal() {
    // 5  K P p . . . . r   after c7-c5 the pawn on b5 may not capture
    let pinned = after("7k/2p5/8/KP5r/8/8/8/8 b - - 0 1", "c7c5");
    let without = position("7k/8/8/KPp4r/8/8/8/8 w - - 0 2");
    assert_eq!(pinned.polyglot_key(), without.polyglot_key() ^ zobrist::polyglot::en_passant(File::C));
    assert_eq!(pinned.raw_key(), without.raw_key());
}

#[test]
fn a_king_in_check_does_not_pseudo_legally_step_along_the_line_of_the_check() {
    // 1  r . . . K . . .
    let checked = position("7k/8/8/8/8/8/8/r3K3 w - - 0 1");
    let step = Move::normal(Square::E1, Square::F1);
    assert!(!checked.is_pseudo_legal(step));
    assert!(checked.pseudo_legal_moves(MoveClass::Evasions).contains(&step), "the generator does not look that far");
}

#[test]
fn en_passant_is_no_evasion_of_a_check_that_the_double_step_opened() {
    // 6  . . . . . . . k
    // 4  . . . P p . . .
    // 1  . . B . . . . .   d2-d4 has opened the diagonal
    let reader = FenReader::new().with_en_passant(gardez_position::EnPassantPolicy::PseudoLegal);
    let checked = reader.read("8/8/7k/8/3Pp3/8/8/K1B5 b - d3 0 1").expect("a FEN").position;
    assert_eq!(checked.ep_square(), Some(Square::D3));
    assert!(!checked.is_pseudo_legal(Move::en_passant(Square::E4, Square::D3)));
}

#[test]
fn nobody_castles_out_of_check() {
    let checked = position("4r3/6k1/8/8/8/8/8/R3K2R w KQ - 0 1");
    assert!(CastlingSide::ALL.into_iter().all(|side| checked.legal_castling(side).is_none()));
}

#[test]
fn castling_that_uncovers_the_rook_on_its_own_rank_gives_check() {
    // 1  k . . . K . . R
    assert!(says("8/8/8/8/8/8/8/k3K2R w K - 0 1", "e1h1", Board::gives_check));
}

#[test]
fn a_promoted_piece_gives_check_through_the_square_that_the_pawn_has_left() {
    // 7  . . . . P . . .
    // 5  . . . . k . . .
    let fen = "8/4P3/8/4k3/8/8/8/K7 w - - 0 1";
    assert!(says(fen, "e7e8q", Board::gives_check) && says(fen, "e7e8r", Board::gives_check));
    assert!(!says(fen, "e7e8b", Board::gives_check) && !says(fen, "e7e8n", Board::gives_check));
}

#[test]
fn a_pawn_that_captures_en_passant_closes_the_file_that_it_opens() {
    // 8  . . . k . . . .
    // 5  . . . p P . . .   exd6: the pawn stands between rook and king as the captured one did
    // 1  K . . R . . . .
    assert!(!says("3k4/8/8/3pP3/8/8/8/K2R4 w - d6 0 1", "e5d6", Board::gives_check));
}

#[test]
fn what_hides_behind_a_nearer_slider_is_a_blocker_too() {
    // 1  K . r . B . . r   no textbook pin, but what the reference counts
    let board = position("7k/8/8/8/8/8/8/K1r1B2r w - - 0 1");
    assert_eq!(board.blockers(Color::White), Square::E1.into());
    assert_eq!(board.pinners(Color::Black), Square::H1.into());
}

#[test]
fn a_repetition_is_announced_to_the_side_whose_move_repeats() {
    // The king went e8-d8-d7-e7, which is one step from e8: black could have repeated, but it is white's turn.
    let theirs = after("4k3/8/8/8/8/8/8/4K1N1 b - - 0 1", "e8d8 g1f3 d8d7 f3g1 d7e7");
    assert!(!theirs.upcoming_repetition(usize::MAX));
    // The rook came from a1 while the bishop was away; now it stands between.
    let blocked = after("4k3/8/8/8/8/8/8/Rb2K3 b - - 0 1", "b1e4 a1c1 e4b1");
    assert!(!blocked.upcoming_repetition(usize::MAX));
    let free = after("4k3/8/8/8/8/8/8/R1b1K3 b - - 0 1", "c1e3 a1b1 e3c1");
    assert!(free.upcoming_repetition(usize::MAX));
}

#[test]
fn five_occurrences_end_a_game_that_fifty_moves_would_let_go_on() {
    let shuffled = after("4k3/8/8/8/8/8/8/R3K3 w - - 90 60", &"a1a2 e8e7 a2a1 e7e8 ".repeat(4));
    assert_eq!((shuffled.rule50(), shuffled.outcome()), (106, Some(Outcome::FivefoldRepetition)));
}

#[test]
fn a_pinned_piece_joins_the_exchange_once_its_pinner_has_joined() {
    // 8  . . . . k . . .
    // 6  . . . p . . n .   Nxe5 dxe5 Qxe5: only now may the knight take
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
    // 6  . . . . p . . .   Nxd5 exd5, and the bishop defends
    // 5  . . . p . . . .
    let board = position("4k3/5b2/4p3/3p4/8/2N5/8/3RK3 w - - 0 1");
    let worth = piece_value(PieceType::Pawn) - piece_value(PieceType::Knight);
    assert_eq!(board.see(Move::normal(Square::C3, Square::D5)), worth);
}

#[test]
fn what_is_taken_out_of_a_game_has_no_last_move() {
    let stepped = after("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4");
    let alone = Position::from(*stepped.board());
    assert_eq!((alone.last_move(), stepped.trimmed()), (None, alone));
}

#[test]
fn older_names_answer_at_their_limits() {
    // 12,490 and 13,480, between the limits 3,915 and 15,258.
    assert_eq!(position("rnbqkb2/8/8/8/8/8/8/RNBQKB2 w - - 0 1").game_phase(), 96);
    assert_eq!(position("r1bqkb1r/8/8/8/8/8/8/R1BQKB1R w - - 0 1").game_phase(), 107);
    // 12,776 is just short of a hundredth step: (12,776 − 3,915) × 128 / 11,343 = 99.99.
    assert_eq!(position("1nbqkbn1/8/8/8/8/8/8/RNBQKBN1 w - - 0 1").game_phase(), 99);
    // A bishop each is asked for, not a pair.
    assert!(!position("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1").opposite_bishops());
    assert!(!position("2b1kb2/8/8/8/8/8/8/2B1K3 w - - 0 1").opposite_bishops());
}

#[test]
fn a_piece_that_moves_along_a_line_opens_and_closes_nothing_on_it() {
    // 7  . . . . p . . .
    // 2  . . . . R . . .   to e3: the queen saw the rook and sees it still, and never the pawn
    // 1  . . . . Q . . K
    let mut position = position("k7/4p3/8/8/8/8/4R3/4Q2K w - - 0 1");
    let mut threats = DirtyThreats::default();
    position.do_move_with(Move::normal(Square::E2, Square::E3), &mut threats);
    // Gone and back: queen on rook, rook on queen, rook on pawn.
    assert_eq!(threats.entries().len(), 6);
    assert!(
        threats
            .entries()
            .iter()
            .all(|threat| threat.attacker != Piece::WhiteQueen || threat.attacked != Piece::BlackPawn)
    );
}

#[test]
fn the_limits_of_the_clocks_are_read_and_written() {
    let fen = "4k3/8/8/8/8/8/8/4K3 b - - 65535 1000000";
    assert_eq!(position(fen).to_string(), fen);
    for (limit, beyond) in [("65535", "65536"), ("1000000", "1000001")] {
        let reader = FenReader::new().ignore(FenProblems::all());
        assert!(reader.read(&fen.replace(limit, beyond)).is_err());
    }
}
