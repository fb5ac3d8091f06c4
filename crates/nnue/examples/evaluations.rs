//! Counts evaluations a second along games, for each back end that the CPU has or for one of them.
//!
//! ```sh
//! cargo run --release -p gardez-nnue --all-features --example evaluations NETWORK [BACKEND] < GAMES
//! ```
//!
//! A line of GAMES is a FEN, a tab, 0 or 1 for Chess960, a tab, and moves in UCI. Each game is evaluated after each move:
//! once with sums that follow it, once with sums that are made anew, and once after every fourth move. The sum of all
//! values is the same in the first two, for all back ends.

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

/// The work after each move.
#[derive(Clone, Copy)]
enum Way {
    Follow,
    Refresh,
    EveryFourth,
}

/// Plays the games three times. Returns the number of evaluations and the sum of their values.
fn play(games: &[Game], stack: &mut AccumulatorStack<'_>, way: Way) -> (u32, i64) {
    let (mut count, mut sum) = (0, 0);
    for Game(start, moves) in games.iter().cycle().take(3 * games.len()) {
        let mut position = start.clone();
        stack.reset();
        for (ply, &m) in moves.iter().enumerate() {
            position.do_move_with(m, stack);
            match way {
                Way::Follow => {}
                Way::Refresh => stack.reset(),
                Way::EveryFourth if ply % 4 == 3 => {}
                Way::EveryFourth => continue,
            }
            let evaluation = stack.evaluate(&position);
            count += 1;
            sum += i64::from(evaluation.material) + evaluation.positional;
        }
    }
    (count, sum)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let file = arguments.next().ok_or("usage: evaluations NETWORK [BACKEND] < GAMES")?;
    let (bytes, wanted) = (fs::read(&file)?, arguments.next());
    let network = Network::read(&bytes)?;
    let games = io::stdin().lock().lines().map(|line| Game::parse(&line?)).collect::<Result<Vec<_>, _>>()?;
    for backend in Backend::available().filter(|backend| wanted.as_deref().is_none_or(|name| name == backend.name())) {
        let mut stack = AccumulatorStack::with_backend(&network, backend);
        print!("{backend:8}");
        for (name, way) in [("following", Way::Follow), ("refreshed", Way::Refresh), ("every 4th", Way::EveryFourth)] {
            let begin = Instant::now();
            let (count, sum) = play(&games, &mut stack, way);
            let rate = f64::from(count) / begin.elapsed().as_secs_f64() / 1000.0;
            print!("  {name} {rate:.0} thousand a second, sum {sum}");
        }
        println!();
    }
    Ok(())
}
