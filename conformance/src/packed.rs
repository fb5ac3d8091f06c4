//! Tables of entries: a position, its move, score, ply and result in each line. Bytes as hexadecimal digits.

use std::path::Path;

use gardez_formats::{Entry, Wdl, White};
use gardez_position::{FenMode, FenReader};

use crate::file::Content;
use crate::report::{Outcome, RecordError};
use crate::rows::Row;

/// The heading that every table begins with.
pub(crate) const HEADING: &str = "game\tfen\tmove\tscore_white\tply\tresult_white\t…";

/// An entry of a table, with the number of its game.
#[derive(Clone, Copy)]
pub(crate) struct Expected {
    pub(crate) game: u32,
    pub(crate) entry: Entry<White>,
}

/// Reads a row of the table in this file. `frc.tsv` has games of Chess960.
pub(crate) fn entry(row: &Row<'_>, file: &str) -> Outcome<Expected> {
    let mode = if file.starts_with("frc") { FenMode::Chess960 } else { FenMode::Standard };
    let [_, fen, mv] = row.first()?;
    let read = FenReader::new().with_mode(mode).read_board(fen);
    let board = read.map_err(|error| row.damage(1, error))?.position;
    let mv = board.parse_uci(mv).map_err(|error| row.damage(2, error))?;
    let result = Wdl::from_sign(row.parse(5)?).ok_or_else(|| row.damage(5, "no result"))?;
    let entry = Entry::new(board, Some(mv), row.parse(3)?, result).with_ply(row.parse(4)?);
    Ok(Expected { game: row.parse(0)?, entry })
}

pub(crate) fn load(directory: &Path, stem: &str) -> Outcome<Vec<Expected>> {
    let content = Content { bytes: Content::beside(directory, &format!("{stem}.tsv"))?, cut: None };
    let entries = content.lines().skip(1).map(|(number, line)| {
        let text = String::from_utf8_lossy(line);
        let row = Row::new(&text, HEADING);
        let damage = |error: RecordError| format!("line {number} of {stem}.tsv: {}", error.what);
        entry(&row, stem).map_err(|error| RecordError::new("", damage(error)))
    });
    entries.collect()
}

/// Returns the bytes that hexadecimal digits in a column describe.
pub(crate) fn bytes_of(column: &str, digits: &str) -> Outcome<Vec<u8>> {
    let pairs = digits.as_bytes().chunks(2).map(|pair| {
        let pair = str::from_utf8(pair).ok().filter(|pair| pair.len() == 2);
        pair.and_then(|pair| u8::from_str_radix(pair, 16).ok())
    });
    let bytes: Option<Vec<u8>> = pairs.collect();
    bytes.ok_or_else(|| RecordError::new(column, "expected hexadecimal digits"))
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns what was written, in hexadecimal digits, or why it was not.
pub(crate) fn hex_or_error<E: ToString>(written: Result<impl AsRef<[u8]>, E>) -> String {
    written.map_or_else(|error| error.to_string(), |bytes| hex(bytes.as_ref()))
}

/// Returns the SHA-256 digest of bytes, in hexadecimal digits.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    use sha2::Digest;

    hex(&sha2::Sha256::digest(bytes))
}
