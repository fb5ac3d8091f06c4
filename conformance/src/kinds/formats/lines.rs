//! Lines of bulletformat text with the verdict of another reader, and the bytes that it makes of them.

use gardez_formats::{ReadEntries, WriteEntries, bullet, bullet_text};

use crate::Outcome;
use crate::findings::Findings;
use crate::kinds::Row;
use crate::report::RecordError;
use crate::shape::{FirstLine, Table};

/// `odd_lines.tsv`.
pub(crate) const TABLE: Table = Table { first_line: FirstLine::Row, skips_blank_lines: false, rows: None, compare };

/// Lines that the other reader reads and ours refuses, each with the kind of our error.
const REFUSED: [(&str, &str); 5] = [
    // Any side that is not `b` means White there, unknown letters are skipped, and ranks and kings may be missing.
    ("8/8/4k3/8/8/4K3/4P3/8 x - - 0 1 | 12 | 1.0", "side-to-move"),
    ("8/8/4k3/8/8/4K3/4X3/8 w - - 0 1 | 12 | 1.0", "unknown-piece"),
    ("8/4k3/8/8/4K3/4P3/8 w - - 0 1 | 12 | 1.0", "missing-ranks"),
    ("8/8/4k3/8/8/8/4P3/8 w - - 0 1 | 12 | 1.0", "missing-king"),
    // The negated score of the side to move does not exist.
    ("8/8/4k3/8/8/4K3/4P3/8 b - - 0 1 | -32768 | 0.0", "negation"),
];

fn compare(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let [line, verdict, bytes, ..] = row.cells[..] else { return Err(RecordError::new("", "expected three cells")) };
    if row.index == 0 {
        findings.compare("line", "line", line);
        return Ok(());
    }
    findings.about(line);
    let refused = REFUSED.iter().find(|(refused, _)| *refused == line);
    match (converted(line), refused) {
        (Ok(_), Some((_, kind))) => findings.fails("verdict", kind, &"a record"),
        (Err(error), Some((_, kind))) => findings.compare("verdict", *kind, error.as_str()),
        (Ok(found), None) if verdict == "ok" => findings.compare("bytes_or_error", bytes, found.as_str()),
        (Ok(found), None) => findings.fails("verdict", &verdict, &found),
        (Err(error), None) => {
            findings.compare("verdict", verdict, if verdict == "ok" { error.as_str() } else { "error" });
        }
    }
    Ok(())
}

/// The record of a line in hexadecimal digits, or the kind of the error.
fn converted(line: &str) -> Result<String, String> {
    use gardez_types::ErrorInfo;

    let text = format!("{line}\n");
    let mut reader = bullet_text::Reader::new(text.as_bytes());
    let entry = match reader.next_entry() {
        Ok(entry) => entry.ok_or("no line")?,
        Err(error) => return Err(error.kind_name().to_owned()),
    };
    let entry = entry.to_side_to_move().map_err(|error| error.kind_name().to_owned())?;
    let mut writer = bullet::Writer::new(Vec::new());
    writer.write_entry(&entry).map_err(|error| error.kind_name().to_owned())?;
    let bytes = writer.finish().map_err(|error| error.kind_name().to_owned())?;
    Ok(super::hex(&bytes))
}
