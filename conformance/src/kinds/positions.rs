//! Positions with their state and all their legal moves.

use gardez_position::{EnPassantPolicy, FenProblems, FenReader, MoveClass, Position};
use gardez_types::CastlingRights;
use gardez_zobrist as zobrist;

use super::{moves, number, reader, set_up, set_up_with, state};
use crate::Outcome;
use crate::findings::Findings;
use crate::json::Node;

/// The fields other than the state.
const FIELDS: [&str; 11] =
    ["fen", "c960", "cat", "stm", "path", "n_pseudo", "n_captures", "n_quiets", "n_evasions", "n_legal", "moves"];

/// Compares a record of `positions`.
pub(crate) fn check(findings: &mut Findings<'_>, record: &Node<'_>) -> Outcome {
    let (fields, state, []) = record.parts(FIELDS, state::FIELDS, [])?;
    let [fen, c960, ..] = &fields;
    match set_up(findings, fen, c960)? {
        Some(position) => compare(findings, &fields, &state, position),
        None => Ok(()),
    }
}

/// Compares a record of `positions_unreachable`, whose check must be reported as impossible.
pub(crate) fn check_unreachable(findings: &mut Findings<'_>, record: &Node<'_>) -> Outcome {
    let (fields, state, []) = record.parts(FIELDS, state::FIELDS, [])?;
    let [fen, c960, ..] = &fields;
    let reader = reader(c960)?;
    findings.about(fen.text()?);
    let Some(position) = set_up_with(findings, fen, &reader)? else { return Ok(()) };
    findings.compare(fen.path, &FenProblems::IMPOSSIBLE_CHECK.to_string(), &position.problems().to_string());
    let refused = reader.refuse(FenProblems::IMPOSSIBLE_CHECK).read(fen.text()?);
    findings.holds(fen.path, "refused if that is asked for", refused.is_err());
    compare(findings, &fields, &state, position)
}

fn compare(
    findings: &mut Findings<'_>,
    fields: &[Node<'_>; FIELDS.len()],
    state: &[Node<'_>; state::FIELDS.len()],
    mut position: Position,
) -> Outcome {
    let [fen, _, cat, stm, path, n_pseudo, n_captures, n_quiets, n_evasions, n_legal, moves] = fields;
    cat.text()?;
    state::compare(findings, state, &position)?;
    findings.number(stm, number(position.side_to_move()))?;
    for (expected, (_, color, side)) in path.items::<4>()?.iter().zip(CastlingRights::EACH) {
        match (expected.is_null(), position.castling_rook(color, side)) {
            (true, rook) => findings.holds(expected.path, "no right", rook.is_none()),
            (false, None) => findings.fails(expected.path, &"a right", &"none"),
            (false, Some(rook)) => {
                let [square, impeded] = expected.tuple(["rook", "impeded"])?;
                findings.square(&square, Some(rook))?;
                findings.flag(&impeded, position.castling_impeded(color, side))?;
            }
        }
    }

    let count = |class| position.pseudo_legal_moves(class).len();
    let (quiet, evading) = if position.in_check() {
        (None, Some(count(MoveClass::Evasions)))
    } else {
        (Some((count(MoveClass::Captures), count(MoveClass::Quiets))), None)
    };
    findings.number(n_pseudo, evading.unwrap_or_else(|| count(MoveClass::NonEvasions)))?;
    findings.number_or_null(n_captures, quiet.map(|(captures, _)| captures))?;
    findings.number_or_null(n_quiets, quiet.map(|(_, quiets)| quiets))?;
    findings.number_or_null(n_evasions, evading)?;
    findings.number(n_legal, position.legal_moves().len())?;
    findings.number(n_legal, position.legal_move_count())?;

    let en_passant = moves::compare(findings, moves, &mut position)?;
    legal_en_passant(findings, fen, &position, en_passant)
}

/// With the policy `Legal`, the reader keeps an en passant square if and only if a legal move uses it. The key must
/// agree.
fn legal_en_passant(findings: &mut Findings<'_>, fen: &Node<'_>, position: &Position, is_used: bool) -> Outcome {
    let Some(square) = position.ep_square() else { return Ok(()) };
    let reader = FenReader::new().with_en_passant(EnPassantPolicy::Legal);
    match reader.read(fen.text()?) {
        Ok(read) => {
            let kept = read.position.ep_square();
            findings.compare(fen.path, &is_used, &kept.is_some());
            let dropped = if is_used { 0 } else { zobrist::en_passant(square.file()) };
            findings.hex_of(fen.path, position.raw_key() ^ dropped, read.position.raw_key());
        }
        Err(error) => findings.fails(fen.path, &"a position", &error),
    }
    Ok(())
}
