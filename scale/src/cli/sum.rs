//! `scale sum`: the total of a count, or how much training data there is.

use std::collections::BTreeMap;

use serde_json::json;

use super::Place;
use crate::error::{Error, Result};
use crate::plan::{Kind, Plan};
use crate::sum::{self, Sum};

/// Print the total of a count, or the list of what it lacks
///
/// There is a total only if every unit of the plan is done and fits the others.
/// The numbers of the start position are compared with the published ones. The
/// position, the number of plies and the digest of the plan say what was counted.
///
/// Of training data, it prints the numbers of games, rows and positions.
#[derive(clap::Args, Debug)]
#[command(verbatim_doc_comment)]
pub(super) struct Args {
    #[command(flatten)]
    place: Place,

    /// Print one line of JSON instead of text
    #[arg(long)]
    json: bool,
}

pub(super) fn execute(args: &Args) -> Result<()> {
    let (store, plan) = args.place.read()?;
    if !matches!(plan.kind, Kind::Perft(_)) {
        print_totals(&plan, &sum::totals(&*store, &plan)?, args.json);
        return Ok(());
    }
    let sum = sum::sum(&*store, &plan)?;
    if sum.is_wrong() {
        let lines = text(&plan, &sum).into_iter().filter(|line| line.contains("WRONG")).collect();
        return Err(Error::Unfinished(lines));
    }
    if args.json {
        gardez_io::println!("{}", json(&plan, &sum));
    } else {
        text(&plan, &sum).iter().for_each(|line| gardez_io::println!("{line}"));
    }
    Ok(())
}

/// Prints a line for each stage and one for the plan, or one line of JSON.
fn print_totals(plan: &Plan, totals: &[(String, BTreeMap<String, u64>)], is_json: bool) {
    if is_json {
        let stages = totals.iter().map(|(stage, sums)| (stage.clone(), json!(sums)));
        let stages: serde_json::Map<_, _> = stages.chain([("plan".to_owned(), json!(plan.digest()))]).collect();
        gardez_io::println!("{}", json!(stages));
        return;
    }
    for (stage, sums) in totals {
        // What did not happen is left out.
        let counted = sums.iter().filter(|(_, sum)| 0 < **sum);
        let texts: Vec<_> = counted.map(|(name, sum)| format!("{sum} {}", name.replace('_', " "))).collect();
        gardez_io::println!("{stage}: {}", if texts.is_empty() { "nothing".to_owned() } else { texts.join(", ") });
    }
    gardez_io::println!("{}", of(plan));
}

/// Returns the line that says which plan was made, and by which version of the program.
fn of(plan: &Plan) -> String {
    format!("plan {}, version {}", plan.digest(), plan.code)
}

/// Returns the lines of the result. The first one begins with the total.
fn text(plan: &Plan, sum: &Sum) -> Vec<String> {
    let mut lines = vec![format!("{} ({})", sum.total, sum.verdict)];
    lines.push(format!("perft({}) of {}", sum.depth, sum.fen));
    lines.push(of(plan));
    for ply in &sum.plies {
        let (at, positions, sequences) = (ply.ply, ply.positions, ply.sequences);
        let (first, second) = (ply.positions_verdict, ply.sequences_verdict);
        lines.push(format!("ply {at}: {positions} positions ({first}), {sequences} sequences ({second})"));
    }
    lines.push(format!("{} positions counted, {} leaves", sum.records, sum.leaves));
    lines.push(format!("{:.1} s CPU", sum.cpu_ms as f64 / 1000.0));
    lines
}

fn json(plan: &Plan, sum: &Sum) -> serde_json::Value {
    let ply = |ply: &sum::PlySum| {
        json!({
            "ply": ply.ply,
            "positions": ply.positions,
            "positions_verdict": ply.positions_verdict.to_string(),
            "sequences": ply.sequences.to_string(),
            "sequences_verdict": ply.sequences_verdict.to_string(),
        })
    };
    json!({
        "fen": sum.fen,
        "depth": sum.depth,
        "plan": plan.digest(),
        "code": plan.code,
        "total": sum.total.to_string(),
        "verdict": sum.verdict.to_string(),
        "plies": sum.plies.iter().map(ply).collect::<Vec<_>>(),
        "records": sum.records,
        "leaves": sum.leaves.to_string(),
        "cpu_ms": sum.cpu_ms as u64,
    })
}
