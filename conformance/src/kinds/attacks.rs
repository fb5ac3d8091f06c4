//! The attackers of squares, and the squares that pieces attack.

use gardez_bitboard::Bitboard;
use gardez_types::{Color, PieceType, Square};

use super::set_up;
use crate::Outcome;
use crate::findings::Findings;
use crate::json::Node;

/// Compares a record of `attacks`.
pub(crate) fn check(findings: &mut Findings<'_>, record: &Node<'_>) -> Outcome {
    let [fen, c960, attackers_to, occ, attackers_to_occ, exist, attacks_by] =
        record.fields(["fen", "c960", "attackers_to", "occ", "attackers_to_occ", "exist", "attacks_by"])?;
    let Some(position) = set_up(findings, &fen, &c960)? else { return Ok(()) };
    let (own, given) = (position.occupied(), Bitboard::from_bits(occ.hex()?));
    for (expected, square) in attackers_to.items::<64>()?.iter().zip(Square::ALL) {
        findings.set(expected, position.attackers_to(square))?;
    }
    for (expected, square) in attackers_to_occ.items::<64>()?.iter().zip(Square::ALL) {
        findings.set(expected, position.attackers_through(square, given))?;
    }
    let attacked = |color, occupied| {
        Square::ALL
            .into_iter()
            .filter(|&square| position.attackers_exist(square, color, occupied))
            .collect::<Bitboard>()
    };
    let [white, white_given, black, black_given] = exist.items()?;
    findings.set(&white, attacked(Color::White, own))?;
    findings.set(&white_given, attacked(Color::White, given))?;
    findings.set(&black, attacked(Color::Black, own))?;
    findings.set(&black_given, attacked(Color::Black, given))?;
    for (of_color, color) in attacks_by.items::<2>()?.iter().zip(Color::ALL) {
        for (expected, piece_type) in of_color.items::<6>()?.iter().zip(PieceType::ALL) {
            findings.set(expected, position.attacks_by(color, piece_type))?;
        }
    }
    Ok(())
}
