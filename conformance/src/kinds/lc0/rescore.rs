//! Games that lc0's rescorer has changed: every byte of the records, and its counters.

use std::path::Path;

use gardez::data::{Deblunder, RescoreOptions, Rescorer};
use gardez_lc0::InputFormat;
use gardez_lc0::training::V6;

use super::chunks;
use crate::Outcome;
use crate::file::Content;
use crate::findings::Findings;
use crate::kinds::Row;
use crate::report::RecordError;
use crate::shape::{FirstLine, Table};

/// `runs.tsv`.
pub(crate) const TABLE: Table = Table {
    first_line: FirstLine::Names(&[
        "input",
        "output",
        "records",
        "temperature",
        "dist_offset",
        "dtz_boost",
        "deblunder",
        "threshold",
        "width",
        "new_format",
        "result",
        "rescored",
        "delta",
        "rescored2",
        "rescored3",
        "blunders",
        "policy_bump",
        "orig_l",
        "orig_d",
        "orig_w",
        "fixed_l",
        "fixed_d",
        "fixed_w",
    ]),
    skips_blank_lines: false,
    rows: None,
    compare,
};

/// The column of the result, before those of the counters.
const RESULT: usize = 10;

/// The number of units in the last place by which a probability may differ where powers are computed: C libraries round
/// them differently.
const UNITS: u32 = 2;

/// Rescores a game and compares it with the one that lc0 has written.
fn compare(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    findings.about(row.text);
    let directory = row.directory.ok_or_else(|| RecordError::new(row.columns[0], "games in no directory"))?;
    let mut game = load(directory, row, 0)?;
    let expected = load(directory, row, 1)?;
    findings.compare(row.columns[2], row.cells[2], game.len().to_string().as_str());
    findings.compare("number of records of the output", &expected.len(), &game.len());

    let options = options(row)?;
    let tables = findings.tables()?;
    let rescorer = Rescorer::new(&tables, options).map_err(|error| RecordError::new("", error.to_string()))?;
    let report = match rescorer.rescore(&mut game) {
        Ok(report) => report,
        Err(error) => {
            findings.fails(row.columns[RESULT], &row.cells[RESULT], &error);
            return Ok(());
        }
    };
    findings.compare(row.columns[RESULT], row.cells[RESULT], "ok");
    let (before, after) = (report.before, report.after);
    let counters = [
        report.rescored,
        report.delta,
        report.secondary,
        report.secondary_by_dtz,
        report.blunders,
        report.boosted,
        before.losses,
        before.draws,
        before.wins,
        after.losses,
        after.draws,
        after.wins,
    ];
    for (column, found) in (RESULT + 1..).zip(counters) {
        findings.compare(row.columns[column], row.cells[column], found.to_string().as_str());
    }
    let units = if row.cells[3] == "1" { 0 } else { UNITS };
    for (index, (expected, found)) in expected.iter().zip(&game).enumerate() {
        findings.part();
        let at = || format!("{}, record {index}", row.cells[1]);
        match difference(expected, found, units) {
            None => findings.holds(at(), "the bytes of lc0", true),
            Some((byte, expected, found)) => {
                findings.fails(at(), &format_args!("byte {byte}: {expected}"), &found);
            }
        }
    }
    Ok(())
}

/// The first byte that differs, and both of its values. Probabilities may differ by this number of units.
fn difference(expected: &V6, found: &V6, units: u32) -> Option<(usize, u8, u8)> {
    let mut found = *found;
    for (expected, found) in expected.probabilities.iter().zip(&mut found.probabilities) {
        // Neighbors of the same sign have consecutive bits.
        if found.get().to_bits().abs_diff(expected.get().to_bits()) <= units {
            *found = *expected;
        }
    }
    let mut bytes = expected.bytes().iter().zip(found.bytes()).enumerate();
    bytes.find(|(_, (expected, found))| expected != found).map(|(byte, (&expected, &found))| (byte, expected, found))
}

/// The records of the file that a cell names.
fn load(directory: &Path, row: &Row<'_>, column: usize) -> Outcome<Vec<V6>> {
    let damage = |what: String| RecordError::new(row.columns[column], what);
    let name = row.cells[column];
    if !name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.')) {
        return Err(damage(format!("not the name of a file: {name:?}")));
    }
    let content = Content::read(&directory.join(name));
    if let Some(reason) = content.cut {
        return Err(damage(format!("{name} is damaged: {reason}")));
    }
    Ok(chunks::records(&content.bytes)?.into_iter().map(|record| *record.into_v6()).collect())
}

/// The options of a run.
fn options(row: &Row<'_>) -> Outcome<RescoreOptions> {
    let number = |column: usize| row.cells[column].parse::<f32>().map_err(|_| unreadable(row, column));
    let mut options = RescoreOptions::default()
        .with_temperature(number(3)?)
        .with_dist_offset(number(4)?)
        .with_dtz_policy_boost(number(5)?);
    match row.cells[6] {
        "0" => {}
        "1" => {
            options = options.with_deblunder(Deblunder::default().with_threshold(number(7)?).with_width(number(8)?));
        }
        _ => return Err(unreadable(row, 6)),
    }
    if row.cells[9] != "-1" {
        let format = row.cells[9].parse().ok().and_then(InputFormat::from_raw);
        options = options.with_new_input_format(format.ok_or_else(|| unreadable(row, 9))?);
    }
    Ok(options)
}

fn unreadable(row: &Row<'_>, column: usize) -> RecordError {
    RecordError::new(row.columns[column], format!("unexpected value {:?}", row.cells[column]))
}
