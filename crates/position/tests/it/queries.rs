//! Exchanges, classes of moves, facts for evaluations, endgame codes, and setting up in code.

use gardez_position::{
    Attacker, Board, BoardError, Builder, EndgameCodeError, Exposure, FenMode, IllegalMoveError, Obstacle, Position,
    piece_value,
};
use gardez_types::{CastlingMode, CastlingRights, Color, Move, Piece, PieceType, Square};

fn board(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn see(fen: &str, text: &str) -> i32 {
    let position = board(fen);
    position.see(position.parse_uci(text).unwrap_or_else(|error| panic!("{fen} {text}: {error}")))
}

const PAWN: i32 = piece_value(PieceType::Pawn);
const KNIGHT: i32 = piece_value(PieceType::Knight);
const ROOK: i32 = piece_value(PieceType::Rook);

#[test]
fn an_exchange_has_the_value_of_the_best_play_of_both_sides() {
    // undefended; defended; a battery of rooks; a king that cannot capture because the target is defended
    assert_eq!(see("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5"), PAWN);
    assert_eq!(see("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5"), PAWN - KNIGHT);
    assert_eq!(see("4k3/4r3/4r3/4p3/8/8/4R3/4RK2 w - - 0 1", "e2e5"), PAWN - ROOK);
    assert_eq!(see("8/8/3k4/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5"), PAWN);
}

#[test]
fn a_pinned_defender_takes_no_part_while_its_pinner_is_on_the_board() {
    // The knight on e7 is pinned by the rook on e1 and does not recapture on d5.
    assert_eq!(see("4k3/4n3/8/3p4/8/2N5/8/4R1K1 w - - 0 1", "c3d5"), PAWN);
    assert_eq!(see("4k3/4n3/8/3p4/8/2N5/8/6K1 w - - 0 1", "c3d5"), PAWN - KNIGHT);
}

#[test]
fn promotions_and_en_passant_are_exchanges_of_value_0() {
    let promoting = "1n5k/P7/8/8/8/8/8/K7 w - - 0 1";
    assert_eq!(see(promoting, "a7b8q"), 0);
    assert_eq!(see("7k/8/8/3pP3/8/8/8/7K w - d6 0 1", "e5d6"), 0);
}

#[test]
fn promotions_to_a_queen_are_captures_and_the_others_are_quiet() {
    let promoting = board("7k/P7/8/8/8/8/8/K7 w - - 0 1");
    let captures = promoting.moves().captures().pseudo_legal().list();
    assert_eq!(&*captures, [Move::new_promotion(Square::A7, Square::A8, PieceType::Queen)]);
    let quiets = promoting.moves().quiets().pseudo_legal().list();
    assert_eq!(quiets.iter().filter(|m| m.promotion().is_some()).count(), 3);
}

#[test]
fn a_refused_move_has_a_reason() {
    let mut pinned = board("4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1");
    let (from, to) = (Square::E2, Square::D2);
    let why = Exposure::Pinned(Attacker { piece_type: PieceType::Rook, square: Square::E8 });
    assert_eq!(pinned.play(Move::normal(from, to)), Err(IllegalMoveError::KingAttacked { from, to, why }));
    let text = "the move from e2 to d2 leaves the king attacked: the rook on e8 pins the piece";
    assert_eq!(pinned.parse_uci("e2d2").unwrap_err().to_string(), text);
    let (from, to) = (Square::E2, Square::D3);
    assert_eq!(
        pinned.play(Move::normal(from, to)),
        Err(IllegalMoveError::NoSuchMove { from, to, why: Obstacle::Geometry(PieceType::Rook) })
    );
    assert!(pinned.parse_uci("e2e2").is_err());
}

#[test]
fn an_illegal_move_panics_or_breaks_an_invariant_but_nothing_worse() {
    // Debug builds panic. In release builds, `after` may also return a board that breaks an invariant.
    let start = Board::start();
    for m in (0..=u16::MAX).filter_map(Move::from_raw) {
        let outcome = std::panic::catch_unwind(|| start.after(m).check_invariants());
        if start.is_legal(m) {
            assert!(matches!(outcome, Ok(Ok(()))), "{m:?}");
        }
    }
}

#[test]
fn pieces_are_found_by_color_and_by_several_types() {
    let start = Board::start();
    assert_eq!(start.count(Color::White, PieceType::Pawn), 8);
    assert_eq!(start.attacks_by(Color::White, PieceType::Pawn), gardez_types::Rank::Three.into());
}

#[test]
fn an_endgame_code_names_both_sides() {
    let strong = Board::from_endgame_code("KBPKN", Color::White).expect("a code");
    assert_eq!(strong.to_string(), "8/kn6/8/8/8/8/KBP5/8 w - - 0 10");
    assert_eq!(Board::from_endgame_code("KBPvKN", Color::White), Ok(strong));
    assert_ne!(
        Board::from_endgame_code("KBPKN", Color::Black).expect("a code").state().material_key(),
        strong.state().material_key()
    );
    for (code, error) in [
        ("", EndgameCodeError::Sides),
        ("KQ", EndgameCodeError::Sides),
        ("KXK", EndgameCodeError::UnknownPiece { found: 'X', at: 1 }),
        ("KqK", EndgameCodeError::UnknownPiece { found: 'q', at: 1 }),
        ("QKK", EndgameCodeError::Kings { at: 0 }),
        ("KvvK", EndgameCodeError::UnknownPiece { found: 'v', at: 2 }),
        ("Kv", EndgameCodeError::Kings { at: 2 }),
        ("KvKNK", EndgameCodeError::Kings { at: 4 }),
        ("KPPPPPPPK", EndgameCodeError::TooManyPieces { at: 7 }),
        ("KéK", EndgameCodeError::UnknownPiece { found: 'é', at: 1 }),
    ] {
        assert_eq!(Board::from_endgame_code(code, Color::White), Err(error), "{code}");
    }
}

#[test]
fn a_builder_sets_up_the_same_position_as_a_fen() {
    let kings = Builder::new().with_piece(Square::E1, Piece::WhiteKing).with_piece(Square::E8, Piece::BlackKing);
    let built = kings
        .clone()
        .with_piece(Square::A1, Piece::WhiteRook)
        .with_piece(Square::H1, Piece::WhiteRook)
        .with_piece(Square::D5, Piece::BlackPawn)
        .with_piece(Square::E5, Piece::WhitePawn)
        .with_castling_rights(CastlingRights::WHITE)
        .with_double_push(Square::D6)
        .with_fullmove_number(12)
        .build()
        .expect("a legal position");
    let fen = "4k3/8/8/3pP3/8/8/8/R3K2R w KQ d6 0 12";
    assert!(built.same_state(&board(fen)));
    assert_eq!(kings.clone().build().expect("two kings").to_string(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(Builder::new().build(), Err(BoardError::MissingKing(Color::White)));
    assert_eq!(
        kings.clone().with_castling_rook(Color::Black, Square::H8).build(),
        Err(BoardError::CastlingRight { color: Color::Black, rook: Square::H8 })
    );
    let stale = kings.clone().with_double_push(Square::D6).build();
    assert_eq!(stale, Err(BoardError::StaleEnPassantSquare(Square::D6)));
    let shuffled = Builder::new()
        .with_piece(Square::F1, Piece::WhiteKing)
        .with_piece(Square::G1, Piece::WhiteRook)
        .with_piece(Square::E8, Piece::BlackKing)
        .with_castling_rook(Color::White, Square::G1)
        .with_mode(FenMode::Detect)
        .with_halfmove_clock(3)
        .build()
        .expect("a Chess960 position");
    assert_eq!(shuffled.castling_mode(), CastlingMode::Chess960);
    assert_eq!(shuffled.to_string(), "4k3/8/8/8/8/8/8/5KR1 w G - 3 1");
}

#[test]
fn granting_a_right_again_has_no_effect_and_an_impossible_right_is_an_error() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let pieces = Square::ALL.iter().filter_map(|&square| Some((square, board(fen).piece_on(square)?)));
    let built = pieces.fold(Builder::new(), |builder, (square, piece)| builder.with_piece(square, piece));
    for times in [2, 30] {
        let again = (0..times).fold(built.clone(), |builder, _| builder.with_castling_rights(CastlingRights::WHITE));
        assert_eq!(again.with_castling_rights(CastlingRights::BLACK).build(), Ok(board(fen)), "{times} times");
    }
    // An impossible right is an error, whatever the square of its rook.
    let all = built.with_castling_rights(CastlingRights::all()).with_castling_rights(CastlingRights::all());
    for square in Square::ALL.into_iter().filter(|square| ![Square::A1, Square::H1].contains(square)) {
        let impossible = all.clone().with_castling_rook(Color::White, square).build();
        assert_eq!(impossible, Err(BoardError::CastlingRight { color: Color::White, rook: square }), "{square}");
    }
}

#[test]
fn invariants_read_as_clauses() {
    assert_eq!(Board::start().check_invariants(), Ok(()));
    let broken = BoardError::NonPawnKey(Color::Black);
    assert_eq!(broken.to_string(), "the non-pawn key of black is not the key of the board");
}
