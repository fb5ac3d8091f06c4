//! Files of training records. Records must be the same, byte for byte, when they are read and written. Records of old
//! versions are converted to the newest one.

use std::fs;

use gardez_lc0::training::{Reader, Record, Writer};

use crate::Outcome;
use crate::file::Content;
use crate::findings::Findings;
use crate::report::RecordError;

/// Reads the records of a file.
pub(super) fn records(bytes: &[u8]) -> Outcome<Vec<Record>> {
    Reader::new(bytes).collect::<Result<_, _>>().map_err(|error| RecordError::new("", error.to_string()))
}

/// Compares a file of records.
pub(crate) fn check(findings: &mut Findings<'_>, name: &str, bytes: &[u8]) -> Outcome {
    let records = records(bytes)?;
    let mut writer = Writer::new(Vec::new());
    for (number, record) in (1..).zip(&records) {
        findings.begin_record(number);
        // Writing to memory does not fail.
        let is_written = writer.write(record).is_ok();
        findings.holds(name, "success when the record is written", is_written);
    }
    let written = writer.finish().unwrap_or_default();
    findings.holds(name, "the same bytes when written", written == bytes);

    let stem = name.strip_suffix(".gz").unwrap_or(name);
    let old = stem.strip_prefix("old_v").filter(|_| !stem.ends_with("_as_v6")).and_then(|rest| rest.split('_').next());
    let named = stem.split_once("_v").map(|(_, version)| version).filter(|_| stem.starts_with('g'));
    let version = old.or(named).and_then(|version| version.parse::<u32>().ok()).unwrap_or(6);
    for (index, record) in records.iter().enumerate() {
        findings.compare(format_args!("{name}[{index}], its version"), &version, &record.version());
    }
    if old.is_some() {
        modern(findings, stem, &records)?;
    }
    Ok(())
}

/// Compares old records, converted to version 6, with the records that lc0 converted.
fn modern(findings: &mut Findings<'_>, stem: &str, records: &[Record]) -> Outcome {
    let Some(directory) = findings.directory.clone() else { return Ok(()) };
    let path = ["gz", ""].iter().map(|end| directory.join(format!("{stem}_as_v6")).with_extension(end));
    let Some(path) = path.into_iter().find(|path| fs::metadata(path).is_ok()) else {
        return Err(RecordError::new("", format!("{stem}_as_v6 is missing")));
    };
    let content = Content::read(&path);
    let expected = self::records(&content.bytes)?;
    findings.compare(format_args!("{stem}_as_v6, its length"), &expected.len(), &records.len());
    for (index, (expected, old)) in expected.iter().zip(records).enumerate() {
        let found = old.clone().into_v6();
        let place = expected.bytes().iter().zip(found.bytes()).position(|(wanted, found)| wanted != found);
        let claim = "the same bytes as lc0's conversion";
        match place {
            None => findings.holds(stem, claim, expected.bytes().len() == found.bytes().len()),
            Some(place) => {
                findings.fails(format_args!("{stem}[{index}]"), &claim, &format!("a different byte {place}"));
            }
        }
    }
    Ok(())
}
