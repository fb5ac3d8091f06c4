//! The seeded pseudo-random generator.

/// A xorshift64* generator (Sebastiano Vigna, "An experimental exploration of Marsaglia's xorshift generators,
/// scrambled", 2014), for tables and tests, not for secrets. The numbers for a seed never change.
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
    /// Creates a generator that starts from `seed`; 0 is replaced by 1.
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

    /// Returns a number with about eight bits set.
    #[inline]
    pub const fn next_sparse(&mut self) -> u64 {
        self.next_u64() & self.next_u64() & self.next_u64()
    }

    /// Returns a number below `bound`, slightly more often a small one.
    ///
    /// # Panics
    ///
    /// Panics if `bound` is 0.
    #[inline]
    pub const fn next_below(&mut self, bound: usize) -> usize {
        (self.next_u64() >> 33) as usize % bound
    }
}
