//! `gardez pgn positions`: prints the positions of games.

use std::ops::{ControlFlow, RangeInclusive};
use std::process::ExitCode;

use clap::Args;
use gardez::Board;
use gardez::data::EachPosition;

use crate::output::{Taken, Target};
use crate::pgn::filter::plies;
use crate::pgn::games::{Emit, Games, each_file, tell_errors};
use crate::pgn::{Inputs, explanation};
use crate::stop::{Stop, code};

const EXAMPLES: &str = "\
Examples:
  gardez pgn positions games.pgn --ply 20 | cut -f 3 | sort | uniq -c | sort -n
  gardez pgn positions games.pgn.zst --json -o positions.jsonl.gz";

/// Print each position of each game, once a game
///
/// A line has the number of the game, the ply from 0 on, the key and the FEN,
/// with tabs between. Equal positions have equal keys, whatever the clocks.
/// Repetitions, games of variants and everything after an error are left out.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment, after_help = explanation(EXAMPLES))]
pub(super) struct Positions {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    target: Target,

    /// Only positions at these plies, such as 20 or 0-40
    #[arg(long, value_name = "N", value_parser = plies)]
    ply: Option<RangeInclusive<u32>>,

    /// Print a line of JSON for each position
    #[arg(long)]
    json: bool,
}

impl Positions {
    pub(super) fn run(self) -> Result<ExitCode, Stop> {
        let paths = self.inputs.paths()?;
        let progress = self.inputs.progress(self.target.is_standard());
        let mut output = self.target.open(&Taken::new(&paths))?;
        let plies = self.ply.clone().unwrap_or(0..=u32::MAX);
        // A line without its beginning and the number of the game, which the threads do not know.
        let (begin, line): (_, fn(u32, u64, &Board) -> String) = match self.json {
            true => ("{\"game\":", |ply, key, board| {
                format!(",\"ply\":{ply},\"key\":\"{key:016X}\",\"fen\":\"{board}\"}}\n")
            }),
            false => ("", |ply, key, board| format!("\t{ply}\t{key:016X}\t{board}\n")),
        };
        let work = |games: &mut Games, emit: Emit<'_, _>| {
            let mut lines = String::new();
            loop {
                let add = |ply, board: &Board| lines.push_str(&line(ply, board.raw_key(), board));
                let mut each = EachPosition::new(plies.clone(), add);
                if !games.read(&mut each)? {
                    return Ok(());
                }
                let errors = each.errors();
                emit((std::mem::take(&mut lines), errors))?;
            }
        };
        let (mut game, mut is_empty, mut errors) = (0_u64, true, 0);
        let is_complete = each_file(&self.inputs, &paths, &progress, work, |_, _, (lines, more)| {
            game += 1;
            errors += more;
            is_empty &= lines.is_empty();
            let start = format!("{begin}{game}");
            for line in lines.split_inclusive('\n') {
                output.write(start.as_bytes())?;
                output.write(line.as_bytes())?;
            }
            Ok(ControlFlow::Continue(()))
        })?;
        output.finish()?;
        tell_errors(errors, &progress);
        Ok(code(is_complete, !is_empty && errors == 0))
    }
}
