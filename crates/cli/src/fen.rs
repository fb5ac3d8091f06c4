//! `gardez fen`: what a position is, and what is wrong with it.

mod record;
mod text;
mod variant;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use gardez::notation::san::{self, VariationError};
use gardez::svg::Diagram;
use gardez::variants::Variant;
use gardez::{Board, Color, ErrorInfo, Position};

use self::record::Refused;
use crate::output::{Packing, Taken, Target, print, print_json};
use crate::positions::{Positions, refused};
use crate::stop::{EXIT_CODES, Stop, code};

const EXPLANATION: &str = "\
Examples:
  gardez fen startpos
  gardez fen 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'
  gardez fen startpos --moves '1. e4 c5 2. Nf3'
  gardez fen --svg board.svg --flip '6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1'
  gardez fen --variant crazyhouse 'r3k3/8/8/8/8/8/8/4K3/Nqp w - - 0 1'
  gardez fen --check < positions.txt     only what is wrong
  gardez fen --json < positions.txt      one object for each line";

/// Describe positions: problems, legal moves, keys, a drawing
///
/// Draws the board and prints its status, its legal moves, its keys and the
/// name of its opening. If a FEN cannot be read, the wrong part is
/// underlined. A position that can be played but cannot arise in a game is
/// described, and its problems are listed.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment, after_help = format!("{EXPLANATION}\n\n{EXIT_CODES}"))]
pub(crate) struct Fen {
    #[command(flatten)]
    positions: Positions,

    /// Moves to make first, in UCI notation or SAN
    ///
    /// Quote the moves, because they are separated by spaces: 'e2e4 c5 Nf3'.
    /// Move numbers are skipped.
    #[arg(long, value_name = "MOVES", conflicts_with = "variant", verbatim_doc_comment)]
    moves: Option<String>,

    /// Read positions of this variant, such as crazyhouse
    ///
    /// Pockets, marks of promoted pieces and checks are read in all forms
    /// that sites write. What no game leads to is refused with --check.
    #[arg(long, value_name = "NAME", verbatim_doc_comment)]
    variant: Option<Variant>,

    /// Print only FENs that cannot be read, and problems
    #[arg(long, conflicts_with_all = ["json", "svg"])]
    check: bool,

    /// Print moves as two squares, such as g1f3
    #[arg(long, conflicts_with = "json")]
    uci: bool,

    /// Print one line of JSON for each position
    #[arg(long)]
    json: bool,

    /// Write a picture of the position; `-` is standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Show black at the bottom of the picture
    #[arg(long, requires = "svg")]
    flip: bool,

    /// Replace the picture if it exists
    #[arg(short, long, requires = "svg")]
    force: bool,
}

impl Fen {
    pub(crate) fn run(self) -> Result<ExitCode, Stop> {
        if let Some(variant) = self.variant {
            return self.run_on(variant);
        }
        let reader = self.positions.reader();
        let mut has_findings = false;
        let mut pictures = 0;
        for (index, fen) in self.positions.fens().enumerate() {
            let fen = fen?;
            let mut read = reader.read(&fen);
            if let (Ok(read), Some(moves)) = (&mut read, &self.moves)
                && let Err(error) = play(&mut read.position, moves)
            {
                has_findings = true;
                if self.json {
                    print_json(&Refused { input: moves, error: &error })?;
                } else {
                    print(format_args!("{}", refused(moves, &error, error.span().unwrap_or_default())))?;
                }
                continue;
            }
            has_findings |= read.as_ref().map_or(true, |read| !read.problems().is_empty());
            if self.json {
                print(format_args!("{}\n", record::line(&fen, &read)))?;
            } else {
                match &read {
                    Err(error) => print(format_args!("{}", refused(&fen, error.kind, error.span.clone())))?,
                    Ok(read) if self.check => print(format_args!("{}", text::problems(&fen, read)))?,
                    // Nothing but the picture can be on standard output.
                    Ok(_) if self.shows_only_picture() => {}
                    Ok(read) => {
                        let blank = if index == 0 { "" } else { "\n" };
                        print(format_args!("{blank}{}", text::described(read, self.uci)))?;
                    }
                }
            }
            if let Ok(read) = &read {
                self.write_picture(&mut pictures, || picture(&read.position))?;
            }
        }
        Ok(code(true, !has_findings))
    }

    /// Returns `true` if nothing but the picture is printed.
    fn shows_only_picture(&self) -> bool {
        self.svg.as_ref().is_some_and(|path| path.as_os_str() == "-")
    }

    /// Writes the picture if there is to be one; `pictures` were written before.
    fn write_picture(&self, pictures: &mut u32, picture: impl FnOnce() -> Diagram) -> Result<(), Stop> {
        let Some(path) = &self.svg else { return Ok(()) };
        *pictures += 1;
        if *pictures == 2 {
            return Err(Stop::Failed("--svg takes a single position".to_owned()));
        }
        let bottom = if self.flip { Color::Black } else { Color::White };
        let mut output = Target::new(path.clone(), self.force, Packing::default()).open(&Taken::default())?;
        output.write(picture().with_orientation(bottom).to_string().as_bytes())?;
        output.finish()
    }
}

/// Makes the moves of a line.
fn play(position: &mut Position, moves: &str) -> Result<(), VariationError> {
    let line = san::parse_variation_lenient(position, moves)?;
    for read in line {
        match read.mv {
            Some(mv) => position.do_move(mv),
            None => position.do_null_move(),
        }
    }
    Ok(())
}

/// Returns the picture of a position.
fn picture(position: &Position) -> Diagram {
    let board: &Board = position.board();
    let king = position.in_check().then(|| position.king(position.side_to_move()));
    Diagram::from(board).with_check(king).with_title(position.to_string())
}
