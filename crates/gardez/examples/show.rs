//! Shows the position after moves in UCI text: `cargo run -p gardez --example show -- e2e4 e7e5`.

use std::process::ExitCode;

use gardez::{FenMode, Position};
use gardez_io::{eprintln, println};

fn main() -> ExitCode {
    let moves: Vec<String> = std::env::args().skip(1).collect();
    let start = Position::start().to_string();
    match Position::from_fen_and_moves(&start, FenMode::Standard, moves.iter().map(String::as_str)) {
        Ok(position) => {
            println!("{}", position.pretty());
            println!("{} legal moves", position.legal_move_count());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
