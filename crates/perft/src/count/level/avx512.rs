//! The level of x86-64 CPUs with AVX-512.

/// The CPU has the bit manipulation of x86-64-v3, and vectors of eight sets with population counts.
macro_rules! stamp {
    ($($functions:tt)*) => {
        with_attribute! { #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vpopcntdq")] $($functions)* }
    };
}

engine!();
#[path = "leaving_vector.rs"]
mod leaving;

#[path = "made_vector.rs"]
mod made;

#[path = "reach_vector.rs"]
mod reach;

#[path = "pext.rs"]
mod sliders;

#[path = "vectors.rs"]
mod sums;

#[path = "zones_vector.rs"]
mod zones;

/// All moves of a node are counted.
const FILTERED: bool = false;
