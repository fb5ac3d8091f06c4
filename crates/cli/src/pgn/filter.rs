//! `gardez pgn filter`: writes the games that meet conditions.

mod conditions;

use std::ops::ControlFlow;
use std::process::ExitCode;

use clap::Args;

use crate::output::Target;
use crate::pgn::facts::Facts;
use crate::pgn::filter::conditions::Conditions;
use crate::pgn::games::each_file;
use crate::pgn::{Inputs, explanation};
use crate::stop::{Stop, code};

const EXAMPLES: &str = "\
Examples:
  gardez pgn filter games.pgn --player carlsen --result 1-0,0-1
  gardez pgn filter *.pgn.zst --min-elo 2500 --min-plies 40 -o strong.pgn.gz
  gardez pgn filter games.pgn --eco B90-B99 --since 2020
  gardez pgn filter games.pgn --tag 'Event=*Open*' --tag TimeControl=180+2
  gardez pgn filter games.pgn --sound --invert -o damaged.pgn";

/// Write the games that meet all conditions, exactly as they are
///
/// Texts are compared without regard to case. In a TEXT, * stands for
/// anything. The exit code is 1 if no game meets the conditions.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment, after_help = explanation(EXAMPLES))]
pub(super) struct Filter {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    target: Target,

    /// Write the games that do not meet all conditions
    #[arg(short = 'v', long)]
    invert: bool,

    /// Stop after this number of games
    #[arg(long, value_name = "N")]
    first: Option<u64>,

    /// Print only the number of games
    #[arg(short, long, conflicts_with_all = ["path", "force"])]
    count: bool,

    #[command(flatten)]
    conditions: Conditions,
}

impl Filter {
    pub(super) fn run(self) -> Result<ExitCode, Stop> {
        let paths = self.inputs.paths()?;
        let progress = self.inputs.progress(self.target.is_standard() && !self.count);
        let mut output = self.target.open(&paths)?;
        let needs_boards = self.conditions.need_boards();
        let mut found = 0;
        let mut facts = Facts::default();
        let is_complete = each_file(&paths, &progress, |games| {
            loop {
                if self.first.is_some_and(|first| first <= found) {
                    return Ok(ControlFlow::Break(()));
                }
                facts.clear();
                let is_read = if needs_boards { games.read(&mut facts)? } else { games.read_text(&mut facts)? };
                if !is_read {
                    return Ok(ControlFlow::Continue(()));
                }
                if self.conditions.are_met(&facts) == self.invert {
                    continue;
                }
                if !self.count {
                    games.write_to(&mut output)?;
                }
                found += 1;
            }
        })?;
        if self.count {
            output.write(format!("{found}\n").as_bytes())?;
        }
        output.finish()?;
        Ok(code(is_complete, found != 0))
    }
}
