//! Counting from one position.

use std::process::ExitCode;
use std::time::Instant;

use gardez_perft::divide_with;
use gardez_position::{FenMode, Position};
use gardez_types::Move;

use crate::args::Args;
use crate::console::{Console, Stop};
use crate::effort::{Effort, LONG};
use crate::json;
use crate::positions::Named;
use crate::refusal::refusal;

/// The depth that is counted if none is asked for.
const DEFAULT_DEPTH: u32 = 6;

/// Counts, and prints what is asked for.
pub(crate) fn run(args: &Args, console: &mut Console) -> Result<ExitCode, Stop> {
    let mut position = position(args, console)?;
    let depth = args.depth.unwrap_or(DEFAULT_DEPTH);
    let mode = position.castling_mode();
    let prints_divide = args.shows_divide() && !args.json;
    let mut counts: Vec<(Move, u64)> = Vec::new();

    let first_moves = position.legal_move_count() as u64;
    if LONG <= first_moves.saturating_pow(depth) {
        console.begin(first_moves, "first moves");
    }
    let start = Instant::now();
    let nodes = divide_with(&mut position, depth, |step| {
        counts.push((step.first, step.nodes));
        console.reached(step.done as u64);
        if prints_divide { console.line(format_args!("{}: {}", step.first.uci(mode), step.nodes)) } else { Ok(()) }
    })?;
    let effort = Effort::since(start, nodes);
    console.end();

    if args.json {
        let divide = args.shows_divide().then_some(&counts[..]);
        console.line(format_args!("{}", json::single(&position, depth, effort, divide)))?;
    } else if args.quiet {
        console.line(format_args!("{nodes}"))?;
    } else {
        if prints_divide && !counts.is_empty() {
            console.line(format_args!(""))?;
        }
        console.line(format_args!("position  {position}"))?;
        console.line(format_args!("depth     {depth}"))?;
        effort.print(console)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The position that the arguments name.
fn position(args: &Args, console: &mut Console) -> Result<Position, Stop> {
    if let Some(number) = args.start960 {
        return Ok(Position::chess960(number).expect("the argument is below 960"));
    }
    let fen = args.fen.as_deref().unwrap_or_else(|| args.position.unwrap_or(Named::Start).fen());
    let read = args.fen_reader(FenMode::Detect).read(fen).map_err(|error| Stop::Failed(refusal(fen, &error)))?;
    if let Some(square) = read.dropped_ep.filter(|_| !args.quiet) {
        console.note(&format!("no double step of a pawn can have passed {square}; the en passant square is dropped"));
    }
    Ok(read.position)
}
