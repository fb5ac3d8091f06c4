//! Counts evaluations a second along games, for each back end that the CPU has or for one of them.
//!
//! ```sh
//! cargo run --release -p gardez-nnue --all-features --example evaluations NETWORK [BACKEND [WAY]] < GAMES
//! ```
//!
//! A line of GAMES is a FEN, a tab, 0 or 1 for Chess960, a tab, and moves in UCI. Each game is evaluated after each move:
//! once with sums that follow it, once with sums that are made anew, and once after every fourth move. Then all moves two
//! plies deep are made and evaluated at every 25th position of the games, as a search does. The sum of all values is the
//! same in the first two, for all back ends.

use std::env;
use std::error::Error;
use std::fs;
use std::io::{self, BufRead};
use std::time::Instant;

use gardez_nnue::{AccumulatorStack, Backend, Network};
use gardez_position::{FenMode, Move, Position};

/// A game: its first position and its moves.
struct Game(Position, Vec<Move>);

impl Game {
    fn parse(line: &str) -> Result<Self, Box<dyn Error>> {
        let mut cells = line.split('\t');
        let mut cell = || cells.next().ok_or("a line has a FEN, a number and moves");
        let (fen, number, moves) = (cell()?, cell()?, cell()?);
        let start = Position::from_fen(fen, if number == "1" { FenMode::Chess960 } else { FenMode::Standard })?;
        let (mut position, mut found) = (start.clone(), Vec::new());
        for text in moves.split_whitespace() {
            let m = position.parse_uci(text)?;
            position.do_move(m);
            found.push(m);
        }
        Ok(Self(start, found))
    }
}

const WAYS: [&str; 4] = ["following", "refreshed", "every 4th", "tree"];

/// Plays the games three times, or once with trees. Returns the number of evaluations and the sum of their values.
fn play(games: &[Game], stack: &mut AccumulatorStack<'_>, way: &str) -> (u32, i64) {
    let (mut count, mut sum) = (0, 0);
    let times = if way == "tree" { 1 } else { 3 };
    for Game(start, moves) in games.iter().cycle().take(times * games.len()) {
        let mut position = start.clone();
        stack.reset();
        for (ply, &m) in moves.iter().enumerate() {
            position.do_move_with(m, stack);
            let plies = match way {
                "every 4th" if ply % 4 != 3 => continue,
                "tree" if ply % 25 != 24 => continue,
                "tree" => 2,
                _ => 0,
            };
            if matches!(way, "refreshed" | "tree") {
                stack.reset();
            }
            let (nodes, values) = tree(&mut position, stack, plies);
            (count, sum) = (count + nodes, sum + values);
        }
    }
    (count, sum)
}

/// Evaluates a position and all positions that are at most this many plies away.
fn tree(position: &mut Position, stack: &mut AccumulatorStack<'_>, plies: u32) -> (u32, i64) {
    let evaluation = stack.evaluate(position);
    let (mut count, mut sum) = (1, i64::from(evaluation.material) + evaluation.positional);
    if plies > 0 {
        for m in position.legal_moves() {
            position.do_move_with(m, stack);
            let (nodes, values) = tree(position, stack, plies - 1);
            (count, sum) = (count + nodes, sum + values);
            position.undo_move();
            stack.undo_move();
        }
    }
    (count, sum)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let file = arguments.next().ok_or("usage: evaluations NETWORK [BACKEND [WAY]] < GAMES")?;
    let (bytes, wanted, wanted_way) = (fs::read(&file)?, arguments.next(), arguments.next());
    let network = Network::read(&bytes)?;
    let games = io::stdin().lock().lines().map(|line| Game::parse(&line?)).collect::<Result<Vec<_>, _>>()?;
    for backend in Backend::available().filter(|backend| wanted.as_deref().is_none_or(|name| name == backend.name())) {
        let mut stack = AccumulatorStack::with_backend(&network, backend);
        print!("{backend:8}");
        for way in WAYS.into_iter().filter(|way| wanted_way.as_deref().is_none_or(|wanted| wanted == *way)) {
            let begin = Instant::now();
            let (count, sum) = play(&games, &mut stack, way);
            let rate = f64::from(count) / begin.elapsed().as_secs_f64() / 1000.0;
            print!("  {way} {rate:.0} thousand a second, sum {sum}");
        }
        println!();
    }
    Ok(())
}
