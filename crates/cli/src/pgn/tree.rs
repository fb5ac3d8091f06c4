//! `gardez pgn tree`: the moves of many games as one tree.

mod svg;

use std::ops::ControlFlow;
use std::process::ExitCode;

use clap::Args;
use gardez::data::{GameTree, TreeLine, TreeRow};
use gardez::{Board, Color, San};
use serde_json::json;

use crate::output::{Output, Taken, Target};
use crate::pgn::games::{Emit, Games, each_file, tell_errors};
use crate::pgn::{Inputs, explanation};
use crate::stop::{Stop, code};

const EXAMPLES: &str = "\
Examples:
  gardez pgn tree games.pgn --plies 8 --games 10
  gardez pgn filter games.pgn --white carlsen | gardez pgn tree --games 2
  gardez pgn tree games.pgn --fen '8/8/8/4k3/8/8/4P3/4K3 w'
  gardez pgn tree games.pgn.zst --pgn --plies 30 --games 5 -o book.pgn
  gardez pgn tree games.pgn --svg --plies 6 -o tree.svg";

/// Make one tree of the moves of many games, with counts and scores
///
/// Each line has a move, the games in which it was played, their results and
/// White's share of the points. Frequent moves come first. A game counts up to
/// its first error.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment, after_help = explanation(EXAMPLES))]
pub(super) struct Tree {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    target: Target,

    /// Begin at this position, where a game first reaches it
    #[arg(long, value_name = "FEN")]
    fen: Option<Board>,

    /// Number of plies from there on
    #[arg(long, value_name = "N", default_value_t = 20)]
    plies: usize,

    /// Most moves to keep, of 28 bytes each
    ///
    /// A move that comes up later is left out, and this is reported.
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    nodes: usize,

    /// Show only moves of this many games, or more
    #[arg(long, value_name = "N", default_value_t = 1)]
    games: u32,

    #[command(flatten)]
    form: Form,
}

/// The form of the tree, instead of text.
#[derive(Args, Debug)]
#[group(multiple = false)]
struct Form {
    /// Write a game with variations, and the counts in comments
    #[arg(long)]
    pgn: bool,

    /// Write a picture: a column for each ply
    #[arg(long)]
    svg: bool,

    /// Write a line of JSON for each move
    #[arg(long)]
    json: bool,
}

impl Tree {
    pub(super) fn run(self) -> Result<ExitCode, Stop> {
        let paths = self.inputs.paths()?;
        let progress = self.inputs.progress(false);
        let mut output = self.target.open(&Taken::new(&paths))?;
        let root = self.fen.unwrap_or(Board::start());
        let work = |games: &mut Games, emit: Emit<'_, _>| {
            let mut line = TreeLine::new(root, self.plies);
            while games.read(&mut line)? {
                emit(line.clone())?;
            }
            Ok(())
        };
        let (mut tree, mut errors) = (GameTree::new(root, self.nodes), 0);
        let is_complete = each_file(&self.inputs, &paths, &progress, work, |_, _, line| {
            tree.add(&line);
            errors += line.errors();
            Ok(ControlFlow::Continue(()))
        })?;
        let is_empty = tree.rows(1).next().is_none_or(|row| row.games() == 0);
        self.write(&tree, &mut output)?;
        output.finish()?;
        if tree.is_full() {
            progress.line("note: the tree is full, so some moves are missing; --nodes allows more");
        }
        tell_errors(errors, &progress);
        Ok(code(is_complete, !is_empty && errors == 0))
    }

    fn write(&self, tree: &GameTree, output: &mut Output) -> Result<(), Stop> {
        if self.form.pgn {
            return output.write(tree.to_game(self.games).to_string().as_bytes());
        } else if self.form.svg {
            return output.write(svg::picture(tree.rows(self.games)).as_bytes());
        } else if !self.form.json {
            let names =
                format!("{:<40} {:>9} {:>7} {:>7} {:>7} {:>5}\n", "", "games", "1-0", "1/2-1/2", "0-1", "score");
            output.write(names.as_bytes())?;
        }
        let mut path = Vec::new();
        for row in tree.rows(self.games) {
            path.truncate(row.ply.saturating_sub(1));
            path.extend(row.mv.map(|(before, m)| m.uci(before.castling_mode()).to_string()));
            let line = if self.form.json { json_of(&row, &path) } else { text_of(&row) };
            output.write(format!("{line}\n").as_bytes())?;
        }
        Ok(())
    }
}

fn name(row: &TreeRow) -> String {
    row.mv.map_or_else(String::new, |(before, m)| {
        let dots = if before.side_to_move() == Color::White { "." } else { "..." };
        format!("{}{dots} {}", before.fullmove_number(), San::new(&before, m))
    })
}

fn text_of(row: &TreeRow) -> String {
    let [white, black, draws, _] = row.results;
    let score = row.score().map_or_else(|| "-".to_owned(), |score| format!("{:.1}", 100.0 * score));
    let name = format!("{:indent$}{}", "", name(row), indent = row.ply.saturating_sub(1));
    format!("{name:<40} {:>9} {white:>7} {draws:>7} {black:>7} {score:>5}", row.games())
}

fn json_of(row: &TreeRow, path: &[String]) -> String {
    let [white, black, draws, unknown] = row.results;
    let san = row.mv.map(|(before, m)| San::new(&before, m).to_string());
    json!({
        "ply": row.ply, "moves": path, "san": san, "games": row.games(), "white_wins": white, "draws": draws,
        "black_wins": black, "unknown_results": unknown, "score": row.score(),
        "key": format!("{:016X}", row.board.raw_key()), "fen": row.board.to_string(),
    })
    .to_string()
}
