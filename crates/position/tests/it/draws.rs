//! Repetition, and how games end.

use gardez_position::{FenMode, Outcome, Position};
use gardez_types::Color;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn after(fen: &str, line: &str) -> Position {
    let position = Position::from_fen_and_moves(fen, FenMode::Detect, line.split_whitespace());
    position.unwrap_or_else(|error| panic!("{fen} {line}: {error}"))
}

/// Four plies after which the start position occurs again.
const KNIGHTS_OUT_AND_BACK: &str = "g1f3 g8f6 f3g1 f6g8 ";

#[test]
fn the_set_up_position_counts_as_an_occurrence() {
    let once = after(START, KNIGHTS_OUT_AND_BACK);
    assert_eq!((once.repetition(), once.occurrences()), (4, 2));
    let twice = after(START, &KNIGHTS_OUT_AND_BACK.repeat(2));
    assert_eq!((twice.repetition(), twice.occurrences()), (-4, 3));
    assert_eq!(twice.outcome(), Some(Outcome::ThreefoldRepetition));
    let four = after(START, &KNIGHTS_OUT_AND_BACK.repeat(4));
    assert_eq!(four.outcome(), Some(Outcome::FivefoldRepetition));
}

#[test]
fn one_repetition_of_the_root_is_not_a_draw_but_one_after_the_root_is() {
    let position = after(START, KNIGHTS_OUT_AND_BACK);
    assert!(!position.is_draw(4), "the root is four plies back");
    assert!(position.is_draw(5));
    assert!(
        after(START, &KNIGHTS_OUT_AND_BACK.repeat(2)).is_draw(0),
        "two repetitions are a draw, no matter where the root is"
    );
}

#[test]
fn positions_before_an_irreversible_move_or_a_null_move_do_not_count() {
    let pawn = after(START, &format!("g1f3 g8f6 e2e3 e7e6 {}", "f3g1 f6g8 g1f3 g8f6 "));
    assert_eq!(pawn.repetition(), 4);
    let mut passed = after(START, KNIGHTS_OUT_AND_BACK);
    passed.do_null_move();
    passed.do_null_move();
    assert_eq!(passed.repetition(), 0);
    assert_eq!(passed.occurrences(), 1);
}

#[test]
fn a_position_with_fewer_castling_rights_is_a_different_position() {
    let fen = "4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1";
    let moved = after(fen, "h1g1 h8g8 g1h1 g8h8");
    assert_eq!(moved.repetition(), 0, "the rights are gone");
    assert!(!moved.has_repeated());
}

#[test]
fn has_repeated_holds_until_the_next_irreversible_move() {
    assert!(after(START, &format!("{KNIGHTS_OUT_AND_BACK} b1c3")).has_repeated());
    assert!(!after(START, &format!("{KNIGHTS_OUT_AND_BACK} e2e4")).has_repeated());
}

#[test]
fn thousands_of_occurrences_are_counted_on_a_small_stack() {
    let shuffle = || {
        let mut position = Position::start();
        for text in KNIGHTS_OUT_AND_BACK.split_whitespace().cycle().take(20_000) {
            let m = position.parse_uci(text).expect("a legal move");
            position.do_move(m);
        }
        assert_eq!((position.repetition(), position.occurrences()), (-4, 5_001));
        assert!(position.is_draw(0) && position.has_repeated() && position.upcoming_repetition(0));
        position.do_null_move();
        assert_eq!((position.repetition(), position.has_repeated()), (0, false));
    };
    let small = std::thread::Builder::new().stack_size(64 << 10).spawn(shuffle).expect("a thread");
    small.join().expect("all assertions hold");
}

#[test]
fn upcoming_repetition_finds_a_reversible_move_that_repeats() {
    let position = after(START, "g1f3 g8f6 f3g1");
    assert!(position.upcoming_repetition(4), "f6-g8 leads to a position after the root");
    assert!(!position.upcoming_repetition(3), "f6-g8 leads to the root");
    let two_plies = after("4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1", "a1d1 e8e7");
    assert!(!two_plies.upcoming_repetition(9), "one move cannot undo a move of each side");
}

#[test]
fn fifty_moves_are_a_draw_unless_the_last_one_is_checkmate() {
    let quiet = after("4k3/8/8/8/8/8/8/R3K3 w - - 99 80", "a1a2");
    assert!(quiet.is_draw(0));
    assert_eq!(quiet.outcome(), Some(Outcome::FiftyMoves));
    let mate = after("4k3/8/4K3/8/8/8/8/R7 w - - 99 80", "a1a8");
    assert!(!mate.is_draw(0));
    assert_eq!(mate.outcome(), Some(Outcome::Checkmate { winner: Color::White }));
    assert!(Outcome::FiftyMoves.is_claim() && !Outcome::SeventyFiveMoves.is_claim());
    let late: Position = "4k3/8/8/8/8/8/8/R3K3 w - - 150 120".parse().expect("a FEN");
    assert_eq!(late.outcome(), Some(Outcome::SeventyFiveMoves));
}

#[test]
fn insufficient_material_is_a_draw() {
    for (fen, draw) in [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", true),
        ("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", true),
        ("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", true),
        ("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", true),
        ("2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1", false),
        ("4k3/8/8/8/8/8/8/4KNN1 w - - 0 1", false),
        ("4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", false),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false),
    ] {
        let position: Position = fen.parse().expect("a FEN");
        assert_eq!(position.has_insufficient_material(), draw, "{fen}");
        assert_eq!(position.outcome() == Some(Outcome::InsufficientMaterial), draw, "{fen}");
    }
}

/// A pass counts as a ply, is undone, and is refused in check.
#[test]
fn a_pass_counts_as_a_ply_and_is_refused_in_check() {
    let mut position: Position = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 9".parse().expect("a FEN");
    let before = position.clone();
    position.pass().expect("no check");
    assert_eq!(position.to_string(), "4k3/8/8/3pP3/8/8/8/4K3 b - - 1 9");
    position.pass().expect("no check");
    assert_eq!(position.to_string(), "4k3/8/8/3pP3/8/8/8/4K3 w - - 2 10");
    assert_eq!(position.board().check_invariants(), Ok(()));
    assert!(position.undo_null_move() && position.undo_null_move() && !position.undo_null_move());
    assert!(position.same_history(&before) && position.to_string() == before.to_string());

    let mut checked: Position = "4k3/8/8/8/8/8/8/r3K3 w - - 0 1".parse().expect("a FEN");
    assert_eq!(checked.pass(), Err(gardez_position::IllegalMoveError::PassInCheck));
    assert_eq!(checked.to_string(), "4k3/8/8/8/8/8/8/r3K3 w - - 0 1");
}
