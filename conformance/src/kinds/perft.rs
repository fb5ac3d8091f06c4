//! Node counts, as Stockfish's records or as suites in any format.

use std::fmt::Display;

use gardez_perft::{Suite, perft};
use gardez_position::{FenReader, Position};

use serde_json::{Value, json};

use crate::findings::Findings;
use crate::json::{filled, take};
use crate::report::{Outcome, RecordError};
use crate::report::{RECORD_NODES, SUITE_NODES};
use crate::setup::set_up;

pub(crate) fn check(findings: &mut Findings<'_>, record: &mut Value) -> Outcome {
    take::<String>(record, "cat")?;
    let counts: Vec<u64> = filled("perft", take(record, "perft")?)?;
    let mut position = set_up(findings, record, "fen")?;
    let bound = findings.options.max_nodes.unwrap_or(RECORD_NODES);
    for (depth, nodes) in (1..).zip(counts) {
        count(findings, format_args!("perft[{}]", depth - 1), &mut position, depth, nodes, bound);
    }
    findings.same("", record, &json!({}))
}

/// Compares every count of a suite that is within the bound.
pub(crate) fn check_suite(findings: &mut Findings<'_>, bytes: &[u8]) -> Outcome {
    let bound = findings.options.max_nodes.unwrap_or(SUITE_NODES);
    for case in Suite::new(bytes) {
        let case = match case {
            Ok(case) => case,
            Err(error) => {
                findings.begin_record(error.line as u64);
                findings.damage(error.line as u64, RecordError::new("", error.kind.to_string()));
                continue;
            }
        };
        findings.begin_record(case.line as u64);
        findings.about(&case.fen);
        // A suite may contain positions that cannot arise in a game.
        match FenReader::new().with_mode(case.mode).read(&case.fen) {
            Ok(mut read) => {
                for expected in case.counts {
                    let field = format_args!("D{}", expected.depth);
                    count(findings, field, &mut read.position, expected.depth, expected.nodes, bound);
                }
            }
            Err(error) => findings.fails("FEN", &"a position", &error),
        }
    }
    Ok(())
}

/// Compares a count, unless it is above the bound.
fn count(
    findings: &mut Findings<'_>,
    field: impl Display,
    position: &mut Position,
    depth: u32,
    nodes: u64,
    bound: u64,
) {
    if bound < nodes {
        findings.above_bound();
        return;
    }
    let mut sum = 0;
    if add_nodes(position, depth, bound, &mut sum) {
        findings.compare(field, &nodes, &sum);
    } else {
        findings.fails(field, &nodes, &format_args!("{sum} or more"));
    }
}

/// Adds the number of nodes at `depth` to `sum`. Returns `false` as soon as the sum is above the bound, because an
/// altered file could contain a depth that takes years.
fn add_nodes(position: &mut Position, depth: u32, bound: u64, sum: &mut u64) -> bool {
    /// Up to this depth, counting is so fast that the bound need not be checked.
    const SHALLOW: u32 = 4;
    if depth <= SHALLOW {
        *sum += perft(position, depth);
        return *sum <= bound;
    }
    position.legal_moves().into_iter().all(|m| {
        position.do_move(m);
        let is_within = add_nodes(position, depth - 1, bound, sum);
        position.undo_move();
        is_within
    })
}
