//! From an older version of records to version 6.

use zerocopy::little_endian::{F32, U32};

use super::layout::V6;
use super::view::RecordRef;
use crate::encoder::InputFormat;

/// The offset of the input format, which versions 3 and 4 do not have.
const FORMAT: usize = 4;

/// Converts a record of any version to version 6. `record` must be [zeroed](V6::zeroed).
pub(super) fn upgrade(old: RecordRef<'_>, record: &mut V6) {
    let bytes = record.bytes_mut();
    let result = match old {
        RecordRef::V6(old) => {
            bytes.copy_from_slice(old.bytes());
            return;
        }
        RecordRef::V7(old) => {
            bytes.copy_from_slice(&old.bytes()[..V6::SIZE]);
            record.version = U32::new(V6::VERSION);
            return;
        }
        RecordRef::V5(old) => {
            let old_bytes = old.bytes();
            bytes[..old_bytes.len()].copy_from_slice(old_bytes);
            old.result
        }
        RecordRef::V4(old) => with_format(old.bytes(), bytes, old.result),
        RecordRef::V3(old) => with_format(old.bytes(), bytes, old.result),
    };
    record.version = U32::new(V6::VERSION);
    if !matches!(old, RecordRef::V5(_)) {
        record.input_format = U32::new(InputFormat::Classical.raw());
    }
    record.dummy = 0;
    record.result_q = F32::new(result.into());
    record.result_d = F32::new(if result == 0 { 1.0 } else { 0.0 });
    for unknown in [&mut record.orig_q, &mut record.orig_d, &mut record.orig_m] {
        *unknown = F32::new(f32::NAN);
    }
}

/// Copies a record without an input format and leaves room for it. Returns the result.
fn with_format(old: &[u8], bytes: &mut [u8], result: i8) -> i8 {
    bytes[..FORMAT].copy_from_slice(&old[..FORMAT]);
    bytes[FORMAT + 4..old.len() + 4].copy_from_slice(&old[FORMAT..]);
    result
}
