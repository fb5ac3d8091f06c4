//! The format that an input looks like.

use crate::error::{FormatError, FormatErrorKind, ReadError};
use crate::read::ReadEntries;

/// The most entries that are tried.
const TRIED: usize = 256;

/// Returns `true` if there are entries and no error but an end within an entry, for
/// [`FormatRow::fits`](crate::FormatRow::fits) of formats without a mark.
pub fn can_read(mut reader: impl ReadEntries) -> bool {
    for count in 0..TRIED {
        match reader.next_entry() {
            Ok(Some(_)) => {}
            Err(ReadError::Format(FormatError { kind: FormatErrorKind::Incomplete { .. }, .. })) | Ok(None) => {
                return 0 < count;
            }
            Err(_) => return false,
        }
    }
    true
}
