//! The example `engine`: what it searches, what it plays, and games that the driver of engine processes plays with it.
//!
//! There are two games, or twenty with `GARDEZ_SLOW`. The other side is Stockfish where it is installed.

#[allow(dead_code)] // `main` is not called here
#[path = "../../examples/engine.rs"]
mod engine;

use std::time::{Duration, Instant};
use std::{env, io, process};

use gardez::nnue::{Architecture, Array, Network};
use gardez::types::Generator;
use gardez::uci::process::{Engine, Launch};
use gardez::uci::{Go, SetPosition};
use gardez::{Board, Color, FenMode, Position};

const ROLE: &str = "GARDEZ_EXAMPLE_ENGINE";
const MOVE_TIME: Duration = Duration::from_millis(20);
const LONG: Duration = Duration::from_secs(60);
const MAX_PLIES: usize = 300;

/// Not a test: the example engine, which the tests start.
#[test]
fn engine_in_another_process() {
    if env::var_os(ROLE).is_some() {
        engine::run(None, io::stdin(), io::stdout());
        process::exit(0);
    }
}

fn start() -> Engine {
    let program = env::current_exe().expect("the test program has a path");
    let args = ["--exact", "example_engine::engine_in_another_process", "--nocapture", "--test-threads=1"];
    Engine::start(Launch::new(program).with_args(args).with_env(ROLE, "1").with_timeout(LONG))
        .expect("the example starts")
}

/// Stockfish, from the path or where Debian has it.
fn stockfish() -> Option<Engine> {
    let programs = ["stockfish", "/usr/games/stockfish"];
    programs.into_iter().find_map(|program| Engine::start(Launch::new(program).with_timeout(LONG)).ok())
}

/// The nodes of `bench` to depth 4.
fn bench(network: Option<engine::Evaluator>) -> u64 {
    let mut output = Vec::new();
    engine::run(network, &b"bench 4"[..], &mut output);
    let output = String::from_utf8(output).expect("text");
    let last = output.lines().last().expect("a line");
    let (nodes, speed) = last.split_once(" nodes ").expect("the nodes come first");
    assert!(speed.ends_with(" nps"), "{last}");
    nodes.parse().expect("a number")
}

#[test]
fn the_search_has_its_known_number_of_nodes() {
    assert_eq!(bench(None), 6_546);
}

#[test]
fn the_search_with_a_network_has_its_known_number_of_nodes() {
    // Each piece has its value, and all layers are 0.
    let number = |array, i: usize| match (array, i / 8 % 704 / 64) {
        (Array::PieceMaterial, plane @ 0..10) => 16 * [100, 300, 310, 500, 900][plane / 2] * [1, -1][plane % 2],
        _ => 0,
    };
    let architecture = Architecture { width: 64, ..Architecture::STOCKFISH_16 };
    let network = Network::build(&architecture, number).expect("in range");
    let file = env::temp_dir().join(format!("gardez-engine-{}.nnue", process::id()));
    std::fs::write(&file, network.to_bytes()).expect("a file");
    let read = engine::network(file.to_str().expect("a name"));
    std::fs::remove_file(&file).expect("the file is there");
    assert_eq!(bench(Some(read.expect("a network"))), 10_285);
    assert!(engine::network("no such file").is_err());
}

#[test]
fn the_driver_plays_games_with_the_example_and_none_is_lost_to_the_protocol() {
    let opponent = stockfish().unwrap_or_else(|| {
        println!("skipped: stockfish");
        start()
    });
    let mut players = [start(), opponent];
    let mut generator = Generator::new(15);
    for game in 0..if env::var_os("GARDEZ_SLOW").is_some() { 20 } else { 2 } {
        let is_chess960 = game % 2 == 1;
        let mut position = Position::start();
        if is_chess960 {
            position =
                Board::chess960(generator.next_below(960) as u16).map(Position::from).expect("a number below 960");
        }
        for player in &mut players {
            player.set_option("UCI_Chess960", Some(if is_chess960 { "true" } else { "false" })).expect("an option");
            player.new_game().and_then(|()| player.wait_ready()).expect("it is ready");
        }
        for _ in 0..6 {
            let moves = position.legal_moves();
            position.do_move(moves[generator.next_below(moves.len())]);
        }
        let mut plies = 0;
        while position.outcome().is_none() && plies < MAX_PLIES {
            let command = SetPosition::from_position(&position);
            assert_eq!(command.to_position(FenMode::from(position.castling_mode())).as_ref(), Ok(&position));
            let go = Go::default().with_movetime(MOVE_TIME);
            let best = players[(plies + game) % 2].best_move(&command, &go, LONG).expect("an engine moves");
            let text = best.mv().expect("there are legal moves").to_string();
            let m = position.parse_uci(&text).unwrap_or_else(|error| panic!("{command}: {text}: {error}"));
            position.play(m).expect("a legal move");
            plies += 1;
        }
        println!("game {game}: {:?} after {plies} plies", position.outcome());
    }
    for player in players {
        assert!(player.quit().is_some_and(|status| status.success()));
    }
}

#[test]
fn a_search_answers_and_stops_at_once() {
    let mut player = start();
    player.set_position(&SetPosition::start()).expect("it reads");
    let mut go = Go::default();
    go.infinite = true;
    let mut search = player.go(&go).expect("it reads");
    assert!(search.best_move(Duration::from_millis(100)).is_err(), "it searches until it is stopped");
    let begin = Instant::now();
    search.stop().expect("it reads");
    assert!(search.best_move(LONG).is_ok());
    assert!(begin.elapsed() < Duration::from_secs(2), "{:?}", begin.elapsed());
}

#[test]
fn limits_are_kept() {
    let mut player = start();
    let start = SetPosition::start();
    let mut best = |go: &Go| {
        let begin = Instant::now();
        let best = player.best_move(&start, go, LONG).expect("an answer");
        assert!(best.mv().is_some());
        begin.elapsed()
    };
    best(&Go::default().with_depth(2));
    best(&Go::default().with_nodes(500));
    // The other limits are minutes away, so a limit that is ignored is noticed even on a busy machine.
    assert!(best(&Go::default().with_movetime(Duration::from_millis(50))) < Duration::from_secs(10));
    let clock = Duration::from_secs(1);
    assert!(best(&Go::default().with_clock(Color::White, clock, Duration::ZERO)) < Duration::from_secs(10));
}

#[test]
fn the_example_finds_mates_and_knows_when_it_has_no_move() {
    let mut player = start();
    let mut best = |fen: &str, go: &Go| {
        let position = SetPosition::from_fen(fen).expect("a FEN");
        player.best_move(&position, go, LONG).expect("an answer").mv().map(|mv| mv.to_string())
    };
    let depth = Go::default().with_depth(4);
    assert_eq!(best("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", &depth).as_deref(), Some("a1a8"));
    assert_eq!(best("k7/8/2K5/8/8/8/8/7R w - - 0 1", &depth).as_deref(), Some("c6b6"));
    assert_eq!(best("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", &depth), None);
    let only = Go::default().with_depth(2).with_searchmoves(["a1a2".parse().expect("a move")]);
    assert_eq!(best("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", &only).as_deref(), Some("a1a2"));
}
