//! A file that is read in pieces, with a cache of what was read.

use std::fs::File;
use std::io;
use std::sync::Arc;

use gardez_io::Positioned;

use super::ReadAt;
use super::cache::{Cache, LINE, Section};
use crate::error::TableErrorKind;

/// The bytes that are copied from the cache at once. Most blocks of results have this size.
const UNIT: usize = 64;

const UNITS: u64 = (LINE / UNIT) as u64;

/// The lines that are read at once, if a block is larger than a line.
const LINES_AT_ONCE: usize = 16;

/// A file is read as a whole if it takes at most this part of the room that the cache has left for that.
const SHARE_OF_A_FILE: usize = 16;

/// A section is kept if it takes at most this part of the room that the cache has left.
const SHARE_OF_A_SECTION: usize = 4;

/// A block up to this number of units is copied to the stack.
const SMALL_BLOCK: usize = 16;

/// A file of a known length that is read in pieces.
pub(crate) struct PiecewiseFile {
    file: Positioned,
    /// The length when the file was opened.
    len: u64,
    cache: Arc<Cache>,
    /// The name of the first line. Without a name, nothing is kept.
    name: Option<usize>,
}

impl PiecewiseFile {
    /// Opens a file, or reads a small file as a whole if the cache has room for it.
    pub(crate) fn new(file: File, cache: &Arc<Cache>) -> io::Result<Result<Self, Section>> {
        let len = file.metadata()?.len();
        let file = Positioned::new(file);
        if let Some(whole) = cache.section(len, SHARE_OF_A_FILE, |bytes| file.read_exact_at(0, bytes))? {
            return Ok(Err(whole));
        }
        let name = cache.names(len.div_ceil(LINE as u64));
        Ok(Ok(Self { file, len, cache: cache.clone(), name }))
    }

    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    /// Reads bytes without the cache. The file must have been that long when it was opened.
    pub(crate) fn read(&self, at: u64, count: usize) -> Result<Vec<u8>, TableErrorKind> {
        let mut bytes = vec![0; count];
        self.read_into(at, &mut bytes)?;
        Ok(bytes)
    }

    fn read_into(&self, at: u64, bytes: &mut [u8]) -> Result<(), TableErrorKind> {
        self.file.read_exact_at(at, bytes).map_err(|error| TableErrorKind::Read { at, kind: error.kind() })
    }

    /// Reads a section and keeps it, if the cache has room for it. The file must have been that long when it was opened.
    pub(crate) fn section(&self, at: u64, count: u64) -> Result<Option<Section>, TableErrorKind> {
        self.cache.section(count, SHARE_OF_A_SECTION, |bytes| self.read_into(at, bytes))
    }

    /// Fills `units` with the units from number `first` on. Bytes after the end of the file are not written.
    #[inline]
    fn units(&self, first: u64, units: &mut [[u8; UNIT]]) -> Result<(), TableErrorKind> {
        for (done, number) in (first..first + units.len() as u64).enumerate() {
            let (line, unit) = (number / UNITS, (number % UNITS) as usize);
            let Some(name) = self.name else { return self.read_units(number, &mut units[done..]) };
            let Some(copy) = self.cache.copy(name + line as usize, unit * UNIT) else {
                return self.read_units(number, &mut units[done..]);
            };
            units[done] = copy;
        }
        Ok(())
    }

    /// Fills `units` from the file, and keeps the lines that contain them.
    #[cold]
    fn read_units(&self, first: u64, units: &mut [[u8; UNIT]]) -> Result<(), TableErrorKind> {
        let units = units.as_flattened_mut();
        let (mut line, mut skipped, mut done) = (first / UNITS, (first % UNITS) as usize * UNIT, 0);
        while done < units.len() {
            let mut lines = [[0; LINE]; LINES_AT_ONCE];
            let count = (skipped + units.len() - done).div_ceil(LINE).min(LINES_AT_ONCE);
            let bytes = lines[..count].as_flattened_mut();
            let begin = line * LINE as u64;
            // The last line of the file may be shorter.
            let in_file = self.len.saturating_sub(begin).min(bytes.len() as u64) as usize;
            self.read_into(begin, &mut bytes[..in_file])?;
            let copied = (bytes.len() - skipped).min(units.len() - done);
            units[done..done + copied].copy_from_slice(&bytes[skipped..skipped + copied]);
            if let Some(name) = self.name {
                (name + line as usize..).zip(&lines[..count]).for_each(|(name, bytes)| self.cache.insert(name, bytes));
            }
            done += copied;
            skipped = 0;
            line += count as u64;
        }
        Ok(())
    }
}

/// Reads parts of a file, and keeps the unit that was read last.
pub(crate) struct Pieces<'a> {
    file: &'a PiecewiseFile,
    unit: [u8; UNIT],
    /// The number of that unit, if there is one.
    number: u64,
}

impl<'a> Pieces<'a> {
    #[inline]
    pub(crate) fn new(file: &'a PiecewiseFile) -> Self {
        Self { file, unit: [0; UNIT], number: u64::MAX }
    }

    /// Returns the end of `count` bytes from `at` on, or an error if bytes are missing.
    #[inline]
    fn end(&self, at: u64, count: usize) -> Result<u64, TableErrorKind> {
        let end = at.saturating_add(count as u64);
        if self.file.len < end {
            return Err(TableErrorKind::Truncated { expected: end, found: self.file.len });
        }
        Ok(end)
    }

    #[inline]
    fn unit(&mut self, number: u64) -> Result<&[u8; UNIT], TableErrorKind> {
        if self.number != number {
            // If reading fails, no unit is kept.
            self.number = u64::MAX;
            self.file.units(number, std::slice::from_mut(&mut self.unit))?;
            self.number = number;
        }
        Ok(&self.unit)
    }
}

impl ReadAt for Pieces<'_> {
    #[inline]
    fn with<T>(
        &mut self,
        at: u64,
        count: usize,
        read: impl FnOnce(&[u8]) -> Result<T, TableErrorKind>,
    ) -> Result<T, TableErrorKind> {
        self.end(at, count)?;
        let (first, begin) = (at / UNIT as u64, (at % UNIT as u64) as usize);
        let end = begin + count;
        if end <= UNIT {
            return read(&self.unit(first)?[begin..end]);
        }
        let units = end.div_ceil(UNIT);
        let (mut small, mut large);
        let buffer = if units <= SMALL_BLOCK {
            small = [[0; UNIT]; SMALL_BLOCK];
            &mut small[..units]
        } else {
            large = vec![[0; UNIT]; units];
            &mut large[..]
        };
        self.file.units(first, buffer)?;
        read(&buffer.as_flattened()[begin..end])
    }

    #[inline]
    fn array<const N: usize>(&mut self, at: u64) -> Result<[u8; N], TableErrorKind> {
        let last = (self.end(at, N)?.max(1) - 1) / UNIT as u64;
        let (first, begin) = (at / UNIT as u64, (at % UNIT as u64) as usize);
        let mut array = [0; N];
        let unit = self.unit(first)?;
        if first == last {
            array.copy_from_slice(&unit[begin..begin + N]);
        } else {
            // An array is smaller than a unit.
            let (one, other) = array.split_at_mut(UNIT - begin);
            one.copy_from_slice(&unit[begin..]);
            other.copy_from_slice(&self.unit(last)?[..other.len()]);
        }
        Ok(array)
    }
}
