//! The positions of a command, as FENs in its arguments or in lines of standard input.

use std::fmt::Display;
use std::io;
use std::ops::Range;

use clap::Args;
use gardez::variants::Variant;
use gardez::{FenMode, FenReader};

use crate::lines::Lines;
use crate::stop::Stop;

/// The positions to look at.
#[derive(Args, Debug)]
pub(crate) struct Positions {
    /// Positions as FENs in quotes, or `startpos`
    ///
    /// Without any, and in place of `-`, each line of standard input is one.
    /// Empty lines and lines that begin with # are skipped.
    #[arg(value_name = "FEN", verbatim_doc_comment)]
    fens: Vec<String>,

    /// Read and write castling as in Chess960
    ///
    /// Without this option, a position is Chess960 if its castling rights
    /// require it.
    #[arg(long, verbatim_doc_comment)]
    chess960: bool,
}

impl Positions {
    /// Returns the FENs. FENs from standard input are read one after another.
    pub(crate) fn fens(&self) -> Box<dyn Iterator<Item = Result<String, Stop>> + '_> {
        self.fens_of(Variant::Chess)
    }

    /// Returns the FENs of positions of a variant, whose start position has a name, too.
    pub(crate) fn fens_of(&self, variant: Variant) -> Box<dyn Iterator<Item = Result<String, Stop>> + '_> {
        let start = variant.start_fen();
        let all = self.given().into_iter().flat_map(|fen| -> Box<dyn Iterator<Item = Result<String, Stop>>> {
            if fen == "-" { Box::new(standard(start)) } else { Box::new(std::iter::once(Ok(named(fen, start)))) }
        });
        Box::new(stop_after_error(all))
    }

    /// Returns the FENs of the arguments; `-` if there are none.
    fn given(&self) -> Vec<String> {
        match self.fens.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            [] => vec!["-".to_owned()],
            // The shell has split a FEN without quotes at its spaces.
            [_, "w" | "b", ..] => vec![self.fens.join(" ")],
            _ => self.fens.clone(),
        }
    }

    /// Returns the reader of the FENs.
    pub(crate) fn reader(&self) -> FenReader {
        FenReader::new().with_mode(if self.chess960 { FenMode::Chess960 } else { FenMode::Detect })
    }
}

/// Returns the FENs in the lines of standard input.
fn standard(start: &'static str) -> impl Iterator<Item = Result<String, Stop>> {
    let lines = Lines::new(io::stdin().lock());
    let lines = lines
        .map(|line| line.map(|line| named(line, start)).map_err(|error| Stop::unreadable("standard input", error)));
    lines.filter(|line| !line.as_ref().is_ok_and(|line| line.trim().is_empty() || line.starts_with('#')))
}

/// Returns the FEN that this text names, or the text.
fn named(fen: String, start: &str) -> String {
    match fen.trim() {
        "startpos" | "start" => start.to_owned(),
        _ => fen,
    }
}

/// Returns the items up to the first error.
fn stop_after_error<T, E>(items: impl Iterator<Item = Result<T, E>>) -> impl Iterator<Item = Result<T, E>> {
    let mut has_failed = false;
    items.take_while(move |item| !std::mem::replace(&mut has_failed, item.is_err()))
}

/// Returns the error of a FEN, with its wrong part underlined.
pub(crate) fn refused(fen: &str, kind: impl Display, span: Range<usize>) -> String {
    let (before, part) = (plain(&fen[..span.start]), plain(&fen[span]));
    let marks = "^".repeat(part.chars().count().max(1));
    let blanks = " ".repeat(before.chars().count());
    format!("error: {kind}\n  {}\n  {blanks}{marks}\n", plain(fen))
}

/// Returns a text without control characters, which could change the terminal.
pub(crate) fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wrong_part_is_underlined_also_after_long_characters() {
        let fen = "4k3/8/8/8/8/8/8/4X3 w - - 0 1";
        let error = FenReader::new().read(fen).expect_err("X is not a piece");
        let text = refused(fen, error.kind, error.span);
        assert!(text.ends_with("  4k3/8/8/8/8/8/8/4X3 w - - 0 1\n                   ^\n"), "{text}");
        let fen = "4k3/8/8/é";
        let error = FenReader::new().read(fen).expect_err("é is not a piece");
        let text = refused(fen, error.kind, error.span);
        assert!(text.ends_with("  4k3/8/8/é\n          ^\n"), "{text}");
    }
}
