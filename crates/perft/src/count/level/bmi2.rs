//! The level of x86-64 CPUs with BMI2, which also have AVX2.

/// The CPU has the bit manipulation of x86-64-v3, and vectors of four sets.
macro_rules! stamp {
    ($($functions:tt)*) => {
        with_attribute! { #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,movbe,popcnt")] $($functions)* }
    };
}

engine!();
#[path = "leaving.rs"]
mod leaving;

#[path = "made_halves.rs"]
mod made;

#[path = "reach_halves.rs"]
mod reach;

#[path = "pext.rs"]
mod sliders;

#[path = "sums.rs"]
mod sums;

#[path = "zones.rs"]
mod zones;

/// All moves of a node are counted.
const FILTERED: bool = false;
