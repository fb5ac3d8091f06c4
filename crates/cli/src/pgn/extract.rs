//! `gardez pgn extract`: writes games by their numbers.

use std::ops::RangeInclusive;
use std::process::ExitCode;

use clap::Args;
use gardez::data::select::Selection;

use crate::output::Target;
use crate::pgn::games::copy;
use crate::pgn::{Inputs, explanation};
use crate::range::range;
use crate::stop::Stop;

const EXAMPLES: &str = "\
Examples:
  gardez pgn extract --games 1 games.pgn
  gardez pgn extract --games 1,10-12,1000- games.pgn.zst -o some.pgn";

/// Write games by their numbers, exactly as they are
///
/// With several files, numbers count on from one file to the next. Reading
/// ends after the last game that is wanted.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment, after_help = explanation(EXAMPLES))]
pub(super) struct Extract {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    target: Target,

    /// Numbers of games, from 1, such as 1,10-12,1000-
    #[arg(short = 'n', long, value_name = "NUMBERS", value_delimiter = ',', value_parser = numbers, required = true)]
    games: Vec<RangeInclusive<u64>>,
}

impl Extract {
    pub(super) fn run(self) -> Result<ExitCode, Stop> {
        let selection = Selection { numbers: self.games, ..Selection::default() };
        copy(&self.inputs, &self.target, selection, false)
    }
}

fn numbers(text: &str) -> Result<RangeInclusive<u64>, &'static str> {
    let numbers = range(text, Some(u64::MAX)).filter(|numbers| 1 <= *numbers.start());
    numbers.ok_or("expected a number from 1 on, or a range such as 10-12 or 1000-")
}
