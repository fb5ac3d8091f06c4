//! The positions of a command, as FENs in its arguments or in lines of standard input.

use std::fmt::Display;
use std::io;
use std::ops::Range;

use clap::Args;
use gardez::notation::epd::Epd;
use gardez::variants::Variant;
use gardez::{ErrorInfo, FenMode, FenReader, Position, ReadFen};
use gardez_perft::program::fen_argument;
use serde_json::{Value, json};

use crate::lines::Lines;
use crate::output::print;
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

/// The form in which positions are described.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// Several lines, with empty lines between.
    Blocks,
    Lines,
    Json,
}

impl Form {
    pub(crate) const fn new(is_json: bool, is_quiet: bool) -> Self {
        match (is_json, is_quiet) {
            (true, _) => Self::Json,
            (false, true) => Self::Lines,
            (false, false) => Self::Blocks,
        }
    }
}

/// A position or a line of moves that cannot be described, with the reason.
pub(crate) struct Refusal {
    input: String,
    reason: String,
    /// The wrong part of the input.
    span: Option<Range<usize>>,
    error: Value,
}

impl Refusal {
    /// Creates a refusal because of this error. Its reason may leave out the place.
    pub(crate) fn new(input: &str, reason: &dyn Display, error: &dyn ErrorInfo) -> Self {
        Self { input: input.to_owned(), reason: reason.to_string(), span: error.span(), error: json!(error) }
    }

    pub(crate) fn of_part(input: &str, kind: &str, reason: String, span: Range<usize>) -> Self {
        let error = json!({ "kind": kind, "span": [span.start, span.end], "text": reason });
        Self { input: input.to_owned(), reason, span: Some(span), error }
    }

    fn text(&self, form: Form) -> String {
        let Self { input, reason, span, error } = self;
        match (form, span.clone()) {
            (Form::Json, _) => format!("{}\n", json!({ "input": input, "error": error })),
            (_, Some(span)) => refused(input, reason, span),
            (_, None) => format!("error: {reason}\n  {}\n", plain(input)),
        }
    }
}

impl Positions {
    /// Prints what `describe` says about each FEN. Returns `false` if a FEN is refused.
    pub(crate) fn each(
        &self,
        variant: Variant,
        form: Form,
        mut describe: impl FnMut(&str) -> Result<Result<String, Refusal>, Stop>,
    ) -> Result<bool, Stop> {
        let mut is_fine = true;
        for (index, fen) in self.fens(variant).enumerate() {
            let text = match describe(&fen?)? {
                Ok(text) if form == Form::Blocks && 0 < index && !text.is_empty() => format!("\n{text}"),
                Ok(text) => text,
                Err(refusal) => {
                    is_fine = false;
                    refusal.text(form)
                }
            };
            print(format_args!("{text}"))?;
        }
        Ok(is_fine)
    }

    pub(crate) fn read(&self, fen: &str) -> Result<ReadFen<Position>, Refusal> {
        let mode = if self.chess960 { FenMode::Chess960 } else { FenMode::Detect };
        FenReader::new().with_mode(mode).read(fen).map_err(|error| Refusal::new(fen, &error.kind, &error))
    }

    /// Returns the FENs, which are read one after another, up to the first error. The start position has a name, too.
    fn fens(&self, variant: Variant) -> impl Iterator<Item = Result<String, Stop>> + '_ {
        let start = variant.start_fen();
        let all = self.given().into_iter().flat_map(|fen| -> Box<dyn Iterator<Item = Result<String, Stop>>> {
            if fen == "-" {
                Box::new(standard(start))
            } else {
                Box::new(std::iter::once(Ok(named(fen_of(&fen), start))))
            }
        });
        let mut has_failed = false;
        all.take_while(move |item| !std::mem::replace(&mut has_failed, item.is_err()))
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
}

/// Returns the FEN of an argument, without the operations of an EPD.
pub(crate) fn fen_of(argument: &str) -> String {
    let text = fen_argument(argument);
    match text.contains(';').then(|| Epd::read(&text, &FenReader::new())) {
        Some(Ok(_)) => {
            let line = text.split(';').next().unwrap_or_default();
            FenReader::new().read_prefix(line).map_or(text.clone(), |(_, end)| line[..end].to_owned())
        }
        _ => text,
    }
}

/// Returns the FENs in the lines of standard input.
fn standard(start: &'static str) -> impl Iterator<Item = Result<String, Stop>> {
    let lines = Lines::new(io::stdin().lock());
    let lines = lines.map(|line| {
        line.map(|line| named(fen_of(&line), start)).map_err(|error| Stop::unreadable("standard input", error))
    });
    lines.filter(|line| !line.as_ref().is_ok_and(|line| line.trim().is_empty() || line.starts_with('#')))
}

fn named(fen: String, start: &str) -> String {
    match fen.trim() {
        "startpos" | "start" => start.to_owned(),
        _ => fen,
    }
}

fn refused(fen: &str, kind: impl Display, span: Range<usize>) -> String {
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
