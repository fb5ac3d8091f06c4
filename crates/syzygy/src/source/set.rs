//! A few lines of the cache, which threads read without locks while other threads replace them.
//!
//! Each line has a version: odd while the line is written, and larger by two afterwards. If the version has changed after a
//! line was copied, the line counts as missing (Hans-J. Boehm, "Can seqlocks get along with programming language memory
//! models?", 2012). All words are atomic, so that no copy is undefined behavior.

#[cfg(not(loom))]
use std::sync::atomic::{AtomicUsize, Ordering, fence};

#[cfg(loom)]
use loom::sync::atomic::{AtomicUsize, Ordering, fence};

/// The bytes of a word.
pub(super) const WORD: usize = size_of::<usize>();

/// Some lines of a number of words each. With four lines, their versions and names fill one line of the CPU's cache.
#[repr(align(64))]
pub(super) struct Set<const LINES: usize, const WORDS: usize> {
    labels: [Label; LINES],
    words: [[AtomicUsize; WORDS]; LINES],
}

/// The line in a place of the set, and the number of times that the place has been written.
struct Label {
    /// Twice the number of writes, plus one during a write.
    version: AtomicUsize,
    /// The name of the line. Zero is not a name.
    line: AtomicUsize,
}

impl<const LINES: usize, const WORDS: usize> Set<LINES, WORDS> {
    /// Creates a set without lines.
    pub(super) fn new() -> Self {
        let zero = || AtomicUsize::new(0);
        Self {
            labels: std::array::from_fn(|_| Label { version: zero(), line: zero() }),
            words: std::array::from_fn(|_| std::array::from_fn(|_| zero())),
        }
    }

    /// Returns the places for a line in the order of a search. In a set that is not full, most lines are in their first
    /// places, which the CPU predicts.
    #[inline]
    fn places(line: usize) -> impl Iterator<Item = usize> {
        (0..LINES).map(move |step| (line ^ step) % LINES)
    }

    /// Copies the bytes of a line from the word `first` on, if the line is in the set.
    #[inline]
    pub(super) fn copy<const BYTES: usize>(&self, line: usize, first: usize) -> Option<[u8; BYTES]> {
        for place in Self::places(line) {
            let (label, words) = (&self.labels[place], &self.words[place]);
            let version = label.version.load(Ordering::Acquire);
            if label.line.load(Ordering::Relaxed) != line || version % 2 != 0 {
                continue;
            }
            let words = words.get(first..first + BYTES / WORD)?;
            let mut copy = [0; BYTES];
            for (bytes, word) in copy.chunks_exact_mut(WORD).zip(words) {
                bytes.copy_from_slice(&word.load(Ordering::Relaxed).to_ne_bytes());
            }
            fence(Ordering::Acquire);
            if label.version.load(Ordering::Relaxed) == version {
                return Some(copy);
            }
        }
        None
    }

    /// Puts a line in the place of the oldest line, unless another thread writes to that place.
    pub(super) fn insert(&self, line: usize, bytes: &[u8]) {
        let versions = Self::places(line).map(|place| (self.labels[place].version.load(Ordering::Relaxed), place));
        let Some((version, place)) = versions.min_by_key(|(version, _)| *version) else { return };
        let (label, words) = (&self.labels[place], &self.words[place]);
        let writing = version.wrapping_add(1);
        if version % 2 != 0
            || label.version.compare_exchange(version, writing, Ordering::Acquire, Ordering::Relaxed).is_err()
        {
            return;
        }
        // Nobody can see a new word with the old version.
        fence(Ordering::Release);
        label.line.store(line, Ordering::Relaxed);
        for (word, bytes) in words.iter().zip(bytes.chunks_exact(WORD)) {
            let mut array = [0; WORD];
            array.copy_from_slice(bytes);
            word.store(usize::from_ne_bytes(array), Ordering::Relaxed);
        }
        label.version.store(version.wrapping_add(2), Ordering::Release);
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    const BYTES: usize = 2 * WORD;

    fn line(value: u8) -> [u8; BYTES] {
        std::array::from_fn(|at| value + at as u8)
    }

    #[test]
    fn a_line_is_found_whole_and_in_parts() {
        let set = Set::<4, 2>::new();
        assert_eq!(set.copy::<BYTES>(7, 0), None);
        set.insert(7, &line(40));
        assert_eq!(set.copy(7, 0), Some(line(40)));
        assert_eq!(set.copy::<WORD>(7, 1).map(Vec::from), Some(line(40)[WORD..].to_vec()));
        assert_eq!(set.copy::<BYTES>(7, 1), None, "it would reach past the end");
        assert_eq!(set.copy::<BYTES>(8, 0), None);
    }

    #[test]
    fn the_oldest_line_makes_room() {
        let set = Set::<4, 2>::new();
        (1..=6).for_each(|name| set.insert(name, &line(10 * name as u8)));
        let found = [1, 2, 3, 4, 5, 6].map(|name| set.copy(name, 0));
        assert_eq!(found, [None, None, Some(line(30)), Some(line(40)), Some(line(50)), Some(line(60))]);
    }

    #[test]
    fn threads_never_see_half_of_a_line() {
        let set = Set::<1, 8>::new();
        std::thread::scope(|scope| {
            for thread in 1..4_usize {
                let set = &set;
                scope.spawn(move || {
                    for round in 0..20_000 {
                        let name = 1 + (round + thread) % 5;
                        match set.copy(name, 0) {
                            Some(found) => assert_eq!(found, [name as u8; 8 * WORD]),
                            None => set.insert(name, &[name as u8; 8 * WORD]),
                        }
                    }
                });
            }
        });
    }
}

/// A model of all ways in which threads can read and write a set at once. `cargo xtask sanitize loom` runs it.
#[cfg(all(test, loom))]
mod model {
    use loom::sync::Arc;
    use loom::thread;

    use super::*;

    #[test]
    fn a_copy_is_one_line_and_never_a_mixture() {
        let mut model = loom::model::Builder::new();
        // A thread is interrupted by others at most three times.
        model.preemption_bound = Some(3);
        model.check(|| {
            let set = Arc::new(Set::<1, 2>::new());
            let writers = [3_usize, 5].map(|name| {
                let set = set.clone();
                thread::spawn(move || set.insert(name, &[name as u8; 2 * WORD]))
            });
            for name in [3_usize, 5] {
                let found = set.copy(name, 0);
                assert!(found.is_none_or(|found| found == [name as u8; 2 * WORD]), "{name}: {found:?}");
            }
            for writer in writers {
                writer.join().expect("no panic");
            }
        });
    }
}
