//! Prints the positions of training chunks with their best moves.
//!
//! ```sh
//! cargo run --release -p gardez --features data,lc0,gzip,zstd --example chunk -- PATH...
//! ```
//!
//! A chunk contains the training records of a game, of any version, as written by lc0's self-play. The program reads the
//! files of chunks, tars of them and directories, compressed with gzip, with Zstandard or not at all. For each record, it
//! prints the position, the moves with the most visits, the move that was played, and the expected result. `gardez convert CHUNK games.pgn` writes the same games as a PGN.

use std::env;
use std::error::Error;

use gardez::Board;
use gardez::data::chunk::ChunkGames;
use gardez::data::{Game, Ply, Policy, ValueRule};
use gardez::lc0::training::{self, StreamedChunk};
use gardez_io::{eprintln, println};

/// The number of moves to print.
const MOVES: usize = 5;

fn main() -> Result<(), Box<dyn Error>> {
    if env::args().len() < 2 {
        return Err("usage: chunk FILE|DIRECTORY...".into());
    }
    for argument in env::args().skip(1) {
        let mut chunks = training::chunks(&argument)?;
        while let Some(chunk) = chunks.next_chunk() {
            match chunk {
                Ok(chunk) => print_games(chunk),
                Err(error) => eprintln!("{error}"),
            }
        }
        for skipped in chunks.skipped() {
            eprintln!("{skipped}");
        }
    }
    Ok(())
}

/// Prints the games of a chunk, and the error at its end if it is damaged.
fn print_games(chunk: StreamedChunk<'_>) {
    let name = chunk.name().to_owned();
    let mut games = ChunkGames::new(chunk.records()).with_policies(true);
    loop {
        match games.next_game() {
            Ok(Some(game)) => {
                println!("{name}: {} moves, {}\n", game.plies.len(), game.result);
                print(&game);
            }
            Ok(None) => return,
            Err(error) => return println!("{name}: {error}\n"),
        }
    }
}

fn print(game: &Game) {
    let mut board = game.start;
    for ply in &game.plies {
        println!("{board:?}");
        for (share, text) in preferred(ply, &board).into_iter().take(MOVES) {
            println!("  {text:6} {:5.1} %", 100.0 * share);
        }
        println!("  played {}", ply.mv.uci(board.castling_mode()));
        if let Some(evaluation) = ply.evaluation {
            let (q, d) = ValueRule::default().expected(evaluation);
            println!("  expected {q:+.3}, draw {d:.3}");
        }
        println!();
        board.do_move(ply.mv);
    }
}

/// Returns the moves that the search preferred, with their shares, the largest first.
fn preferred(ply: &Ply, board: &Board) -> Vec<(f32, String)> {
    let text = |mv: gardez::Move| mv.uci(board.castling_mode()).to_string();
    let mut moves: Vec<(f32, String)> = match &ply.policy {
        Policy::Visits(visits) => {
            let total: u32 = visits.iter().map(|&(_, count)| count).sum();
            visits.iter().map(|&(mv, count)| (count as f32 / total as f32, text(mv))).collect()
        }
        Policy::Probabilities(shares) => shares.iter().map(|&(mv, share)| (share, text(mv))).collect(),
        _ => vec![(1.0, text(ply.mv))],
    };
    moves.sort_by(|a, b| b.0.total_cmp(&a.0));
    moves
}
