//! Positions with their values in endgame tables.

use gardez_position::FenReader;
use gardez_syzygy::{Material, ProbeError};

use crate::findings::Findings;
use crate::report::Outcome;
use crate::rows::Row;

/// Compares a row of `vectors.tsv`: a position in four orientations: unchanged, with colors swapped, with files flipped, and with both.
pub(crate) fn compare(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let [fen, _, _, table] = row.first()?;
    findings.about(fen);
    let tablebase = findings.tables()?;
    let (wdl, dtz) = (row.parse(1)?, row.parse(2)?);
    let flipped = flip_horizontal(fen).ok_or_else(|| row.damage(0, "not a FEN"))?;
    for (fen, side) in [(fen, ""), (flipped.as_str(), ", files flipped")] {
        let board = findings.unless_error(row.name(0), "a position", FenReader::new().read_board(fen))?.position;
        findings.text(row.name(3), table, Material::from_board(&board));
        for (board, colors) in [(board, ""), (board.swap_colors(), ", colors swapped")] {
            let (found_wdl, found_dtz) = (tablebase.probe_wdl(&board), tablebase.probe_dtz(&board));
            let name = |column: usize| format!("{}{side}{colors}", row.name(column));
            answer(findings, name(1), wdl, found_wdl.map(|found| found.raw().into()));
            answer(findings, name(2), dtz, found_dtz.map(|found| found.plies().into()));
        }
    }
    Ok(())
}

fn answer(findings: &mut Findings<'_>, field: impl std::fmt::Display, expected: i64, found: Result<i64, ProbeError>) {
    findings.text(
        field,
        &expected.to_string(),
        found.map_or_else(|error| error.to_string(), |found| found.to_string()),
    );
}

/// Returns the FEN with left and right exchanged. It must not have castling rights.
fn flip_horizontal(fen: &str) -> Option<String> {
    let mut fields: Vec<String> = fen.split(' ').map(String::from).collect();
    let ranks: Vec<String> = fields.first()?.split('/').map(|rank| rank.chars().rev().collect()).collect();
    fields[0] = ranks.join("/");
    let ep = fields.get_mut(3)?;
    if let Some(file @ 'a'..='h') = ep.chars().next() {
        let flipped = char::from(b'a' + b'h' - file as u8);
        ep.replace_range(..1, flipped.encode_utf8(&mut [0; 4]));
    }
    Some(fields.join(" "))
}
