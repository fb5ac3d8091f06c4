//! Calls that tools use every day: moves by squares, pieces without a game, start positions by number, symmetry.

use crate::common::walk;
use gardez_position::{
    Board, BoardError, Builder, CastlingMode, Color, ErrorInfo, FenErrorKind, FenMode, FenProblems, FenReader,
    FindMoveError, IllegalMoveError, Move, MoveKind, Piece, PieceType, Placement, Position, SetupError, Square, Status,
};
use quickcheck::quickcheck;

fn board(fen: &str) -> Board {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

quickcheck! {
    fn every_legal_move_is_found_by_its_squares_and_nothing_else_is(start: u16, choices: Vec<u8>) -> bool {
        let position = walk(start, &choices, |_| {});
        let moves = position.legal_moves();
        for &m in &moves {
            assert_eq!(position.find_move(m.from(), m.to(), m.promotion()), Ok(m), "{position:?}");
        }
        for from in Square::ALL {
            for to in Square::ALL {
                for promotion in [None, Some(PieceType::Queen), Some(PieceType::Knight)] {
                    let castles = |m: &Move| m.kind() == MoveKind::Castling && m.uci(CastlingMode::Standard).to() == to;
                    let fits = |m: &&Move| {
                        m.from() == from && (m.to() == to || castles(m)) && m.promotion() == promotion
                    };
                    let found = position.find_move(from, to, promotion);
                    assert_eq!(found.is_ok(), moves.iter().any(|m| fits(&m)), "{from}{to} {promotion:?} {position:?}");
                }
            }
        }
        true
    }

    fn the_pieces_by_square_are_the_pieces_on_the_squares(start: u16, choices: Vec<u8>) -> bool {
        let position = walk(start, &choices, |_| {});
        let expected = Square::ALL.into_iter().filter_map(|square| Some((square, position.piece_on(square)?)));
        position.piece_map().eq(expected) && position.placement().piece_map().eq(position.piece_map())
            && position.piece_map().len() == position.occupied().len() as usize
    }

    fn the_text_of_a_placement_is_the_first_field_of_the_fen(start: u16, choices: Vec<u8>) -> bool {
        walk(start, &choices, |position| {
            let fen = position.to_string();
            let placement = position.placement();
            assert_eq!(placement.to_string(), fen.split(' ').next().expect("a field"));
            assert_eq!(placement.to_string().parse(), Ok(placement));
            assert_eq!(placement.swap_colors(), position.board().swap_colors().placement());
        });
        true
    }

    fn the_legal_moves_of_a_flipped_board_are_the_flipped_legal_moves(start: u16, choices: Vec<u8>) -> bool {
        walk(start, &choices, |position| {
            let builder = Builder::from_board(position).without_castling_rights();
            let board = builder.build_board().expect("fewer rights are possible, too");
            let flipped = board.flip_horizontal();
            assert_eq!(flipped.check_invariants(), Ok(()));
            let mut expected: Vec<_> = board.legal_moves().iter().map(|m| {
                let uci = m.uci(CastlingMode::Standard);
                (uci.from().flip_horizontal(), uci.to().flip_horizontal(), m.kind(), m.promotion())
            }).collect();
            let mut found: Vec<_> =
                flipped.legal_moves().iter().map(|m| (m.from(), m.to(), m.kind(), m.promotion())).collect();
            expected.sort_unstable_by_key(|m| format!("{m:?}"));
            found.sort_unstable_by_key(|m| format!("{m:?}"));
            assert_eq!(found, expected, "{board:?}");
            assert!(flipped.flip_horizontal().same_clocks(&board) && flipped.flip_horizontal() == board);
        });
        true
    }
}

#[test]
fn what_a_pawn_becomes_must_fit_the_move() {
    let promoting = board("1n2k3/P7/8/8/8/8/4P3/4K2R w K - 0 1");
    let (from, to) = (Square::A7, Square::B8);
    assert_eq!(promoting.find_move(from, to, None), Err(FindMoveError::MissingPromotion { from, to }));
    for piece in PieceType::PROMOTION_PIECES {
        assert_eq!(promoting.find_move(from, to, Some(piece)), Ok(Move::new_promotion(from, to, piece)));
    }
    for piece in [PieceType::Pawn, PieceType::King] {
        assert_eq!(promoting.find_move(from, to, Some(piece)), Err(FindMoveError::PromotionPiece(piece)));
    }
    let (from, to) = (Square::E2, Square::E4);
    let error = promoting.find_move(from, to, Some(PieceType::Queen)).expect_err("a double push");
    assert_eq!(error, FindMoveError::NotAPromotion { from, to });
    assert_eq!((error.to_string().as_str(), error.kind_name()), {
        ("the move from e2 to e4 is not a promotion", "not-a-promotion")
    });
    let error = promoting.find_move(Square::E5, Square::E6, None);
    assert_eq!(error, Err(FindMoveError::Illegal(IllegalMoveError::NoPiece(Square::E5))));
}

#[test]
fn each_start_position_has_its_number() {
    for number in 0..960 {
        assert_eq!(Board::chess960(number).expect("below 960").chess960_number(), Some(number));
        let other = number * 7 % 960;
        let board = Board::double_chess960(number, other).expect("below 960");
        assert_eq!(board.chess960_number(), Some(number).filter(|_| number == other));
        assert_eq!(board.chess960_number().is_some(), number == other);
    }
}

#[test]
fn a_position_that_is_no_start_position_has_no_number() {
    let late = board("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 8 5");
    assert_eq!(late.chess960_number(), Some(518), "the clocks do not matter");
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNQBKBNR w KQkq - 0 1",
        "qrbbnnkr/pppppppp/8/8/8/8/PPPPPPPP/QRBBNNKQ w Bkq - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
    ] {
        assert_eq!(board(fen).chess960_number(), None, "{fen}");
    }
}

#[test]
fn the_status_says_check_mate_stalemate_or_nothing() {
    for (fen, status, text) in [
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", Status::Ongoing, "ongoing"),
        ("4k2R/8/8/8/8/8/8/4K3 b - - 0 1", Status::Check, "check"),
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", Status::Checkmate, "checkmate"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Status::Stalemate, "stalemate"),
    ] {
        let found = board(fen).status();
        assert_eq!((found, found.to_string().as_str()), (status, text), "{fen}");
        assert_eq!(found.is_ongoing(), board(fen).mate().is_none());
    }
}

#[test]
fn moves_are_made_from_the_start_position_and_an_error_names_the_move() {
    let moves = ["e2e4", "c7c5", "g1f3"];
    let position = Position::from_moves(moves).expect("legal moves");
    assert!(Board::from_moves(moves).expect("legal moves").same_state(&position));
    let fen = Board::start().to_string();
    assert!(Position::from_fen_and_moves(&fen, FenMode::Detect, moves).expect("legal moves").same_state(&position));
    for error in [
        Board::from_moves(["e2e4", "c7c5", "e4e6"]).expect_err("too far"),
        Position::from_moves(["e2e4", "c7c5", "e4e6"]).expect_err("too far"),
    ] {
        assert!(matches!(error, SetupError::Move { index: 2, .. }), "{error}");
    }
    assert!(matches!(Position::from_fen_and_moves("8", FenMode::Detect, moves), Err(SetupError::Fen(_))));
}

#[test]
fn castling_that_needs_chess960_is_never_printed_as_a_step_of_the_king() {
    // The second FEN is what standard chess has of the first. f1g1 would be a step.
    for (fen, standard) in [
        ("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "4k3/8/8/8/8/8/8/5KR1 w - - 0 1"),
        ("3k4/8/8/8/8/8/8/K3R3 w E - 0 1", "3k4/8/8/8/8/8/8/K3R3 w - - 0 1"),
        ("4k1r1/8/8/8/8/8/8/4K2R w Kg - 0 1", "4k1r1/8/8/8/8/8/8/4K2R w K - 0 1"),
        ("r2k3r/8/8/8/8/8/8/R3K2R b KQha - 0 1", "r2k3r/8/8/8/8/8/8/R3K2R b KQ - 0 1"),
    ] {
        for mode in [FenMode::Detect, FenMode::Chess960] {
            let read = Board::from_fen(fen, mode).expect("a FEN");
            assert_eq!(read.castling_mode(), CastlingMode::Chess960, "{mode:?}");
            let builder = Builder::from_board(&read).with_mode(mode);
            assert_eq!(builder.build_board().expect("the same").castling_mode(), CastlingMode::Chess960);
            let error = builder.with_mode(FenMode::Standard).build_board();
            assert!(matches!(error, Err(BoardError::CastlingRight { .. })), "{fen}");
        }
        let read = FenReader::new().with_mode(FenMode::Standard).read_board(fen).expect("a FEN");
        assert_eq!((read.position.to_string().as_str(), read.problems()), (standard, FenProblems::CASTLING_RIGHTS));
    }
    for fen in [
        "1k6/8/8/8/8/8/8/4K2R w K - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R2K3R w kq - 0 1",
        "rk5r/8/8/8/8/8/8/RR1K3R b - - 0 1",
    ] {
        let read = Board::from_fen(fen, FenMode::Standard).expect("a FEN");
        assert_eq!((read.castling_mode(), read.to_string().as_str()), (CastlingMode::Standard, fen));
    }
}

#[test]
fn an_error_of_the_pieces_points_at_the_piece() {
    for (fen, at, text) in [
        ("4k3/8/8/8/8/8/8/1P2K3 w - - 0 1", 17, "P"),
        ("2p1k3/8/8/8/8/8/8/4K3 w - - 0 1", 1, "p"),
        ("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", 18, "K"),
        ("4k2k/8/8/8/8/8/8/4K3 w - - 0 1", 3, "k"),
        ("4k3/8/8/8/8/8/8/4RK2 w - - 0 1", 1, "k"),
        ("4k3/8/8/8/8/8/8/4rK2 b - - 0 1", 18, "K"),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", 0, "8/8/8/8/8/8/8/4K3"),
    ] {
        let error = Board::from_fen(fen, FenMode::Detect).expect_err(fen);
        assert_eq!((error.span.start, error.text(fen)), (at, text), "{error}");
    }
    let checks = "8/8/8/8/8/1n2k3/2n5/K7 w - - 0 1";
    let error = FenReader::new().strict().read_board(checks).expect_err("two knights cannot give check at once");
    assert_eq!(error.text(checks), "n2k3/2n");
    assert!(matches!(error.kind, FenErrorKind::Board(BoardError::ImpossibleCheck { .. })));
}

#[test]
fn a_placement_is_read_alone_and_may_be_anything() {
    let pawns: Placement = "pppppppp/8/8/8/8/8/8/PPPPPPPP".parse().expect("nothing is checked but the syntax");
    assert_eq!(pawns.piece_on(Square::A1), Some(Piece::WhitePawn));
    assert_eq!(pawns.piece_map().count(), 16);
    assert_eq!(Builder::from_placement(&pawns).build_board(), Err(BoardError::MissingKing(Color::White)));
    assert_eq!("8/8/8/8/8/8/8/8".parse(), Ok(Placement::EMPTY));
    let error = "8/8/8/8/8/8/8/8 w".parse::<Placement>().expect_err("there is another field");
    assert_eq!((error.kind, error.span), (FenErrorKind::TrailingText, 16..17));
    let error = "8/8/8/8/8/8/8/7".parse::<Placement>().expect_err("a square is missing");
    assert_eq!(error.kind_name(), "rank-length");
    let one = Placement::EMPTY.with_piece(Square::E4, Piece::BlackQueen);
    assert_eq!(one.to_string(), "8/8/8/8/4q3/8/8/8");
    assert_eq!(one.without_piece(Square::E4), Placement::EMPTY);
    assert_eq!(Placement::new(*one.squares()), one);
}

#[test]
fn figurines_are_the_symbols_of_their_pieces() {
    for (index, piece) in Piece::ALL.into_iter().enumerate() {
        assert_eq!(Piece::from_figurine(piece.figurine()), Some(piece));
        // Unicode begins with the white king, and ends with the black pawn.
        let from_king = 5 - piece.piece_type().index() as u32;
        assert_eq!(u32::from(piece.figurine()), 0x2654 + 6 * (index as u32 / 6) + from_king);
    }
}
