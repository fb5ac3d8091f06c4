//! The engine, compiled once for each level of CPU.
//!
//! The files of `engine/` are modules of every level. `stamp!` gives each of their functions the CPU features of the
//! level, because a function does not inherit the features of its caller.

#![allow(clippy::duplicate_mod, reason = "each level is the same source, compiled for other CPUs")]

/// Puts an attribute before each function.
macro_rules! with_attribute {
    (
        #[$level:meta]
        $($(#[$attribute:meta])* $visibility:vis fn $name:ident($($parameters:tt)*) $(-> $result:ty)? $body:block)*
    ) => { $(
        $(#[$attribute])*
        #[$level]
        $visibility fn $name($($parameters)*) $(-> $result)? $body
    )* };
}

/// The modules of the engine.
macro_rules! engine {
    () => {
        #[cfg(feature = "std")]
        #[path = "../engine/fetch.rs"]
        mod fetch;
        #[path = "../engine/king.rs"]
        mod king;
        #[path = "../engine/lines.rs"]
        mod lines;
        #[path = "../engine/mine.rs"]
        mod mine;
        #[path = "../engine/moves.rs"]
        mod moves;
        #[path = "../engine/pairs.rs"]
        mod pairs;
        #[path = "../engine/pins.rs"]
        mod pins;
        #[path = "../engine/terms.rs"]
        mod terms;
        #[path = "../engine/theirs.rs"]
        mod theirs;
        #[path = "../engine/walk.rs"]
        pub(in crate::count) mod walk;
    };
}

/// The modules that differ between levels, in the form that any CPU can run.
macro_rules! portable {
    () => {
        #[path = "leaving.rs"]
        mod leaving;
        #[path = "made.rs"]
        mod made;
        #[path = "reach.rs"]
        mod reach;
        #[path = "magic.rs"]
        mod sliders;
        #[path = "sums.rs"]
        mod sums;
        #[path = "zones.rs"]
        mod zones;
    };
}

#[cfg(target_arch = "x86_64")]
pub(super) mod avx512;
pub(super) mod baseline;
#[cfg(target_arch = "x86_64")]
pub(super) mod bmi2;
#[allow(dead_code, reason = "it only verifies nodes")]
pub(super) mod single;
