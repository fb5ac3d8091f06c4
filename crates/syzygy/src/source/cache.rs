//! A bounded cache of pieces of files that threads share without locks.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

use super::set::{Set, WORD};

/// The bytes of a line, the smallest piece that is read. Most blocks of results have 64 bytes.
pub(super) const LINE: usize = 128;

/// The lines that are examined together.
const WAYS: usize = 4;

/// The sets that are allocated together.
const SEGMENT: usize = 64;

type CacheLines = Set<WAYS, { LINE / WORD }>;

/// The size in MiB unless the user chooses one.
const DEFAULT: usize = 64;
/// The largest size in MiB that counts: the list of the segments is allocated at once.
const MOST: usize = 1 << 16;

/// Lines and sections of the files of a tablebase. Memory for lines is allocated when it is first needed.
///
/// Each line has a name: a number that no other line of any file has.
pub(crate) struct Cache {
    segments: Box<[OnceLock<Box<[CacheLines]>>]>,
    /// The number of sets in all segments, whether or not they are allocated.
    sets: usize,
    /// The name of the first line of the next file.
    next: AtomicUsize,
    /// The number of bytes that are left for sections.
    left: AtomicUsize,
}

/// A section of a file that is kept as a whole.
pub(crate) struct Section {
    bytes: Box<[u8]>,
    cache: Arc<Cache>,
}

impl Section {
    #[inline]
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

impl Drop for Section {
    fn drop(&mut self) {
        self.cache.left.fetch_add(self.bytes.len(), Relaxed);
    }
}

impl Default for Cache {
    fn default() -> Self {
        Self::new(DEFAULT)
    }
}

impl Cache {
    pub(crate) fn new(mebibytes: usize) -> Self {
        let half = mebibytes.min(MOST).saturating_mul(1 << 19).min(isize::MAX as usize / 2);
        let count = half / (SEGMENT * size_of::<CacheLines>() + size_of::<OnceLock<Box<[CacheLines]>>>());
        let segments: Box<[_]> = (0..count).map(|_| OnceLock::new()).collect();
        Self { sets: SEGMENT * segments.len(), segments, next: AtomicUsize::new(1), left: AtomicUsize::new(half) }
    }

    /// Reads and keeps a section of `count` bytes, if it takes at most a `share`th of the room that is left.
    pub(super) fn section<E>(
        self: &Arc<Self>,
        count: u64,
        share: usize,
        read: impl FnOnce(&mut [u8]) -> Result<(), E>,
    ) -> Result<Option<Section>, E> {
        let Ok(count) = usize::try_from(count) else { return Ok(None) };
        if self.left.fetch_update(Relaxed, Relaxed, |left| (count <= left / share).then(|| left - count)).is_err() {
            return Ok(None);
        }
        let mut section = Section { bytes: vec![0; count].into(), cache: self.clone() };
        read(&mut section.bytes)?;
        Ok(Some(section))
    }

    /// Returns the name of the first of `count` lines, if names are left.
    pub(super) fn names(&self, count: u64) -> Option<usize> {
        let count = usize::try_from(count).ok()?;
        self.next.fetch_update(Relaxed, Relaxed, |next| next.checked_add(count)).ok()
    }

    /// Returns the segment and the set in which a line is kept.
    #[inline]
    fn place(&self, line: usize) -> (usize, usize) {
        let hash = (line as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let set = ((u128::from(hash) * self.sets as u128) >> 64) as usize;
        (set / SEGMENT, set % SEGMENT)
    }

    /// Copies the bytes of a line from `from` on, a multiple of the size of a word, if the line is in the cache.
    #[inline]
    pub(super) fn copy<const BYTES: usize>(&self, line: usize, from: usize) -> Option<[u8; BYTES]> {
        let (segment, set) = self.place(line);
        self.segments.get(segment)?.get()?[set].copy(line, from / WORD)
    }

    /// Keeps a line, in place of another line if there is no room.
    pub(super) fn insert(&self, line: usize, bytes: &[u8]) {
        let (segment, set) = self.place(line);
        if let Some(segment) = self.segments.get(segment) {
            segment.get_or_init(|| (0..SEGMENT).map(|_| Set::new()).collect())[set].insert(line, bytes);
        }
    }

    #[cfg(test)]
    fn allocated(&self) -> usize {
        self.segments.iter().filter_map(OnceLock::get).map(|segment| size_of_val::<[CacheLines]>(segment)).sum()
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn the_memory_is_bounded_and_allocated_when_it_is_needed() {
        let cache = Cache::new(2);
        assert_eq!(cache.allocated(), 0);
        let count = 40_000;
        let first = cache.names(count).expect("there are names");
        let lines = first..first + count as usize;
        for line in lines.clone() {
            cache.insert(line, &[line as u8; LINE]);
            assert_eq!(cache.copy(line, 0), Some([line as u8; LINE]));
        }
        assert!((900 << 10..=1 << 20).contains(&cache.allocated()), "{} bytes", cache.allocated());
        let kept = lines.filter(|&line| cache.copy::<LINE>(line, 0).is_some()).count();
        assert!((6_500..8_192).contains(&kept), "{kept} lines");
    }

    #[test]
    fn sections_take_half_of_the_memory_and_give_it_back() {
        let cache = Arc::new(Cache::new(2));
        let keep = |count, share| cache.section(count, share, |_| Ok::<_, ()>(())).expect("reading does not fail");
        let one = keep(1_000_000, 1);
        assert!(one.as_ref().is_some_and(|section| section.bytes().len() == 1_000_000));
        assert!(keep(50_000, 1).is_none());
        assert!(keep(24_289, 2).is_none());
        assert!(keep(24_288, 2).is_some());
        assert!(keep(48_576, 1).is_some(), "it is given back at once");
        assert!(keep(u64::MAX, 1).is_none());
        drop(one);
        assert_eq!(cache.section(1 << 20, 1, |_| Err("damaged")).err(), Some("damaged"));
        assert!(keep(1 << 20, 1).is_some());
    }

    #[test]
    fn no_two_files_share_a_name() {
        let cache = Cache::new(0);
        assert_eq!([cache.names(10), cache.names(5), cache.names(0)], [Some(1), Some(11), Some(16)]);
        assert_eq!(cache.names(u64::MAX), None);
        assert_eq!(cache.names(1), Some(16));
        cache.insert(16, &[0; LINE]);
        assert_eq!(cache.copy::<LINE>(16, 0), None, "a cache without room keeps nothing");
    }
}
