//! Finding the wrong move of another engine: its `go perft` against the counting engine.

mod divide;
mod reason;

use std::fmt;
use std::process::ExitCode;

use gardez_count::count;
use gardez_position::{Board, Position};
use gardez_types::Move;
use serde::Serialize;

use self::divide::{Divide, Engine};
use crate::program::args::Args;
use crate::program::console::{Console, Stop};
use crate::program::report::Report;
use crate::program::{json, single, suites};

/// The depth without the option `--depth`.
const DEFAULT_DEPTH: u32 = 5;

/// The mistake of an engine after some moves.
#[derive(Serialize)]
struct Fault {
    kind: FaultKind,
    #[serde(rename = "move")]
    mv: String,
    /// The reason by the rules of chess, or the counts.
    reason: String,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
enum FaultKind {
    /// The engine lists a move that is not legal.
    Illegal,
    /// The engine does not list a legal move.
    Missing,
    /// The engine counts another number below the move, and its count is right if it begins after the move.
    Count,
}

/// The result for one engine and one position; one line of JSON.
#[derive(Serialize)]
struct Comparison<'a> {
    engine: &'a str,
    fen: &'a str,
    depth: u32,
    agrees: bool,
    /// The moves from the position to the first fault.
    after: Vec<String>,
    faults: Vec<Fault>,
}

/// Compares each engine in each position.
pub(crate) fn run(args: &Args, console: &mut Console) -> Result<ExitCode, Stop> {
    let mut engines = Vec::new();
    for command in &args.compare {
        engines.push(Engine::start(command, args.timeout).map_err(Stop::Failed)?);
    }
    let mut report = Report::new(args, console);
    if args.suite.is_empty() {
        let position = single::position(args, report.console())?.0;
        compare_all(args, &mut engines, &position, args.depth.unwrap_or(DEFAULT_DEPTH), &mut report)?;
    } else {
        suites::each_case(args, &mut report, |report, case, read| {
            let deepest = case.counts.iter().filter(|count| args.is_wanted(**count)).map(|count| count.depth).max();
            match (deepest, read) {
                (Some(depth), Ok(read)) => compare_all(args, &mut engines, &read.position, depth, report)?,
                (Some(_), Err(reason)) => report.unreadable_line(case.line, reason),
                (None, _) => {}
            }
            Ok(())
        })?;
    }
    report.finish_comparison(args)
}

/// Compares each engine that counts in a position.
fn compare_all(
    args: &Args,
    engines: &mut [Engine],
    position: &Position,
    depth: u32,
    report: &mut Report<'_>,
) -> Result<(), Stop> {
    for engine in engines.iter_mut().filter(|engine| engine.can_count) {
        match compare(engine, position, depth) {
            Ok((after, faults)) => {
                report.compared(!faults.is_empty());
                print(args, engine.name(), position, depth, &after, faults, report.console())?;
            }
            Err(reason) => {
                report.failed(&format!("{}: {position}: {reason}", engine.name()));
                engine.restart().map_err(Stop::Failed)?;
            }
        }
    }
    Ok(())
}

/// Compares the first moves, and follows the first wrong count. Returns the moves on the way and the faults at its end.
fn compare(engine: &mut Engine, start: &Position, depth: u32) -> Result<(Vec<Move>, Vec<Fault>), String> {
    let mut board = **start;
    let (mut after, mut wrong): (Vec<Move>, Option<[u128; 2]>) = (Vec::new(), None);
    for depth in (1..=depth).rev() {
        let theirs = engine.divide(start, &after, depth)?;
        let faults = listed(&board, &theirs);
        if !faults.is_empty() {
            return Ok((after, faults));
        }
        let counts = theirs.counts.iter().filter_map(|(text, found)| {
            let mv = board.parse_uci(text).ok()?;
            let expected = count(&board.after(mv), depth - 1);
            (expected != *found).then_some((mv, [*found, expected]))
        });
        match (counts.min_by_key(|(_, [found, expected])| found.abs_diff(*expected)), wrong) {
            (Some((mv, counts)), _) if depth == 1 => return Ok((after, vec![miscount(&board, mv, counts)])),
            (Some((mv, counts)), _) => {
                after.push(mv);
                (board, wrong) = (board.after(mv), Some(counts));
            }
            (None, Some(counts)) => {
                let mv = after.pop().expect("a wrong count was followed");
                board = after.iter().fold(**start, |board, &mv| board.after(mv));
                return Ok((after, vec![miscount(&board, mv, counts)]));
            }
            (None, None) => break,
        }
    }
    Ok((after, Vec::new()))
}

/// Returns the moves that only one side lists.
fn listed(board: &Board, theirs: &Divide) -> Vec<Fault> {
    let mode = board.castling_mode();
    let mut missing: Vec<Move> = board.legal_moves().into_iter().collect();
    let mut faults = Vec::new();
    for (text, _) in &theirs.counts {
        let read = board.parse_uci(text);
        match read.as_ref().ok().and_then(|mv| missing.iter().position(|other| other == mv)) {
            Some(index) => _ = missing.swap_remove(index),
            None => {
                let reason = read.map_or_else(|error| error.to_string(), |_| "it is listed twice".into());
                faults.push(Fault { kind: FaultKind::Illegal, mv: text.clone(), reason });
            }
        }
    }
    faults.extend(missing.into_iter().map(|mv| Fault {
        kind: FaultKind::Missing,
        mv: mv.uci(mode).to_string(),
        reason: reason::legal(board, mv),
    }));
    faults
}

/// Returns the fault of a count that is wrong only together with the moves before it.
fn miscount(board: &Board, mv: Move, [found, expected]: [u128; 2]) -> Fault {
    let (number, what) = if expected < found { (found - expected, "more") } else { (expected - found, "fewer") };
    let reason = format!(
        "it counts {number} {what} ({found} instead of {expected}), although its counts after this move are right: \
         a move that it makes or undoes here leaves something behind"
    );
    Fault { kind: FaultKind::Count, mv: mv.uci(board.castling_mode()).to_string(), reason }
}

/// Prints the result for one engine in one position.
fn print(
    args: &Args,
    engine: &str,
    position: &Position,
    depth: u32,
    after: &[Move],
    faults: Vec<Fault>,
    console: &mut Console,
) -> Result<(), Stop> {
    let after: Vec<String> = after.iter().map(|mv| mv.uci(position.castling_mode()).to_string()).collect();
    let fen = position.to_string();
    if args.json {
        let agrees = faults.is_empty();
        let comparison = Comparison { engine, fen: &fen, depth, agrees, after, faults };
        return console.line(format_args!("{}", json::line(&comparison)));
    }
    if faults.is_empty() {
        return Ok(());
    }
    console.line(format_args!("{engine}: {fen}"))?;
    match &after[..] {
        [] => console.line(format_args!("in this position:"))?,
        moves => console.line(format_args!("after {}:", moves.join(" ")))?,
    }
    faults.iter().try_for_each(|fault| console.line(format_args!("  {fault}")))
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, mv, reason } = self;
        match kind {
            FaultKind::Illegal => write!(f, "it lists {mv}; illegal: {reason}"),
            FaultKind::Missing => write!(f, "it lacks {mv}: {reason}"),
            FaultKind::Count => write!(f, "below {mv}: {reason}"),
        }
    }
}
