//! What the rules say about a game, ply by ply.

use gardez_notation::claims::{Claim, every_ply};
use gardez_notation::pgn::{Game, GameResult};
use gardez_position::Outcome;
use gardez_types::Color;

/// What holds at the end of a game.
fn last(pgn: &str) -> Claim {
    let game: Game = pgn.parse().unwrap_or_else(|error| panic!("{error} in {pgn}"));
    every_ply(&game).last().expect("the start")
}

fn outcomes(pgn: &str) -> Vec<Outcome> {
    last(pgn).outcomes().collect()
}

#[test]
fn fifty_moves_can_be_claimed_and_seventy_five_end_the_game() {
    for (clock, expected, result) in [
        (98, vec![], None),
        (99, vec![Outcome::FiftyMoves], None),
        (148, vec![Outcome::FiftyMoves], None),
        (149, vec![Outcome::SeventyFiveMoves], Some(GameResult::Draw)),
    ] {
        let pgn = format!("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/R3K3 w - - {clock} 90\"]\n\n90. Ra2 *");
        assert_eq!(outcomes(&pgn), expected, "{clock}");
        assert_eq!(last(&pgn).result(), result, "{clock}");
    }
    // A pawn move resets the counter.
    assert_eq!(outcomes("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/R3K3 w - - 149 90\"]\n\n90. e3 *"), []);
}

#[test]
fn three_occurrences_can_be_claimed_and_five_end_the_game() {
    let there_and_back = "Nf3 Nf6 Ng1 Ng8 ";
    for (times, expected) in [
        (1, vec![]),
        (2, vec![Outcome::ThreefoldRepetition]),
        (3, vec![Outcome::ThreefoldRepetition]),
        (4, vec![Outcome::FivefoldRepetition]),
    ] {
        assert_eq!(outcomes(&format!("{}*", there_and_back.repeat(times))), expected, "{times}");
    }
}

#[test]
fn after_mate_or_stalemate_there_is_no_other_outcome() {
    // 8  . . . . . . k .
    // 7  . . . . . p p p
    // 1  R . . . . . K .
    let mate = "[SetUp \"1\"]\n[FEN \"6k1/5ppp/8/8/8/8/8/R5K1 w - - 149 90\"]\n\n90. Ra8# 1-0";
    assert_eq!(outcomes(mate), [Outcome::Checkmate { winner: Color::White }]);
    assert_eq!(last(mate).result(), Some(GameResult::WhiteWins));
    let stalemate = "[SetUp \"1\"]\n[FEN \"7k/8/5KQ1/8/8/8/8/8 b - - 0 1\"]\n\n*";
    assert_eq!(outcomes(stalemate), [Outcome::Stalemate]);
    let bare = "[SetUp \"1\"]\n[FEN \"7k/8/8/8/8/8/8/K6r w - - 0 1\"]\n\n1. Kb2 Rh2+ 2. Kc3 Rh3+ *";
    assert_eq!(outcomes(bare), []);
    let insufficient = "[SetUp \"1\"]\n[FEN \"7k/8/8/8/8/8/8/K5rN w - - 0 1\"]\n\n1. Kb2 Rxh1 2. Kc2 *";
    assert_eq!(outcomes(insufficient), []);
    let knight = "[SetUp \"1\"]\n[FEN \"7k/8/8/8/8/8/6r1/K3N3 w - - 0 1\"]\n\n1. Nxg2 *";
    assert_eq!(outcomes(knight), [Outcome::InsufficientMaterial]);
    assert_eq!(last(knight).result(), Some(GameResult::Draw));
}
