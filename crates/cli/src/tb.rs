//! `gardez tb`: what endgame tables say about positions.

use std::fmt::Write;
use std::process::ExitCode;

use clap::Args;
use gardez::syzygy::{Dtz, ProbeError, RootMoves, Tablebase, Wdl};
use gardez::variants::Variant;
use gardez::{Position, San};
use serde_json::{Value, json};

use crate::positions::{Form, Positions, Refusal};
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
        let form = Form::new(self.json, self.quiet);
        let is_fine = self.positions.each(Variant::Chess, form, |fen| {
            Ok(self.positions.read(fen).and_then(|read| {
                let position = &read.position;
                let answer = Answer::find(&tables, position).map_err(|error| Refusal::new(fen, &error, &error))?;
                Ok(match form {
                    Form::Json => format!("{}\n", answer.json(fen, position)),
                    Form::Lines => format!("{} {} {position}\n", answer.wdl, distance(&answer.dtz)),
                    Form::Blocks => answer.text(position),
                })
            }))
        })?;
        Ok(code(true, is_fine))
    }
}

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
                let rule50 = position.halfmove_clock();
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

    /// Returns the object for programs: results from -2 for a loss to 2 for a win, moves from best to worst.
    fn json(&self, input: &str, position: &Position) -> Value {
        let dtz = self.dtz.as_ref().ok().copied();
        let moves = self.moves.iter().map(|entry| {
            let uci = entry.mv.uci(position.castling_mode()).to_string();
            let san = San::new(position.board(), entry.mv).to_string();
            with_distance(json!({ "uci": uci, "san": san, "rank": entry.rank, "wdl": entry.wdl.raw() }), entry.dtz)
        });
        let object = json!({
            "input": input, "fen": position.to_string(), "wdl": self.wdl.raw(), "result": self.wdl.to_string(),
            "prospect": dtz.map(|dtz| dtz.prospect(position.halfmove_clock()).to_string()),
            "moves": moves.collect::<Vec<_>>(),
        });
        with_distance(object, dtz)
    }
}

/// Returns an object with a distance, which may be one ply more if it is rounded.
fn with_distance(mut object: Value, dtz: Option<Dtz>) -> Value {
    object["dtz"] = dtz.map(Dtz::plies).into();
    object["dtz_is_rounded"] = dtz.is_some_and(Dtz::is_rounded).into();
    object
}
