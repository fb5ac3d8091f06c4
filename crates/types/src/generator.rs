//! The seeded pseudo-random generator of keys, magic factors and tests.

/// A xorshift64* generator (Sebastiano Vigna, "An experimental exploration of Marsaglia's xorshift generators,
/// scrambled", 2014).
///
/// The numbers for a seed never change. Use it for tables and tests, but not for secrets.
///
/// ```
/// use gardez_types::Generator;
///
/// let mut generator = Generator::new(1_070_372);
/// assert_eq!(generator.next_u64(), 0x0836_10fb_1cd7_c6a5);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Generator(u64);

impl Generator {
    /// Creates a generator that starts from `seed`.
    ///
    /// The seed 0 would give nothing but zeros. It is replaced by 1.
    pub const fn new(seed: u64) -> Self {
        Self(if seed == 0 { 1 } else { seed })
    }

    /// Returns the next number.
    #[inline]
    pub const fn next_u64(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(2_685_821_657_736_338_717)
    }

    /// Returns a number with about eight bits set: the bits that the next three numbers have in common.
    #[inline]
    pub const fn next_sparse(&mut self) -> u64 {
        self.next_u64() & self.next_u64() & self.next_u64()
    }

    /// Returns a number below `bound`, made from the next number.
    ///
    /// Small numbers are slightly more frequent than large ones if `bound` is not a power of two.
    ///
    /// # Panics
    ///
    /// Panics if `bound` is 0.
    #[inline]
    pub const fn next_below(&mut self, bound: usize) -> usize {
        (self.next_u64() >> 33) as usize % bound
    }
}
