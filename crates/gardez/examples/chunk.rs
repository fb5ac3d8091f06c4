//! Prints the positions of training chunks with their best moves.
//!
//! ```text
//! cargo run --release -p gardez --features lc0,gzip,zstd --example chunk -- FILE|DIRECTORY...
//! ```
//!
//! A chunk contains the training records of a game, of any version, as written by lc0's self-play. The program reads the
//! files of chunks, tars of them and directories, compressed with gzip, with Zstandard or not at all. For each record, it
//! prints the position as the side to move sees it, the moves with the most visits, and the result of the game. Since release 0.32.0, lc0 indexes the moves of some positions by another rule; the program finds out which
//! rule a record uses.

use std::env;
use std::error::Error;

use gardez::lc0::training::{self, StreamedChunk, Strictness, V6};
use gardez::lc0::{Move, PolicyIndex, Rule50Scale, decode_board};
use gardez::{CastlingMode, Color};
use gardez_output::{eprintln, println};

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
                Ok(chunk) => print_records(chunk),
                Err(error) => eprintln!("{error}"),
            }
        }
        for skipped in chunks.skipped() {
            eprintln!("{skipped}");
        }
    }
    Ok(())
}

/// Prints all records of a chunk, or the error of a damaged record.
fn print_records(chunk: StreamedChunk<'_>) {
    let name = chunk.name().to_owned();
    for (number, record) in (1..).zip(chunk.records()) {
        println!("{name}, record {number}");
        let printed = record.map_err(Into::into).and_then(|record| print(&record.into_v6()));
        if let Err(error) = printed {
            println!("  {error}");
        }
        println!();
    }
}

fn print(record: &V6) -> Result<(), Box<dyn Error>> {
    record.check(Strictness::Lc0)?;
    let format = record.format()?;
    let (planes, transform) = record.planes(Rule50Scale::Engine)?;
    let read = decode_board(format, &planes.untransformed(transform))?;
    println!("{:?}", read.board);
    println!("  {read}");

    let (color, legal) = (read.board.side_to_move(), read.board.legal_moves());
    let indexing = record.indexing(&legal).unwrap_or_default();
    let mut moves: Vec<_> = PolicyIndex::all()
        .map(|index| (index, record.probabilities[usize::from(index.index())].get()))
        .filter(|&(_, probability)| probability > 0.0)
        .collect();
    moves.sort_by(|a, b| b.1.total_cmp(&a.1));
    for (index, probability) in moves.into_iter().take(MOVES) {
        let transform = record.transform();
        let m = index.among(&legal, transform, indexing).unwrap_or_else(|| index.to_move(transform, indexing));
        println!("  {:6} {:5.1} %{}", text(m, color), 100.0 * probability, mark(index, record));
    }
    let (q, d) = (record.result_q.get(), record.result_d.get());
    let result = if d > 0.5 {
        "draw"
    } else if q > 0.0 {
        "won"
    } else {
        "lost"
    };
    println!("  {} visits, expected {:+.3}, {result}", record.visits.get(), record.best_q.get());
    Ok(())
}

fn text(m: Move, color: Color) -> String {
    m.uci(color, CastlingMode::Chess960).to_string()
}

fn mark(index: PolicyIndex, record: &V6) -> &'static str {
    match (record.best_idx.get() == index.index(), record.played_idx.get() == index.index()) {
        (true, true) => "  best, played",
        (true, false) => "  best",
        (false, true) => "  played",
        (false, false) => "",
    }
}
