//! `gardez pgn clean`: writes games in the export format where they are not in standard form.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::process::ExitCode;

use clap::Args;
use gardez::data::{Cleaning, DamagedGames};
use gardez::notation::pgn::{MoveNotation, Severity};

use crate::check::report::{Findings, MOST_SHOWN, Report};
use crate::output::{Taken, Target};
use crate::pgn::games::{Emit, Games, each_file};
use crate::pgn::{Inputs, codes, explanation};
use crate::range::choice;
use crate::stop::{Stop, code};

const EXAMPLES: &str = "\
Examples:
  gardez pgn clean games.pgn -o clean.pgn
  gardez pgn clean --no-comments --no-variations games.pgn.zst -o main.pgn.gz
  gardez pgn clean --errors drop games.pgn > sound.pgn
  gardez pgn clean --letters de games.pgn -o deutsch.pgn
  gardez pgn clean --rewrite games.pgn -o export.pgn";

/// Write games in standard form
///
/// A game that is in standard form already is written exactly as it is. Any
/// other game is written in the export format: moves in SAN, tags in order,
/// lines of less than 80 characters. What could not be read is printed with
/// its place, and is missing in the output; then the exit code is 1.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment, after_help = explanation(EXAMPLES))]
#[command(mut_arg("letters", |read| read.long("read-as")))]
pub(super) struct Clean {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    target: Target,

    /// Write all games in the export format
    #[arg(long)]
    rewrite: bool,

    /// Remove comments
    #[arg(long)]
    no_comments: bool,

    /// Remove variations
    #[arg(long)]
    no_variations: bool,

    /// Remove glyphs such as ! and $14
    #[arg(long)]
    no_glyphs: bool,

    /// Treatment of games with errors
    ///
    /// - cut: they are written up to the error (the default)
    /// - drop: they are not written
    /// - keep: they are written exactly as they are
    #[arg(long, value_name = "WHAT", default_value = "cut", hide_possible_values = true, verbatim_doc_comment)]
    #[arg(hide_default_value = true, value_parser = choice(ERRORS))]
    errors: DamagedGames,

    /// Write moves in another form
    ///
    /// - de, fr, ru, ...: letters of a language, by its code
    /// - fig, figb: chess symbols, White's or Black's
    /// - uci: e2e4
    /// - iccf: 5254
    #[arg(long = "letters", value_name = "FORM", value_parser = notation, verbatim_doc_comment)]
    notation: Option<MoveNotation>,

    /// Print notes, too: what is not in standard form
    #[arg(long)]
    notes: bool,
}

fn notation(code: &str) -> Result<MoveNotation, String> {
    MoveNotation::from_code(code).ok_or_else(|| format!("expected uci, iccf, or one of {}", codes()))
}

const ERRORS: &[(&str, DamagedGames)] =
    &[("cut", DamagedGames::Cut), ("drop", DamagedGames::Drop), ("keep", DamagedGames::Keep)];

impl Clean {
    pub(super) fn run(self) -> Result<ExitCode, Stop> {
        let paths = self.inputs.paths()?;
        let progress = self.inputs.progress(self.target.is_standard());
        let mut output = self.target.open(&Taken::new(&paths))?;
        let cleaning = Cleaning {
            comments: self.no_comments,
            variations: self.no_variations,
            glyphs: self.no_glyphs,
            rewrite: self.rewrite,
            errors: self.errors,
            notation: self.notation.unwrap_or_default(),
        };
        let (mut reports, mut written) = (Vec::<Report>::new(), 0_u64);
        let work = |games: &mut Games, emit: Emit<'_, _>| {
            let findings = RefCell::new(Findings::new(MOST_SHOWN));
            let take = || findings.replace(Findings::new(MOST_SHOWN));
            let cleaned = cleaning.run(
                games,
                |problem| {
                    if self.notes || problem.kind.severity() == Severity::Error {
                        findings.borrow_mut().add(problem.into());
                    }
                },
                |text| emit((take(), Some(text.to_vec()))),
            );
            emit((take(), None))?;
            cleaned.map(|_| ())
        };
        let is_complete = each_file(&self.inputs, &paths, &progress, work, |file, part, (findings, text)| {
            if reports.last().is_none_or(|report| report.name != file) {
                reports.push(Report::new(file, "pgn", "PGN", MOST_SHOWN));
            }
            if let Some(report) = reports.last_mut() {
                report.findings.join(findings.moved(part));
            }
            if let Some(text) = text {
                output.write(&text)?;
                written += 1;
            }
            Ok(ControlFlow::Continue(()))
        })?;
        output.finish()?;
        for report in reports.iter().filter(|report| !report.is_sound()) {
            gardez_io::output::write_error(format_args!("{}", report.text()));
        }
        let is_sound = reports.iter().all(|report| !report.is_damaged());
        Ok(code(is_complete, is_sound && written != 0))
    }
}
