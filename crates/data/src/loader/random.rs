//! Random numbers whose state can be kept, hashes, and permutations without memory, the same on every platform.

/// The increment of SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014).
const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// Maps 64 bits to 64 bits one to one: the output function of SplitMix64.
pub(crate) const fn mix(bits: u64) -> u64 {
    let bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

pub(crate) fn key(parts: &[u64]) -> u64 {
    parts.iter().fold(GAMMA, |key, part| mix(key.wrapping_add(GAMMA) ^ mix(part.wrapping_add(GAMMA))))
}

/// Returns the hash of a name: FNV-1a with 64 bits, then SplitMix64's output function, because the high bits of FNV-1a
/// depend little on the last characters.
pub(super) fn hash(bytes: &[u8]) -> u64 {
    mix(fnv(0xcbf2_9ce4_8422_2325, bytes))
}

/// Continues a hash by FNV-1a (Glenn Fowler, Landon Curt Noll, Kiem-Phong Vo).
pub(super) fn fnv(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// Returns the number from 0 to 1 (exclusive) that the high 53 bits make.
pub(crate) fn unit(bits: u64) -> f64 {
    (bits >> 11) as f64 / (1_u64 << 53) as f64
}

/// The generator SplitMix64. Its state is one number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn new(parts: &[u64]) -> Self {
        Self(key(parts))
    }

    pub(super) fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GAMMA);
        mix(self.0)
    }

    pub(super) fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next_u64()) * bound as u128) >> 64) as usize
    }

    pub(crate) fn unit(&mut self) -> f64 {
        unit(self.next_u64())
    }

    pub(super) fn happens(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// Writes the numbers from 0 on into the slice, in random order.
    pub(super) fn permute(&mut self, order: &mut [u32]) {
        for (index, place) in order.iter_mut().enumerate() {
            *place = index as u32;
        }
        for index in (1..order.len()).rev() {
            order.swap(index, self.below(index + 1));
        }
    }
}

/// Returns the element at `index` (below `size`) of the permutation of `0..size` that belongs to `key`.
///
/// The permutation is a Feistel network over the next power of four, applied again until the result is below `size`
/// ("cycle walking"; Black and Rogaway: "Ciphers with arbitrary finite domains", 2002).
pub(super) fn permuted(key: u64, size: u64, index: u64) -> u64 {
    debug_assert!(index < size, "the index is part of the permutation");
    let half = (u64::BITS - size.saturating_sub(1).leading_zeros()).max(2).div_ceil(2);
    let low = (1_u64 << half) - 1;
    let mut number = index;
    loop {
        let (mut left, mut right) = (number >> half, number & low);
        for round in 0..6 {
            let scrambled = mix(mix(key ^ round).wrapping_add(right)) & low;
            (left, right) = (right, left ^ scrambled);
        }
        number = left << half | right;
        if number < size {
            return number;
        }
    }
}

#[cfg(test)]
mod tests {
    use quickcheck::quickcheck;

    use super::*;

    quickcheck! {
        fn every_number_is_once_in_a_permutation(key: u64, size: u16) -> bool {
            let size = u64::from(size % 3000) + 1;
            let mut found: Vec<_> = (0..size).map(|index| permuted(key, size, index)).collect();
            found.sort_unstable();
            found.into_iter().eq(0..size)
        }

        fn numbers_are_below_their_bound(seed: u64, bound: usize) -> bool {
            let mut random = Random::new(&[seed]);
            (0..50).all(|_| random.below(bound) < bound.max(1))
        }
    }

    #[test]
    fn the_numbers_are_the_same_everywhere() {
        // SplitMix64 with the seed 1234567, as other implementations of it print.
        let mut random = Random(1_234_567);
        let found = [random.next_u64(), random.next_u64(), random.next_u64()];
        assert_eq!(found, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
        // The published value of FNV-1a for "foobar".
        assert_eq!(fnv(0xcbf2_9ce4_8422_2325, b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn two_epochs_have_different_orders() {
        let order = |key| (0..100).map(|index| permuted(key, 100, index)).collect::<Vec<_>>();
        assert_ne!(order(1), order(2));
        assert_ne!(order(1), (0..100).collect::<Vec<_>>());
    }
}
