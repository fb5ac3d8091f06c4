//! The inputs of networks: active ones, and what a move changes.

use std::fmt::Display;

use gardez_nnue::features::{
    Chess768, ChessBuckets, ChessBucketsMirrored, Difference, DirtyPawnPairs, FeatureSet, FullThreats,
    FullThreats79856, HalfKaV2Hm, HalfKaV2Hm12Planes, HalfKp, IndexList, PawnPairs,
};
use gardez_position::observers::{DirtyPiece, DirtyThreats};
use gardez_position::{Board, FenMode, FenReader};
use gardez_types::Color;

use crate::findings::Findings;
use crate::report::{Outcome, RecordError};
use crate::rows::Row;

/// The layout of `buckets64`.
#[rustfmt::skip]
const LAYOUT_64: [u8; 64] = [
    0, 0, 1, 1, 2, 2, 3, 3,
    4, 4, 5, 5, 6, 6, 7, 7,
    8, 8, 8, 8, 9, 9, 9, 9,
    8, 8, 8, 8, 9, 9, 9, 9,
    10, 10, 10, 10, 11, 11, 11, 11,
    10, 10, 10, 10, 11, 11, 11, 11,
    12, 12, 12, 12, 12, 12, 12, 12,
    12, 12, 12, 12, 12, 12, 12, 12,
];

/// The layout of `buckets_hm10`.
#[rustfmt::skip]
pub(crate) const LAYOUT_10: [u8; 32] = [
    0, 1, 2, 3,
    4, 4, 5, 5,
    6, 6, 6, 6,
    7, 7, 7, 7,
    8, 8, 8, 8,
    8, 8, 8, 8,
    9, 9, 9, 9,
    9, 9, 9, 9,
];

/// Returns the layout of `buckets_hm32`: a bucket for each square of a half.
fn layout_32() -> [u8; 32] {
    std::array::from_fn(|square| square as u8)
}

/// Returns the active inputs of a set that is known by this name.
fn active(set: &str, board: &Board, perspective: Color) -> Option<IndexList> {
    Some(match set {
        "chess768" => Chess768.active(board, perspective),
        "buckets64" => ChessBuckets::new(LAYOUT_64).active(board, perspective),
        "buckets_hm10" => ChessBucketsMirrored::new(LAYOUT_10).active(board, perspective),
        "buckets_hm32" => ChessBucketsMirrored::new(layout_32()).active(board, perspective),
        "HalfKP" => HalfKp.active(board, perspective),
        "HalfKAv2_hm" => HalfKaV2Hm.active(board, perspective),
        "HalfKAv2_hm_12planes" => HalfKaV2Hm12Planes.active(board, perspective),
        "FullThreats" => FullThreats.active(board, perspective),
        "FullThreats_79856" => FullThreats79856.active(board, perspective),
        "PP_3Wide" => PawnPairs.active(board, perspective),
        _ => return None,
    })
}

/// The changes that observers record of a move.
type Change = (DirtyPiece, DirtyThreats, DirtyPawnPairs);

/// Returns what a move changes in a set that is known by this name.
fn difference(set: &str, after: &Board, change: &Change, perspective: Color) -> Option<Difference> {
    let ((pieces, threats, pairs), king) = (change, after.king(perspective));
    Some(match set {
        "chess768" => Chess768.difference(king, pieces, perspective),
        "buckets64" => ChessBuckets::new(LAYOUT_64).difference(king, pieces, perspective),
        "buckets_hm10" => ChessBucketsMirrored::new(LAYOUT_10).difference(king, pieces, perspective),
        "buckets_hm32" => ChessBucketsMirrored::new(layout_32()).difference(king, pieces, perspective),
        "HalfKP" => HalfKp.difference(king, pieces, perspective),
        "HalfKAv2_hm" => HalfKaV2Hm.difference(king, pieces, perspective),
        "HalfKAv2_hm_12planes" => HalfKaV2Hm12Planes.difference(king, pieces, perspective),
        "FullThreats" => FullThreats.difference(king, threats, perspective),
        "FullThreats_79856" => FullThreats79856.difference(king, threats, perspective),
        "PP_3Wide" => PawnPairs.difference(king, pairs, perspective),
        _ => return None,
    })
}

/// Compares a row of `features.tsv`.
pub(crate) fn check_active(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    compare_active(findings, row, active)
}

/// Compares a row of `diffs.tsv`.
pub(crate) fn check_difference(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    compare_difference(findings, row, difference)
}

/// Compares the inputs that `active` lists for a set, a board and a perspective.
fn compare_active(
    findings: &mut Findings<'_>,
    row: &Row<'_>,
    active: impl Fn(&str, &Board, Color) -> Option<IndexList>,
) -> Outcome {
    let [fen, set, perspective, indices] = row.first()?;
    findings.about(fen);
    let Some(board) = board(findings, row, fen) else { return Ok(()) };
    let perspective = color(row.name(2), &board, perspective)?;
    let found = active(set, &board, perspective).ok_or_else(|| unknown(row.name(1), set))?;
    compare_lists(findings, format_args!("{} of {set}", row.name(3)), indices, found)
}

/// Compares what `difference` finds for a set, the board after a move, the change and a perspective.
fn compare_difference(
    findings: &mut Findings<'_>,
    row: &Row<'_>,
    difference: impl Fn(&str, &Board, &Change, Color) -> Option<Difference>,
) -> Outcome {
    let [fen, text, set, perspective, refresh, removed, added] = row.first()?;
    findings.about(fen);
    let Some(board) = board(findings, row, fen) else { return Ok(()) };
    let perspective = color(row.name(3), &board, perspective)?;
    let Ok(mv) = board.parse_uci(text) else {
        findings.fails(row.name(1), &"a legal move", &text);
        return Ok(());
    };
    let mut change = Change::default();
    let after = board.after_with(mv, &mut change);
    let mut found = difference(set, &after, &change, perspective).ok_or_else(|| unknown(row.name(2), set))?;
    found.cancel();
    findings.compare(format_args!("{} of {set}", row.name(4)), refresh, if found.refresh { "1" } else { "0" });
    for (column, expected, found) in [(5, removed, found.removed), (6, added, found.added)] {
        if refresh == "1" {
            findings.compare(row.name(column), expected, if found.is_empty() { "-" } else { "a list" });
        } else {
            compare_lists(findings, format_args!("{} of {set}", row.name(column)), expected, found)?;
        }
    }
    Ok(())
}

/// Returns the board of a FEN, of chess or Chess960. If the FEN is refused, that is a difference.
fn board(findings: &mut Findings<'_>, row: &Row<'_>, fen: &str) -> Option<Board> {
    let read = FenReader::new().with_mode(FenMode::Detect).read_board(fen);
    findings.unless_error(row.name(0), "a position", read).map(|read| read.position)
}

fn color(column: &str, board: &Board, name: &str) -> Outcome<Color> {
    match name {
        "white" => Ok(Color::White),
        "black" => Ok(Color::Black),
        "stm" => Ok(board.side_to_move()),
        "nstm" => Ok(!board.side_to_move()),
        _ => Err(unknown(column, name)),
    }
}

fn unknown(column: &str, name: &str) -> RecordError {
    RecordError::new(column, format!("{name:?} is not known"))
}

/// Compares an ascending list between commas with the indices found.
fn compare_lists(findings: &mut Findings<'_>, field: impl Display, expected: &str, mut found: IndexList) -> Outcome {
    found.sort_unstable();
    for word in expected.split(',').filter(|_| !expected.is_empty()) {
        findings.parts(1);
        if word.parse::<u32>().is_err() {
            return Err(RecordError::new(field.to_string(), format!("expected a number, found {word:?}")));
        }
    }
    let found = found.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
    findings.compare(field, expected, found.as_str());
    Ok(())
}
