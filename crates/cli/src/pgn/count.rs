//! `gardez pgn count`: counts games, moves, results and problems.

use std::ops::ControlFlow;
use std::process::ExitCode;

use clap::Args;
use gardez::data::files::{Bytes, GamePart};
use gardez::data::{GameCounts, GameTextError, GameTexts};
use gardez::variants::pgn::GameBoard;
use serde_json::json;

use crate::findings::{Findings, Problems};
use crate::output::{print, print_json};
use crate::pgn::games::{Emit, Games, each_file};
use crate::pgn::{Inputs, explanation};
use crate::stop::{Stop, code};

const EXAMPLES: &str = "\
Examples:
  gardez pgn count games.pgn
  gardez pgn count *.pgn.gz --json
  gardez pgn count games.pgn --notes";

/// Count games, plies, results and problems
///
/// Every move is made on a board. The first 20 errors are printed with their
/// places. The exit code is 1 if there are errors or no games.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment, after_help = explanation(EXAMPLES))]
pub(super) struct Count {
    #[command(flatten)]
    inputs: Inputs,

    /// Print notes: what can be read but is not in standard form
    #[arg(long)]
    notes: bool,

    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

impl Count {
    pub(super) fn run(self) -> Result<ExitCode, Stop> {
        let progress = self.inputs.progress(false);
        let (mut counts, mut findings) = (GameCounts::default(), Findings::default());
        let work = |games: &mut Games, emit: Emit<'_, _>| count(games, self.notes, emit);
        let take = |file: &str, part: &GamePart, (counted, problems): (GameCounts, Problems)| {
            counts += counted;
            findings.add(file, part, problems, &progress);
            Ok(ControlFlow::Continue(()))
        };
        let is_complete = each_file(&self.inputs, &self.inputs.paths()?, &progress, work, take)?;
        let Findings { notes, errors, .. } = findings;
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

/// Counts games and their problems, and passes the numbers on.
pub(crate) fn count<E: From<GameTextError>>(
    games: &mut GameTexts<Bytes, GameBoard>,
    shows_notes: bool,
    emit: &mut dyn FnMut((GameCounts, Problems)) -> Result<(), E>,
) -> Result<(), E> {
    let (mut counts, mut problems) = (GameCounts::default(), Problems::new(shows_notes));
    let counted = counts.add(games, |problem| problems.add(problem));
    emit((counts, problems))?;
    Ok(counted?)
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
