//! For engine authors and trainers: plays games between two UCI engines and writes them as PGN with evaluations.
//!
//! `cargo run --release -p gardez --features process --example tournament -- 200 movetime=20 1 "ENGINE ARGS" "ENGINE ARGS"`
//!
//! The arguments are the number of games, the limit of a search (`nodes=N` or `movetime=MILLISECONDS`), a seed, and the
//! commands of the engines; with one command, it plays itself. Between two engines, each opening of eight random
//! plies is played twice, with colors exchanged; an engine that plays itself would play the same game twice. A game is decided when both engines have called it so for some moves, as in other match programs. The
//! score of the first engine is printed at the end.

use std::error::Error;
use std::io::Write;
use std::time::Duration;

use gardez::notation::pgn::{Game, GameResult};
use gardez::types::Generator;
use gardez::uci::process::{Engine, Event, Launch};
use gardez::uci::{Go, ScoreValue, SetPosition};
use gardez::{Color, FenMode, Position};
use gardez_io::output::{Stdout, write_error};

/// An engine must answer within this time.
const PATIENCE: Duration = Duration::from_secs(60);

/// Games longer than this are draws.
const MAX_PLIES: u32 = 400;

/// A game is won when the scores of so many plies, one after another, are beyond so many hundredths of a pawn.
const DECIDED: (i32, i32) = (6, 1000);

fn main() -> Result<(), Box<dyn Error>> {
    const USAGE: &str = "usage: tournament GAMES nodes=N|movetime=MS SEED ENGINE [ENGINE]";
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [games, limit, seed, first, others @ ..] = &arguments[..] else { return Err(USAGE.into()) };
    let go = match limit.split_once('=').ok_or(USAGE)? {
        ("nodes", nodes) => Go::default().with_nodes(nodes.parse()?),
        ("movetime", time) => Go::default().with_movetime(Duration::from_millis(time.parse()?)),
        _ => return Err(USAGE.into()),
    };
    let mut engines = [start(first)?, start(others.first().unwrap_or(first))?];
    let mut generator = Generator::new(seed.parse::<u64>()?);
    let (mut opening, mut wins, mut draws, mut losses) = (Position::start(), 0, 0, 0);
    for number in 0..games.parse::<usize>()? {
        if number % 2 == 0 || others.is_empty() {
            opening = random_opening(&mut generator);
        }
        // The first engine is White in games with even numbers.
        let (game, result) = play(&mut engines, number % 2, &opening, &go)?;
        match (result, number % 2) {
            (GameResult::WhiteWins, 0) | (GameResult::BlackWins, 1) => wins += 1,
            (GameResult::WhiteWins | GameResult::BlackWins, _) => losses += 1,
            _ => draws += 1,
        }
        writeln!(Stdout, "{game}\n")?;
    }
    let score = 100.0 * (f64::from(wins) + f64::from(draws) / 2.0) / f64::from(wins + draws + losses).max(1.0);
    write_error(format_args!("{wins} wins, {draws} draws, {losses} losses: {score:.1} %\n"));
    Ok(())
}

/// Starts an engine by its command.
fn start(command: &str) -> Result<Engine, Box<dyn Error>> {
    let mut words = command.split_whitespace();
    let launch = Launch::new(words.next().ok_or("an engine has no name")?).with_args(words);
    Ok(Engine::start(launch.with_timeout(PATIENCE))?)
}

/// Returns the position after eight random moves that end no game.
fn random_opening(generator: &mut Generator) -> Position {
    loop {
        let mut position = Position::start();
        while position.game_ply() < 8 && position.outcome().is_none() {
            let moves = position.legal_moves();
            position.do_move(moves[generator.next_below(moves.len())]);
        }
        if position.outcome().is_none() && !position.in_check() {
            return position;
        }
    }
}

/// Plays a game from a position. Of the engines, `white` has the white pieces.
fn play(
    engines: &mut [Engine; 2],
    white: usize,
    opening: &Position,
    go: &Go,
) -> Result<(Game, GameResult), Box<dyn Error>> {
    let mut game = Game::from_board(*Position::from_fen(&opening.to_string(), FenMode::Standard)?.board());
    for engine in engines.iter_mut() {
        engine.new_game()?;
    }
    let (mut position, mut node) = (opening.clone(), game.root());
    // The number of plies in a row that White wins, or loses if it is negative.
    let mut decided = 0_i32;
    let result = loop {
        if let Some(outcome) = position.outcome() {
            break outcome.result();
        }
        if decided.abs() == DECIDED.0 {
            break if decided > 0 { GameResult::WhiteWins } else { GameResult::BlackWins };
        }
        if position.can_claim_draw() || position.game_ply() >= MAX_PLIES {
            break GameResult::Draw;
        }
        let mover = if position.side_to_move() == Color::White { white } else { 1 - white };
        engines[mover].set_position(&SetPosition::from_position(&position))?;
        let (mut search, mut last) = (engines[mover].go(go)?, None);
        let best = loop {
            match search.next(PATIENCE)? {
                Event::Info(info) if info.score.is_some() => last = Some(*info),
                Event::Info(_) => {}
                Event::BestMove(best) => break best.mv().ok_or("an engine has no move")?,
            }
        };
        let m = position.parse_uci(&best.to_string())?;
        node = game.add(node, Some(m))?;
        if let Some(info) = last {
            let (depth, score) = (info.depth.unwrap_or(0), info.score.map(|score| score.value));
            let sign = if position.side_to_move() == Color::White { 1 } else { -1 };
            let winner = match score {
                Some(ScoreValue::Mate(moves)) => sign * moves.signum(),
                Some(ScoreValue::Cp(value)) if value.abs() >= DECIDED.1 => sign * value.signum(),
                _ => 0,
            };
            decided = if winner == decided.signum() || decided == 0 { decided + winner } else { winner };
            decided *= winner.abs();
            game.node_mut(node).comments.push(match score {
                Some(ScoreValue::Mate(moves)) if moves > 0 => format!("+M{}/{depth}", 2 * moves - 1),
                Some(ScoreValue::Mate(moves)) => format!("-M{}/{depth}", -2 * moves),
                Some(ScoreValue::Cp(value)) => format!("{:+.2}/{depth}", f64::from(value) / 100.0),
                None => String::new(),
            });
        }
        position.do_move(m);
    };
    game.result = result;
    game.tags.set("Result", result.to_string());
    Ok((game, result))
}
