//! The tag names of a game, in bounded space and time.

use alloc::collections::BTreeSet;

/// The greatest number of names that are kept, in about three megabytes.
const MOST_NAMES: usize = 1 << 16;

/// The tag names that have occurred in a game.
#[derive(Clone, Debug)]
pub(super) struct Names {
    /// The first names: usually all of them.
    keys: [u128; 64],
    length: usize,
    /// The names after the first.
    more: BTreeSet<u128>,
    /// A bit for each name, by its hash, so most new names are recognized without a search.
    bits: u64,
}

impl Names {
    pub(super) const NONE: Self = Self { keys: [0; 64], length: 0, more: BTreeSet::new(), bits: 0 };

    pub(super) fn clear(&mut self) {
        (self.length, self.bits) = (0, 0);
        self.more.clear();
    }

    /// Returns a key of the name, and its bit. The key is the name if that is short (a name contains no NUL), else a
    /// hash (FNV-1a) of 128 bits, which two names of a game do not share in practice.
    fn key(name: &[u8]) -> (u128, u64) {
        let mut short = [0; 16];
        let key = if name.len() <= short.len() {
            short[..name.len()].copy_from_slice(name);
            u128::from_le_bytes(short)
        } else {
            let step = |hash: u128, &byte: &u8| (hash ^ u128::from(byte)).wrapping_mul(0x0100_0000_0000_0000_013b);
            name.iter().fold(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d, step)
        };
        let folded = (key as u64 ^ (key >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (key, 1 << (folded >> 58))
    }

    /// Returns `true` if the name has occurred before.
    pub(super) fn contains(&self, name: &[u8]) -> bool {
        let (key, bit) = Self::key(name);
        self.bits & bit != 0 && self.has(key)
    }

    #[cold]
    fn has(&self, key: u128) -> bool {
        self.keys[..self.length].contains(&key) || self.more.contains(&key)
    }

    /// Adds a name; returns `false` if it has occurred before.
    #[inline]
    pub(super) fn insert(&mut self, name: &[u8]) -> bool {
        let (key, bit) = Self::key(name);
        if self.bits & bit != 0 && self.has(key) {
            return false;
        }
        self.bits |= bit;
        match self.keys.get_mut(self.length) {
            Some(free) => {
                *free = key;
                self.length += 1;
            }
            None => self.insert_more(key),
        }
        true
    }

    #[cold]
    fn insert_more(&mut self, key: u128) {
        if self.more.len() < MOST_NAMES - self.keys.len() {
            self.more.insert(key);
        }
    }
}
