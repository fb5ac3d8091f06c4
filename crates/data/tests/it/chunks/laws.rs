//! Laws about random games.

use gardez_data::chunk::{ChunkOptions, Undecided};
use gardez_data::{Evaluation, Game, Ply, Policy, UnfitGameError};
use gardez_lc0::training::{Strictness, check_game};
use gardez_lc0::{InputFormat, PolicyIndexing};
use gardez_position::Board;
use gardez_types::{CastlingMode, GameResult};
use quickcheck::quickcheck;

use crate::chunks::{games, records};

/// A random game: the choices name moves, values and policies.
fn game(start: u16, choices: &[u16]) -> Game {
    let (white, black) = (start % 960, start / 7 % 960);
    let board = match start % 4 {
        0 => Board::start(),
        1 => Board::chess960(white).expect("below 960"),
        2 => Board::double_chess960(white, black).expect("below 960"),
        // Few pieces and no pawns: the planes are transformed, and the counter rises.
        _ => {
            let fens = [
                "8/8/3k4/8/8/2K1Q3/8/8 w - - 90 70",
                "6k1/8/8/8/8/8/5r2/K7 b - - 3 80",
                "8/2k5/8/8/5K2/8/1B6/6N1 w - - 0 61",
                "7k/8/8/pP6/8/8/8/K7 w - a6 0 40",
            ];
            fens[usize::from(start / 4) % fens.len()].parse().expect("a FEN")
        }
    };
    let mut game = Game::new(board, GameResult::ALL[usize::from(start) % 3]);
    let mut board = board;
    for &choice in choices {
        let legal = board.legal_moves();
        let Some(&mv) = legal.get(usize::from(choice) % legal.len().max(1)) else { break };
        let other = legal[usize::from(choice / 3) % legal.len()];
        let mut ply = Ply::new(mv);
        ply.evaluation = evaluation(choice);
        ply.policy = match choice % 5 {
            0 if other != mv => Policy::Visits(vec![(mv, u32::from(choice)), (other, 1 + u32::from(choice) / 2)]),
            1 if other != mv => Policy::Probabilities(vec![(mv, 0.625), (other, 0.375)]),
            _ => Policy::Played,
        };
        if let Policy::Visits(visits) = &mut ply.policy {
            visits.retain(|&(_, count)| count != 0);
        }
        game.plies.push(ply);
        board.do_move(mv);
    }
    if game.plies.last().is_some_and(|ply| ply.evaluation.is_some()) && !board.legal_moves().is_empty() {
        game.last = Some(Evaluation::Centipawns(-i32::from(start) % 1000 - 20_000));
    }
    game
}

fn evaluation(choice: u16) -> Option<Evaluation> {
    match choice % 7 {
        0 => None,
        1 => Some(Evaluation::Mate(i32::from(choice % 40) - 20)),
        _ => Some(Evaluation::Centipawns(i32::from(choice as i16) / 2)),
    }
}

/// The same game in the order in which records keep a policy.
fn sorted(mut game: Game) -> Game {
    for ply in &mut game.plies {
        match &mut ply.policy {
            Policy::Visits(visits) => visits.sort_by_key(|(mv, _)| mv.raw()),
            Policy::Probabilities(shares) => shares.sort_by_key(|(mv, _)| mv.raw()),
            _ => {}
        }
    }
    game
}

/// Returns `true` if a game comes back from records of this format.
fn comes_back(start: u16, choices: &[u16], format: InputFormat) -> bool {
    let mut game = game(start, choices);
    let options = ChunkOptions::new(format);
    let all = match game.records(&options) {
        Ok(records) => records,
        Err(error) => return format == InputFormat::Classical && matches!(error, UnfitGameError::CastlingRook { .. }),
    };
    let (cut, all): (_, Vec<_>) = (all.rule50_ply(), all.collect());
    if let Some(ply) = cut {
        // The rest of the game has no records.
        game.last = game.plies[ply].evaluation;
        game.plies.truncate(ply);
    }
    // The value of the last move is known only together with that of the position before it.
    game.last = match game.plies.last().and_then(|ply| ply.evaluation) {
        None => None,
        Some(Evaluation::Mate(plies)) if game.last.is_none() && 1 < plies.abs() && !is_over(&game) => {
            Some(Evaluation::Mate(plies.signum() - plies))
        }
        Some(_) => game.last,
    };
    if !all.is_empty() {
        for strictness in [Strictness::Lc0, Strictness::Strict] {
            let checked = check_game(&all, strictness);
            assert!(checked.is_ok(), "{format:?} {strictness:?}: {checked:?}");
        }
    }
    assert_eq!(all.len(), game.plies.len());
    let read = games(&all);
    let [read] = &read[..] else { return read.is_empty() && game.plies.is_empty() };
    assert!(read.start == game.start && read.start.halfmove_clock() == game.start.halfmove_clock());
    // A record does not say that there were centipawns.
    let rule = options.values;
    let known = |evaluation| match evaluation {
        Evaluation::Mate(_) => evaluation,
        _ => {
            let (q, d) = rule.expected(evaluation);
            Evaluation::Expected { q, d }
        }
    };
    game.last = game.last.map(known);
    game.plies.iter_mut().for_each(|ply| ply.evaluation = ply.evaluation.map(known));
    let expected = Game { start: read.start, ..game };
    assert_eq!(sorted(read.clone()), sorted(expected), "{format:?}");
    true
}

/// Returns `true` if the last move ends the game.
fn is_over(game: &Game) -> bool {
    let mut board = game.start;
    game.plies.iter().for_each(|ply| board.do_move(ply.mv));
    board.legal_moves().is_empty()
}

quickcheck! {
    fn a_game_comes_back_from_its_records_in_every_format(start: u16, choices: Vec<u16>) -> bool {
        InputFormat::ALL.into_iter().all(|format| comes_back(start, &choices, format))
    }

    fn a_game_comes_back_from_its_pgn(start: u16, choices: Vec<u16>) -> bool {
        use gardez_data::{PgnGames, PolicyComments};
        use gardez_notation::pgn::Reader;

        let mut game = game(start, &choices);
        let text = game.to_pgn(PolicyComments::Write).expect("the moves are legal").to_string();
        let mut games = PgnGames::new(Reader::new(text.as_bytes()));
        let read = games.next_game().expect("a slice has no errors").expect("there is a game");
        // A PGN counts the moves to a mate, and a record the plies.
        for evaluation in game.plies.iter_mut().filter_map(|ply| ply.evaluation.as_mut()) {
            if let Evaluation::Mate(plies) = evaluation {
                *plies = if 0 < *plies { *plies - 1 + *plies % 2 } else { *plies + *plies % 2 };
            }
        }
        let (read, game) = (sorted(read), sorted(game));
        read.plies.iter().zip(&game.plies).for_each(|(read, ply)| assert_eq!(read, ply, "{text}"));
        assert_eq!(read, game, "{text}");
        true
    }

    fn both_rules_of_policy_indices_are_read(start: u16, choices: Vec<u16>) -> bool {
        let mut game = game(start | 3, &choices);
        game.plies.iter_mut().for_each(|ply| ply.policy = Policy::Played);
        [PolicyIndexing::Lc0, PolicyIndexing::Geometric].into_iter().all(|indexing| {
            let options = ChunkOptions { indexing, ..ChunkOptions::new(InputFormat::Canonical) };
            let all = records(&game, &options);
            let read = games(&all);
            let moves = |game: &Game| game.plies.iter().map(|ply| ply.mv).collect::<Vec<_>>();
            // The rule is found if a move shows it; without one, it is that of lc0.
            read.iter().all(|read| {
                let (found, made) = (moves(read), moves(&game));
                let known = found.len().saturating_sub(usize::from(indexing == PolicyIndexing::Geometric));
                found[..known] == made[..known]
            })
        })
    }
}

#[test]
fn records_end_before_a_counter_that_lc0_refuses() {
    let start: Board = "8/8/3k4/8/8/2K1Q3/8/8 w - - 99 120".parse().expect("a FEN");
    let mut game = Game::new(start, GameResult::Draw);
    let mut board = start;
    for text in ["e3e2", "d6c6", "e2e1", "c6d6"] {
        let mv = board.parse_uci(text).expect("legal");
        game.plies.push(Ply::new(mv));
        board.do_move(mv);
    }
    for (most_rule50, length, cut) in [(100, 2, Some(2)), (98, 0, Some(0)), (101, 3, Some(3)), (102, 4, None)] {
        let options = ChunkOptions { most_rule50, ..ChunkOptions::new(InputFormat::Hectoplies) };
        let records = game.records(&options).expect("the game has records");
        assert_eq!((records.len(), records.rule50_ply()), (length, cut), "{most_rule50}");
        // The plies left count to the end of the game.
        let left: Vec<f32> = records.map(|record| record.plies_left.get()).collect();
        assert_eq!(left, [4.0, 3.0, 2.0, 1.0][..length]);
    }
}

#[test]
fn a_counter_that_has_no_byte_is_never_written() {
    let start: Board = "8/8/3k4/8/8/2K1Q3/8/8 w - - 256 300".parse().expect("a FEN");
    let mut game = Game::new(start, GameResult::Draw);
    game.plies.push(Ply::new(start.parse_uci("e3e2").expect("legal")));
    let options = ChunkOptions { most_rule50: 255, ..ChunkOptions::default() };
    assert_eq!(game.records(&options).expect("the game has records").count(), 0);
}

#[test]
fn games_that_cannot_be_records_are_refused() {
    let start = Board::start();
    let e4 = start.parse_uci("e2e4").expect("legal");
    let options = ChunkOptions::default();
    let made = |change: &dyn Fn(&mut Game)| {
        let mut game = Game::new(start, GameResult::Draw);
        game.plies.push(Ply::new(e4));
        change(&mut game);
        game.records(&options).map(|records| records.len())
    };
    assert_eq!(made(&|_| {}), Ok(1));
    assert_eq!(made(&|game| game.result = GameResult::Unknown), Err(UnfitGameError::NoResult));
    assert_eq!(made(&|game| game.plies.push(Ply::new(e4))), Err(UnfitGameError::IllegalMove { ply: 1 }));
    for (q, d) in [(1.5, 0.0), (f32::NAN, 0.0), (0.0, -0.1), (0.0, f32::NAN)] {
        let evaluation = Some(Evaluation::Expected { q, d });
        assert_eq!(made(&|game| game.plies[0].evaluation = evaluation), Err(UnfitGameError::Value { ply: 0 }));
        assert_eq!(made(&|game| game.last = evaluation), Err(UnfitGameError::Value { ply: 1 }));
    }
    for policy in [
        Policy::Visits(vec![]),
        Policy::Visits(vec![(e4, 1), (e4, 1)]),
        Policy::Visits(vec![(e4, 0)]),
        Policy::Visits(vec![(e4, u32::MAX)]),
        Policy::Probabilities(vec![(e4, 0.5)]),
        Policy::Probabilities(vec![(e4, f32::NAN)]),
    ] {
        assert_eq!(made(&|game| game.plies[0].policy = policy.clone()), Err(UnfitGameError::Policy { ply: 0 }));
    }
    let inner: Board = "4k3/8/8/8/8/8/8/1K3R1R w F - 0 1".parse().expect("a FEN");
    assert_eq!(inner.castling_mode(), CastlingMode::Chess960);
    let game = Game::new(inner, GameResult::Draw);
    let error = game.records(&ChunkOptions::default()).expect_err("format 1 does not name the rook");
    assert_eq!(error.to_string(), "the rook on f1 may castle, which the classical format cannot say");
    assert!(game.records(&ChunkOptions::new(InputFormat::CastlingPlane)).is_ok());
}

#[test]
fn an_undecided_game_is_a_draw_with_flags_and_comes_back() {
    let mut undecided = Game::new(Board::start(), GameResult::Unknown);
    undecided.plies.push(Ply::new(undecided.start.parse_uci("e2e4").expect("legal")));
    let options = ChunkOptions { undecided: Undecided::Draw, ..ChunkOptions::default() };
    let all = records(&undecided, &options);
    assert_eq!((all[0].result_q.get(), all[0].result_d.get()), (0.0, 1.0));
    assert_eq!(games(&all)[0].result, GameResult::Unknown);
}

#[test]
fn flags_say_whether_the_rules_gave_the_result() {
    use gardez_lc0::training::V6;

    let mut game = Game::new(Board::start(), GameResult::BlackWins);
    let mut board = game.start;
    for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
        let mv = board.parse_uci(text).expect("legal");
        game.plies.push(Ply::new(mv));
        board.do_move(mv);
    }
    game.plies[3].evaluation = Some(Evaluation::Mate(1));
    let flags = |game: &Game| {
        records(game, &ChunkOptions::default()).iter().map(|record| record.invariance_info).collect::<Vec<_>>()
    };
    assert_eq!(flags(&game), [0, 0, 0, V6::BEST_IS_PROVEN]);
    let last = records(&game, &ChunkOptions::default()).pop().expect("four records");
    assert_eq!((last.best_q.get(), last.played_q.get(), last.played_m.get()), (1.0, 1.0, 1.0));
    // White resigned before the mate.
    game.plies.truncate(3);
    assert_eq!(flags(&game), [V6::ADJUDICATED; 3]);
}
