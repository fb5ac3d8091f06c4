//! An illegal move is refused for the reason that a person at the board would give.

use gardez_notation::pgn::Reader;
use gardez_notation::san::{SanError, parse_lenient};
use gardez_position::{Board, UciError};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const ITALIAN: &str = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 1";
const ROOKS: &str = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";

/// A text, a position, and words of the reason. Add a row for another reason.
const REASONS: [(&str, &str, &str); 52] = [
    // Pawns.
    ("a2e4", START, "the piece on a2 cannot make this move to e4: no pawn moves so"),
    ("e5", START, "no white pawn can reach e5"),
    ("exd5", START, "no white pawn on the e-file can reach d5"),
    ("exd3", START, "a pawn moves so only to capture, and there is nothing to capture"),
    ("e2d3", START, "a pawn moves so only to capture, and there is nothing to capture"),
    ("e4", "4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "a piece on e3 is in the way"),
    ("e3", "4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "a piece on e3 is in the way"),
    ("e3", "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "the piece on e4 cannot make this move to e3: no pawn moves backward"),
    ("e4e3", "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "no pawn moves backward"),
    ("exd3", "4k3/8/8/8/4P3/3n4/8/4K3 w - - 0 1", "no pawn moves backward"),
    ("e6", "4k3/8/8/4p3/8/8/8/4K3 b - - 0 1", "no pawn moves backward"),
    ("exd3", "4k3/8/8/8/8/3P4/4P3/4K3 w - - 0 1", "a white pawn is on d3"),
    ("a7a8", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "ambiguous"),
    ("e4=Q", START, "it does not become another piece there"),
    // Pieces.
    ("Nf4", START, "no white knight can reach f4"),
    ("Ne2", START, "a white pawn is on e2"),
    ("Ra3", START, "a piece on a2 is in the way"),
    ("Qd4", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "no white queen can reach d4"),
    ("e5e6", START, "there is no piece on e5"),
    ("e7e5", START, "the piece on e7 belongs to the side that is not to move"),
    ("g1g3", START, "no knight moves so"),
    ("Nge2", "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "*"),
    ("Nce2", "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "the bishop on b4 pins the piece"),
    ("Kf8", "rnbq1rk1/pppn1ppB/4p3/3pP3/1b1P4/2N2N2/PPP2PPP/R1BQK2R b KQ - 0 1", "a black rook is on f8"),
    ("g8f8", "rnbq1rk1/pppn1ppB/4p3/3pP3/1b1P4/2N2N2/PPP2PPP/R1BQK2R b KQ - 0 1", "a black rook is on f8"),
    ("Ke2", "4k3/8/8/8/8/8/r7/4K3 w - - 0 1", "the rook on a2 attacks that square"),
    ("Nf3", "4k3/8/8/8/1b6/8/8/4K1N1 w - - 0 1", "the bishop on b4 gives check"),
    ("Ra2", "4r2k/8/8/8/8/5n2/8/R3K3 w - - 0 1", "so the king must move"),
    // Castling.
    ("Kg1", ITALIAN, "only by castling, O-O"),
    ("Kc1", ROOKS, "only by castling, O-O-O"),
    ("Kg1", START, "the king cannot castle: a piece on f1 is in the way"),
    ("Kg1", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "there is no right to castle on the king side"),
    ("Kh1", ROOKS, "no white king can reach h1"),
    ("Kg3", ROOKS, "no white king can reach g3"),
    ("O-O", START, "the king cannot castle: a piece on f1 is in the way"),
    ("0-0-0", START, "the king cannot castle: a piece on d1 is in the way"),
    ("e1g1", START, "the king cannot castle: a piece on f1 is in the way"),
    ("O-O", "4k3/8/b7/8/8/8/8/4K2R w K - 0 1", "the king cannot castle: the bishop on a6 attacks f1 on its way"),
    ("O-O", "4k3/8/8/8/4r3/8/8/4K2R w K - 0 1", "the king cannot castle: the rook on e4 gives check"),
    ("O-O", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "there is no right to castle on the king side"),
    ("O-O-O", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "there is no right to castle on the queen side"),
    ("O-O", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "there is no right to castle on the king side"),
    ("Kg1", "4k3/8/8/8/8/8/8/4KR1R w K - 0 1", "a piece on f1 is in the way"),
    // Other notations.
    ("Sf3", START, "S is not a letter of a piece in English"),
    ("Lb5", ITALIAN, "L is not a letter of a piece in English"),
    ("Кf3", START, "К is not a letter of a piece in English"),
    ("a8=D+", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "D is not a letter of a piece in English"),
    ("P@e4", ITALIAN, "a drop, which only crazyhouse"),
    ("@e4", ITALIAN, "a drop, which only crazyhouse"),
    ("N@f3+", ITALIAN, "a drop, which only crazyhouse"),
    ("Xyz", START, "not a move: unexpected text at byte 1"),
    ("N@", START, "not a move"),
];

#[test]
fn a_move_is_refused_for_the_true_reason() {
    for (text, fen, words) in REASONS {
        let board: Board = fen.parse().expect(fen);
        match parse_lenient(&board, text) {
            Ok(_) => assert_eq!(words, "*", "{text} on {fen}"),
            Err(error) => {
                let reason = error.to_string();
                assert!(reason.contains(words), "{text} on {fen}: {reason}");
                assert!(!reason.contains("to h1:") && !reason.contains("no piece can"), "{text} on {fen}: {reason}");
            }
        }
        // Two squares are refused for the same reason by the reader of UCI.
        if let (Err(SanError::Illegal { reasons, .. }), Err(UciError::Illegal(error))) =
            (parse_lenient(&board, text), board.parse_uci(text))
        {
            assert_eq!(reasons, [error], "{text} on {fen}");
        }
    }
}

#[test]
fn an_unknown_variant_is_named_and_wild_fr_is_fischer_random() {
    let read = |variant: &str| {
        let fen = "bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w GDgd - 0 1";
        let pgn = format!("[Variant \"{variant}\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1. b3 *");
        Reader::from_bytes(pgn.as_bytes()).read_game().expect("a slice").expect("a game")
    };
    let known = read("wild/fr");
    assert_eq!((known.game.len(), known.problem_count), (1, 0), "{:?}", known.problems);
    let unknown = read(&format!("Wild 5 {}", "x".repeat(1000)));
    let text = unknown.problems[0].kind.to_string();
    assert!(text.starts_with("unknown variant \"Wild 5 xxx") && text.len() < 70, "{text}");
}
