//! Files of rows about packed formats: tables of entries, odd lines of text, and the sizes of chunks.

use gardez_formats::{Lossy, ReadEntries, Strictness, WriteEntries, WriteError, binpack, bullet, bullet_text};
use gardez_position::FenReader;
use gardez_types::ErrorInfo;

use crate::file::Content;
use crate::findings::Findings;
use crate::packed::{entry, hex, load, sha256};
use crate::report::{Outcome, RecordError};
use crate::rows::Row;
use crate::setup::printed;

/// Compares a row of a table: it must make sense to the crates.
pub(crate) fn table(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let [_, fen, mv, _, ply] = row.first()?;
    let entry = entry(row, &findings.file)?.entry;
    findings.about(fen);
    findings.text("fen", fen, printed(&entry.board));
    let text = entry.mv.map(|m| m.uci(entry.board.castling_mode()).to_string());
    findings.text("move", mv, text.unwrap_or_default());
    findings.text("ply", ply, entry.ply);
    Ok(())
}

/// Compares a row of `odd_lines.tsv`: a line of bulletformat text, and the bytes that the other reader makes of it.
///
/// That reader takes any text for a board. Gardez refuses what is not a FEN, and scores that cannot be negated.
pub(crate) fn line(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let [line, verdict, bytes] = row.first()?;
    findings.about(line);
    let fen = FenReader::new().read_board(line.split('|').next().unwrap_or_default().trim());
    let refusal = match (&fen, verdict) {
        (Err(error), "ok") => Some(error.kind_name()),
        (Ok(_), "ok") if line.contains("| -32768 |") && line.contains(" b ") => Some("negation"),
        _ => None,
    };
    match (converted(line), refusal) {
        (found, Some(kind)) => findings.text("verdict", kind, found.err().unwrap_or("a record")),
        (Ok(found), None) => findings.text("bytes_or_error", bytes, found),
        (Err(kind), None) => findings.text("verdict", verdict, if verdict == "ok" { kind } else { "error" }),
    }
    Ok(())
}

/// Returns the record of a line in hexadecimal digits, or the kind of the error.
fn converted(line: &str) -> Result<String, &'static str> {
    let text = format!("{line}\n");
    let mut reader = bullet_text::Reader::new(text.as_bytes());
    let entry = reader.next_entry().map_err(|error| error.kind_name())?.ok_or("no line")?;
    let entry = entry.to_side_to_move().map_err(|error| error.kind_name())?;
    let mut writer = bullet::Writer::new(Vec::new());
    let written = writer.write_entry(&entry).and_then(|()| writer.finish());
    Ok(hex(&written.map_err(|error: WriteError| error.kind_name())?))
}

/// Compares a row of `chunks.tsv`: the sizes and the digest of the tables that another row names, written in order.
pub(crate) fn chunks(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let [what, value] = row.first()?;
    if !matches!(what, "file_size" | "chunk_sizes" | "sha256") {
        // What the file is.
        findings.holds("what", "text", !what.is_empty());
        return Ok(());
    }
    let directory = findings.directory()?;
    let (tables, times) = recipe(&Content::beside(&directory, &findings.file)?)?;
    let mut entries = Vec::new();
    for table in tables {
        entries.extend(load(&directory, &table)?);
    }
    let mut writer = binpack::Writer::new(Vec::new()).with_lossy(Lossy::FULLMOVE);
    for expected in std::iter::repeat_n(&entries, times).flatten() {
        let entry = expected.entry.to_view().map_err(|error| row.damage(1, error))?;
        writer.write_entry(&entry).map_err(|error| row.damage(1, error))?;
    }
    let bytes = writer.finish().map_err(|error| row.damage(1, error))?;
    match what {
        "file_size" => {
            findings.text(what, value, bytes.len());
            let count = binpack::Reader::new(&bytes[..]).entries().map_while(Result::ok).count();
            findings.compare("number of entries that are read back", &(times * entries.len()), &count);
        }
        "sha256" => findings.text(what, value, sha256(&bytes)),
        _ => {
            let (mut sizes, mut rest) = (Vec::new(), &bytes[..]);
            while let Some((head, after)) = rest.split_first_chunk::<8>() {
                let size = u32::from_le_bytes([head[4], head[5], head[6], head[7]]);
                sizes.push(size.to_string());
                rest = after.get(size as usize..).unwrap_or_default();
            }
            findings.text(what, value, sizes.join(" "));
        }
    }
    Ok(())
}

/// Checks a text with a castling right that cannot be: it is an error which a lenient reader does not have.
pub(crate) fn rights(findings: &mut Findings<'_>, bytes: &[u8]) -> Outcome {
    findings.begin_record(1);
    let read = |strictness| {
        bullet_text::Reader::new(bytes).with_strictness(strictness).entries().collect::<Result<Vec<_>, _>>()
    };
    let kind = read(Strictness::Strict).map_err(|error| error.kind_name());
    findings.holds("strict", "an error of a right", kind.is_err_and(|kind| kind == "castling-right"));
    let lines = bytes.split_inclusive(|&byte| byte == b'\n').count();
    findings.compare("lenient", &lines, &read(Strictness::Lenient).map_or(0, |entries| entries.len()));
    Ok(())
}

/// Returns the tables and repetitions of a row such as `the entries of fens.tsv and then of std.tsv, in order, all 40 times`.
fn recipe(bytes: &[u8]) -> Outcome<(Vec<String>, usize)> {
    let text = String::from_utf8_lossy(bytes);
    let row = text.lines().find_map(|line| line.strip_prefix("entries\t")).unwrap_or_default();
    let words: Vec<_> = row.split([' ', ',']).collect();
    let tables = words.iter().filter_map(|word| word.strip_suffix(".tsv")).map(str::to_owned).collect();
    let times = words.windows(2).find(|pair| pair[1] == "times").and_then(|pair| pair[0].parse().ok());
    times.map(|times| (tables, times)).ok_or_else(|| RecordError::new("entries", "says no number of times"))
}
