//! FENs, well-formed and malformed, and what lc0 reads from them.

use gardez_lc0::{Board, Position};

use super::castling;
use crate::Outcome;
use crate::findings::Findings;
use crate::json::Node;

/// Compares a record of `fens`.
pub(crate) fn check(findings: &mut Findings<'_>, record: &Node<'_>) -> Outcome {
    let ([id, fen, ok], [], [error, fen4, rule50, fullmove, rights, flipped, ep, ours, theirs, hash, from_fen, reset]) =
        record.parts(
            ["id", "fen", "ok"],
            [],
            [
                "error",
                "fen4",
                "rule50",
                "fullmove",
                "castling",
                "flipped",
                "ep",
                "ours",
                "theirs",
                "hash",
                "position_from_fen",
                "history_reset",
            ],
        )?;
    id.number()?;
    let text = fen.text()?;
    findings.about(&format!("{text:?}"));
    let result = Board::from_fen(text);
    findings.truth(&ok, result.is_ok())?;

    let values = (fen4, rule50, fullmove, rights, flipped, ep, ours, theirs, hash, from_fen, reset);
    let (fen4, rule50, fullmove, rights, flipped, ep, ours, theirs, hash, from_fen, reset) = match (error, values) {
        (Some(error), (None, None, None, None, None, None, None, None, None, None, None)) => {
            let found = match &result {
                Ok(read) => format!("{read}"),
                Err(error) => {
                    findings.holds(fen.path, "a place within the input", text.get(error.span.clone()).is_some());
                    format!("Bad fen string ({}): {text}", error.kind)
                }
            };
            return findings.text(&error, found);
        }
        (None, (Some(a), Some(b), Some(c), Some(d), Some(e), Some(f), Some(g), Some(h), Some(i), Some(j), Some(k))) => {
            (a, b, c, d, e, f, g, h, i, j, k)
        }
        _ => return Err(record.error("expected either an error or all values of a board")),
    };
    let Ok(read) = result else { return Ok(()) };
    let board = &read.board;
    findings.text(&fen4, board.fen())?;
    findings.number(&rule50, read.rule50)?;
    findings.number(&fullmove, read.fullmove)?;
    let [bits, files] = rights.fields(["bits", "files"])?;
    castling(findings, &bits, &files, board.castlings())?;
    findings.truth(&flipped, board.is_flipped())?;
    findings.set(&ep, board.en_passant())?;
    findings.set(&ours, board.ours())?;
    findings.set(&theirs, board.theirs())?;
    findings.hex(&hash, board.hash())?;

    // In one of its two ways to read a FEN, lc0 uses the move number as the ply.
    let verbatim = Position::new(*board, read.rule50, read.fullmove);
    for (expected, position) in [(from_fen, Ok(verbatim)), (reset, Position::from_fen(text))] {
        let [ply, to_fen] = expected.fields(["game_ply", "to_fen"])?;
        let Ok(position) = position else {
            return Err(fen.error("accepted by Board::from_fen, refused by Position::from_fen"));
        };
        findings.number(&ply, position.game_ply())?;
        findings.text(&to_fen, position)?;
    }
    Ok(())
}
