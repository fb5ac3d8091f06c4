//! The board drawn as text.

use super::set_up;
use crate::Outcome;
use crate::findings::Findings;
use crate::json::Node;

/// Compares a record of `display`.
pub(crate) fn check(findings: &mut Findings<'_>, record: &Node<'_>) -> Outcome {
    let [fen, c960, display] = record.fields(["fen", "c960", "display"])?;
    match set_up(findings, &fen, &c960)? {
        Some(position) => findings.text(&display, position.pretty()),
        None => Ok(()),
    }
}
