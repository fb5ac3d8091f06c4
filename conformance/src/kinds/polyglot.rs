//! The numbers and keys of the Polyglot opening-book format.

use gardez_position::{EnPassantPolicy, FenMode, FenReader};
use gardez_types::{CastlingSide, Color, File, Piece, PieceType, Square};
use gardez_zobrist::polyglot;

use super::Row;
use crate::Outcome;
use crate::findings::Findings;
use crate::json;
use crate::report::RecordError;
use crate::shape::{FirstLine, Table};

/// `random64.txt`: a remark, then one number in each line.
pub(crate) const NUMBERS: Table =
    Table { first_line: FirstLine::Remark, skips_blank_lines: false, rows: Some(781), compare: number };

/// `keys.tsv` and `keys_spec.tsv`.
pub(crate) const KEYS: Table = Table {
    first_line: FirstLine::Columns(&["fen", "polyglot key"]),
    skips_blank_lines: false,
    rows: None,
    compare: key,
};

/// The numbers in the order of the format: pieces on squares, castling rights, en passant files, white to move.
fn numbers() -> impl Iterator<Item = u64> {
    let pieces = PieceType::ALL.into_iter().flat_map(|t| [Color::Black, Color::White].map(|c| Piece::new(c, t)));
    let pieces = pieces.flat_map(|piece| Square::ALL.map(|square| polyglot::piece(piece, square)));
    let sides = [CastlingSide::KingSide, CastlingSide::QueenSide];
    let castling = Color::ALL.into_iter().flat_map(move |color| sides.map(|side| polyglot::castling(color, side)));
    pieces.chain(castling).chain(File::ALL.map(polyglot::en_passant)).chain([polyglot::white_to_move()])
}

fn number(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let field = format!("number {}", row.index);
    let Some(expected) = json::hex(row.text) else {
        return Err(RecordError::new(field, format!("expected 16 hexadecimal digits, found {:?}", row.text)));
    };
    match numbers().nth(row.index) {
        Some(found) => findings.hex_of(field, expected, found),
        None => return Err(RecordError::new(field, "the format has 781 numbers")),
    }
    Ok(())
}

fn key(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let [fen, key] = row.cells[..] else { unreachable!("a row has as many cells as there are columns") };
    findings.about(fen);
    let Some(expected) = json::hex(key) else {
        return Err(RecordError::new(row.columns[1], format!("expected 16 hexadecimal digits, found {key:?}")));
    };
    let reader = FenReader::new().with_mode(FenMode::Detect);
    for policy in [EnPassantPolicy::Legal, EnPassantPolicy::PseudoLegal, EnPassantPolicy::Always] {
        // The Polyglot key does not depend on the policy by which the reader keeps en passant squares.
        match reader.clone().with_en_passant(policy).read(fen) {
            Ok(read) => findings.hex_of(row.columns[1], expected, read.position.polyglot_key()),
            Err(error) => findings.fails(row.columns[0], &"a position", &error),
        }
    }
    Ok(())
}
