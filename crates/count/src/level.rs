//! The classes of CPUs that the engine is compiled for.

use core::fmt;

/// True if the CPU has a feature.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
macro_rules! has {
    ($feature:tt) => {
        std::arch::is_x86_feature_detected!($feature)
    };
}

/// True if the program is compiled for CPUs with a feature.
#[cfg(all(target_arch = "x86_64", not(feature = "std")))]
macro_rules! has {
    ($feature:tt) => {
        cfg!(target_feature = $feature)
    };
}

/// Other CPUs do not have these features.
#[cfg(not(target_arch = "x86_64"))]
macro_rules! has {
    ($feature:tt) => {
        false
    };
}

/// A class of CPUs that the engine is compiled for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum Level {
    /// Any CPU.
    Baseline,
    /// x86-64 with these instructions of x86-64-v3: BMI1, BMI2, LZCNT, MOVBE, POPCNT and AVX2.
    Bmi2,
    /// The same, and AVX-512 with the parts F, BW, CD, DQ, VL and VPOPCNTDQ.
    Avx512,
}

impl Level {
    /// All levels, the slowest first.
    pub const ALL: &'static [Self] = &[Self::Baseline, Self::Bmi2, Self::Avx512];

    /// Returns true if this CPU has the instructions of the level.
    ///
    /// Without the feature `std`, the program cannot query the CPU. The result then depends on the target features for
    /// which it is compiled.
    pub fn is_supported(self) -> bool {
        match self {
            Self::Baseline => true,
            Self::Bmi2 => {
                has!("avx2") && has!("bmi1") && has!("bmi2") && has!("lzcnt") && has!("movbe") && has!("popcnt")
            }
            Self::Avx512 => {
                Self::Bmi2.is_supported()
                    && has!("avx512f")
                    && has!("avx512bw")
                    && has!("avx512cd")
                    && has!("avx512dq")
                    && has!("avx512vl")
                    && has!("avx512vpopcntdq")
            }
        }
    }

    /// The name of the level, as in the option `--level` of the program `perft`.
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
