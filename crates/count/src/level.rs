//! The classes of CPUs that the engine is compiled for.

use core::fmt;

use gardez_bitboard::cpu;

/// A class of CPUs that the engine is compiled for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum Level {
    /// Any CPU.
    Baseline,
    /// x86-64 with these instructions of x86-64-v3: BMI1, BMI2, LZCNT, MOVBE, POPCNT and AVX2.
    ///
    /// AMD's CPUs before Zen 3 have them, but their PEXT instruction, which this level uses for each slider, is slow.
    /// [`Counter::new`](crate::Counter::new) chooses the baseline there.
    Bmi2,
    /// The same, and AVX-512 with the parts F, BW, CD, DQ, VL and VPOPCNTDQ.
    Avx512,
}

impl Level {
    /// All levels, the slowest first.
    pub const ALL: &'static [Self] = &[Self::Baseline, Self::Bmi2, Self::Avx512];

    /// Returns `true` if this CPU has the instructions of the level.
    ///
    /// Without the feature `std`, the answer is that of the target features of the compiler.
    pub fn is_supported(self) -> bool {
        match self {
            Self::Baseline => true,
            Self::Bmi2 => cpu::Avx2::detect().is_some(),
            Self::Avx512 => cpu::Avx512Popcnt::detect().is_some(),
        }
    }

    pub(crate) fn best() -> Self {
        Self::best_of(Self::is_supported, cpu::Bmi2::detect().is_none())
    }

    /// Returns the best of the supported levels, without `Bmi2` on a CPU with a slow PEXT instruction.
    fn best_of(is_supported: impl Fn(Self) -> bool, is_slow: bool) -> Self {
        let mut levels = Self::ALL.iter().copied().rev();
        levels.find(|&level| is_supported(level) && !(level == Self::Bmi2 && is_slow)).unwrap_or(Self::Baseline)
    }

    /// Returns the name of the level, as in the option `--level` of the program `perft`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Baseline => "baseline",
            Self::Bmi2 => "bmi2",
            Self::Avx512 => "avx512",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_level_avoids_a_slow_pext() {
        let up_to = |best: Level| move |level: Level| level <= best;
        for (supported, is_slow, level) in [
            (Level::Bmi2, true, Level::Baseline),
            (Level::Bmi2, false, Level::Bmi2),
            (Level::Baseline, true, Level::Baseline),
            (Level::Avx512, false, Level::Avx512),
        ] {
            assert_eq!(Level::best_of(up_to(supported), is_slow), level, "{supported}, slow: {is_slow}");
        }
    }
}
