//! The instructions that the CPU has: the one place that asks.
//!
//! A value of a type of this module proves that the CPU has its instructions. With the feature `std`, `detect` asks the
//! CPU; without it, what the program is compiled for decides. Other CPUs than x86-64 have none.
//!
//! ```
//! use gardez_bitboard::cpu::{Avx2, Sse41};
//!
//! // Every CPU with AVX2 has SSE4.1.
//! assert!(Avx2::detect().is_none() || Sse41::detect().is_some());
//! ```

/// Returns `true` if the CPU has a feature.
#[cfg(target_arch = "x86_64")]
macro_rules! has {
    ($feature:tt) => {{
        #[cfg(feature = "std")]
        let has = std::arch::is_x86_feature_detected!($feature);
        #[cfg(not(feature = "std"))]
        let has = cfg!(target_feature = $feature);
        has
    }};
}

macro_rules! proofs {
    ($($(#[$meta:meta])* $name:ident: [$($feature:tt)+], not $slow:expr;)+) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct $name(());

        impl $name {
            /// Returns the proof, if the CPU has the instructions.
            #[inline]
            pub fn detect() -> Option<Self> {
                #[cfg(target_arch = "x86_64")]
                let has_them = $(has!($feature) &&)+ !$slow;
                #[cfg(not(target_arch = "x86_64"))]
                let has_them = false;
                has_them.then_some(Self(()))
            }
        }
    )+};
}

proofs! {
    /// Proof that the CPU has SSE4.1, SSSE3 and POPCNT.
    Sse41: ["sse4.1" "ssse3" "popcnt"], not false;
    /// Proof that the CPU has BMI1, BMI2, LZCNT and POPCNT, and that its BMI2 is fast.
    ///
    /// On AMD's CPUs before Zen 3, BMI2 is slow. Only AMD's have SSE4a, and Zen 3 is the first of them with VAES.
    Bmi2: ["bmi1" "bmi2" "lzcnt" "popcnt"], not (has!("sse4a") && !has!("vaes"));
    /// Proof that the CPU has AVX2, BMI1, BMI2 (maybe slow: see [`Bmi2`]), LZCNT, MOVBE and POPCNT.
    Avx2: ["avx2" "bmi1" "bmi2" "lzcnt" "movbe" "popcnt"], not false;
    /// Proof that the CPU has what [`Avx2`] proves, and AVX-512 F, BW, VL and VNNI.
    Avx512: ["avx512f" "avx512bw" "avx512vl" "avx512vnni" "avx2" "bmi1" "bmi2" "lzcnt" "movbe" "popcnt"], not false;
    /// Proof that the CPU has what [`Avx2`] proves, and AVX-512 F, BW, CD, DQ, VL and VPOPCNTDQ.
    Avx512Popcnt: [
        "avx512f" "avx512bw" "avx512cd" "avx512dq" "avx512vl" "avx512vpopcntdq" "avx2" "bmi1" "bmi2" "lzcnt" "movbe" "popcnt"
    ], not false;
}
