//! The entries of the table that a board may be in, which threads read and write without locks.
//!
//! An entry is the data (depth and count), and the key of the board XOR the data. A mixture of two entries that threads
//! write at the same time does not match its key (Robert Hyatt and Tim Mann, "A lockless transposition table", 2002).

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// The bits of the data that contain the depth. The count is above them.
const DEPTH_BITS: u32 = 8;

/// The bits of the data that contain the count, or a part of it.
const COUNT_BITS: u32 = 63 - DEPTH_BITS;

/// The highest bit of the data: the count is in two entries. Two parts always belong together.
const IN_PARTS: u64 = 1 << 63;

/// The difference between the keys of the second and the first entry.
const SECOND: u64 = 0xd6e8_feb8_6659_fd93;

/// A number of the table. Only tests need another one than [`AtomicU64`].
pub(crate) trait Word {
    fn load(&self) -> u64;
    fn store(&self, value: u64);
}

impl Word for AtomicU64 {
    #[inline(always)]
    fn load(&self) -> u64 {
        self.load(Relaxed)
    }

    #[inline(always)]
    fn store(&self, value: u64) {
        self.store(value, Relaxed);
    }
}

/// The place of a board in the table: its key, and a bucket of entries: key XOR data, then data.
pub(crate) struct Slot<'a, W = AtomicU64, const WORDS: usize = 8> {
    pub(crate) bucket: &'a [W; WORDS],
    pub(crate) key: u64,
}

impl<W, const WORDS: usize> Clone for Slot<'_, W, WORDS> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<W, const WORDS: usize> Copy for Slot<'_, W, WORDS> {}

impl<'a, W: Word, const WORDS: usize> Slot<'a, W, WORDS> {
    #[inline(always)]
    pub(crate) fn memory(self) -> &'a [W; WORDS] {
        self.bucket
    }

    /// Returns the count of the board at a depth, if it is in the table.
    #[inline(always)]
    pub(crate) fn find(self, depth: u32) -> Option<u128> {
        let known = self.entry(self.key, depth)?;
        if known & IN_PARTS == 0 { Some((known >> DEPTH_BITS).into()) } else { self.find_parts(depth, known) }
    }

    #[inline(always)]
    fn entry(self, key: u64, depth: u32) -> Option<u64> {
        for entry in self.bucket.chunks_exact(2) {
            let (check, known) = (entry[0].load(), entry[1].load());
            if check ^ known == key && known & ((1 << DEPTH_BITS) - 1) == u64::from(depth) {
                return Some(known);
            }
        }
        None
    }

    /// Returns the count whose lower part is known.
    #[cold]
    fn find_parts(self, depth: u32, lower: u64) -> Option<u128> {
        let upper = self.entry(self.key ^ SECOND, depth)?;
        let [lower, upper] = [lower, upper].map(|known| u128::from((known & !IN_PARTS) >> DEPTH_BITS));
        Some(upper << COUNT_BITS | lower)
    }

    /// Stores a count in place of the smallest one. Counts from 2<sup>110</sup> on and depths above 255 are not stored.
    #[inline(always)]
    pub(crate) fn store(self, depth: u32, count: u128) {
        if count >> COUNT_BITS != 0 || depth >> DEPTH_BITS != 0 {
            self.store_parts(depth, count);
        } else {
            self.put(self.key, (count as u64) << DEPTH_BITS | u64::from(depth));
        }
    }

    #[cold]
    fn store_parts(self, depth: u32, count: u128) {
        if count >> (2 * COUNT_BITS) != 0 || depth >> DEPTH_BITS != 0 {
            return;
        }
        for (key, part) in [(self.key, count), (self.key ^ SECOND, count >> COUNT_BITS)] {
            let part = part as u64 & ((1 << COUNT_BITS) - 1);
            self.put(key, IN_PARTS | part << DEPTH_BITS | u64::from(depth));
        }
    }

    /// Puts data in the place of the smallest.
    #[inline(always)]
    fn put(self, key: u64, known: u64) {
        let smallest = self.bucket.chunks_exact(2).min_by_key(|entry| entry[1].load());
        if let Some([check, data]) = smallest {
            check.store(key ^ known);
            data.store(known);
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn counts_and_depths_that_do_not_fit_are_not_stored() {
        let bucket = [0; 8].map(AtomicU64::new);
        let slot = Slot { bucket: &bucket, key: 1 };
        slot.store(4, 1 << 110);
        assert_eq!(slot.find(4), None);
        slot.store(1 << DEPTH_BITS | 5, 1);
        assert_eq!(slot.find(5), None);
        slot.store(255, (1 << 110) - 1);
        assert_eq!(slot.find(255), Some((1 << 110) - 1));
    }

    #[test]
    fn a_large_count_is_found_while_both_of_its_parts_are_there() {
        for count in [(1 << 55) - 1, 1 << 55, 1 << 56, 0x1234_5678_9abc_def0_1234_5678, (1 << 110) - 1] {
            let bucket = [0; 8].map(AtomicU64::new);
            let slot = Slot { bucket: &bucket, key: 1 };
            slot.store(30, count);
            assert_eq!([29, 30].map(|depth| slot.find(depth)), [None, Some(count)]);
            let is_in_parts = count >> 55 != 0;
            // The second part of another board takes the place of one of these.
            for key in [2, 3] {
                Slot { bucket: &bucket, key }.store(30, (1 << 110) - 1);
            }
            assert!(slot.find(30).is_none_or(|found| is_in_parts && found == count));
        }
    }

    #[test]
    fn a_full_bucket_forgets_the_smallest_count() {
        let bucket = [0; 8].map(AtomicU64::new);
        let slots = [1, 2, 3, 4, 5].map(|key| Slot { bucket: &bucket, key });
        for (slot, count) in slots.into_iter().zip([50, 10, 30, 40, 20]) {
            slot.store(3, count);
        }
        assert_eq!(slots.map(|slot| slot.find(3)), [Some(50), None, Some(30), Some(40), Some(20)]);
    }
}

/// Models of all ways in which threads can read and write a bucket at once. `cargo xtask sanitize loom` runs them.
#[cfg(all(test, loom))]
mod model {
    use loom::sync::Arc;
    use loom::sync::atomic::AtomicU64;
    use loom::thread;

    use super::*;

    /// Two boards with their counts of one depth. No mixture of these numbers is the key of one of them.
    const BOARDS: [(u64, u128); 2] = [(0x1234_5678_9abc_def0, 8902), (0x0fed_cba9_8765_4321, 197_281)];
    const DEPTH: u32 = 3;

    impl Word for AtomicU64 {
        fn load(&self) -> u64 {
            self.load(Relaxed)
        }

        fn store(&self, value: u64) {
            self.store(value, Relaxed);
        }
    }

    /// Stores both boards in two threads while a third one looks for them: it finds what was stored for a board, or
    /// nothing. A thread is interrupted by others at most three times.
    fn check<const WORDS: usize>() {
        let mut model = loom::model::Builder::new();
        model.preemption_bound = Some(3);
        model.check(|| {
            let bucket: Arc<[AtomicU64; WORDS]> = Arc::new(std::array::from_fn(|_| AtomicU64::new(0)));
            let writers = BOARDS.map(|(key, count)| {
                let bucket = bucket.clone();
                thread::spawn(move || Slot { bucket: &*bucket, key }.store(DEPTH, count))
            });
            for (key, count) in BOARDS {
                let found = Slot { bucket: &*bucket, key }.find(DEPTH);
                assert!(found.is_none_or(|found| found == count), "{count}: {found:?}");
            }
            for writer in writers {
                writer.join().expect("no panic");
            }
        });
    }

    #[test]
    fn what_is_found_was_stored_for_that_board_while_two_threads_write_to_one_entry() {
        check::<2>();
    }

    #[test]
    fn what_is_found_was_stored_for_that_board_while_two_threads_write_to_two_entries() {
        check::<4>();
    }
}
