//! The inputs of networks: active ones, and what a move changes.

use std::fmt::Display;

use gardez_nnue::features::{
    Chess768, ChessBuckets, ChessBucketsMirrored, DirtyPawnPairs, FeatureSet, FullThreats, FullThreats79856,
    HalfKaV2Hm, HalfKaV2Hm12Planes, HalfKp, IndexList, PawnPairs,
};
use gardez_position::observers::{DirtyPiece, DirtyThreats};
use gardez_position::{Board, FenMode, FenReader};
use gardez_types::Color;

use crate::findings::Findings;
use crate::nnue::LAYOUT_10;
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

/// Calls a method of the set that is known by a name; for a difference, the third argument selects what changes.
macro_rules! set {
    ($name:expr, $method:ident($first:expr, $perspective:expr $(, $change:expr)?)) => {
        match $name {
            "chess768" => Some(Chess768.$method($first, $($change.0,)? $perspective)),
            "buckets64" => Some(ChessBuckets::new(LAYOUT_64).$method($first, $($change.0,)? $perspective)),
            "buckets_hm10" => Some(ChessBucketsMirrored::new(LAYOUT_10).$method($first, $($change.0,)? $perspective)),
            // A bucket for each square of a half.
            "buckets_hm32" => {
                let layout = std::array::from_fn(|square| square as u8);
                Some(ChessBucketsMirrored::new(layout).$method($first, $($change.0,)? $perspective))
            }
            "HalfKP" => Some(HalfKp.$method($first, $($change.0,)? $perspective)),
            "HalfKAv2_hm" => Some(HalfKaV2Hm.$method($first, $($change.0,)? $perspective)),
            "HalfKAv2_hm_12planes" => Some(HalfKaV2Hm12Planes.$method($first, $($change.0,)? $perspective)),
            "FullThreats" => Some(FullThreats.$method($first, $($change.1,)? $perspective)),
            "FullThreats_79856" => Some(FullThreats79856.$method($first, $($change.1,)? $perspective)),
            "PP_3Wide" => Some(PawnPairs.$method($first, $($change.2,)? $perspective)),
            _ => None,
        }
    };
}

/// Compares a row of `features.tsv`.
pub(crate) fn check_active(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let [fen, set, perspective, indices] = row.first()?;
    findings.about(fen);
    let board = board(findings, row, fen)?;
    let perspective = color(row.name(2), &board, perspective)?;
    let found = set!(set, active(&board, perspective)).ok_or_else(|| unknown(row.name(1), set))?;
    compare_lists(findings, format_args!("{} of {set}", row.name(3)), indices, found)
}

/// Compares a row of `diffs.tsv`.
pub(crate) fn check_difference(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let [fen, text, set, perspective, refresh, removed, added] = row.first()?;
    findings.about(fen);
    let board = board(findings, row, fen)?;
    let perspective = color(row.name(3), &board, perspective)?;
    let mv = findings.unless_error(row.name(1), "a legal move", board.parse_uci(text))?;
    let mut change = (DirtyPiece::default(), DirtyThreats::default(), DirtyPawnPairs::default());
    let mut after = board;
    after.do_move_with(mv, &mut change);
    let (king, change) = (after.king(perspective), (&change.0, &change.1, &change.2));
    let found = set!(set, difference(king, perspective, change));
    let mut found = found.ok_or_else(|| unknown(row.name(2), set))?;
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

/// Returns the board of a FEN, of chess or Chess960.
fn board(findings: &mut Findings<'_>, row: &Row<'_>, fen: &str) -> Outcome<Board> {
    let read = FenReader::new().with_mode(FenMode::Detect).read_board(fen);
    Ok(findings.unless_error(row.name(0), "a position", read)?.position)
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
