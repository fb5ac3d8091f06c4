//! `gardez pgn extract`: writes games by their numbers.

use std::ops::ControlFlow;
use std::process::ExitCode;

use clap::Args;

use crate::output::Target;
use crate::pgn::facts::Facts;
use crate::pgn::games::each_file;
use crate::pgn::{Inputs, explanation};
use crate::stop::{Stop, code};

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
    games: Vec<Numbers>,
}

/// A range of numbers, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Numbers {
    first: u64,
    last: u64,
}

impl Extract {
    pub(super) fn run(self) -> Result<ExitCode, Stop> {
        let paths = self.inputs.paths()?;
        let progress = self.inputs.progress(self.target.is_standard());
        let mut output = self.target.open(&paths)?;
        let last = self.games.iter().map(|numbers| numbers.last).max().unwrap_or(0);
        let (mut number, mut found) = (0, 0);
        let mut facts = Facts::default();
        let is_complete = each_file(&paths, &progress, |games| {
            loop {
                if last <= number {
                    return Ok(ControlFlow::Break(()));
                }
                facts.clear();
                if !games.read_text(&mut facts)? {
                    return Ok(ControlFlow::Continue(()));
                }
                number += 1;
                if self.games.iter().any(|numbers| (numbers.first..=numbers.last).contains(&number)) {
                    games.write_to(&mut output)?;
                    found += 1;
                }
            }
        })?;
        output.finish()?;
        Ok(code(is_complete, found != 0))
    }
}

fn numbers(text: &str) -> Result<Numbers, &'static str> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let numbers = match (first.parse(), last) {
        (Ok(first), "") => Some(Numbers { first, last: u64::MAX }),
        (Ok(first), last) => last.parse().ok().map(|last| Numbers { first, last }),
        _ => None,
    };
    let numbers = numbers.filter(|numbers| 1 <= numbers.first && numbers.first <= numbers.last);
    numbers.ok_or("expected a number from 1 on, or a range such as 10-12 or 1000-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_numbers_are_read_or_refused() {
        assert_eq!(numbers("7"), Ok(Numbers { first: 7, last: 7 }));
        assert_eq!(numbers("10-12"), Ok(Numbers { first: 10, last: 12 }));
        assert_eq!(numbers("5-"), Ok(Numbers { first: 5, last: u64::MAX }));
        for text in ["", "0", "-3", "12-10", "a", "1-b"] {
            assert!(numbers(text).is_err(), "{text}");
        }
    }
}
