//! `gardez eval`: a network's evaluations of positions.

use std::fmt::Write;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use gardez::nnue::{AccumulatorStack, Architecture, Network};
use gardez::variants::Variant;
use gardez::{Color, File, Position, Rank, Square};
use serde_json::json;

use crate::positions::{Form, Positions};
use crate::stop::{EXIT_CODES, Stop, code};

const EXPLANATION: &str = "\
Examples:
  gardez eval --network nn-37f18f62d772.nnue startpos
  gardez eval --network big.nnue '6k1/8/4p3/8/3N4/2R4r/1P6/2K5 b - - 0 1'
  gardez eval --network big.nnue --quiet - < positions.txt
  gardez eval --network mine.bin --architecture mine.toml startpos

Networks of Stockfish 12 to 18 and of July 2026 are read. Other networks need
a description, which is looked for next to the file: mine.bin.toml or mine.toml.
docs/nnue.md explains it. Material and positional are the network's two parts,
in sixteenths of the value if it is in Stockfish's internal units, from the side
to move's point of view. The board shows what White would lose without each
piece.";

/// Evaluate positions with a network
///
/// Prints the value of each position, its parts, and a board with the value of
/// each piece.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment, after_help = format!("{EXPLANATION}\n\n{EXIT_CODES}"))]
pub(crate) struct Eval {
    #[command(flatten)]
    positions: Positions,

    /// The network's file
    #[arg(long, value_name = "FILE")]
    network: PathBuf,

    /// The description of the network, in TOML
    #[arg(long, value_name = "FILE")]
    architecture: Option<PathBuf>,

    /// Print only the value, on one line
    #[arg(long, short)]
    quiet: bool,

    /// Print one line of JSON for each position
    #[arg(long)]
    json: bool,
}

impl Eval {
    pub(crate) fn run(self) -> Result<ExitCode, Stop> {
        let name = self.network.display().to_string();
        let bytes = fs::read(&self.network).map_err(|error| Stop::unreadable(&name, error))?;
        let architecture = self.architecture()?.map_or_else(|| Architecture::recognize(&bytes), Ok);
        let network = architecture.and_then(|architecture| Network::borrow(&bytes, &architecture));
        let network = network.map_err(|error| Stop::unreadable(&name, error))?;
        let mut stack = AccumulatorStack::new(&network);
        let form = Form::new(self.json, self.quiet);
        let is_fine = self.positions.each(Variant::Chess, form, |fen| {
            Ok(self.positions.read(fen).map(|read| text(form, fen, &read.position, &mut stack)))
        })?;
        Ok(code(true, is_fine))
    }

    /// Returns the description of the network, if there is one.
    fn architecture(&self) -> Result<Option<Architecture>, Stop> {
        let Some(path) = &self.architecture else {
            let name = format!("the description next to {}", self.network.display());
            return Architecture::beside(&self.network).map_err(|error| Stop::unreadable(&name, error));
        };
        let read = fs::read_to_string(path).and_then(|text| Architecture::from_toml(&text).map_err(io::Error::other));
        read.map(Some).map_err(|error| Stop::unreadable(&path.display().to_string(), error))
    }
}

fn text(form: Form, fen: &str, position: &Position, stack: &mut AccumulatorStack<'_>) -> String {
    stack.reset();
    let found = stack.evaluate(position);
    let (bucket, material, positional, value) = (found.bucket, found.material, found.positional, found.value);
    match form {
        Form::Json => {
            let object = json!({
                "input": fen, "bucket": bucket, "material": material, "positional": positional,
                "output": found.output, "value": value,
            });
            format!("{object}\n")
        }
        Form::Lines => format!("{value} {position}\n"),
        Form::Blocks => format!(
            "FEN         {position}\nNetwork     {}, bucket {bucket}\nMaterial    {material}\n\
             Positional  {positional}\nValue       {value} for {}\n\n{}",
            stack.network().architecture().name,
            if position.side_to_move() == Color::White { "White" } else { "Black" },
            board(position, stack.network())
        ),
    }
}

/// Returns the board with the value of each piece.
fn board(position: &Position, network: &Network<'_>) -> String {
    let (values, mut text) = (network.piece_values(position), String::new());
    for rank in Rank::ALL.into_iter().rev() {
        let _ = write!(text, "{rank} ");
        for file in File::ALL {
            let square = Square::new(file, rank);
            let cell = match (position.piece_on(square), values[square as usize]) {
                (None, _) => ".".to_owned(),
                (Some(piece), None) => piece.to_string(),
                (Some(piece), Some(value)) => format!("{piece}{value:+}"),
            };
            let _ = write!(text, " {cell:>7}");
        }
        text.push('\n');
    }
    let files = File::ALL.map(|file| format!(" {file:>7}"));
    text + "  " + &files.concat() + "\n"
}
