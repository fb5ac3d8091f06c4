//! From an older version of records to version 6.

use zerocopy::IntoBytes;
use zerocopy::little_endian::{F32, U32};

use super::layout::{FIELDS, V3, V4, V6};
use super::view::RecordRef;
use crate::encoder::InputFormat;

/// Converts a record of any version to version 6. `record` must be zeroed.
pub(super) fn upgrade(old: RecordRef<'_>, record: &mut V6) {
    let (from, to) = (old.bytes(), record.as_mut_bytes());
    for field in FIELDS {
        if let (Some(start), Some(place)) = (field.offset(old.number()), field.offset(V6::VERSION)) {
            to[place..place + field.size].copy_from_slice(&from[start..start + field.size]);
        }
    }
    record.version = U32::new(V6::VERSION);
    let result = match old {
        RecordRef::V3(V3 { side_to_move, move_count, result, .. })
        | RecordRef::V4(V4 { side_to_move, move_count, result, .. }) => {
            // Fields that changed their names.
            (record.side_to_move_or_enpassant, record.invariance_info) = (*side_to_move, *move_count);
            record.input_format = U32::new(InputFormat::Classical.raw());
            *result
        }
        RecordRef::V5(old) => old.result,
        RecordRef::V6(_) | RecordRef::V7(_) => return,
    };
    record.result_q = F32::new(result.into());
    record.result_d = F32::new(if result == 0 { 1.0 } else { 0.0 });
    for unknown in [&mut record.orig_q, &mut record.orig_d, &mut record.orig_m] {
        *unknown = F32::new(f32::NAN);
    }
}
