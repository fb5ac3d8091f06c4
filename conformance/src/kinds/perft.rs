//! Node counts, as records of the reference or as suites in any shape.

use std::fmt::Display;

use gardez_perft::{Suite, perft};
use gardez_position::{FenProblems, FenReader, Position};

use super::set_up;
use crate::file::Content;
use crate::findings::Findings;
use crate::json::Node;
use crate::report::TableErrorKind;
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
        // The last line is not whole, and with it perhaps a block.
        Some(_) => &content.bytes[..content.bytes.iter().rposition(|&byte| byte == b'\n').unwrap_or(0)],
    };
    let bound = findings.options.max_nodes.unwrap_or(SUITE_NODES);
    for case in Suite::new(whole) {
        let case = match case {
            Ok(case) => case,
            Err(error) => {
                findings.begin_record(error.line as u64);
                findings.damage(error.line as u64, TableErrorKind::new("", error.kind.to_string()));
                continue;
            }
        };
        findings.begin_record(case.line as u64);
        findings.about(&case.fen);
        // A suite tells what it counts; whether a game can get there is not its subject.
        match FenReader::new().with_mode(case.mode).ignore(FenProblems::all()).read(&case.fen) {
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

/// Compares a count that is not above the bound.
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

/// Adds the nodes at `depth`; false, and an end to it, as soon as the sum is above the bound: an altered file could ask
/// for years of counting.
fn add_nodes(position: &mut Position, depth: u32, bound: u64, sum: &mut u64) -> bool {
    /// So deep, counting takes no time worth a look at the bound.
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
