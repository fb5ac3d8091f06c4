//! The examples `moves` and `train` do what they say.

#[allow(dead_code)] // `main` is not called here
#[path = "../../examples/moves.rs"]
mod moves;
#[cfg(feature = "lc0")]
#[allow(dead_code)]
#[path = "../../examples/train.rs"]
mod train;

const GAMES: &str = r#"[White "Player"]
[Black "Other"]
[Result "0-1"]

1. f3 e5 2. g4 (2. e4 Bc5) Qd8-h4 0-1

1. e4 e5 2. Nf3 *
"#;

#[test]
fn games_are_written_with_their_outcomes_and_problems() {
    let mut output = Vec::new();
    moves::run(GAMES.as_bytes(), &mut output).expect("a slice can be read");
    let text = String::from_utf8(output).expect("text");
    assert!(text.starts_with("Player - Other\nf3 e5 g4 Qh4# 0-1\n\n +---+"), "{text}");
    assert!(
        text.contains("Outcome: Some(Checkmate { winner: Black }), 0 legal moves\ngame 1, line 5, column"),
        "{text}"
    );
    assert!(text.contains("? - ?\ne4 e5 Nf3 *\n"), "{text}");
    assert!(text.ends_with("Outcome: None, 29 legal moves\n"), "{text}");
}

#[test]
#[cfg(feature = "lc0")]
fn every_move_of_a_game_is_a_training_record() {
    use gardez::lc0::training::{Reader, Strictness, check_game};

    let (mut records, mut report) = (Vec::new(), Vec::new());
    train::run(GAMES.as_bytes(), &mut records, &mut report).expect("a slice can be read");
    let report = String::from_utf8(report).expect("text");
    assert!(report.contains("Outcome: Some(Checkmate { winner: Black }), 4 records\n"), "{report}");
    assert!(report.contains("Nf3    policy index 159\n"), "{report}");

    let records: Vec<_> = Reader::new(&records[..]).map(|record| record.expect("a record").into_v6()).collect();
    assert_eq!(records.len(), 7);
    let results: Vec<_> = records.iter().map(|record| record.result_q.get()).collect();
    assert_eq!(results, [-1.0, 1.0, -1.0, 1.0, 0.0, 0.0, 0.0]);
    assert_eq!(records[0].plies_left.get(), 3.0);
    for (game, moves) in [(&records[..4], 4), (&records[4..], 3)] {
        let game: Vec<_> = game.iter().map(|record| **record).collect();
        let replay = check_game(&game, Strictness::Strict).expect("lc0's rescorer accepts the game");
        assert_eq!(replay.moves().iter().copied().chain(replay.last_move()).count(), moves);
    }
}
