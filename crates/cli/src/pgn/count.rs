//! `gardez pgn count`: counts games, moves, results and problems.

use std::ops::ControlFlow;
use std::process::ExitCode;

use clap::Args;
use gardez::data::GameCounts;
use gardez::data::files::GamePart;
use gardez::notation::pgn::Severity;
use serde_json::json;

use crate::output::{print, print_json};
use crate::pgn::games::{Emit, Games, each_file};
use crate::pgn::{Inputs, explanation};
use crate::stop::{Stop, code};

const EXAMPLES: &str = "\
Examples:
  gardez pgn count games.pgn
  gardez pgn count *.pgn.gz --json";

/// Count games, plies, results and problems
///
/// Every move is made on a board. `gardez check` shows errors and notes with
/// their places. The exit code is 1 if there are errors or no games.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment, after_help = explanation(EXAMPLES))]
pub(super) struct Count {
    #[command(flatten)]
    inputs: Inputs,

    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

impl Count {
    pub(super) fn run(self) -> Result<ExitCode, Stop> {
        let progress = self.inputs.progress(false);
        let (mut counts, mut notes, mut errors) = (GameCounts::default(), 0, 0);
        let work = |games: &mut Games, emit: Emit<'_, _>| {
            let (mut counts, mut notes, mut errors) = (GameCounts::default(), 0, 0);
            let counted = counts.add(games, |problem| match problem.kind.severity() {
                Severity::Note => notes += 1,
                Severity::Error => errors += 1,
            });
            emit((counts, notes, errors))?;
            Ok(counted?)
        };
        let take = |_: &str, _: &GamePart, (counted, more_notes, more_errors): (GameCounts, u64, u64)| {
            counts += counted;
            notes += more_notes;
            errors += more_errors;
            Ok(ControlFlow::Continue(()))
        };
        let is_complete = each_file(&self.inputs, &self.inputs.paths()?, &progress, work, take)?;
        if self.json {
            print_json(&json!({
                "games": counts.games, "plies": counts.plies, "longest_game": counts.longest_game,
                "variation_moves": counts.variation_moves, "comments": counts.comments,
                "white_wins": counts.white_wins, "black_wins": counts.black_wins, "draws": counts.draws,
                "unknown_results": counts.unknown_results, "notes": notes, "errors": errors,
            }))?;
        } else {
            print(format_args!("{}", text(&counts, notes, errors)))?;
        }
        Ok(code(is_complete, errors == 0 && counts.games != 0))
    }
}

fn text(counts: &GameCounts, notes: u64, errors: u64) -> String {
    let lines = [
        ("games", counts.games),
        ("plies", counts.plies),
        ("longest game", counts.longest_game),
        ("in variations", counts.variation_moves),
        ("comments", counts.comments),
        ("1-0", counts.white_wins),
        ("0-1", counts.black_wins),
        ("1/2-1/2", counts.draws),
        ("*", counts.unknown_results),
        ("notes", notes),
        ("errors", errors),
    ];
    lines.iter().map(|(name, number)| format!("{name:<14} {number:>12}\n")).collect()
}
