//! The table of the kinds of moves.

use std::process::ExitCode;

use gardez_position::Position;
use serde::Serialize;

use crate::program::args::{Args, TypesFormat};
use crate::program::console::{Console, Stop};
use crate::program::effort::LONG;
use crate::program::json;
use crate::types::{MoveTypes, move_types};

/// The depth without the option `--depth`.
const DEFAULT_DEPTH: u32 = 5;

/// The line of JSON.
#[derive(Serialize)]
struct Table {
    fen: String,
    /// From depth 1 on.
    depths: Vec<MoveTypes>,
}

/// Counts at each depth, and prints each row when it is known.
pub(crate) fn run(
    args: &Args,
    position: &Position,
    format: TypesFormat,
    console: &mut Console,
) -> Result<ExitCode, Stop> {
    let is_csv = format == TypesFormat::Csv;
    match (args.json, is_csv) {
        (true, _) => {}
        (false, true) => console.line(format_args!("depth,{}", MoveTypes::NAMES.join(",").replace(' ', "_")))?,
        (false, false) => console.line(format_args!("depth{}", row(&MoveTypes::HEADINGS.map(String::from))))?,
    }
    let mut table = Table { fen: position.to_string(), depths: Vec::new() };
    for depth in 1..=args.depth.unwrap_or(DEFAULT_DEPTH) {
        let types = below(position, depth, console);
        let numbers = types.numbers().map(|number| number.to_string());
        match (args.json, is_csv) {
            (true, _) => table.depths.push(types),
            (false, true) => console.line(format_args!("{depth},{}", numbers.join(",")))?,
            (false, false) => console.line(format_args!("{depth:>5}{}", row(&numbers)))?,
        }
    }
    if args.json {
        console.line(format_args!("{}", json::line(&table)))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Counts, and shows how many of the first moves are done.
fn below(position: &Position, depth: u32, console: &mut Console) -> MoveTypes {
    let moves = position.legal_moves();
    if depth < 2 {
        return move_types(position, depth);
    }
    if LONG / 4 <= (moves.len() as u64).saturating_pow(depth) {
        console.begin(moves.len() as u64, 0, "first moves");
    }
    let counted = moves.iter().zip(1..).map(|(&m, done)| {
        let types = move_types(&position.after(m), depth - 1);
        console.reached(done);
        types
    });
    let sum = counted.sum();
    console.end();
    sum
}

/// Returns columns of numbers or headings, in 80 columns as long as the counts are below a billion.
fn row(cells: &[String; 9]) -> String {
    let widths = [9, 9, 6, 8, 8, 8, 6, 6, 6];
    cells.iter().zip(widths).map(|(cell, width)| format!(" {cell:>width$}")).collect()
}
