//! Files of packed positions and games: how they are named and read.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use gardez::data::columns::names_columns;
use gardez::data::files::{FileOptions, FileSummary, Opener, Place};
use gardez::data::{Filter, available_threads, table};
use gardez::{Color, ErrorInfo};
use gardez_formats::{Format, ReadOptions, Strictness, Wdl};

use crate::input::{is_standard, opener};
use crate::progress::Progress;
use crate::stop::{EXIT_CODES, Stop};

/// Returns the end of a help text: the formats, examples and the exit codes.
pub(crate) fn explanation(examples: &str) -> String {
    explanation_with(examples, EXIT_CODES)
}

pub(crate) fn explanation_with(examples: &str, exit_codes: &str) -> String {
    let formats = format!("Formats, by the extension of a file or by --from and --to:\n{}", table::help());
    let packed = "Inputs may be packed with gzip or Zstandard. An output is packed if its\nname ends in .gz (gzip) or .zst (Zstandard); --level says how tightly.";
    format!("{formats}\n\n{packed}\n\n{}\n\n{exit_codes}", named(examples))
}

/// Returns a text in which `{1}` is the name of the first format in the table, and so on.
pub(crate) fn named(text: &str) -> String {
    let formats = table::formats().into_iter().zip(1..);
    formats.fold(text.to_owned(), |text, (format, n)| text.replace(&format!("{{{n}}}"), format.extension()))
}

/// Reads the name of a format, which is one of its extensions.
pub(crate) fn format(name: &str) -> Result<Format, String> {
    table::named(name).ok_or_else(|| format!("expected one of {}", table::names()))
}

fn result(text: &str) -> Result<Wdl, String> {
    let result = text.parse().ok().and_then(|result| Wdl::from_game(result, Color::White));
    result.ok_or_else(|| "expected 1-0, 0-1 or 1/2-1/2".to_owned())
}

/// Reads names of columns, which live as long as the program.
fn columns(text: &str) -> Result<&'static str, &'static str> {
    let wrong = "expected fields and their names, such as fen=Position,cp=Score";
    if names_columns(text) { Ok(text.to_owned().leak()) } else { Err(wrong) }
}

/// The number of threads of a command.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Threads {
    /// Number of threads [default: those of the CPU]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

impl Threads {
    pub(crate) fn count(self) -> NonZeroUsize {
        self.threads.unwrap_or_else(available_threads)
    }
}

/// The settings for reading inputs.
#[derive(Args, Debug)]
pub(crate) struct Inputs {
    /// Input format [default: by extension or content]
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    from: Option<Format>,

    /// Accept odd values whose meaning is clear
    ///
    /// They are values that no writer writes; otherwise they are damage.
    #[arg(long)]
    lenient: bool,

    /// Score, seen by White, where there is no value
    ///
    /// Without this option, such positions of a PGN and of lc0's records are
    /// left out. In records that are written, their value is the result.
    #[arg(long, value_name = "SCORE", allow_negative_numbers = true, verbatim_doc_comment)]
    pub(crate) missing_score: Option<i16>,

    /// Result where there is none: 1-0, 0-1 or 1/2-1/2
    ///
    /// Without this option, positions without a result are left out, such as
    /// evaluations and puzzles of Lichess.
    #[arg(long, value_name = "WDL", value_parser = result, verbatim_doc_comment)]
    pub(crate) missing_result: Option<Wdl>,

    /// Names of columns, such as fen=Position,cp=Score
    ///
    /// The fields of a table are fen, move, line, moves, evaluation, cp,
    /// mate, result, depth, mover-evaluation and mover-result. A column whose
    /// name is that of its field need not be named.
    #[arg(long, value_name = "NAMES", value_parser = columns, verbatim_doc_comment)]
    columns: Option<&'static str>,

    #[command(flatten)]
    threads: Threads,

    /// Show no progress and no summary
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

impl Inputs {
    pub(crate) const fn from(&self) -> Option<Format> {
        self.from
    }

    pub(crate) const fn strictness(&self) -> Strictness {
        if self.lenient { Strictness::Lenient } else { Strictness::Strict }
    }

    pub(crate) fn threads(&self) -> NonZeroUsize {
        self.threads.count()
    }

    pub(crate) fn opener<'a>(&self, progress: &'a Progress) -> Opener<'a> {
        self.opener_of(false, progress)
    }

    /// Opens the inputs and perhaps keeps positions without a score or a result.
    pub(crate) fn opener_of<'a>(&self, keeps_incomplete: bool, progress: &'a Progress) -> Opener<'a> {
        let read = ReadOptions {
            strictness: self.strictness(),
            missing_score: self.missing_score,
            missing_result: self.missing_result,
            keeps_incomplete,
            columns: self.columns.unwrap_or_default(),
        };
        opener(FileOptions { format: self.from, read }, progress)
    }

    /// Returns the inputs that these paths name, whose formats must have what the filter asks for.
    pub(crate) fn places(&self, paths: &[PathBuf], filter: &Filter) -> Result<Vec<Place>, Stop> {
        let (places, progress) = (places(paths)?, Progress::none());
        let opener = self.opener(&progress);
        places.iter().try_for_each(|place| opener.check(place, filter))?;
        Ok(places)
    }
}

/// Returns the inputs that these paths name. Directories and tars name the chunks in them.
pub(crate) fn places(paths: &[PathBuf]) -> Result<Vec<Place>, Stop> {
    let mut all = Vec::new();
    for path in paths {
        if is_standard(path) {
            all.push(Place::StandardInput);
        } else {
            all.extend(Place::all_of(path)?);
        }
    }
    Ok(all)
}

/// Returns a line about an input.
pub(crate) fn told(file: &FileSummary) -> String {
    // Lenient readers have no such errors.
    match file.error.as_ref().map(ErrorInfo::kind_name) {
        Some("castling-right" | "stale-en-passant-square") => {
            format!("{file}; --lenient reads the position without it")
        }
        _ => {
            file.looks_like.map_or_else(|| file.to_string(), |format| format!("{file}: --from {}", format.extension()))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn the_format_of_a_packed_file_is_known() {
        let known = |path: &str| table::of_path(Path::new(path)).map(Format::extension);
        assert_eq!(known("a/b.bullet.txt.gz"), Some("bullet.txt"));
        assert_eq!(known("b.binpack.zst"), Some("binpack"));
        assert_eq!(known("game.v6.gz"), Some("v6"));
        assert_eq!([known("game_000000.gz"), known("b.txt"), known("-")], [None; 3]);
    }

    #[test]
    fn every_format_has_its_name_and_its_line_in_the_help() {
        let help = explanation("");
        for known in table::formats() {
            assert!(help.contains(&format!("\n  {} ", known.extension())), "{known}");
            assert_eq!(format(known.extension()), Ok(known));
        }
        assert!(help.lines().all(|line| line.len() <= 80));
        assert_eq!(named("{1} {2}"), "binpack bin");
        assert!(format("png").is_err_and(|error| error.starts_with("expected one of binpack, bin, plain")));
    }
}
