//! A cursor over the description at the beginning of a table.

use std::borrow::Cow;

use crate::error::TableErrorKind;
use crate::source::Bytes;

/// Reads numbers from the bytes of a table, one after another.
pub(super) struct Reader<'a> {
    bytes: &'a Bytes,
    /// The offset of the next byte.
    pub(super) at: u64,
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a Bytes) -> Self {
        Self { bytes, at: 0 }
    }

    /// Returns the next bytes; it is an error if some are missing.
    pub(super) fn take(&mut self, count: u64) -> Result<Cow<'a, [u8]>, TableErrorKind> {
        let taken = self.bytes.fetch(self.at, count)?;
        self.at += count;
        Ok(taken)
    }

    pub(super) fn byte(&mut self) -> Result<u8, TableErrorKind> {
        self.array().map(|[byte]| byte)
    }

    pub(super) fn u16(&mut self) -> Result<u16, TableErrorKind> {
        self.array().map(u16::from_le_bytes)
    }

    pub(super) fn u32(&mut self) -> Result<u32, TableErrorKind> {
        self.array().map(u32::from_le_bytes)
    }

    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N], TableErrorKind> {
        let taken = self.take(N as u64)?;
        let mut array = [0; N];
        array.copy_from_slice(&taken);
        Ok(array)
    }

    /// Moves to the next multiple of `unit`.
    pub(super) fn align(&mut self, unit: u64) {
        self.at = self.at.next_multiple_of(unit);
    }

    /// Skips a section and returns where it begins. It is an error if a part of it is missing.
    pub(super) fn skip(&mut self, count: u64) -> Result<u64, TableErrorKind> {
        let begin = self.at;
        let (end, found) = (begin.saturating_add(count), self.bytes.len());
        if found < end {
            return Err(TableErrorKind::Truncated { expected: end, found });
        }
        self.at = end;
        Ok(begin)
    }
}
