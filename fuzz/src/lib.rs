//! Everything that reads input, as functions of a byte string that panic if a promise is broken.
//!
//! A [`Target`] is such a function. [`TARGETS`] lists all of them: the tests replay seeds and inputs that once failed,
//! and `fuzz/run` looks for inputs that reach new code, with cargo-fuzz. To add a target, write a file in `src/targets`,
//! list it in `src/targets.rs`, and put inputs into `seeds`; CONTRIBUTING.md describes the steps.

pub mod everything;
pub mod input;
pub mod memory;
pub mod panics;
pub mod seeds;
pub mod structure;
pub mod target;
pub mod targets;

#[path = "../../crates/position/tests/it/slow.rs"]
mod slow;

pub use target::Target;
pub use targets::TARGETS;
