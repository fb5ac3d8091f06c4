//! For PGN tools: reads games one after the other, replays them, and writes the moves in SAN with the outcome.
//!
//! `cargo run --release -p gardez --example moves -- GAMES.pgn`

use std::error::Error;
use std::fs::File;
use std::io::{Read, Write};

use gardez::notation::pgn::Reader;
use gardez::{Position, San};
use gardez_io::output::Stdout;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("usage: moves GAMES.pgn")?;
    run(File::open(path)?, Stdout)
}

/// Writes every game as its moves, its result, its last board, its outcome by the rules, and what is wrong with its text.
pub(crate) fn run(games: impl Read, mut output: impl Write) -> Result<(), Box<dyn Error>> {
    let mut reader = Reader::new(games);
    while let Some(read) = reader.read_game()? {
        let game = &read.game;
        let player = |tag| game.tags.get(tag).unwrap_or("?");
        writeln!(output, "{} - {}", player("White"), player("Black"))?;

        let mut position = Position::from(*game.start());
        for id in game.main_line() {
            let Some(m) = game.node(id).mv() else { break };
            write!(output, "{} ", San::new(position.board(), m))?;
            position.play(m)?;
        }
        writeln!(output, "{}\n{}", game.result, position.pretty())?;
        writeln!(output, "Outcome: {:?}, {} legal moves", position.outcome(), position.legal_move_count())?;
        for problem in &read.problems {
            writeln!(output, "{problem}")?;
        }
    }
    Ok(())
}
