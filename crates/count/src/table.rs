//! A table of counts that threads share without locks.

use std::io;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use memmap2::MmapMut;
use zerocopy::FromBytes;

use crate::board::Board;
use crate::key::key_and_place;
use crate::slot::Slot;

/// The entries that are examined together: a cache line.
const WAYS: usize = 4;
/// The numbers of these entries, two for each.
type Bucket = [AtomicU64; 2 * WAYS];

/// A hash table with the counts of boards at depths.
///
/// One table serves any position. A key of 64 bits identifies a board, so about one of 2<sup>62</sup> boards that
/// the table lacks is confused with another. A full table replaces small counts first.
///
/// Small counts are computed faster than they are looked up. [`Table::with_smallest`] sets the smallest depth that is
/// stored; otherwise a [`Job`](crate::Job) or [`Counter::count_with`](crate::Counter::count_with) chooses it.
#[derive(Debug)]
pub struct Table {
    /// Zeroed memory that the system hands out page by page, in huge pages where it has them. A `Vec` cannot do this.
    memory: MmapMut,
    /// The smallest depth that is stored, if the user has chosen it.
    smallest: Option<u32>,
    /// The number of boards that were looked up and found, by depth.
    tally: Tally,
}

/// The number of lookups in a [`Table`], and how many of them found the board: see [`Table::hits`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Hits {
    /// The number of boards that were looked up.
    pub lookups: u64,
    /// The number of boards that were found.
    pub found: u64,
}

/// The depths that are tallied separately. Larger ones are tallied with the last.
const TALLIED: usize = 16;

/// For each depth, the number of boards that were looked up, and of boards that were found. One thread writes to it.
#[derive(Debug, Default)]
pub(crate) struct Tally([[AtomicU64; 2]; TALLIED]);

impl Tally {
    /// Notes that a board was looked up.
    #[inline(always)]
    pub(crate) fn note(&self, depth: u32, is_found: bool) {
        let [lookups, found] = &self.0[(depth as usize).min(TALLIED - 1)];
        lookups.store(lookups.load(Relaxed) + 1, Relaxed);
        found.store(found.load(Relaxed) + u64::from(is_found), Relaxed);
    }
}

/// The table, as the threads of a count share it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shared<'a> {
    buckets: &'a [Bucket],
    /// The smallest depth that is stored.
    pub(crate) smallest: u32,
    /// The counter of lookups, if one thread uses the table.
    pub(crate) tally: Option<&'a Tally>,
}

impl Table {
    /// Allocates a table of a size in MiB (1,048,576 bytes), at least 1.
    ///
    /// # Errors
    ///
    /// Returns an error if the system does not provide the memory.
    pub fn new(mebibytes: usize) -> io::Result<Self> {
        let too_much = || io::Error::new(io::ErrorKind::OutOfMemory, "more memory than can be addressed");
        let bytes = mebibytes.max(1).checked_mul(1 << 20).ok_or_else(too_much)?;
        let memory = MmapMut::map_anon(bytes)?;
        // Without huge pages the table is slower, but correct.
        #[cfg(target_os = "linux")]
        let _ = memory.advise(memmap2::Advice::HugePage);
        Ok(Self { memory, smallest: None, tally: Tally::default() })
    }

    /// Sets the smallest depth whose counts are stored.
    ///
    /// For similar positions one after the other, 3 is best for counts of depth 4 or more, and 2 for depth 3.
    #[must_use]
    pub fn with_smallest(mut self, depth: u32) -> Self {
        self.smallest = Some(depth);
        self
    }

    /// Returns the useful size in MiB of a table for a count of this number of nodes: a power of two, at least 16.
    pub fn useful_mebibytes(nodes: f64) -> usize {
        // About one board in eight thousand nodes is worth storing, at 16 bytes each and with room to spare.
        let mebibytes = (nodes / 8000.0 * 64.0 / f64::from(1 << 20)).clamp(16.0, (1 << 30).into()) as usize;
        mebibytes.next_power_of_two()
    }

    /// Returns how often [`count_with`](crate::Counter::count_with) looked up a needed count to this depth, and found it.
    ///
    /// A [`Job`](crate::Job) does not contribute. The depths from 15 on are taken together.
    pub fn hits(&self, depth: u32) -> Hits {
        let [lookups, found] = &self.tally.0[(depth as usize).min(TALLIED - 1)];
        Hits { lookups: lookups.load(Relaxed), found: found.load(Relaxed) }
    }

    /// Returns the size in MiB.
    pub fn mebibytes(&self) -> usize {
        self.memory.len() >> 20
    }

    /// Returns the table for the threads of a count. If the user has not chosen the smallest depth, it is `smallest`.
    pub(crate) fn share(&mut self, smallest: u32) -> Shared<'_> {
        Shared { tally: None, ..self.share_tallied(smallest) }
    }

    /// Returns the table for a count in one thread, which notes its lookups.
    pub(crate) fn share_tallied(&mut self, smallest: u32) -> Shared<'_> {
        let buckets = <[Bucket]>::mut_from_bytes(&mut self.memory);
        let buckets = buckets.expect("a mapping begins at a page, and a mebibyte is made of buckets");
        Shared { buckets, smallest: self.smallest.unwrap_or(smallest), tally: Some(&self.tally) }
    }

    /// Returns the smallest depth that is worth storing, by the estimated size of the tree.
    pub(crate) fn smallest_depth(&self, first_moves: usize, depth: u32) -> u32 {
        let entries = (self.memory.len() / size_of::<Bucket>() * WAYS) as f64;
        // In the tree of the start position, the number of different boards grows with this exponent.
        let boards = |stored: u32| (first_moves.max(2) as f64).powf(0.86 * f64::from(depth.saturating_sub(stored)));
        (2..4).find(|&stored| boards(stored) <= 4.0 * entries).unwrap_or(4)
    }
}

impl<'a> Shared<'a> {
    /// Returns the slot of the board at a depth, whether or not it is in the table.
    ///
    /// Each depth has a place of its own: boards with few pieces are counted at very many depths.
    #[inline(always)]
    pub(crate) fn slot(self, board: &Board, depth: u32) -> Slot<'a> {
        let (key, place) = key_and_place(board);
        // The fraction of the golden ratio spreads successive numbers evenly.
        let place = place.wrapping_add(u64::from(depth).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let index = ((u128::from(place) * self.buckets.len() as u128) >> 64) as usize;
        Slot { bucket: &self.buckets[index], key }
    }
}

#[cfg(test)]
mod tests {
    use gardez_position::Position;

    use super::*;

    fn board(fen: &str) -> Board {
        Board::new(&fen.parse::<Position>().expect("a legal position"))
    }

    #[test]
    fn a_stored_count_is_found_for_its_board_and_depth_only() {
        let mut table = Table::new(1).expect("a mebibyte");
        let table = table.share(2);
        let (start, other) = (Board::new(&Position::start()), board("4k3/8/8/8/8/8/8/4K2R w K - 0 1"));
        assert_eq!(table.slot(&start, 0).find(0), None);
        table.slot(&start, 3).store(3, 8902);
        assert_eq!(table.slot(&start, 3).find(3), Some(8902));
        assert_eq!(table.slot(&start, 3).find(2), None);
        assert_eq!(table.slot(&start, 2).find(2), None);
        assert_eq!(table.slot(&other, 3).find(3), None);
    }

    #[test]
    fn castling_rights_and_en_passant_change_the_key() {
        let fens = [
            "r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq - 0 1",
            "r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq e3 0 1",
            "r3k2r/8/8/8/3pP3/8/8/R3K2R b KQk - 0 1",
            "r3k2r/8/8/8/3pP3/8/8/R3K2R b - - 0 1",
            "r3k2r/8/8/8/3pP3/8/8/R3K2R w - - 0 1",
        ];
        let keys = fens.map(|fen| key_and_place(&board(fen)).0);
        for (i, a) in keys.iter().enumerate() {
            assert!(keys[..i].iter().all(|b| a != b), "{}", fens[i]);
        }
    }

    #[test]
    fn the_useful_size_grows_with_the_count() {
        let sizes = [0.0, 1e9, 1e11, 1e12, f64::INFINITY].map(Table::useful_mebibytes);
        assert_eq!(sizes, [16, 16, 1024, 8192, 1 << 30]);
    }

    #[test]
    fn an_absurd_size_is_an_error() {
        assert!(Table::new(usize::MAX).is_err());
    }
}
