//! A reader of the description of a table.

use std::borrow::Cow;

use crate::error::TableErrorKind;
use crate::source::{Bytes, ReadAt, Section as KeptSection};

/// The bytes of a file that are read at once.
const AHEAD: u64 = 4096;

/// Reads numbers from the bytes of a table, one after another.
pub(super) struct Reader<'a> {
    bytes: &'a Bytes,
    /// The offset of the next byte.
    pub(super) at: u64,
    /// The bytes that were read ahead of a file, and their offset.
    ahead: Vec<u8>,
    ahead_at: u64,
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a Bytes) -> Self {
        Self { bytes, at: 0, ahead: Vec::new(), ahead_at: 0 }
    }

    /// Returns the next bytes, or an error if bytes are missing.
    pub(super) fn take(&mut self, count: u64) -> Result<Cow<'a, [u8]>, TableErrorKind> {
        let end = self.at.saturating_add(count);
        let is_file = self.bytes.slice().is_none();
        let taken = if is_file && end <= self.bytes.len() {
            self.take_ahead(end)?.into()
        } else {
            self.bytes.fetch(self.at, count)?
        };
        self.at = end;
        Ok(taken)
    }

    /// Returns the bytes up to `end`, which must be in the file, and reads ahead.
    fn take_ahead(&mut self, end: u64) -> Result<Vec<u8>, TableErrorKind> {
        if self.at < self.ahead_at || self.ahead_at + (self.ahead.len() as u64) < end {
            let until = end.max(self.bytes.len().min(self.at + AHEAD));
            self.ahead = self.bytes.fetch(self.at, until - self.at)?.into_owned();
            self.ahead_at = self.at;
        }
        let begin = (self.at - self.ahead_at) as usize;
        Ok(self.ahead[begin..(end - self.ahead_at) as usize].to_vec())
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

    pub(super) fn align(&mut self, unit: u64) {
        self.at = self.at.next_multiple_of(unit);
    }

    /// Skips a section and returns its start, or an error if bytes are missing.
    pub(super) fn skip(&mut self, count: u64) -> Result<u64, TableErrorKind> {
        let begin = self.at;
        let (end, found) = (begin.saturating_add(count), self.bytes.len());
        if found < end {
            return Err(TableErrorKind::Truncated { expected: end, found });
        }
        self.at = end;
        Ok(begin)
    }

    pub(super) fn section(&mut self, count: u64) -> Result<Section, TableErrorKind> {
        let at = self.skip(count)?;
        Ok(Section { at, kept: self.bytes.section(at, count)? })
    }
}

/// A section of a table, which may be kept in memory.
#[derive(Default)]
pub(super) struct Section {
    at: u64,
    kept: Option<KeptSection>,
}

impl Section {
    #[inline]
    pub(super) fn array<const N: usize>(&self, bytes: &mut impl ReadAt, place: u64) -> Result<[u8; N], TableErrorKind> {
        match &self.kept {
            Some(kept) => (&mut kept.bytes()).array(place),
            None => bytes.array(self.at + place),
        }
    }
}
