//! The macro `stamp!`, which compiles functions once for each level of CPU.
//!
//! A function does not inherit the CPU features of its caller, and its features cannot depend on a type parameter. So
//! the functions of the engine are written inside `stamp!({ … })`. The macro makes a module for each level, named
//! `baseline`, `bmi2` and `avx512`, with a copy of the functions that has the features of that level:
//!
//! ```text
//! stamp!({
//!     use crate::sliders::level::rook;         use crate::sliders::bmi2::rook;
//!                                          →
//!     pub(crate) fn seen(…) -> u64 { … }       #[target_feature(enable = "avx2,bmi1,…")]
//! });                                          pub(crate) fn seen(…) -> u64 { … }
//! ```
//!
//! - An import at the beginning of the block names a module and then `level`, which is replaced by the level of the
//!   copy. Everything else in the file is in scope.
//! - `stamp!(avx512, { … })` compiles for one level, and `stamp!(baseline, bmi2, { … })` for two.
//! - A module whose levels are computed in different ways has a file for each way, and exports each level from the file
//!   that contains it.
//!
//! rustfmt formats the block like any other block, because it is an argument in parentheses. Only macros that repeat a
//! part of their input are not formatted: here `functions!`.

/// Compiles the functions of a block for each level, or only for the levels that are named before it.
macro_rules! stamp {
    ($block:tt) => {
        stamp!(baseline, $block);
        stamp!(bmi2, $block);
        stamp!(avx512, $block);
    };
    ($first:ident, $second:ident, $block:tt) => {
        stamp!($first, $block);
        stamp!($second, $block);
    };
    (baseline, $block:tt) => {
        /// For any CPU.
        pub(crate) mod baseline {
            #[allow(unused_imports, reason = "a file may have nothing for its levels in common")]
            pub(crate) use super::*;
            // The attribute has no effect: every CPU can run the functions.
            functions!(baseline, cfg(all()), $block);
        }
    };
    (bmi2, $block:tt) => {
        /// For CPUs with the bit manipulation of x86-64-v3, and vectors of four sets.
        #[cfg(target_arch = "x86_64")]
        pub(crate) mod bmi2 {
            #[allow(unused_imports, reason = "a file may have nothing for its levels in common")]
            pub(crate) use super::*;
            functions!(bmi2, target_feature(enable = "avx2,bmi1,bmi2,lzcnt,movbe,popcnt"), $block);
        }
    };
    (avx512, $block:tt) => {
        /// For CPUs with the bit manipulation of x86-64-v3, and vectors of eight sets with population counts.
        #[cfg(target_arch = "x86_64")]
        pub(crate) mod avx512 {
            #[allow(unused_imports, reason = "a file may have nothing for its levels in common")]
            pub(crate) use super::*;
            functions!(
                avx512,
                target_feature(
                    enable = "bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vpopcntdq"
                ),
                $block
            );
        }
    };
}

/// Puts the level into the imports, and the attribute before each function.
macro_rules! functions {
    ($level:ident, $attribute:meta, { use crate::$module:ident::level::$names:tt; $($rest:tt)* }) => {
        use crate::$module::$level::$names;
        functions!($level, $attribute, { $($rest)* });
    };
    ($level:ident, $attribute:meta, {
        $($(#[$other:meta])* $visibility:vis fn $name:ident($($parameters:tt)*) $(-> $result:ty)? $body:block)*
    }) => { $(
        $(#[$other])*
        #[$attribute]
        $visibility fn $name($($parameters)*) $(-> $result)? $body
    )* };
}
