//! The positions of a command, as FENs in its arguments or in lines of standard input.

use std::io;

use clap::Args;
use gardez::{FenError, FenMode, FenReader};

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
    /// Returns the FENs. Those of standard input are read one after another.
    pub(crate) fn fens(&self) -> Box<dyn Iterator<Item = Result<String, Stop>> + '_> {
        let all = self.given().into_iter().flat_map(|fen| -> Box<dyn Iterator<Item = Result<String, Stop>>> {
            if fen == "-" { Box::new(standard()) } else { Box::new(std::iter::once(Ok(named(fen)))) }
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
fn standard() -> impl Iterator<Item = Result<String, Stop>> {
    let lines = Lines::new(io::stdin().lock());
    let lines = lines.map(|line| line.map(named).map_err(|error| Stop::unreadable("standard input", error)));
    lines.filter(|line| !line.as_ref().is_ok_and(|line| line.trim().is_empty() || line.starts_with('#')))
}

/// Returns the FEN that this text names, or the text.
fn named(fen: String) -> String {
    match fen.trim() {
        "startpos" | "start" => "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_owned(),
        _ => fen,
    }
}

/// Returns the items up to the first error.
fn stop_after_error<T, E>(items: impl Iterator<Item = Result<T, E>>) -> impl Iterator<Item = Result<T, E>> {
    let mut has_failed = false;
    items.take_while(move |item| !std::mem::replace(&mut has_failed, item.is_err()))
}

/// Returns the error of a FEN, with its wrong part underlined.
pub(crate) fn refused(fen: &str, error: &FenError) -> String {
    let (before, part) = (plain(&fen[..error.span.start]), plain(&fen[error.span.clone()]));
    let marks = "^".repeat(part.chars().count().max(1));
    let blanks = " ".repeat(before.chars().count());
    format!("error: {}\n  {}\n  {blanks}{marks}\n", error.kind, plain(fen))
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
        let text = refused(fen, &error);
        assert!(text.ends_with("  4k3/8/8/8/8/8/8/4X3 w - - 0 1\n                   ^\n"), "{text}");
        let fen = "4k3/8/8/é";
        let error = FenReader::new().read(fen).expect_err("é is not a piece");
        assert!(refused(fen, &error).ends_with("  4k3/8/8/é\n          ^\n"), "{}", refused(fen, &error));
    }
}
