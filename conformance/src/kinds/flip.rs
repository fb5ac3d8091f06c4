//! Positions with the colors exchanged.

use super::{printed, set_up, state};
use crate::Outcome;
use crate::findings::Findings;
use crate::json::Node;

/// Compares a record of `flip`.
pub(crate) fn check(findings: &mut Findings<'_>, record: &Node<'_>) -> Outcome {
    let ([fen, c960, flipped, back, same_back], state, []) =
        record.parts(["fen", "c960", "flipped", "back", "same_back"], state::FIELDS, [])?;
    let Some(position) = set_up(findings, &fen, &c960)? else { return Ok(()) };
    let board = position.board().swap_colors();
    findings.text(&flipped, printed(&board))?;
    state::compare(findings, &state, &board)?;
    match board.check_invariants() {
        Ok(()) => findings.holds(flipped.path, "every invariant", true),
        Err(broken) => findings.fails(flipped.path, &"every invariant", &broken),
    }
    let twice = printed(&board.swap_colors());
    findings.text(&back, &twice)?;
    findings.flag(&same_back, twice == fen.text()?)
}
