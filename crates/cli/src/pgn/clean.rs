//! `gardez pgn clean`: writes games in the export format where they are not in standard form.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use gardez::data::{Cleaning, DamagedGames};

use crate::findings::{Findings, Problems};
use crate::output::{Taken, Target};
use crate::pgn::games::{Emit, Games, each_file};
use crate::pgn::{Inputs, explanation};
use crate::stop::{Stop, code};

const EXAMPLES: &str = "\
Examples:
  gardez pgn clean games.pgn -o clean.pgn
  gardez pgn clean --no-comments --no-variations games.pgn.zst -o main.pgn.gz
  gardez pgn clean --errors drop games.pgn > sound.pgn
  gardez pgn clean --rewrite games.pgn -o export.pgn";

/// Write games in standard form
///
/// A game that is in standard form already is written exactly as it is. Any
/// other game is written in the export format: moves in SAN, tags in order,
/// lines of less than 80 characters. What could not be read is printed with
/// its place, and is missing in the output; then the exit code is 1.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment, after_help = explanation(EXAMPLES))]
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

    /// What becomes of games with errors
    ///
    /// - cut: they are written up to the error (the default)
    /// - drop: they are not written
    /// - keep: they are written exactly as they are
    #[arg(long, value_name = "WHAT", default_value = "cut", hide_possible_values = true, verbatim_doc_comment)]
    #[arg(hide_default_value = true)]
    errors: Errors,

    /// Print notes, too: what is not in standard form
    #[arg(long)]
    notes: bool,
}

/// What becomes of games with errors.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Errors {
    Cut,
    Drop,
    Keep,
}

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
            errors: match self.errors {
                Errors::Cut => DamagedGames::Cut,
                Errors::Drop => DamagedGames::Drop,
                Errors::Keep => DamagedGames::Keep,
            },
        };
        let (mut findings, mut written) = (Findings::default(), 0_u64);
        let work = |games: &mut Games, emit: Emit<'_, _>| {
            let problems = RefCell::new(Problems::new(self.notes));
            let so_far = || problems.replace(Problems::new(self.notes));
            let cleaned = cleaning.run(
                games,
                |problem| problems.borrow_mut().add(problem),
                |text| emit((so_far(), Some(text.to_vec()))),
            );
            emit((so_far(), None))?;
            cleaned.map(|_| ())
        };
        let is_complete = each_file(&self.inputs, &paths, &progress, work, |file, part, (problems, text)| {
            findings.add(file, part, problems, &progress);
            if let Some(text) = text {
                output.write(&text)?;
                written += 1;
            }
            Ok(ControlFlow::Continue(()))
        })?;
        output.finish()?;
        Ok(code(is_complete, findings.errors == 0 && written != 0))
    }
}
