//! Positions made from codes such as KBPKN.

use gardez_position::Board;
use gardez_types::Color;

use super::printed;
use crate::Outcome;
use crate::findings::Findings;
use crate::json::Node;

/// Compares a record of `endgame_codes`.
pub(crate) fn check(findings: &mut Findings<'_>, record: &Node<'_>) -> Outcome {
    let [code, strong, fen, material_key, key, pawn_key] =
        record.fields(["code", "strong", "fen", "material_key", "key", "pawn_key"])?;
    let color = if strong.flag()? { Color::Black } else { Color::White };
    findings.about(code.text()?);
    match Board::from_endgame_code(code.text()?, color) {
        Ok(board) => {
            findings.text(&fen, printed(&board))?;
            findings.hex(&material_key, board.material_key())?;
            findings.hex(&key, board.raw_key())?;
            findings.hex(&pawn_key, board.pawn_key())?;
        }
        Err(error) => findings.fails(code.path, &"a position", &error),
    }
    Ok(())
}
