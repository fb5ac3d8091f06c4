//! Which tag names a game has had, in bounded room and time.

/// The tag names that a game has had, as far as there is room.
#[derive(Clone, Debug)]
pub(super) struct Names {
    keys: [u128; 64],
    length: usize,
    /// A bit for each, by its hash: most names are found to be new at one look.
    bits: u64,
}

impl Names {
    pub(super) const NONE: Self = Self { keys: [0; 64], length: 0, bits: 0 };

    /// Forgets all, for the next game.
    pub(super) fn clear(&mut self) {
        (self.length, self.bits) = (0, 0);
    }

    /// The name itself if it is short (none holds a NUL), else a hash (FNV-1a) that two names of a game will not share; and
    /// a bit.
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

    /// True if the name has been there before.
    pub(super) fn contains(&self, name: &[u8]) -> bool {
        let (key, bit) = Self::key(name);
        self.bits & bit != 0 && self.keys[..self.length].contains(&key)
    }

    /// Notes a name; false if it has been there before.
    pub(super) fn insert(&mut self, name: &[u8]) -> bool {
        let (key, bit) = Self::key(name);
        let is_new = self.bits & bit == 0 || !self.keys[..self.length].contains(&key);
        if is_new && self.length < self.keys.len() {
            self.keys[self.length] = key;
            self.length += 1;
            self.bits |= bit;
        }
        is_new
    }
}
