//! Writes the planes and the policy target of every position of some games, to train a network without lc0.
//!
//! ```sh
//! cargo run --release -p gardez --features lc0,gzip --example planes -- GAMES OUTPUT [FORMAT]
//! ```
//!
//! `GAMES` is a PGN file, compressed or not. The program uses the main line of each game. It prints the errors of a game and
//! uses the moves before them.
//!
//! `FORMAT` is lc0's number of an input format, 1 by default. For each position in which a move was played, the program
//! writes 7,168 `f32` (112 planes of 64 squares) and the index of the move among 1858 as a `u32`, all little-endian.

use std::env;
use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write};

use gardez::Move;
use gardez::lc0::{self, CELLS, Encoder, FillMode, InputFormat, PolicyIndex, PolicyIndexing, PositionHistory};
use gardez::notation::pgn::{Reader, Severity};
use gardez_io::{eprintln, println};

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

fn main() -> Outcome {
    let arguments: Vec<_> = env::args().skip(1).collect();
    let (games, output, format) = match &arguments[..] {
        [games, output] => (games, output, InputFormat::Classical),
        [games, output, format] => (games, output, InputFormat::try_from(format.parse::<u32>()?)?),
        _ => return Err("usage: planes GAMES OUTPUT [FORMAT]".into()),
    };
    let source = File::open(games).map_err(|error| format!("{games}: {error}"))?;
    let mut samples = Samples {
        encoder: Encoder::new(format).with_fill(FillMode::FenOnly),
        output: BufWriter::new(File::create(output).map_err(|error| format!("{output}: {error}"))?),
        cells: vec![0.0; CELLS],
        written: 0,
    };
    let played = pgn(source, &mut samples)?;
    samples.output.flush()?;
    println!("{} positions of {played} games, {} bytes each", samples.written, 4 * (CELLS + 1));
    Ok(())
}

/// Writes all positions of the games of a PGN file. Returns the number of games.
fn pgn(source: File, samples: &mut Samples<impl Write>) -> Outcome<u64> {
    let mut reader = Reader::from_compressed(source)?;
    let mut games = 0;
    while let Some(read) = reader.read_game()? {
        games += 1;
        for problem in read.problems.iter().filter(|problem| problem.kind.severity() == Severity::Error) {
            eprintln!("{problem}");
        }
        let mut history = PositionHistory::new(lc0::Position::from(read.game.start()));
        for id in read.game.main_line() {
            let Some(m) = read.game.node(id).mv() else {
                eprintln!("game {games}: skips a null move, which lc0 does not have, and the moves after it");
                break;
            };
            samples.add(&mut history, m)?;
        }
    }
    Ok(games)
}

/// Writes samples, each of which is a position and the move that was played.
struct Samples<W> {
    encoder: Encoder,
    output: W,
    cells: Vec<f32>,
    /// The number of samples so far.
    written: u64,
}

impl<W: Write> Samples<W> {
    /// Writes a sample of the newest position and the move `m`, and then makes the move.
    fn add(&mut self, history: &mut PositionHistory, m: Move) -> Outcome {
        let (planes, transform) = self.encoder.encode(history);
        // The network sees the move as the side that makes it.
        let seen = lc0::Move::from_absolute(m, history.last().board().side_to_move());
        let index = PolicyIndex::from_move(seen, transform, PolicyIndexing::Lc0);
        let index = index.ok_or("a legal move has an index")?;
        planes.write_f32(&mut self.cells)?;
        for cell in &self.cells {
            self.output.write_all(&cell.to_le_bytes())?;
        }
        self.output.write_all(&u32::from(index.index()).to_le_bytes())?;
        history.push(m);
        self.written += 1;
        Ok(())
    }
}
