//! `gardez tb`: what endgame tables say about positions.

use std::fmt::Write;
use std::process::ExitCode;

use clap::Args;
use gardez::syzygy::{Dtz, ProbeError, RootMoves, Tablebase, Wdl};
use gardez::{ErrorInfo, Position, San};
use serde::Serialize;

use crate::output::print;
use crate::positions::{Positions, plain, refused};
use crate::stop::{EXIT_CODES, Stop, code};
use crate::tables;

const EXPLANATION: &str = "\
Examples:
  gardez tb --tables tables '8/8/8/8/4k3/8/8/KR6 w - - 0 1'
  gardez tb --tables tables/345:tables/6 --json < positions.txt
  gardez tb --tables tables --quiet - < positions.txt

WDL is the result if the fifty-move counter is 0: win, cursed win (a draw by
the fifty-move rule), draw, blessed loss, loss. DTZ is the number of plies to
the next capture or pawn move, with a minus sign for the side that loses.";

/// Look positions up in Syzygy endgame tables
///
/// Prints who wins, the distance to the next capture or pawn move, and the
/// legal moves from best to worst.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment, after_help = format!("{EXPLANATION}\n\n{EXIT_CODES}"))]
pub(crate) struct Tb {
    #[command(flatten)]
    positions: Positions,

    /// Directories of tables, separated as in PATH
    #[arg(long, value_name = "DIRS", alias = "path", required = true)]
    tables: std::ffi::OsString,

    /// Print only the result and the distance, on one line
    #[arg(long, short)]
    quiet: bool,

    /// Print one line of JSON for each position
    #[arg(long)]
    json: bool,
}

/// The answer of the tables about a position.
struct Answer {
    wdl: Wdl,
    /// The distance, or why there is none.
    dtz: Result<Dtz, ProbeError>,
    moves: RootMoves,
}

impl Tb {
    pub(crate) fn run(self) -> Result<ExitCode, Stop> {
        let tables = tables::open(&self.tables)?;
        let reader = self.positions.reader();
        let mut has_findings = false;
        for (index, fen) in self.positions.fens().enumerate() {
            let fen = fen?;
            let read = reader.read(&fen);
            let text = match &read {
                Ok(read) => match Answer::find(&tables, &read.position) {
                    Ok(answer) => Ok(self.text(index, &fen, &read.position, &answer)),
                    Err(error) if self.json => Err(json(&NotFound { input: &fen, error: &error })),
                    Err(error) => Err(format!("error: {error}\n  {}\n", plain(&fen))),
                },
                Err(error) if self.json => Err(json(&NotFound { input: &fen, error })),
                Err(error) => Err(refused(&fen, error.kind, error.span.clone())),
            };
            has_findings |= text.is_err();
            let (Ok(text) | Err(text)) = text;
            print(format_args!("{text}"))?;
        }
        Ok(code(true, !has_findings))
    }

    /// Returns the answer for a position.
    fn text(&self, index: usize, fen: &str, position: &Position, answer: &Answer) -> String {
        match (self.json, self.quiet) {
            (true, _) => json(&Found::new(fen, position, answer)),
            (_, true) => format!("{} {} {position}\n", answer.wdl, distance(&answer.dtz)),
            _ => {
                let blank = if index == 0 { "" } else { "\n" };
                format!("{blank}{}", answer.text(position))
            }
        }
    }
}

/// Returns the distance, or a question mark.
fn distance(dtz: &Result<Dtz, ProbeError>) -> String {
    dtz.as_ref().map_or_else(|_| "?".to_owned(), ToString::to_string)
}

impl Answer {
    fn find(tables: &Tablebase, position: &Position) -> Result<Self, ProbeError> {
        let wdl = tables.probe_wdl(position)?;
        // Results without distances are worth having: the two kinds of tables are separate downloads.
        let moves = match tables.probe_root(position) {
            Err(ProbeError::NotAvailable(_)) => tables.probe_root_wdl(position)?,
            moves => moves?,
        };
        Ok(Self { wdl, dtz: tables.probe_dtz(position), moves })
    }

    fn text(&self, position: &Position) -> String {
        let mut text = format!("FEN   {position}\nWDL   {}\n", self.wdl);
        // Writing to a text in memory does not fail.
        let _ = match &self.dtz {
            Ok(dtz) => {
                let rule50 = position.rule50();
                writeln!(text, "DTZ   {dtz}; with the fifty-move counter at {rule50}: {}", dtz.prospect(rule50))
            }
            Err(error) => writeln!(text, "DTZ   {error}; the moves are ranked by result alone"),
        };
        if self.moves.is_empty() {
            return text + "no legal moves\n";
        }
        text += "\nmove      rank  DTZ        WDL\n";
        for entry in &self.moves {
            let san = San::new(position.board(), entry.mv).to_string();
            let dtz = entry.dtz.map_or("-".to_owned(), |dtz| dtz.to_string());
            let _ = writeln!(text, "{san:8} {:>5}  {dtz:9}  {}", entry.rank, entry.wdl);
        }
        text
    }
}

/// An answer in JSON.
#[derive(Serialize)]
struct Found<'a> {
    /// The FEN as it was given.
    input: &'a str,
    fen: String,
    /// The result from -2 for a loss to 2 for a win, and its name.
    wdl: i8,
    result: String,
    #[serde(flatten)]
    distance: Distance,
    /// The result with the fifty-move counter of the FEN.
    prospect: Option<String>,
    /// Best first.
    moves: Vec<Ranked>,
}

/// A distance in JSON.
#[derive(Serialize)]
struct Distance {
    dtz: Option<i32>,
    /// `true` if the distance may be one ply more.
    dtz_is_rounded: bool,
}

/// A move in JSON.
#[derive(Serialize)]
struct Ranked {
    uci: String,
    san: String,
    rank: i32,
    wdl: i8,
    #[serde(flatten)]
    distance: Distance,
}

/// A position without an answer in JSON.
#[derive(Serialize)]
struct NotFound<'a> {
    input: &'a str,
    error: &'a dyn ErrorInfo,
}

impl Distance {
    fn new(dtz: Option<Dtz>) -> Self {
        Self { dtz: dtz.map(Dtz::plies), dtz_is_rounded: dtz.is_some_and(Dtz::is_rounded) }
    }
}

impl<'a> Found<'a> {
    fn new(input: &'a str, position: &Position, answer: &Answer) -> Self {
        let dtz = answer.dtz.as_ref().ok().copied();
        let ranked = answer.moves.iter().map(|entry| Ranked {
            uci: entry.mv.uci(position.castling_mode()).to_string(),
            san: San::new(position.board(), entry.mv).to_string(),
            rank: entry.rank,
            wdl: entry.wdl.raw(),
            distance: Distance::new(entry.dtz),
        });
        Self {
            input,
            fen: position.to_string(),
            wdl: answer.wdl.raw(),
            result: answer.wdl.to_string(),
            distance: Distance::new(dtz),
            prospect: dtz.map(|dtz| dtz.prospect(position.rule50()).to_string()),
            moves: ranked.collect(),
        }
    }
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("text, numbers and lists can be written as JSON") + "\n"
}
