//! Sets of squares: flipped, transposed and counted.

use gardez_bitboard::Bitboard;
use gardez_lc0::Transform;

use crate::Outcome;
use crate::findings::Findings;
use crate::json::Node;

/// The columns of a row.
const COLUMNS: [&str; 6] = ["value", "mirror_ranks", "flip_files", "transpose", "count", "lowest_bit"];

/// Compares the one record of `bitboards`.
pub(crate) fn check(findings: &mut Findings<'_>, record: &Node<'_>) -> Outcome {
    let [fields, rows] = record.fields(["fields", "rows"])?;
    for (name, column) in fields.items::<6>()?.iter().zip(COLUMNS) {
        findings.text(name, column)?;
    }
    for row in rows.filled_list()? {
        let [value, flipped_vertically, flipped_horizontally, transposed, count, lowest] = row.tuple(COLUMNS)?;
        let set = Bitboard::from_bits(value.hex()?);
        findings.set(&flipped_vertically, Transform::FLIP_VERTICAL.apply(set))?;
        findings.set(&flipped_horizontally, Transform::FLIP_HORIZONTAL.apply(set))?;
        findings.set(&transposed, Transform::TRANSPOSE.apply(set))?;
        findings.number(&count, set.len())?;
        findings.number(&lowest, set.lsb().map_or(-1, |square| i64::from(square as u8)))?;
    }
    Ok(())
}
