//! The level of x86-64 CPUs with BMI2.

/// The CPU has what x86-64-v3 has in the way of bit manipulation.
macro_rules! stamp {
    ($($functions:tt)*) => {
        with_attribute! { #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")] $($functions)* }
    };
}

engine!();
#[path = "leaving.rs"]
mod leaving;

#[path = "reach.rs"]
mod reach;

#[path = "pext.rs"]
mod sliders;

#[path = "sums.rs"]
mod sums;

#[path = "zones.rs"]
mod zones;

/// All moves of a node are counted.
const FILTERED: bool = false;
