//! Arbitrary 16-bit numbers, and whether they are moves.

use gardez_position::Board;
use gardez_types::Move;

use super::set_up;
use crate::Outcome;
use crate::findings::Findings;
use crate::json::Node;

/// Compares a record of `pseudo_legal`.
pub(crate) fn check(findings: &mut Findings<'_>, record: &Node<'_>) -> Outcome {
    let [fen, c960, m] = record.fields(["fen", "c960", "m"])?;
    let Some(position) = set_up(findings, &fen, &c960)? else { return Ok(()) };
    for pair in m.filled_list()? {
        findings.part();
        let [raw, rank] = pair.tuple(["raw", "r"])?;
        let wanted = rank.number()?;
        if !(0..=2).contains(&wanted) {
            return Err(rank.error(format!("expected 0, 1 or 2, found {wanted}")));
        }
        findings.compare(rank.path, self::name(wanted), self::name(answer(&position, raw.number_as()?)));
    }
    Ok(())
}

/// 0 for a number that is not a pseudo-legal move, 1 for a pseudo-legal move, 2 for a legal move.
fn answer(board: &Board, raw: u16) -> i64 {
    // A move that no piece can make is not pseudo-legal.
    let Some(m) = Move::from_raw(raw) else { return 0 };
    match (board.is_pseudo_legal(m), board.is_legal(m)) {
        (false, false) => 0,
        (true, false) => 1,
        (true, true) => 2,
        (false, true) => 3,
    }
}

fn name(answer: i64) -> &'static str {
    match answer {
        0 => "not pseudo-legal",
        1 => "pseudo-legal, not legal",
        2 => "legal",
        _ => "legal, but not pseudo-legal",
    }
}
