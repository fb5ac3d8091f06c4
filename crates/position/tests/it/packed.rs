//! Boards in 24 bytes: the promised bytes, an error for each kind of bad bytes, and laws on random games and random bytes.

use crate::common::walk;
use gardez_position::{
    Board, BoardError, Color, EnPassantPolicy, ErrorInfo, FenReader, FenStyle, MoveKind, PackError, PackedBoard,
    Position, Square,
};
use gardez_zobrist::Generator;
use quickcheck::quickcheck;

/// The pieces, side to move, castling rights with their rooks, and the legal en passant square.
fn rules_text(board: &Board) -> String {
    let fen = board.fen(FenStyle::Shredder).with_en_passant(EnPassantPolicy::Legal).to_string();
    fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
}

fn board(fen: &str) -> Board {
    fen.parse().expect("a FEN")
}

/// Packs a board of a FEN and returns the bytes as digits.
fn digits(fen: &str) -> String {
    format!("{:?}", board(fen).packed().expect("room for its pieces"))
}

/// The bytes that these digits describe; spaces are skipped, and zeros follow the last one.
fn packed(digits: &str) -> PackedBoard {
    let mut bytes = [0; PackedBoard::SIZE];
    for (index, digit) in digits.chars().filter(|c| *c != ' ').enumerate() {
        bytes[index / 2] |= (digit.to_digit(16).expect("a digit") as u8) << (4 * (1 - index % 2));
    }
    PackedBoard::from_bytes(bytes)
}

#[test]
fn the_bytes_are_those_that_are_promised() {
    let golden = [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "ffff00000000ffff e78ba87e 66666666 00000000 d125421d",
        ),
        // Black to move: the ranks are flipped, and the black king has code 15.
        (
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
            "ffef00100000ffff d125421d 00000000 66666666 e78fa87e",
        ),
        // The drawing in the documentation.
        ("4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 1", "1000001800000090 b0cd5"),
        // A white pawn that can be captured.
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "1000001800000010 5c6f"),
        // The capture would uncover the rook, so the pawn is an ordinary one.
        ("7k/8/8/KPp4r/8/8/8/8 w - c6 0 2", "8000008700000000 b9605"),
        // Chess960: the inner rook castles, the outer one does not.
        ("4k3/8/8/8/8/8/8/1RR1K3 w C - 0 1", "1000000000000016 b5d3"),
    ];
    for (fen, bytes) in golden {
        assert_eq!(board(fen).packed(), Ok(packed(bytes)), "{fen}");
    }
    assert_eq!(digits("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), format!("1000000000000010b5{}", "0".repeat(30)));
}

#[test]
fn each_kind_of_bad_bytes_has_its_own_error() {
    let missing = |color| PackError::Board(BoardError::MissingKing(color));
    let several = |color| PackError::Board(BoardError::SeveralKings(color));
    let castling = |color, rook| PackError::Board(BoardError::CastlingRight { color, rook });
    let cases = [
        ("ffff00000100ffff", PackError::TooManyPieces { pieces: 33 }),
        ("1000000000000010 b51", PackError::UnusedCode { index: 2 }),
        ("1000000000000010 b5000000 00000000 00000000 00000001", PackError::UnusedCode { index: 31 }),
        ("", missing(Color::White)),
        ("1000000000000010 55", several(Color::White)),
        ("1000000000000030 b5b", several(Color::Black)),
        // Both codes of the black king.
        ("1000000000000030 b5f", several(Color::Black)),
        // A castling rook without a king.
        ("1000000000000001 bd", missing(Color::White)),
        ("1008000000000010 b05", PackError::Board(BoardError::OpponentInCheck(Color::Black))),
        ("3000000000000010 b05", PackError::Board(BoardError::PawnOnBackRank(Square::E8))),
        // Rank 4, no neighbor, a blocked square behind the pawn, a second pawn.
        ("1000000018000010 b0c5", PackError::EnPassantPawn(Square::D4)),
        ("1000000800000010 bc5", PackError::EnPassantPawn(Square::D5)),
        ("1000081800000010 b60c5", PackError::EnPassantPawn(Square::D5)),
        ("1000003800000010 bc0c5", PackError::EnPassantPawn(Square::F5)),
        // The capture would uncover the rook on h5.
        ("8000008700000000 b9c05", PackError::EnPassantPawn(Square::C5)),
        // A rook on another rank, a king on another rank, two rooks on one side, a black rook on white's rank.
        ("1000000000008010 bd5", castling(Color::White, Square::H2)),
        ("1000000000001080 b5d", castling(Color::White, Square::H1)),
        ("10000000000000d0 bdd5", castling(Color::White, Square::H1)),
        ("1000000000000003 be5", castling(Color::Black, Square::B1)),
    ];
    for (bytes, error) in cases {
        assert_eq!(Board::try_from(&packed(bytes)), Err(error), "{bytes}");
        assert!(!error.to_string().is_empty() && !error.kind_name().is_empty());
    }
}

#[test]
fn a_board_that_does_not_fit_is_an_error() {
    let full = board("4k3/pppppppp/pppppppp/pppppppp/PPPPPPPP/8/8/4K3 w - - 0 1");
    assert_eq!(full.packed(), Err(PackError::TooManyPieces { pieces: 34 }));
}

#[test]
fn an_en_passant_square_without_a_legal_capture_is_not_packed() {
    let text = "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1";
    let kept = FenReader::new().with_en_passant(EnPassantPolicy::Always).read_board(text).expect("a FEN").position;
    assert_eq!(kept.ep_square(), Some(Square::E3));
    assert_eq!(kept.packed(), board("4k3/8/8/8/4P3/8/8/4K3 b - - 0 1").packed());
}

#[test]
fn the_home_ranks_of_the_side_that_is_not_to_move_decide_the_order_first() {
    // Black is to move in all four. Its pieces on ranks 6 to 8 decide last.
    let fens = [
        "k7/8/8/8/8/8/8/4K3 b - - 0 1",
        "7k/8/8/8/8/8/8/4K3 b - - 0 1",
        "k7/8/8/8/8/7P/8/4K3 b - - 0 1",
        "k7/8/8/8/8/8/8/5K2 b - - 0 1",
    ];
    let packed = fens.map(|fen| board(fen).packed().expect("few pieces"));
    assert!(packed.is_sorted(), "{packed:?}");
}

quickcheck! {
    fn a_board_packed_and_read_is_the_same_for_the_rules(start: u16, choices: Vec<u8>) -> bool {
        walk(start, &choices, |position| {
            let packed = position.packed().expect("at most 32 pieces");
            let read = Board::try_from(&packed).expect("a packed board");
            assert_eq!(rules_text(&read), rules_text(position));
            assert_eq!(read.raw_key(), position.raw_key());
            assert_eq!(read.check_invariants(), Ok(()));
            assert_eq!(read.packed(), Ok(packed));
            assert_eq!((read.halfmove_clock(), read.fullmove_number(), read.last_move()), (0, 1, None));
        });
        true
    }

    fn packed_boards_are_equal_exactly_if_the_positions_are_the_same_for_the_rules(
        start: u16, choices: Vec<u8>
    ) -> bool {
        let mut seen = vec![];
        walk(start, &choices, |position| {
            let boards = [*position.board(), position.swap_colors()];
            // The same pieces with the other side to move, and without rights.
            let fen = rules_text(position);
            let fields: Vec<_> = fen.split(' ').collect();
            let other = if fields[1] == "w" { "b" } else { "w" };
            let variants = [format!("{} {other} {} -", fields[0], fields[2]), format!("{} {} - -", fields[0], fields[1])];
            for board in boards.into_iter().chain(variants.iter().filter_map(|fen| fen.parse().ok())) {
                seen.push((rules_text(&board), board.packed().expect("at most 32 pieces")));
            }
        });
        seen.iter().all(|a| seen.iter().all(|b| (a.0 == b.0) == (a.1 == b.1)))
    }
}

#[test]
fn bytes_are_a_board_or_an_error_and_a_board_has_only_one_form() {
    let slow = std::env::var_os("GARDEZ_SLOW").is_some();
    let values = if slow { 10_000_000 } else { 100_000 };
    let mut random = Generator::new(24);
    let corpus = corpus(&mut random);
    let (mut boards, mut errors) = (0_u32, 0_u32);
    for number in 0..values {
        let packed = PackedBoard::from_bytes(match number % 4 {
            0 => random_bytes(&mut random, u64::MAX),
            1 => {
                let sparse = random.next_sparse();
                random_bytes(&mut random, sparse)
            }
            _ => mutated(&mut random, &corpus),
        });
        match Board::try_from(&packed) {
            Ok(board) => {
                boards += 1;
                assert_eq!(board.packed(), Ok(packed));
                assert_eq!(board.check_invariants(), Ok(()), "{board:?}");
                assert!(board.legal_moves().len() == board.legal_move_count());
            }
            Err(error) => {
                errors += 1;
                assert!(!error.kind_name().is_empty());
            }
        }
    }
    assert!(boards > values / 100 && errors > values / 100, "{boards} boards, {errors} errors");
}

/// Packed boards of random games of chess and Chess960, among them many with en passant.
fn corpus(random: &mut Generator) -> Vec<[u8; PackedBoard::SIZE]> {
    let mut corpus = vec![];
    for _ in 0..200 {
        let choices: Vec<u8> = (0..120).map(|_| random.next_u64() as u8 & 127).collect();
        walk(random.next_u64() as u16, &choices, |position: &mut Position| {
            let en_passant = position.legal_moves().into_iter().any(|m| m.kind() == MoveKind::EnPassant);
            if en_passant || random.next_below(16) == 0 {
                corpus.push(position.packed().expect("at most 32 pieces").to_bytes());
            }
        });
    }
    corpus
}

fn random_bytes(random: &mut Generator, occupied: u64) -> [u8; PackedBoard::SIZE] {
    let mut bytes = [0; PackedBoard::SIZE];
    let words = [random.next_u64() & occupied, random.next_u64(), random.next_u64()];
    for (place, word) in bytes.chunks_exact_mut(8).zip(words) {
        place.copy_from_slice(&word.to_be_bytes());
    }
    bytes
}

/// A packed board of a game with up to three changes: a bit, a code, or two codes exchanged.
fn mutated(random: &mut Generator, corpus: &[[u8; PackedBoard::SIZE]]) -> [u8; PackedBoard::SIZE] {
    let mut bytes = corpus[random.next_below(corpus.len())];
    for _ in 0..=random.next_below(3) {
        let choice = random.next_u64();
        let [at, other] = [8, 24].map(|shift| 8 + (choice >> shift) as usize % 16);
        match choice % 4 {
            0 => bytes[at - 8 + (choice >> 40) as usize % 8 / 4 * 8] ^= 1 << (choice >> 5 & 7),
            1 => bytes[at] = bytes[at] & 0x0f | ((choice >> 50) as u8) << 4,
            2 => bytes[at] = bytes[at] & 0xf0 | (choice >> 50) as u8 & 15,
            _ => bytes.swap(at, other),
        }
    }
    bytes
}
