//! The inputs of networks: active ones, and what a move changes.

use std::fmt::Display;

use gardez_nnue::features::{
    DirtyPawnPairs, FULL_THREATS, FULL_THREATS_79856, FeatureSet, FeatureSets, IndexList, KingBuckets, PawnPairs,
    PieceSquares,
};
use gardez_position::observers::{DirtyPiece, DirtyThreats};
use gardez_position::{Board, FenMode, FenReader};
use gardez_types::Color;

use crate::findings::Findings;
use crate::nnue::{LAYOUT_10, mirrored};
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

fn pieces(name: &str) -> Option<PieceSquares> {
    Some(match name {
        "chess768" => PieceSquares::CHESS_768,
        "buckets64" => PieceSquares { kings: KingBuckets::Squares(LAYOUT_64), ..PieceSquares::CHESS_768 },
        "buckets_hm10" => mirrored(LAYOUT_10),
        // A bucket for each square of a half.
        "buckets_hm32" => mirrored(std::array::from_fn(|square| square as u8)),
        "HalfKP" => PieceSquares::HALF_KP,
        "HalfKAv2_hm" => PieceSquares::HALF_KA_V2_HM,
        "HalfKAv2_hm_12planes" => PieceSquares::HALF_KA_V2_HM_12_PLANES,
        _ => return None,
    })
}

/// Calls a method of the set that is known by a name; for a difference, the third argument selects what changes.
macro_rules! set {
    ($name:expr, $method:ident($first:expr, $perspective:expr $(, $change:expr)?)) => {
        match $name {
            "FullThreats" => Some(FULL_THREATS.$method($first, $($change.1,)? $perspective)),
            "FullThreats_79856" => Some(FULL_THREATS_79856.$method($first, $($change.1,)? $perspective)),
            "PP_3Wide" => Some(PawnPairs.$method($first, $($change.2,)? $perspective)),
            name => pieces(name).map(|set| set.$method($first, $($change.0,)? $perspective)),
        }
    };
}

pub(crate) fn check_active(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let [fen, set, perspective, indices] = row.first()?;
    findings.about(fen);
    let board = board(findings, row, fen)?;
    let perspective = color(row.name(2), &board, perspective)?;
    let found = set!(set, active(&board, perspective)).ok_or_else(|| unknown(row.name(1), set))?;
    compare_lists(findings, format_args!("{} of {set}", row.name(3)), indices, found)
}

pub(crate) fn check_composed(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let [fen, name, perspective, pieces, indices] = row.first()?;
    findings.about(fen);
    let board = board(findings, row, fen)?;
    let perspective = color(row.name(2), &board, perspective)?;
    let sets = findings.unless_error(row.name(1), "sets of nnue-pytorch", FeatureSets::parse(name))?;
    let [mut white, mut black] = [(); 2].map(|()| vec![0; sets.max_active()]);
    sets.write_rows(&board, &mut [IndexList::new(), IndexList::new()], [&mut white, &mut black]);
    let mut found = IndexList::new();
    let list = if perspective == Color::White { white } else { black };
    list.iter().filter_map(|&index| u32::try_from(index).ok()).for_each(|index| found.push(index));
    findings.text(row.name(3), pieces, board.occupied().len());
    compare_lists(findings, format_args!("{} of {name}", row.name(4)), indices, found)
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
