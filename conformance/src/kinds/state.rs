//! The state of a position, which several kinds of records contain.

use gardez_position::Board;
use gardez_types::{Color, PieceType};

use crate::Outcome;
use crate::findings::Findings;
use crate::json::Node;

/// The fields of the state.
pub(crate) const FIELDS: [&str; 15] = [
    "key",
    "key50",
    "pawn_key",
    "material_key",
    "minor_key",
    "np_key",
    "npm",
    "checkers",
    "blockers",
    "pinners",
    "check_sq",
    "ep",
    "castling",
    "rule50",
    "game_ply",
];

/// Compares every value of the state.
pub(crate) fn compare(findings: &mut Findings<'_>, fields: &[Node<'_>; FIELDS.len()], board: &Board) -> Outcome {
    let [
        key,
        key50,
        pawn_key,
        material_key,
        minor_key,
        np_key,
        npm,
        checkers,
        blockers,
        pinners,
        check_sq,
        ep,
        castling,
        rule50,
        game_ply,
    ] = fields;
    findings.hex(key, board.raw_key())?;
    findings.hex(key50, board.key())?;
    findings.hex(pawn_key, board.pawn_key())?;
    findings.hex(material_key, board.material_key())?;
    findings.hex(minor_key, board.minor_piece_key())?;
    for (expected, color) in np_key.items::<2>()?.iter().zip(Color::ALL) {
        findings.hex(expected, board.non_pawn_key(color))?;
    }
    for (expected, color) in npm.items::<2>()?.iter().zip(Color::ALL) {
        findings.number(expected, board.non_pawn_material(color))?;
    }
    findings.set(checkers, board.checkers())?;
    for (expected, color) in blockers.items::<2>()?.iter().zip(Color::ALL) {
        findings.set(expected, board.blockers(color))?;
    }
    for (expected, color) in pinners.items::<2>()?.iter().zip(Color::ALL) {
        findings.set(expected, board.pinners(color))?;
    }
    for (expected, piece_type) in check_sq.items::<6>()?.iter().zip(PieceType::ALL) {
        findings.set(expected, board.check_squares(piece_type))?;
    }
    findings.square(ep, board.ep_square())?;
    findings.number(castling, board.castling_rights().bits())?;
    findings.number(rule50, board.rule50())?;
    findings.number(game_ply, board.game_ply())
}
