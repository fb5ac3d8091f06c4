//! `gardez fen`: what a position is, and what is wrong with it.

mod record;
mod text;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use gardez::svg::Diagram;
use gardez::{Board, Color, Position};

use crate::output::{Target, print};
use crate::positions::{Positions, refused};
use crate::stop::{EXIT_CODES, Stop, code};

const EXPLANATION: &str = "\
Examples:
  gardez fen startpos
  gardez fen 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'
  gardez fen --svg board.svg --flip '6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1'
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
        let reader = self.positions.reader();
        let mut has_findings = false;
        let mut pictures = 0;
        for (index, fen) in self.positions.fens().enumerate() {
            let fen = fen?;
            let read = reader.read(&fen);
            has_findings |= read.as_ref().map_or(true, |read| !read.problems().is_empty());
            if self.json {
                print(format_args!("{}\n", record::line(&fen, &read)))?;
            } else {
                match &read {
                    Err(error) => print(format_args!("{}", refused(&fen, error)))?,
                    Ok(read) if self.check => print(format_args!("{}", text::problems(&fen, read)))?,
                    // Nothing but the picture can be on standard output.
                    Ok(_) if self.svg.as_ref().is_some_and(|path| path.as_os_str() == "-") => {}
                    Ok(read) => {
                        let blank = if index == 0 { "" } else { "\n" };
                        print(format_args!("{blank}{}", text::described(read, self.uci)))?;
                    }
                }
            }
            if let (Some(path), Ok(read)) = (&self.svg, &read) {
                pictures += 1;
                if pictures == 2 {
                    return Err(Stop::Failed("--svg takes a single position".to_owned()));
                }
                let picture = picture(&read.position, self.flip);
                let mut output = Target::new(path.clone(), self.force).open(&[])?;
                output.write(picture.as_bytes())?;
                output.finish()?;
            }
        }
        Ok(code(true, !has_findings))
    }
}

/// Returns the position as SVG text.
fn picture(position: &Position, is_flipped: bool) -> String {
    let board: &Board = position.board();
    let king = position.in_check().then(|| position.king(position.side_to_move()));
    let bottom = if is_flipped { Color::Black } else { Color::White };
    Diagram::from(board).with_check(king).with_orientation(bottom).with_title(position.to_string()).to_string()
}
