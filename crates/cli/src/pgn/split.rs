//! `gardez pgn split`: writes games to a file for each value of a tag, or for each number of games.

mod parts;

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{ArgGroup, Args};
use gardez::data::select::{Facts, Selection, file_stem};

use crate::output::print;
use crate::pgn::games::{Emit, Games, each_file};
use crate::pgn::split::parts::Parts;
use crate::pgn::{Inputs, explanation};
use crate::stop::{Stop, code};

const EXAMPLES: &str = "\
Examples:
  gardez pgn split games.pgn --by ECO --dir openings
  gardez pgn split games.pgn.zst --by White --dir players --max-files 50000
  gardez pgn split games.pgn --games 10000 --dir parts";

/// Write a file for each value of a tag, or for each N games
///
/// Games are written exactly as they are. The files are called after the
/// values, such as openings/B90.pgn; characters other than letters, digits,
/// dots and hyphens become underscores, and games without the tag go to
/// unknown.pgn. Names that differ in case only get numbers, such as
/// Smith.pgn and smith-2.pgn, and an underscore comes before a name that
/// Windows reserves: _con.pgn. Files appear when all of them are complete,
/// and their number is printed.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment, after_help = explanation(EXAMPLES))]
#[command(group = ArgGroup::new("how").args(["by", "games"]).required(true))]
pub(super) struct Split {
    #[command(flatten)]
    inputs: Inputs,

    /// Tag for whose values there are files
    #[arg(long, value_name = "TAG")]
    by: Option<String>,

    /// Number of games in each of 1.pgn, 2.pgn, ...
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,

    /// Directory for the files, made if missing
    #[arg(long, value_name = "DIR", default_value = ".")]
    dir: PathBuf,

    /// Stop if there are more files
    ///
    /// All files are open at a time, so the system must allow as many.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    max_files: usize,

    /// Replace files that exist; an input is never replaced
    #[arg(short, long)]
    force: bool,
}

impl Split {
    pub(super) fn run(self) -> Result<ExitCode, Stop> {
        let paths = self.inputs.paths()?;
        let progress = self.inputs.progress(false);
        let mut parts = Parts::new(&self.dir, self.force, self.max_files, &paths)?;
        let (all, mut games_read) = (Selection::default(), 0);
        let work = |games: &mut Games, emit: Emit<'_, _>| {
            let mut facts = Facts::default();
            while all.read_next(games, &mut facts)?.is_some() {
                let name = self.by.as_ref().map(|tag| file_stem(facts.tag(tag).unwrap_or_default()));
                emit((name, games.paragraph()?))?;
            }
            Ok(())
        };
        let is_complete = each_file(&self.inputs, &paths, &progress, work, |_, _, (name, text)| {
            let name = match (name, self.games) {
                (Some(name), _) => name,
                (None, Some(count)) => (games_read / count + 1).to_string(),
                (None, None) => unreachable!("one of both is required"),
            };
            games_read += 1;
            parts.add(&name, &text)?;
            Ok(ControlFlow::Continue(()))
        })?;
        let files = parts.finish()?;
        print(format_args!("{games_read} games in {files} files\n"))?;
        Ok(code(is_complete, games_read != 0))
    }
}
