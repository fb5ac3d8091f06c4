//! A table of counts that threads share without locks.
//!
//! An entry is two numbers: what is known, and the key of the board combined with it by XOR. Threads may write to the
//! same entry at the same time; what one half of either makes with the other half does not fit together, and is taken
//! for an entry of another board (Robert Hyatt and Tim Mann, "A lockless transposition table implementation for parallel
//! search", 2002).

use std::io;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use memmap2::MmapMut;
use zerocopy::FromBytes;

use super::board::Board;
use super::key::key;

/// Entries that are looked at together: a line of the cache.
const WAYS: usize = 4;
/// A bucket: for each entry the checked key, then what is known.
pub(super) type Bucket = [AtomicU64; 2 * WAYS];
/// The bits of what is known that hold the depth; the count is above them.
const DEPTH_BITS: u32 = 8;

/// Counts of boards at depths, as many as there is room for.
///
/// The same table serves any position: a board is known by a key of 64 bits, in which two boards hardly ever agree.
#[derive(Debug)]
pub struct Table {
    /// Zeroed memory that the system hands out page by page, huge pages where it has them: not to be had through a `Vec`.
    memory: MmapMut,
}

/// The table as the threads of a count share it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shared<'a> {
    buckets: &'a [Bucket],
}

/// The place of a board in the table.
#[derive(Clone, Copy)]
pub(super) struct Slot<'a> {
    bucket: &'a Bucket,
    key: u64,
}

impl Table {
    /// A table of so many MiB (1,048,576 bytes), at least one.
    ///
    /// # Errors
    ///
    /// If the system does not give the memory.
    pub fn new(mebibytes: usize) -> io::Result<Self> {
        let too_much = || io::Error::new(io::ErrorKind::OutOfMemory, "more memory than can be addressed");
        let bytes = mebibytes.max(1).checked_mul(1 << 20).ok_or_else(too_much)?;
        let memory = MmapMut::map_anon(bytes)?;
        // Without huge pages it is slower, and right all the same.
        #[cfg(target_os = "linux")]
        let _ = memory.advise(memmap2::Advice::HugePage);
        Ok(Self { memory })
    }

    /// Its size in MiB.
    pub fn mebibytes(&self) -> usize {
        self.memory.len() >> 20
    }

    /// The table for a count.
    pub(super) fn share(&mut self) -> Shared<'_> {
        let buckets = <[Bucket]>::mut_from_bytes(&mut self.memory);
        Shared { buckets: buckets.expect("a mapping begins at a page, and a mebibyte is made of buckets") }
    }
}

impl<'a> Shared<'a> {
    /// The smallest depth that is worth storing where `first_moves` and `depth` tell how large the tree is.
    pub(super) fn smallest_depth(&self, first_moves: usize, depth: u32) -> u32 {
        let entries = (self.buckets.len() * WAYS) as f64;
        // A node of the start position's tree has this share, as exponent, of boards that differ.
        let boards = |stored: u32| (first_moves.max(2) as f64).powf(0.86 * f64::from(depth.saturating_sub(stored)));
        (2..4).find(|&stored| boards(stored) <= 4.0 * entries).unwrap_or(4)
    }

    /// Where the board is, or would be.
    #[inline(always)]
    pub(super) fn slot(self, board: &Board) -> Slot<'a> {
        let key = key(board);
        let index = ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize;
        Slot { bucket: &self.buckets[index], key }
    }
}

impl<'a> Slot<'a> {
    /// What is read and written there, to be fetched in time.
    #[inline(always)]
    pub(super) fn memory(self) -> &'a Bucket {
        self.bucket
    }

    /// The count of the board at a depth, if it is known.
    #[inline(always)]
    pub(super) fn find(self, depth: u32) -> Option<u64> {
        for entry in self.bucket.chunks_exact(2) {
            let (check, known) = (entry[0].load(Relaxed), entry[1].load(Relaxed));
            if check ^ known == self.key && known & ((1 << DEPTH_BITS) - 1) == u64::from(depth) {
                return Some(known >> DEPTH_BITS);
            }
        }
        None
    }

    /// Notes a count in place of the smallest, unless it is too large for an entry.
    #[inline(always)]
    pub(super) fn store(self, depth: u32, count: u128) {
        if count >> (64 - DEPTH_BITS) != 0 || depth >> DEPTH_BITS != 0 {
            return;
        }
        let known = (count as u64) << DEPTH_BITS | u64::from(depth);
        let smallest = self.bucket.chunks_exact(2).min_by_key(|entry| entry[1].load(Relaxed));
        if let Some([check, data]) = smallest {
            check.store(self.key ^ known, Relaxed);
            data.store(known, Relaxed);
        }
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
    fn what_is_stored_is_found_at_its_depth_and_nowhere_else() {
        let mut table = Table::new(1).expect("a mebibyte");
        let table = table.share();
        let (start, other) = (Board::new(&Position::start()), board("4k3/8/8/8/8/8/8/4K2R w K - 0 1"));
        assert_eq!(table.slot(&start).find(0), None);
        table.slot(&start).store(3, 8902);
        assert_eq!(table.slot(&start).find(3), Some(8902));
        assert_eq!(table.slot(&start).find(2), None);
        assert_eq!(table.slot(&other).find(3), None);
        table.slot(&start).store(4, 1 << 56);
        assert_eq!(table.slot(&start).find(4), None);
        table.slot(&start).store(1 << DEPTH_BITS | 5, 1);
        assert_eq!(table.slot(&start).find(5), None);
    }

    #[test]
    fn a_full_bucket_forgets_the_smallest_count() {
        let mut table = Table::new(1).expect("a mebibyte");
        let bucket = table.share().slot(&Board::new(&Position::start())).bucket;
        let slots = [1, 2, 3, 4, 5].map(|key| Slot { bucket, key });
        for (slot, count) in slots.into_iter().zip([50, 10, 30, 40, 20]) {
            slot.store(3, count);
        }
        assert_eq!(slots.map(|slot| slot.find(3)), [Some(50), None, Some(30), Some(40), Some(20)]);
    }

    #[test]
    fn castling_rights_and_en_passant_make_another_key() {
        let fens = [
            "r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq - 0 1",
            "r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq e3 0 1",
            "r3k2r/8/8/8/3pP3/8/8/R3K2R b KQk - 0 1",
            "r3k2r/8/8/8/3pP3/8/8/R3K2R b - - 0 1",
            "r3k2r/8/8/8/3pP3/8/8/R3K2R w - - 0 1",
        ];
        let keys = fens.map(|fen| key(&board(fen)));
        for (i, a) in keys.iter().enumerate() {
            assert!(keys[..i].iter().all(|b| a != b), "{}", fens[i]);
        }
    }

    #[test]
    fn an_absurd_size_is_an_error() {
        assert!(Table::new(usize::MAX).is_err());
    }
}
