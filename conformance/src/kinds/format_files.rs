//! Packed files, damaged ones, too: entries read as their table says, and the table is written as the same bytes.

use std::time::{Duration, Instant};

use gardez_formats::Strictness;
use gardez_types::ErrorInfo;
use serde_json::{Map, Value, json};

use crate::codecs::{Codec, Read, codec};
use crate::file::Content;
use crate::findings::Findings;
use crate::json::{take, take_if_any};
use crate::packed::{load, sha256};
use crate::report::{Outcome, RecordError};
use crate::rows::Row;

const MODES: [Strictness; 2] = [Strictness::Strict, Strictness::Lenient];

/// Compares a packed file with its table, which has the name of the file up to the first dot.
pub(crate) fn entries(findings: &mut Findings<'_>, bytes: &[u8]) -> Outcome {
    let name = findings.file.clone();
    let codec = codec(&name).ok_or_else(|| RecordError::new("", "a name without a format"))?;
    let expected = load(&findings.directory()?, name.split('.').next().unwrap_or(&name))?;
    for mode in MODES {
        let read = codec.read(bytes, mode);
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
    let written = findings.unless_error("written", "bytes", codec.write(&expected))?;
    findings.bytes("written", bytes, &written);
    Ok(())
}

/// The decisions of Gardez on damaged and odd files: the name, the first digits of the digest of the bytes, the number
/// of entries and the kind of the error or `ok` in strict mode, the same in lenient mode, and what the file is. Another
/// file of the same name may have another number of entries.
const DECISIONS: &str = include_str!("../bad.tsv");

fn decision(file: &str) -> Option<[&'static str; 5]> {
    let row = DECISIONS.lines().find_map(|row| row.strip_prefix(file)?.strip_prefix('\t'))?;
    row.split('\t').collect::<Vec<_>>().first_chunk().copied()
}

/// Compares the entries and the error of a damaged or odd file with the decision for it.
pub(crate) fn bad(findings: &mut Findings<'_>, bytes: &[u8]) -> Outcome {
    findings.begin_record(1);
    let name = findings.file.clone();
    let codec = codec(&name).ok_or_else(|| RecordError::new("", "a name without a format"))?;
    let [strict, lenient] = sound(findings, codec, bytes);
    // Whatever the strict reader accepts, the lenient reader accepts as well, and it reads the same.
    findings.holds(
        "lenient",
        "an end if the strict reader reaches it",
        strict.error.is_some() || lenient.error.is_none(),
    );
    findings.holds("lenient", "all entries of the strict reader", lenient.entries.starts_with(&strict.entries));
    let Some([digest, expected @ ..]) = decision(&name) else { return Ok(()) };
    let [strict, lenient] = [strict, lenient].map(|Read { entries, error }| {
        (entries.len().to_string(), error.as_ref().map_or("ok", ErrorInfo::kind_name).to_owned())
    });
    if sha256(bytes).starts_with(digest) {
        findings.text(&name, &expected.join(" "), [strict.0, strict.1, lenient.0, lenient.1].join(" "));
    } else {
        let is_ok = |kind: &str| kind == "ok";
        findings.compare(format_args!("{name}, strict"), &is_ok(expected[1]), &is_ok(&strict.1));
        findings.compare(format_args!("{name}, lenient"), &is_ok(expected[3]), &is_ok(&lenient.1));
    }
    Ok(())
}

/// Compares the verdict of another reader with the file or the decision for it: if both read the file to the end, they
/// have the same number of entries.
pub(crate) fn verdict(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let [_, file, _, peer, entries, verdict] = row.first()?;
    findings.about(file);
    let Some(codec) = codec(file) else {
        findings.holds("file", "a name", !file.is_empty());
        return Ok(());
    };
    let bytes = findings.directory().and_then(|directory| Content::beside(&directory, file)).ok();
    let read = bytes.map(|bytes| codec.read(&bytes, Strictness::Strict));
    let of_file = read.map(|read| (read.entries.len().to_string(), read.error.is_none()));
    let decided = || decision(file).map(|[_, entries, error, ..]| (entries.to_owned(), error == "ok"));
    let found = findings.succeeds("file", "a file or a decision", of_file.or_else(decided).ok_or("none"))?;
    // Stockfish's tools make entries of what happens to be in memory.
    if let (found, true) = found
        && verdict == "ok"
        && !peer.starts_with("Stockfish tools")
    {
        findings.compare("entries", entries, &found);
    }
    Ok(())
}

/// Reads a file with any damage in both modes. Each ends in time, and an error is in the file.
fn sound(findings: &mut Findings<'_>, codec: &Codec, bytes: &[u8]) -> [Read; 2] {
    MODES.map(|mode| {
        let start = Instant::now();
        let read = codec.read(bytes, mode);
        let is_quick = start.elapsed() < Duration::from_secs(1);
        findings.holds(format_args!("{}, {mode}", codec.ending), "an end within a second", is_quick);
        if let Some(error) = &read.error {
            findings.holds("offset", "a place in the file", error.offset() <= bytes.len() as u64);
        }
        read
    })
}

/// Compares a record of `mutated.jsonl`: a file with random damage, which may leave any entries.
pub(crate) fn mutated(findings: &mut Findings<'_>, record: &mut Value) -> Outcome {
    let format: String = take(record, "format")?;
    let bytes: String = take(record, "bytes")?;
    take::<Value>(record, "how")?;
    for opinion in ["verdict", "entries", "decoded_digest"] {
        take_if_any::<Value>(record, opinion)?;
    }
    findings.same("", record, &json!(Map::new()))?;
    let bytes = base64(&bytes).ok_or_else(|| RecordError::new("bytes", "not base64"))?;
    match codec(&format!(".{format}")) {
        Some(codec) => _ = sound(findings, codec, &bytes),
        None => findings.holds("format", "a name", !format.is_empty()),
    }
    Ok(())
}

/// Returns the bytes of a text in base 64.
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
