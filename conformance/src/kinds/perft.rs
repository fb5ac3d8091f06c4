//! Node counts, as Stockfish's records or as suites in any format.

use std::fmt::Display;

use gardez_perft::{Suite, perft};
use gardez_position::{FenReader, Position};

use super::set_up;
use crate::file::Content;
use crate::findings::Findings;
use crate::json::Node;
use crate::report::RecordError;
use crate::{Outcome, RECORD_NODES, SUITE_NODES};

/// Compares a record of `perft`.
pub(crate) fn check(findings: &mut Findings<'_>, record: &Node<'_>) -> Outcome {
    let [fen, c960, cat, counts] = record.fields(["fen", "c960", "cat", "perft"])?;
    cat.text()?;
    let Some(mut position) = set_up(findings, &fen, &c960)? else { return Ok(()) };
    for (depth, expected) in (1..).zip(counts.filled_list()?) {
        let bound = findings.options.max_nodes.unwrap_or(RECORD_NODES);
        count(findings, expected.path, &mut position, depth, expected.number_as()?, bound);
    }
    Ok(())
}

/// Compares every count of a suite that is within the bound.
pub(crate) fn check_suite(findings: &mut Findings<'_>, content: &Content) {
    let whole = match content.cut {
        None => &content.bytes[..],
        // The last line is incomplete, and perhaps the block to which it belongs.
        Some(_) => &content.bytes[..content.bytes.iter().rposition(|&byte| byte == b'\n').unwrap_or(0)],
    };
    let bound = findings.options.max_nodes.unwrap_or(SUITE_NODES);
    for case in Suite::new(whole) {
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

/// Adds the number of nodes at `depth` to `sum`. Stops and returns false as soon as the sum is above the bound, because
/// an altered file could contain a depth that takes years to count.
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
