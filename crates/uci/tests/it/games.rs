//! Games of the smallest engine against Stockfish, every move checked.
//!
//! There are two games, or twenty with `GARDEZ_SLOW`.

use std::env;
use std::path::Path;
use std::time::Duration;

use gardez_position::{Board, Outcome};
use gardez_types::Generator;
use gardez_uci::process::{Engine, Launch, Received};
use gardez_uci::{Answer, Command, FenMode, Go, LineError, LineErrorKind, Position, SetPosition};

const MOVE_TIME: Duration = Duration::from_millis(20);
const MAX_PLIES: usize = 300;

/// Not a test: the engine, which the tests start.
#[test]
fn engine_in_another_process() {
    crate::common::act_if_started(|_| crate::engine::run());
}

fn example() -> Engine {
    Engine::start(crate::common::launch("games::engine_in_another_process", "engine")).expect("the engine starts")
}

/// Debian has games in a directory of their own, which may not be in the search path.
fn stockfish() -> Option<Engine> {
    let debian = "/usr/games/stockfish";
    let engine = Engine::start(Launch::new("stockfish")).ok();
    engine.or_else(|| Path::new(debian).exists().then(|| Engine::start(Launch::new(debian)).expect("it starts")))
}

/// A start position of chess or Chess960, and four random moves.
fn opening(generator: &mut Generator, is_chess960: bool) -> Position {
    let mut position = if is_chess960 {
        Board::chess960(generator.next_below(960) as u16).map(Position::from).expect("a number below 960")
    } else {
        Position::start()
    };
    for _ in 0..4 {
        let moves = position.legal_moves();
        position.do_move(moves[generator.next_below(moves.len())]);
    }
    position
}

/// Plays until the game has an outcome.
fn play(mut position: Position, players: &mut [&mut Engine; 2]) -> (Option<Outcome>, usize) {
    let go = Go::default().with_movetime(MOVE_TIME);
    for plies in 0..MAX_PLIES {
        if let Some(outcome) = position.outcome() {
            return (Some(outcome), plies);
        }
        let command = SetPosition::from_position(&position);
        let mode = FenMode::from(position.castling_mode());
        assert!(command.to_position(mode).expect("a legal game").same_history(&position));
        let player = &mut *players[plies % 2];
        let best = player.best_move(&command, &go, Duration::from_secs(30)).expect("an engine moves");
        let text = best.mv().expect("there are legal moves").to_string();
        let m = position.parse_uci(&text).unwrap_or_else(|error| panic!("{command}: {text}: {error}"));
        position.play(m).expect("a legal move");
    }
    (None, MAX_PLIES)
}

#[test]
fn every_line_of_stockfish_is_read() {
    let Some(mut stockfish) = stockfish() else {
        println!("skipped: stockfish");
        return;
    };
    assert!(stockfish.name().is_some_and(|name| name.starts_with("Stockfish")));
    assert!(20 <= stockfish.options().iter().filter(|option| stockfish.option(option.name()).is_some()).count());
    for (name, value) in [("MultiPV", "3"), ("UCI_ShowWDL", "true"), ("SyzygyPath", "")] {
        stockfish.set_option(name, Some(value)).expect("an option of Stockfish");
    }
    stockfish.send(&Command::Uci).expect("it reads");
    stockfish.set_position(&SetPosition::start()).expect("it reads");
    stockfish.send(&Command::Go(Go::default().with_depth(8))).expect("it reads");
    let mut scored = 0;
    loop {
        let received = stockfish.receive(Duration::from_secs(30)).expect("a line");
        let Received::Answer { answer, problems } = received else { panic!("{received:?}") };
        // Stockfish 15 writes an empty default as nothing at all.
        let is_empty_default =
            |problem: &LineError| problem.kind() == &LineErrorKind::MissingValue { after: "default" };
        assert!(problems.iter().all(is_empty_default), "{answer}: {problems:?}");
        assert_eq!(Answer::parse(&answer.to_string()).as_ref(), Ok(&answer));
        match answer {
            Answer::BestMove(best) => break assert!(best.mv().is_some()),
            Answer::Info(info) => scored += usize::from(info.score.is_some() && info.wdl.is_some()),
            _ => {}
        }
    }
    // Three lines at each of eight depths.
    assert!(24 <= scored, "{scored}");
}

#[test]
fn the_example_and_stockfish_finish_their_games() {
    let Some(mut stockfish) = stockfish() else {
        println!("skipped: stockfish");
        return;
    };
    let mut example = example();
    let mut generator = Generator::new(7);
    let games = if env::var_os("GARDEZ_SLOW").is_some() { 20 } else { 2 };
    for game in 0..games {
        let is_chess960 = game % 2 == 1;
        for engine in [&mut example, &mut stockfish] {
            let value = if is_chess960 { "true" } else { "false" };
            engine.set_option("UCI_Chess960", Some(value)).expect("both know the option");
            engine.new_game().and_then(|()| engine.wait_ready()).expect("both are ready");
        }
        let position = opening(&mut generator, is_chess960);
        let mut players =
            if game / 2 % 2 == 0 { [&mut example, &mut stockfish] } else { [&mut stockfish, &mut example] };
        let (outcome, plies) = play(position, &mut players);
        println!("game {game}: {outcome:?} after {plies} plies");
    }
    assert!(example.quit().is_some_and(|status| status.success()));
    assert!(stockfish.quit().is_some_and(|status| status.success()));
}

#[test]
fn the_example_ponders_finds_mates_and_knows_when_it_has_no_move() {
    let mut example = example();
    let mut best = |fen: &str, go: &Go| {
        let position = SetPosition::from_fen(fen).expect("a FEN");
        example.best_move(&position, go, Duration::from_secs(60)).expect("an answer").mv().map(|mv| mv.to_string())
    };
    let mate_in_one = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
    assert_eq!(best(mate_in_one, &Go::default().with_depth(3)).as_deref(), Some("a1a8"));
    assert_eq!(best("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", &Go::default().with_depth(3)), None);
    let only = Go::default().with_depth(2).with_searchmoves(["a1a2".parse().expect("a move")]);
    assert_eq!(best(mate_in_one, &only).as_deref(), Some("a1a2"));

    let start = SetPosition::start();
    example.set_position(&start).expect("it reads");
    let mut search = example.go(&Go::default().with_movetime(MOVE_TIME).with_ponder()).expect("it reads");
    assert!(search.best_move(Duration::from_millis(200)).is_err(), "it ponders");
    search.ponder_hit().expect("it reads");
    assert!(search.best_move(Duration::from_secs(30)).is_ok());
}
