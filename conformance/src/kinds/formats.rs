//! Packed positions and games: files that other programs wrote, next to tables of what their entries mean.

pub(crate) mod bad;
pub(crate) mod chunks;
pub(crate) mod codecs;
pub(crate) mod edges;
pub(crate) mod entries;
pub(crate) mod lines;
pub(crate) mod table;

/// Bytes as hexadecimal digits.
fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
