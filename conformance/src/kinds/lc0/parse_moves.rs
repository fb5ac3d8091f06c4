//! Moves as text, correct and wrong.

use gardez_lc0::ParseMoveError;
use gardez_types::{CastlingMode, MoveKind};

use super::start;
use crate::Outcome;
use crate::findings::Findings;
use crate::json::Node;

/// The one text that is read differently on purpose: position and move.
const MEANT: (&str, &str) = ("1Qnkr3/3b4/p2P2p1/Pp3q2/1NP3pP/1KN5/8/3R4 w - b6 0 33", "b8c7");

/// lc0's result for it: the number, whether it is en passant, and whether it is legal.
const LC0: [&str; 3] = ["11890", "true", "false"];

/// The reason why it is read differently.
const REASON: &str =
    "a piece under an en passant flag is not a pawn; later revisions of lc0 agree, and peer_tests contains their value";

/// Compares a record of `parse_moves`.
pub(crate) fn check(findings: &mut Findings<'_>, record: &Node<'_>) -> Outcome {
    let ([id, fen, text, ok], [], [error, raw, castling, en_passant, promotion, in_legal, takes_rook, standard]) =
        record.parts(
            ["id", "fen", "move", "ok"],
            [],
            [
                "error",
                "raw",
                "castling",
                "en_passant",
                "promotion",
                "in_legal_moves",
                "uci_king_takes_rook",
                "uci_standard",
            ],
        )?;
    id.number()?;
    let Some(history) = start(findings, &fen)? else { return Ok(()) };
    let board = history.last().board();
    let result = board.parse_move(text.text()?);
    findings.truth(&ok, result.is_ok())?;
    let values = (raw, castling, en_passant, promotion, in_legal, takes_rook, standard);
    let (raw, castling, en_passant, promotion, in_legal, takes_rook, standard) = match (error, values) {
        (Some(error), (None, None, None, None, None, None, None)) => {
            let found = match result {
                Ok(m) => format!("{m:?}"),
                Err(error) => format!("Invalid move ({}): {}", name(error), text.text()?),
            };
            return findings.text(&error, found);
        }
        (None, (Some(a), Some(b), Some(c), Some(d), Some(e), Some(f), Some(g))) => (a, b, c, d, e, f, g),
        _ => return Err(record.error("expected either an error or all values of a move")),
    };
    let Ok(m) = result else { return Ok(()) };
    let side = board.side_to_move();
    let legal = board.legal_moves().contains(&m);
    let is_meant = (fen.text()?, text.text()?) == (MEANT.0, MEANT.1);
    let reason = is_meant.then_some(REASON);
    let is_en_passant = m.kind() == MoveKind::EnPassant;
    let found = [m.raw().to_string(), is_en_passant.to_string(), legal.to_string()];
    for ((node, found), lc0) in [raw, en_passant, in_legal].iter().zip(found).zip(LC0) {
        let wanted = match node.number() {
            Ok(number) => number.to_string(),
            Err(_) => node.truth()?.to_string(),
        };
        if is_meant {
            findings.compare(node.path, lc0, &wanted[..]);
        }
        findings.opinion(reason, &node.path.to_string(), &wanted, &found, wanted == found);
    }
    findings.truth(&castling, m.kind() == MoveKind::Castling)?;
    match m.promotion_piece() {
        Some(piece) => findings.text(&promotion, piece.letter().to_ascii_lowercase())?,
        None => findings.holds(promotion.path, "no promotion", promotion.is_null()),
    }
    findings.text(&takes_rook, m.uci(side, CastlingMode::Chess960))?;
    findings.text(&standard, m.uci(side, CastlingMode::Standard))
}

/// lc0's text for an error.
const fn name(error: ParseMoveError) -> &'static str {
    match error {
        ParseMoveError::Length { .. } => "wrong move size",
        ParseMoveError::Square { .. } => "bad square",
        ParseMoveError::NoPiece(_) => "no piece to move",
        ParseMoveError::Promotion(_) => "invalid promotion",
        _ => "another error",
    }
}
