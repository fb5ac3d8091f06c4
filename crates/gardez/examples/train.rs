//! For training networks: turns the games of a PGN file into lc0's training records.
//!
//! `cargo run --release -p gardez --features lc0 --example train -- GAMES.pgn RECORDS`

use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Read, Write};

use gardez::lc0::training::{V6, Writer};
use gardez::lc0::{self, Encoder, InputFormat, PolicyIndexing, PositionHistory};
use gardez::notation::pgn::Reader;
use gardez::{Position, San};
use gardez_io::output::Stdout;

const INDEXING: PolicyIndexing = PolicyIndexing::Lc0;

fn main() -> Result<(), Box<dyn Error>> {
    let (Some(games), Some(records)) = (std::env::args().nth(1), std::env::args().nth(2)) else {
        return Err("usage: train GAMES.pgn RECORDS".into());
    };
    run(File::open(games)?, BufWriter::new(File::create_new(records)?), Stdout)
}

/// Writes a record for every position in which a move was played, and reports the index of that move.
pub(crate) fn run(games: impl Read, records: impl Write, mut report: impl Write) -> Result<(), Box<dyn Error>> {
    let encoder = Encoder::new(InputFormat::Classical);
    let mut records = Writer::new(records);
    let mut reader = Reader::new(games);
    while let Some(read) = reader.read_game()? {
        let game = &read.game;
        let mut position = Position::from(*game.start());
        let mut history = PositionHistory::new(lc0::Position::from(position.board()));
        let mut chunk = Vec::new();
        for id in game.main_line() {
            let Some(m) = game.node(id).mv() else { break };
            let side = position.side_to_move();

            // A network sees every position from the side to move. These moves are seen from the same side.
            let from_side = |m| lc0::Move::from_absolute(m, side);
            let visits: Vec<_> = position.legal_moves().iter().map(|&l| (from_side(l), u32::from(l == m))).collect();
            let mut record = V6::from_history(&encoder, &history);
            record.set_visits(&visits, INDEXING)?;
            record.set_moves(from_side(m), from_side(m), INDEXING)?;
            record.set_result(game.result, side);
            let index = record.index_of(from_side(m), INDEXING)?;
            writeln!(report, "{:6} policy index {}", San::new(position.board(), m).as_str(), index.index())?;
            chunk.push(record);

            position.play(m)?;
            history.push(m);
        }
        V6::set_plies_left(&mut chunk);
        for record in &chunk {
            records.write(record)?;
        }
        writeln!(report, "{}\nOutcome: {:?}, {} records", position.pretty(), position.outcome(), chunk.len())?;
    }
    records.finish()?;
    Ok(())
}
