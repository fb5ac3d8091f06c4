//! Packed files: every entry reads as its table says, and the table is written as the same bytes.

use gardez_formats::Strictness;

use super::codecs::codec;
use super::table;
use crate::Outcome;
use crate::findings::Findings;
use crate::report::RecordError;

/// Compares a packed file with its table, whose name is that of the file up to the first dot.
pub(crate) fn check(findings: &mut Findings<'_>, name: &str, bytes: &[u8]) -> Outcome {
    let codec = codec(name).ok_or_else(|| RecordError::new("", "a name without a format"))?;
    let directory = findings.directory.clone().ok_or_else(|| RecordError::new("", "a table in no directory"))?;
    let stem = name.split('.').next().unwrap_or(name);
    let expected = table::load(&directory, stem)?;

    for mode in [Strictness::Strict, Strictness::Lenient] {
        let read = (codec.read)(bytes, mode);
        if let Some(error) = &read.error {
            findings.fails(format_args!("{name}, {mode}"), &"the end of the file", error);
        }
        findings.compare(format_args!("{name}, number of entries, {mode}"), &expected.len(), &read.entries.len());
        for (number, (expected, found)) in (1..).zip(expected.iter().zip(&read.entries)) {
            if mode.is_strict() {
                findings.begin_record(number);
            }
            findings.compare(format_args!("entry {number}, {mode}"), &(codec.expect)(expected), found);
        }
    }
    match (codec.write)(&expected) {
        Ok(written) => {
            let place = written.iter().zip(bytes).position(|(ours, theirs)| ours != theirs);
            let end = written.len().min(bytes.len());
            let place = place.or((written.len() != bytes.len()).then_some(end));
            findings.compare(
                format_args!("{name}, the first byte that is written otherwise"),
                "none",
                place.map_or("none".into(), |place| place.to_string()).as_str(),
            );
        }
        Err(error) => findings.fails(format_args!("{name}, written"), &"bytes", &error),
    }
    Ok(())
}
