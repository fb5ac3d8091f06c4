//! Damaged and odd files: which of their entries are read, and which errors follow.

use std::time::{Duration, Instant};

use gardez_formats::Strictness;
use gardez_types::ErrorInfo;

use super::codecs::codec;
use crate::Outcome;
use crate::findings::Findings;
use crate::json::Node;
use crate::kinds::Row;
use crate::report::RecordError;
use crate::shape::{FirstLine, Table};

/// What is expected of each file in both modes: its name, the number of entries and the kind of the error or `ok` in strict
/// mode, the same in lenient mode, and what the file is.
static LIST: &str = include_str!("verdicts.tsv");

/// Compares the entries and the error of a file with the list.
pub(crate) fn check(findings: &mut Findings<'_>, name: &str, bytes: &[u8]) -> Outcome {
    findings.begin_record(1);
    let codec = codec(name).ok_or_else(|| RecordError::new("", "a name without a format"))?;
    let found = [Strictness::Strict, Strictness::Lenient].map(|mode| {
        let read = (codec.read)(bytes, mode);
        let error = read.error.as_ref().map_or("ok", ErrorInfo::kind_name);
        format!("{}\t{error}", read.entries.len())
    });
    let expected = listed(name).map_or("a listed file".into(), |cells| cells.join("\t"));
    findings.compare(name, &expected, &found.join("\t"));
    Ok(())
}

/// `verdicts.tsv`.
pub(crate) const VERDICTS: Table =
    Table { first_line: FirstLine::Row, skips_blank_lines: false, rows: None, compare: verdict };

/// Compares the verdict of another reader: each of its files is listed, and if both read to the end, both give the same
/// number of entries.
fn verdict(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let cells: Vec<_> = row.text.split('\t').collect();
    let [_, file, _, peer, entries, verdict, ..] = cells[..] else {
        return Err(RecordError::new("", "expected six cells"));
    };
    findings.about(file);
    if row.index == 0 || codec(file).is_none() {
        findings.holds("file", "a name", !file.is_empty());
        return Ok(());
    }
    let listed = listed(file);
    findings.holds("file", "a listed file", listed.is_some());
    if let Some([_, "ok", ..]) = listed
        && verdict == "ok"
        // These readers make entries of what happens to be in memory.
        && !peer.starts_with("Stockfish tools")
    {
        findings.compare("entries", entries, listed.map_or("", |cells| cells[0]));
    }
    Ok(())
}

/// The entries and errors of a listed file in both modes.
fn listed(file: &str) -> Option<[&'static str; 4]> {
    let row = LIST.lines().find_map(|row| row.strip_prefix(file)?.strip_prefix('\t'))?;
    let mut cells = row.split('\t');
    let cells = [(); 4].map(|()| cells.next().unwrap_or_default());
    Some(cells)
}

/// A damaged file must be read without a panic, and in time.
pub(crate) fn mutated(findings: &mut Findings<'_>, record: &Node<'_>) -> Outcome {
    let [format, bytes] = record.parts(["format", "bytes"], ["how"], ["verdict", "entries", "decoded_digest"])?.0;
    let bytes = base64(bytes.text()?).ok_or_else(|| bytes.error("not base64"))?;
    let name = format!(".{}", format.text()?);
    let Some(codec) = codec(&name) else {
        findings.holds("format", "a name", 1 < name.len());
        return Ok(());
    };
    for mode in [Strictness::Strict, Strictness::Lenient] {
        // The entries do not matter: random damage may leave other entries.
        let start = Instant::now();
        let read = (codec.read)(&bytes, mode);
        findings.holds(
            format_args!("{name}, {mode}"),
            "an end within a second",
            start.elapsed() < Duration::from_secs(1),
        );
        if let Some(error) = read.error {
            findings.holds("offset", "a place in the file", error.offset() <= bytes.len() as u64);
        }
    }
    Ok(())
}

/// The bytes of a text in base 64.
fn base64(text: &str) -> Option<Vec<u8>> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0_u32, 0);
    for digit in text.trim_end_matches('=').bytes() {
        bits = bits << 6 | DIGITS.iter().position(|&known| known == digit)? as u32;
        count += 6;
        if 8 <= count {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    Some(bytes)
}
