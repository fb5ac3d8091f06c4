//! What the rules say about a game, ply by ply.

use std::time::{Duration, Instant};

use gardez_notation::claims::{Claim, claims, every_ply};
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

/// A game of this many plies in which pieces go to and fro. Pawn moves come far apart.
fn shuffled(plies: usize) -> Game {
    let text: String = (0..plies / 4).map(|_| "Nf3 Nf6 Ng1 Ng8 ").collect();
    format!("{text}*").parse().unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn time_is_linear_in_the_length_of_a_game_without_pawn_moves() {
    // Eight times the plies must take far less than 64 times as long, which looking back at every ply would take.
    let time = |game: &Game| {
        let run = || {
            let start = Instant::now();
            assert_eq!(claims(game).count(), game.len() - 7);
            start.elapsed()
        };
        (0..3).map(|_| run()).min().unwrap_or_default()
    };
    let (short, long) = (time(&shuffled(5000)), time(&shuffled(40_000)));
    assert!(long < short.max(Duration::from_millis(4)) * 24, "{short:?}, then {long:?}");
}

#[test]
fn occurrences_are_those_of_the_position_also_after_null_moves_and_pawn_moves() {
    let pgn = "[SetUp \"1\"]\n[FEN \"4k2r/8/8/8/8/8/4P3/R3K3 w - - 7 90\"]\n\n\
        90. Ra2 -- 91. Ra1 -- 92. Ra2 Rh7 93. Ra1 Rh8 94. Ra2 Rh7 95. Ra1 Rh8 96. e3 Rh7 97. Ra2 Rh8 98. Ra1 Rh7 *";
    for game in [pgn.parse().expect("a game"), shuffled(1000)] {
        for claim in every_ply(&game) {
            let id = game.main_line().take(claim.ply).last().unwrap_or(game.root());
            assert_eq!(claim, Claim::from_position(&game.position(id), claim.ply));
        }
    }
    // The fifty-move counter ends at 65,535.
    let long = shuffled(66_000);
    let end = long.position(long.main_line().last().expect("a move"));
    assert_eq!(every_ply(&long).last().map(|claim| claim.occurrences), Some(end.occurrences()));
}
