//! Writes books.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use gardez_position::Board;
use gardez_types::Move;

use crate::polyglot::raw::{Entry, RawMove};

/// Collects moves with their weights, and writes them as a book, with the highest weight of a position first.
#[derive(Clone, Debug, Default)]
pub struct BookBuilder(BTreeMap<(u64, RawMove), (u64, u32)>);

impl BookBuilder {
    /// Creates a book without moves.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds to the weight of a move in a position. A sum beyond 65,535 is scaled down when the book is written.
    pub fn add(&mut self, board: &Board, m: Move, weight: u32) {
        self.add_record(board.polyglot_key(), RawMove::from_move(m), weight);
    }

    /// Adds to the weight of a move in the position with this key.
    pub fn add_record(&mut self, key: u64, m: RawMove, weight: u32) {
        let (known, _) = self.0.entry((key, m)).or_default();
        *known = known.saturating_add(weight.into());
    }

    /// Inserts a record, in place of one with the same key and move.
    pub fn insert(&mut self, entry: Entry) {
        self.0.insert((entry.key, entry.mv), (entry.weight.into(), entry.learn));
    }

    /// Returns the number of records.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns `true` if there are no records.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the records, sorted as in the file.
    ///
    /// If a weight exceeds 65,535, all weights of its position are scaled down, but none from above 0 to 0.
    pub fn entries(&self) -> Vec<Entry> {
        let mut entries = Vec::with_capacity(self.0.len());
        let mut records = self.0.iter().peekable();
        while let Some(((key, _), _)) = records.peek().copied() {
            let key = *key;
            let mut group = Vec::new();
            while let Some((&(_, m), &(weight, learn))) = records.next_if(|((next, _), _)| *next == key) {
                group.push((m, weight, learn));
            }
            let most = group.iter().map(|&(_, weight, _)| weight).max().unwrap_or_default().max(u16::MAX.into());
            // Of equal weights, the move with the smaller number comes first.
            group.sort_by_key(|&(m, weight, _)| (core::cmp::Reverse(weight), m));
            entries.extend(group.into_iter().map(|(m, weight, learn)| {
                let scaled = (u128::from(weight) * u128::from(u16::MAX) / u128::from(most)) as u16;
                Entry { key, mv: m, weight: scaled.max(u16::from(weight != 0)), learn }
            }));
        }
        entries
    }

    /// Returns the bytes of the book.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.entries().into_iter().flat_map(Entry::to_bytes).collect()
    }
}

impl Extend<Entry> for BookBuilder {
    fn extend<I: IntoIterator<Item = Entry>>(&mut self, entries: I) {
        for entry in entries {
            self.insert(entry);
        }
    }
}
