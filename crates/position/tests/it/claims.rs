//! Draws that can be claimed, compared with making every move.

use crate::common::walk;
use gardez_position::{FenMode, Move, Outcome, Position};
use quickcheck::quickcheck;

fn after(fen: &str, line: &str) -> Position {
    let position = Position::from_fen_and_moves(fen, FenMode::Detect, line.split_whitespace());
    position.unwrap_or_else(|error| panic!("{fen} {line}: {error}"))
}

/// The claims by a move, found by making each move with the history.
fn slow(position: &Position) -> Vec<(Move, Outcome)> {
    let mut claims = vec![];
    for m in position.legal_moves() {
        let mut after = position.clone();
        after.do_move(m);
        if after.occurrences() >= 3 {
            claims.push((m, Outcome::ThreefoldRepetition));
        }
        if after.halfmove_clock() >= 100 && !after.legal_moves().is_empty() {
            claims.push((m, Outcome::FiftyMoves));
        }
    }
    claims
}

fn check(position: &Position) {
    let claims = slow(position);
    assert!(position.claims_by_move().eq(claims.iter().copied()), "{position:?}");
    let has = |wanted| claims.iter().any(|&(_, outcome)| outcome == wanted);
    let now = position.halfmove_clock() >= 100 && !position.legal_moves().is_empty();
    let threefold = position.occurrences() >= 3 || has(Outcome::ThreefoldRepetition);
    assert_eq!(position.can_claim_draw(), now || threefold || has(Outcome::FiftyMoves), "{position:?}");
}

quickcheck! {
    fn claims_are_what_making_each_move_shows(start: u16, choices: Vec<u8>) -> bool {
        walk(start, &choices, |position| check(position));
        true
    }

    fn claims_in_endgames_with_few_squares_are_what_making_each_move_shows(choices: Vec<u8>, clock: u8) -> bool {
        // Positions come back often: both kings have little room.
        let fen = format!("k7/P1p5/2P5/8/8/5p2/5P1p/7K w - - {} 60", clock % 100);
        let mut position: Position = fen.parse().expect("a FEN");
        for choice in choices {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.do_move(moves[usize::from(choice) % moves.len()]);
            check(&position);
        }
        true
    }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn the_move_that_repeats_the_position_is_named() {
    let game = after(START, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
    assert_eq!(game.outcome(), None);
    let back = game.parse_uci("f6g8").expect("legal");
    assert_eq!(game.claims_by_move().collect::<Vec<_>>(), [(back, Outcome::ThreefoldRepetition)]);
    assert!(game.can_claim_draw() && game.claims_by_move().all(|(_, outcome)| outcome != Outcome::FiftyMoves));
    check(&after(START, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8"));
}

#[test]
fn each_move_that_completes_fifty_moves_is_named_but_not_a_mate() {
    // 8  . . . . . . . k   Ra8 mates, every other move of a piece completes 50 moves.
    // 6  . . . . . . K .
    let game = after("7k/8/6K1/8/8/8/4P3/R7 w - - 99 80", "");
    let claims: Vec<_> = game.claims_by_move().collect();
    let mate = game.parse_uci("a1a8").expect("legal");
    let pawn_moves = 2;
    assert_eq!(claims.len(), game.legal_moves().len() - pawn_moves - 1);
    assert!(claims.iter().all(|&(m, outcome)| m != mate && outcome == Outcome::FiftyMoves));
    check(&game);
    let mated = after("7k/8/6K1/8/8/8/4P3/R7 w - - 99 80", "a1a8");
    assert!(!mated.can_claim_draw(), "the game is over");
    let early = after("7k/8/6K1/8/8/8/4P3/R7 w - - 98 80", "");
    assert!(!early.can_claim_draw() && early.claims_by_move().next().is_none());
}
