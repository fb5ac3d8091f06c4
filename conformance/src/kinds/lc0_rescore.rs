//! Games that lc0's rescorer has changed: every byte of the records, and its counters.

use gardez::data::{Deblunder, RescoreOptions, Rescorer};
use gardez_lc0::InputFormat;
use gardez_lc0::training::V6;

use crate::file::Content;
use crate::findings::Findings;
use crate::lc0::records_v6;
use crate::report::{Outcome, RecordError};
use crate::rows::Row;

/// The heading of `runs.tsv`.
pub(crate) const HEADING: &str = "input\toutput\trecords\t\
    temperature\tdist_offset\tdtz_boost\tdeblunder\tthreshold\twidth\tnew_format\tresult\t\
    rescored\tdelta\trescored2\trescored3\tblunders\tpolicy_bump\t\
    orig_l\torig_d\torig_w\tfixed_l\tfixed_d\tfixed_w";

/// The column of the result, before the counters.
const RESULT: usize = 10;

/// The units in the last place by which probabilities may differ after powers, which C libraries round differently.
const UNITS: u32 = 2;

pub(crate) fn compare(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    findings.about(row.text);
    let directory = findings.directory()?;
    let load = |column: usize| match row.cells[column] {
        name if name.contains(['/', '\\']) => Err(row.damage(column, format!("not the name of a file: {name:?}"))),
        name => records_v6(&Content::beside(&directory, name)?),
    };
    let (mut game, expected) = (load(0)?, load(1)?);
    findings.text(row.name(2), row.cells[2], game.len());
    findings.compare("number of records of the output", &expected.len(), &game.len());

    let options = options(row)?;
    let tables = findings.tables()?;
    let rescorer = Rescorer::new(&tables, options).map_err(|error| RecordError::new("", error.to_string()))?;
    let report = rescorer.rescore(&mut game);
    let report = findings.unless_error(row.name(RESULT), row.cells[RESULT], report)?;
    findings.compare(row.name(RESULT), row.cells[RESULT], "ok");
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
        findings.text(row.name(column), row.cells[column], found);
    }
    let units = if row.cells[3] == "1" { 0 } else { UNITS };
    for (index, (expected, found)) in expected.iter().zip(&game).enumerate() {
        findings.parts(1);
        let at = || format!("{}, record {index}", row.cells[1]);
        findings.bytes(at(), expected.bytes(), tolerant(expected, found, units).bytes());
    }
    Ok(())
}

/// Returns a record with the expected probabilities where its own differ by at most this number of units.
fn tolerant(expected: &V6, found: &V6, units: u32) -> V6 {
    let mut found = *found;
    for (expected, found) in expected.probabilities.iter().zip(&mut found.probabilities) {
        // Neighbors of the same sign have consecutive bits.
        if found.get().to_bits().abs_diff(expected.get().to_bits()) <= units {
            *found = *expected;
        }
    }
    found
}

fn options(row: &Row<'_>) -> Outcome<RescoreOptions> {
    let mut options = RescoreOptions {
        temperature: row.parse(3)?,
        dist_offset: row.parse(4)?,
        dtz_policy_boost: row.parse(5)?,
        ..RescoreOptions::default()
    };
    match row.cells[6] {
        "0" => {}
        "1" => options.deblunder = Some(Deblunder { threshold: row.parse(7)?, width: row.parse(8)? }),
        _ => return Err(row.damage(6, "unexpected value")),
    }
    if row.cells[9] != "-1" {
        let format = row.cells[9].parse().ok().and_then(InputFormat::from_raw);
        options.new_input_format = Some(format.ok_or_else(|| row.damage(9, "unexpected value"))?);
    }
    Ok(options)
}
