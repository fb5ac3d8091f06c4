//! Looks a position up in endgame tables: who wins, how far the next zeroing move is, and which moves are best.
//!
//! `cargo run --release -p gardez --features syzygy --example tb -- "8/8/8/8/4k3/8/8/KR6 w - - 0 1" --path DIR`

use std::process::ExitCode;

use gardez::Position;
use gardez::syzygy::{ProbeError, RootMoves, Tablebase};
use gardez_io::{eprintln, println};

const USAGE: &str = "usage: tb FEN --path DIR[:DIR...]";

fn main() -> ExitCode {
    match run(std::env::args().skip(1)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: impl Iterator<Item = String>) -> Result<(), Box<dyn std::error::Error>> {
    let (mut fen, mut path) = (None, None);
    let mut arguments = arguments;
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--path" if path.is_none() => path = Some(arguments.next().ok_or(USAGE)?),
            "--help" | "-h" => {
                println!("Looks a position up in Syzygy endgame tables.\n\n{USAGE}");
                return Ok(());
            }
            _ if fen.is_none() && !argument.starts_with("--") => fen = Some(argument),
            _ => return Err(USAGE.into()),
        }
    }
    let position: Position = fen.ok_or(USAGE)?.parse()?;
    let tablebase = Tablebase::open(std::env::split_paths(&path.ok_or(USAGE)?))?;
    println!("{} tables, up to {} pieces", tablebase.tables().count(), tablebase.max_pieces());
    println!("{}\n", tablebase.pretty(&position));

    println!("WDL  {}", tablebase.probe_wdl(&position)?);
    match tablebase.probe_dtz(&position) {
        Ok(dtz) => {
            let rule50 = position.rule50();
            println!("DTZ  {dtz}; with the fifty-move counter at {rule50}: {}", dtz.prospect(rule50));
        }
        Err(error) => println!("DTZ  {error}"),
    }
    let moves = match tablebase.probe_root(&position) {
        Err(error @ ProbeError::NotAvailable(_)) => {
            println!("{error}; the moves are ranked by result alone");
            tablebase.probe_root_wdl(&position)?
        }
        moves => moves?,
    };
    print(&position, &moves);
    Ok(())
}

fn print(position: &Position, moves: &RootMoves) {
    if moves.is_empty() {
        println!("no legal moves");
        return;
    }
    println!("\nmove    rank  DTZ        WDL");
    for entry in moves {
        let uci = entry.mv.uci(position.castling_mode()).to_string();
        let dtz = entry.dtz.map_or("-".to_owned(), |dtz| dtz.to_string());
        println!("{uci:6} {:>5}  {dtz:9}  {}", entry.rank, entry.wdl);
    }
}
