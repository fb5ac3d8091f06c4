//! The ways to set up a position agree: a FEN, the parts of a board, the builder. What is wrong with a position has the same
//! name in all of them.

use crate::common::walk;
use gardez_position::{
    Bitboard, Board, BoardError, BoardParts, Builder, EnPassantPolicy, FenErrorKind, FenMode, FenProblems, FenReader,
    Position,
};
use gardez_types::{Color, ErrorInfo, Piece, Square};
use quickcheck::quickcheck;

/// The board that a FEN reader makes of the text of this one.
fn read_again(board: &Board) -> Board {
    let reader = FenReader::new().with_mode(board.castling_mode().into()).with_en_passant(EnPassantPolicy::Always);
    // The text has the en passant square only if it counts, and the double push must not be lost.
    let text = board.fen(gardez_position::FenStyle::Shredder).with_en_passant(EnPassantPolicy::Always).to_string();
    let always = reader.read_board(&text).expect("the FEN of a board").position;
    if always.ep_square() == board.ep_square() {
        return always;
    }
    reader.with_en_passant(EnPassantPolicy::Legal).read_board(&text).expect("the FEN of a board").position
}

quickcheck! {
    fn the_parts_of_a_board_make_the_same_board(start: u16, choices: Vec<u8>) -> bool {
        let mut holds = true;
        walk(start, &choices, |position| {
            let again = Board::from_parts(&BoardParts::from(position.board())).expect("the parts of a board");
            holds &= again.same_state(&read_again(position)) && again.check_invariants().is_ok();
            holds &= again.key() == position.key() && again.to_string() == position.to_string();
            holds &= BoardParts::from(&again) == BoardParts::from(position.board());
        });
        holds
    }

    fn a_builder_that_starts_from_a_board_builds_the_same_board(start: u16, choices: Vec<u8>) -> bool {
        let mut holds = true;
        walk(start, &choices, |position| {
            let built = Builder::from_board(position).build_board().expect("the parts of a board");
            holds &= built.same_state(&read_again(position));
        });
        holds
    }

    fn pieces_put_on_squares_one_by_one_are_the_parts_of_the_board(start: u16, choices: Vec<u8>) -> bool {
        let position = walk(start, &choices, |_| {});
        let mut builder = Builder::new()
            .with_side_to_move(position.side_to_move())
            .with_halfmove_clock(position.halfmove_clock())
            .with_fullmove_number(position.fullmove_number())
            .with_mode(position.castling_mode().into());
        for square in position.occupied() {
            builder = builder.with_piece(square, position.piece_on(square).expect("an occupied square"));
        }
        for (_, color, side) in gardez_types::CastlingRights::EACH {
            if let Some(rook) = position.castling_rook(color, side) {
                builder = builder.with_castling_rook(color, rook);
            }
        }
        if let Some(square) = position.state().double_push() {
            builder = builder.with_double_push(square);
        }
        builder.build_board().expect("the parts of a board").same_state(&read_again(&position))
    }
}

#[test]
fn the_parts_keep_an_en_passant_square_that_another_policy_counts() {
    let nobody = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    let pinned = "7k/8/8/K1pP3r/8/8/8/8 w - c6 0 1";
    for fen in [nobody, pinned] {
        for policy in [EnPassantPolicy::Legal, EnPassantPolicy::PseudoLegal, EnPassantPolicy::Always] {
            let board = FenReader::new().with_en_passant(policy).read_board(fen).expect("a FEN").position;
            let again = Board::from_parts(&BoardParts::from(&board)).expect("the parts of a board");
            assert!(again.same_state(&board), "{policy:?} {fen}");
        }
    }
}

/// The parts of a board that a FEN describes, without a check.
fn parts(pieces: &[(Square, Piece)], rooks: [Bitboard; 2], double_push: Option<Square>) -> BoardParts {
    let mut parts = BoardParts { castling_rooks: rooks, double_push, ..BoardParts::EMPTY };
    for &(square, piece) in pieces {
        parts.squares[square as usize] = Some(piece);
    }
    parts
}

#[test]
fn each_error_has_the_same_name_in_a_fen_in_parts_and_in_code() {
    use Piece::{BlackKing, BlackPawn, WhiteKing, WhiteRook};
    use Square::{A1, A8, C3, D5, D6, E1, E4, E8, F1, H1, H4, H8};

    let kings = [(E1, WhiteKing), (E8, BlackKing)];
    let none = [Bitboard::EMPTY; 2];
    let white = |rook: Square| [Bitboard::from(rook), Bitboard::EMPTY];
    let black = |rook: Square| [Bitboard::EMPTY, Bitboard::from(rook)];
    let no_right = |color, rook| BoardError::CastlingRight { color, rook };
    let cases = [
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", parts(&kings[1..], none, None), BoardError::MissingKing(Color::White)),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", parts(&kings[..1], none, None), BoardError::MissingKing(Color::Black)),
        (
            "4k2k/8/8/8/8/8/8/4K3 w - - 0 1",
            parts(&[kings[0], kings[1], (H8, BlackKing)], none, None),
            BoardError::SeveralKings(Color::Black),
        ),
        (
            "p3k3/8/8/8/8/8/8/4K3 w - - 0 1",
            parts(&[kings[0], kings[1], (A8, BlackPawn)], none, None),
            BoardError::PawnOnBackRank(A8),
        ),
        (
            "4k3/8/8/8/4R3/8/8/4K3 w - - 0 1",
            parts(&[kings[0], kings[1], (E4, WhiteRook)], none, None),
            BoardError::OpponentInCheck(Color::Black),
        ),
        ("4k3/8/8/8/8/8/8/4K3 w H - 0 1", parts(&kings, white(H1), None), no_right(Color::White, H1)),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", parts(&kings, white(H1), None), no_right(Color::White, H1)),
        ("4k3/8/8/8/8/8/8/4K3 w q - 0 1", parts(&kings, black(A8), None), no_right(Color::Black, A8)),
        (
            "4k3/8/8/8/8/8/8/4KR1R w FH - 0 1",
            parts(
                &[kings[0], kings[1], (F1, WhiteRook), (H1, WhiteRook)],
                [Bitboard::from_iter([F1, H1]), none[1]],
                None,
            ),
            no_right(Color::White, H1),
        ),
        (
            "4k3/8/8/8/4K3/8/8/R7 w A - 0 1",
            parts(&[(E4, WhiteKing), kings[1], (A1, WhiteRook)], white(A1), None),
            no_right(Color::White, A1),
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - d6 0 1", parts(&kings, none, Some(D6)), BoardError::StaleEnPassantSquare(D6)),
        (
            "4k3/8/8/3p4/8/8/8/4K3 w - c3 0 1",
            parts(&[kings[0], kings[1], (D5, BlackPawn)], none, Some(C3)),
            BoardError::StaleEnPassantSquare(C3),
        ),
    ];
    for (fen, parts, error) in cases {
        let of_fen = FenReader::new().strict().read_board(fen).expect_err(fen);
        assert_eq!(of_fen.kind, FenErrorKind::Board(error), "{fen}");
        assert_eq!(of_fen.kind_name(), error.kind_name());
        assert_eq!(of_fen.problem(), error.problem());
        assert_eq!(Board::from_parts(&parts), Err(error), "{fen}");

        let occupied = Square::ALL.into_iter().filter_map(|square| Some((square, parts.squares[square as usize]?)));
        let mut builder = occupied.fold(Builder::new(), |builder, (square, piece)| builder.with_piece(square, piece));
        for color in Color::ALL {
            for rook in parts.castling_rooks[color as usize] {
                builder = builder.with_castling_rook(color, rook);
            }
        }
        if let Some(square) = parts.double_push {
            builder = builder.with_double_push(square);
        }
        assert_eq!(builder.build(), Err(error), "{fen}");
    }
    // A rook that is not on the back rank has no letter, but a square.
    let right = Builder::new().with_piece(E1, WhiteKing).with_piece(E8, BlackKing).with_castling_rook(Color::White, H4);
    let error = right.build_board().expect_err("no rook on h4");
    assert_eq!(error.to_string(), "white cannot have the right to castle with a rook on h4");
}

#[test]
fn a_builder_refuses_problems_by_the_names_of_the_reader() {
    for (fen, problem) in [
        ("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", FenProblems::TOO_MANY_PIECES),
        ("4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1", FenProblems::PROMOTED_SURPLUS),
        ("8/8/8/8/8/1n2k3/2n5/K7 w - - 0 1", FenProblems::IMPOSSIBLE_CHECK),
    ] {
        let read = FenReader::new().read(fen).expect("it can be played");
        let builder = Builder::from_board(&read.position);
        assert!(builder.build().expect("it was read").same_history(&read.position), "{fen}");
        let refused = builder.clone().refuse(problem).build().expect_err(fen);
        let of_fen = FenReader::new().refuse(problem).read(fen).expect_err(fen);
        assert_eq!((of_fen.kind, refused.problem()), (refused.into(), Some(problem)), "{fen}");
        assert!(builder.refuse(FenProblems::all() - problem).build().is_ok(), "{fen}");
    }
}

#[test]
fn a_builder_changes_the_given_parts_and_nothing_else() {
    let position: Position = "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 12".parse().expect("a FEN");
    let builder = Builder::from_board(&position);
    let fen = |builder: Builder| builder.build().map(|position| position.to_string());
    for (changed, text) in [
        (builder.clone().without_piece(Square::D5).without_double_push(), "r3k2r/8/8/4P3/8/8/8/R3K2R w KQkq - 0 12"),
        (builder.clone().without_double_push(), "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq - 0 12"),
        (builder.clone().without_castling_rights(), "r3k2r/8/8/3pP3/8/8/8/R3K2R w - d6 0 12"),
        (builder.clone().without_castling_rook(Color::Black, Square::A8), "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQk d6 0 12"),
        (builder.clone().with_halfmove_clock(7).with_fullmove_number(3), "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 7 3"),
        (builder.clone().with_mode(FenMode::Chess960), "r3k2r/8/8/3pP3/8/8/8/R3K2R w HAha d6 0 12"),
        (
            builder.clone().without_double_push().with_side_to_move(Color::Black),
            "r3k2r/8/8/3pP3/8/8/8/R3K2R b KQkq - 0 12",
        ),
    ] {
        assert_eq!(fen(changed), Ok(text.into()));
    }
    assert_eq!(
        fen(builder.with_side_to_move(Color::Black)),
        Err(BoardError::StaleEnPassantSquare(Square::D6)),
        "white's last move was not d7-d5"
    );
}
