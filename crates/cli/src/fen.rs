//! `gardez fen`: a description of a position, and its problems.

mod describe;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use gardez::notation::pgn::PgnBoard;
use gardez::notation::san;
use gardez::svg::Diagram;
use gardez::variants::{Variant, VariantBoard};
use gardez::{Color, ErrorInfo, Position, ReadFen};

use self::describe::Description;
use crate::output::{Packing, Taken, Target};
use crate::positions::{Form, Positions, Refusal};
use crate::stop::{EXIT_CODES, Stop, code};

const EXPLANATION: &str = "\
Examples:
  gardez fen startpos
  gardez fen 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'
  gardez fen startpos --moves '1. e4 c5 2. Nf3'
  gardez fen --svg board.svg --flip '6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1'
  gardez fen --variant crazyhouse 'r3k3/8/8/8/8/8/8/4K3/Nqp w - - 0 1'
  gardez fen --json < positions.txt      one object for each line
  gardez check positions.txt             what is wrong with them";

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
    #[arg(long, value_name = "MOVES", verbatim_doc_comment)]
    moves: Option<String>,

    /// Read positions of this variant, such as crazyhouse
    ///
    /// Pockets, marks of promoted pieces and checks are read in all forms
    /// that sites write.
    #[arg(long, value_name = "NAME", verbatim_doc_comment)]
    variant: Option<Variant>,

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
        let form = Form::new(self.json, false);
        // Nothing but the picture can be on standard output.
        let shows_only_picture = self.svg.as_ref().is_some_and(|path| path.as_os_str() == "-");
        let (mut has_problems, mut pictures) = (false, 0);
        let is_fine = self.positions.each(self.variant.unwrap_or(Variant::Chess), form, |fen| {
            let found = match self.description(fen) {
                Ok(found) => found,
                Err(refusal) => return Ok(Err(refusal)),
            };
            has_problems |= !found.problems.is_empty();
            let text = match form {
                Form::Json => format!("{}\n", found.json(fen)),
                _ if shows_only_picture => String::new(),
                _ => found.text(self.uci),
            };
            self.write_picture(&mut pictures, found.picture)?;
            Ok(Ok(text))
        })?;
        Ok(code(true, is_fine && !has_problems))
    }

    /// Describes the position after the moves.
    fn description(&self, fen: &str) -> Result<Description, Refusal> {
        let moves = self.moves.as_deref().unwrap_or_default();
        let Some(variant) = self.variant else {
            let mut read = self.positions.read(fen)?;
            play(&mut read, moves)?;
            return Ok(Description::of_chess(&read));
        };
        let board = VariantBoard::from_fen(variant, fen).map_err(|error| Refusal::new(fen, &error.kind, &error))?;
        Ok(Description::of_variant(&after(board, moves)?))
    }

    /// Writes the picture if there is to be one; `pictures` were written before.
    fn write_picture(&self, pictures: &mut u32, picture: Diagram) -> Result<(), Stop> {
        let Some(path) = &self.svg else { return Ok(()) };
        *pictures += 1;
        if *pictures == 2 {
            return Err(Stop::Failed("--svg takes a single position".to_owned()));
        }
        let bottom = if self.flip { Color::Black } else { Color::White };
        let mut output = Target::new(path.clone(), self.force, Packing::default()).open(&Taken::default())?;
        output.write(picture.with_orientation(bottom).to_string().as_bytes())?;
        output.finish()
    }
}

fn play(read: &mut ReadFen<Position>, moves: &str) -> Result<(), Refusal> {
    let line = san::parse_variation_lenient(&read.position, moves);
    for parsed in line.map_err(|error| Refusal::new(moves, &error, &error))? {
        match parsed.mv {
            Some(mv) => read.position.do_move(mv),
            None => read.position.do_null_move(),
        }
    }
    Ok(())
}

/// Returns the board of a variant after the moves of a line.
fn after(board: VariantBoard, moves: &str) -> Result<VariantBoard, Refusal> {
    let mut boards = [board.into(); 2];
    for (word, number) in moves.split_whitespace().zip(1..) {
        let text = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let text = if text.is_empty() || text.starts_with('.') { text.trim_start_matches('.') } else { word };
        if text.is_empty() {
            continue;
        }
        let [before, after] = &mut boards;
        VariantBoard::play(before, after, text.as_bytes()).map_err(|kind| {
            let end = word.as_ptr() as usize - moves.as_ptr() as usize + word.len();
            Refusal::of_part(moves, kind.kind_name(), format!("word {number}: {kind}"), end - text.len()..end)
        })?;
        boards.swap(0, 1);
    }
    Ok(*boards[0])
}
