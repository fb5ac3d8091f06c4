//! Packed positions and games: files that other programs wrote, next to tables of what their entries mean.

pub(crate) mod bad;
pub(crate) mod boards;
pub(crate) mod chunks;
pub(crate) mod codecs;
pub(crate) mod edges;
pub(crate) mod entries;
mod games;
pub(crate) mod lines;
mod read_back;
mod sha256;
pub(crate) mod table;

use crate::Outcome;
use crate::report::RecordError;

/// The bytes that hexadecimal digits in a column describe.
fn bytes_of(column: &str, digits: &str) -> Outcome<Vec<u8>> {
    let pairs = digits.as_bytes().chunks(2).map(|pair| {
        let pair = str::from_utf8(pair).ok().filter(|pair| pair.len() == 2);
        pair.and_then(|pair| u8::from_str_radix(pair, 16).ok())
    });
    let bytes: Option<Vec<u8>> = pairs.collect();
    bytes.ok_or_else(|| RecordError::new(column, "expected hexadecimal digits"))
}

/// Bytes as hexadecimal digits.
fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
