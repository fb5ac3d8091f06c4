//! A list of entries, packed as in Stockfish.

use core::fmt;

/// A list of packed entries, stored in place.
#[derive(Clone)]
pub(super) struct Entries {
    len: usize,
    words: [u32; Self::CAPACITY],
}

impl Entries {
    /// 128 entries, and room for a batch that is stored past the end.
    pub(super) const CAPACITY: usize = 160;

    /// Creates an empty list.
    pub(super) const fn new() -> Self {
        Self { len: 0, words: [0; Self::CAPACITY] }
    }

    /// Replaces the list by the entries that `write` adds.
    #[inline]
    pub(super) fn rewrite(&mut self, write: impl FnOnce(&mut Writer<'_>)) {
        let mut writer = Writer { words: &mut self.words, len: 0 };
        write(&mut writer);
        self.len = writer.len;
    }

    #[inline]
    pub(super) fn as_slice(&self) -> &[u32] {
        &self.words[..self.len]
    }
}

/// Adds entries to a list, with the length in a register.
pub(super) struct Writer<'a> {
    words: &'a mut [u32; Entries::CAPACITY],
    len: usize,
}

impl Writer<'_> {
    /// Returns the room for the next entries, which belong to the list after [`Writer::grow`].
    #[inline]
    pub(super) fn room<const N: usize>(&mut self) -> &mut [u32; N] {
        (&mut self.words[self.len..self.len + N]).try_into().expect("a slice of this length")
    }

    /// Keeps this many of the entries that were stored in the room.
    #[inline]
    pub(super) fn grow(&mut self, count: usize) {
        self.len += count;
    }
}

impl PartialEq for Entries {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl Eq for Entries {}

impl fmt::Debug for Entries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}
