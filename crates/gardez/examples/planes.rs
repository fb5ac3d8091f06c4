//! Planes and policy targets of every position of some games, for training a network outside lc0.
//!
//! ```text
//! cargo run --release -p gardez --features lc0 --example planes -- GAMES OUTPUT [FORMAT]
//! ```
//!
//! `GAMES` holds a game in each line, as moves in UCI notation from the start position: `e2e4 e7e5 g1f3`. A line may
//! begin with another position: `fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4 e8e7`. `FORMAT` is lc0's number of an
//! input format, 1 by default.
//!
//! `OUTPUT` gets, for each position in which a move was played, 112 times 64 numbers and the index of the move among
//! 1858: 7,168 `f32` and a `u32`, little-endian, one position after the other.

use std::env;
use std::error::Error;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};

use gardez::lc0::{CELLS, Encoder, FillMode, InputFormat, PolicyIndex, PolicyIndexing, PositionHistory};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = env::args().skip(1).collect();
    let (games, output, format) = match &arguments[..] {
        [games, output] => (games, output, InputFormat::Classical),
        [games, output, format] => (games, output, InputFormat::from_number(format.parse()?)?),
        _ => return Err("usage: planes GAMES OUTPUT [FORMAT]".into()),
    };
    let encoder = Encoder::new(format).fill(FillMode::FenOnly);
    let mut output = BufWriter::new(File::create(output)?);
    let (mut played, mut positions) = (0_u64, 0_u64);
    for (number, line) in (1..).zip(BufReader::new(File::open(games)?).lines()) {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        positions += game(&line, &encoder, &mut output).map_err(|error| format!("line {number}: {error}"))?;
        played += 1;
    }
    output.flush()?;
    println!("{positions} positions of {played} games, {} bytes each", 4 * (CELLS + 1));
    Ok(())
}

/// Writes all positions of a game; how many there are.
fn game(line: &str, encoder: &Encoder, output: &mut impl Write) -> Result<u64, Box<dyn Error>> {
    let (mut history, moves) = match line.trim().strip_prefix("fen ") {
        Some(rest) => {
            let (fen, moves) = rest.split_once("moves").unwrap_or((rest, ""));
            (PositionHistory::from_fen(fen.trim())?, moves)
        }
        None => (PositionHistory::start(), line),
    };
    let mut written = 0;
    for text in moves.split_ascii_whitespace() {
        let board = *history.last().board();
        let m = board.parse_move(text).map_err(|error| format!("{text}: {error}"))?;
        // A promotion without a letter is a knight to lc0, which nobody means.
        let is_legal = board.legal_moves().contains(&m) && (m.promotion_piece().is_none() || text.len() == 5);
        if !is_legal {
            return Err(format!("{text} is not legal in {}", history.last()).into());
        }
        let (planes, transform) = encoder.encode(&history);
        let index = PolicyIndex::of(m, transform, PolicyIndexing::Geometric).ok_or("a legal move has an index")?;
        let mut cells = [0.0; CELLS];
        planes.write_f32(&mut cells)?;
        write(output, &cells, index)?;
        written += 1;
        history.append(m);
    }
    Ok(written)
}

fn write(output: &mut impl Write, cells: &[f32], index: PolicyIndex) -> io::Result<()> {
    for cell in cells {
        output.write_all(&cell.to_le_bytes())?;
    }
    output.write_all(&u32::from(index.get()).to_le_bytes())
}
