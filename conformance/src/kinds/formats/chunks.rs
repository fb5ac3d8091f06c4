//! The sizes of the chunks of a long `.binpack`, which two programs wrote, and the digest of its bytes.

use std::path::Path;

use gardez_formats::{Losses, ReadEntries, WriteEntries, binpack};

use super::{sha256, table};
use crate::Outcome;
use crate::file::Content;
use crate::findings::Findings;
use crate::kinds::Row;
use crate::report::RecordError;
use crate::shape::{FirstLine, Table};

/// `chunks.tsv`.
pub(crate) const TABLE: Table = Table { first_line: FirstLine::Row, skips_blank_lines: false, rows: None, compare };

/// Writes the entries of the tables that the other rows name, in order and as often as they say, and compares the sizes.
fn compare(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let [what, value] = row.cells[..] else { return Err(RecordError::new("", "expected two cells")) };
    if !matches!(what, "file_size" | "chunk_sizes" | "sha256") {
        // The heading, and what the file is.
        findings.holds("what", "text", !what.is_empty());
        return Ok(());
    }
    let directory = row.directory.ok_or_else(|| RecordError::new("", "tables in no directory"))?;
    let (tables, times) = recipe(directory, row.file)?;
    let mut entries = Vec::new();
    for table in tables {
        entries.extend(table::load(directory, &table)?);
    }
    let mut writer = binpack::Writer::new(Vec::new()).with_losses(Losses::FULLMOVE);
    for expected in std::iter::repeat_n(&entries, times).flatten() {
        let entry = expected.entry.to_view().map_err(|error| RecordError::new("", error.to_string()))?;
        writer.write_entry(&entry).map_err(|error| RecordError::new("", error.to_string()))?;
    }
    let bytes = writer.finish().map_err(|error| RecordError::new("", error.to_string()))?;
    if what == "file_size" {
        findings.compare(what, value, bytes.len().to_string().as_str());
        let mut reader = binpack::Reader::new(&bytes[..]);
        let mut count = 0;
        while let Ok(Some(_)) = reader.next_entry() {
            count += 1;
        }
        findings.compare("number of entries that are read back", &(times * entries.len()), &count);
        return Ok(());
    }
    if what == "sha256" {
        findings.compare(what, value, sha256::digest(&bytes).as_str());
        return Ok(());
    }
    let (mut sizes, mut rest) = (Vec::new(), &bytes[..]);
    while let Some((head, after)) = rest.split_first_chunk::<8>() {
        let size = u32::from_le_bytes([head[4], head[5], head[6], head[7]]);
        sizes.push(size.to_string());
        rest = after.get(size as usize..).unwrap_or_default();
    }
    findings.compare(what, value, sizes.join(" ").as_str());
    Ok(())
}

/// The tables and the number of times, as a row such as this says: `the entries of fens.tsv and then of std.tsv, in order, all
/// of it 40 times`.
fn recipe(directory: &Path, file: &str) -> Outcome<(Vec<String>, usize)> {
    let content = Content::read(&directory.join(file));
    let text = String::from_utf8_lossy(&content.bytes).into_owned();
    let row = text.lines().find_map(|line| line.strip_prefix("entries\t")).unwrap_or_default();
    let words: Vec<_> = row.split([' ', ',']).collect();
    let tables = words.iter().filter_map(|word| word.strip_suffix(".tsv")).map(str::to_owned).collect();
    let times = words.windows(2).find(|pair| pair[1] == "times").and_then(|pair| pair[0].parse().ok());
    times.map(|times| (tables, times)).ok_or_else(|| RecordError::new("entries", "says no number of times"))
}
