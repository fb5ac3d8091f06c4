//! Everything that reads input, as functions of a byte string that panic if a promise is broken.
//!
//! A [`Target`] is such a function. [`TARGETS`] lists all of them, and three programs use the list: the tests replay
//! seeds and inputs that once failed, `soak` mutates seeds for hours, and `libfuzzer` looks for inputs that reach new
//! code. None of them knows what a target does. To add a target, write a file in `src/targets`, list it in
//! `src/targets.rs`, and put inputs into `seeds`; CONTRIBUTING.md describes the steps.

pub mod everything;
pub mod input;
pub mod memory;
pub mod mutate;
pub mod panics;
pub mod seeds;
pub mod soak;
pub mod structure;
pub mod target;
pub mod targets;
pub mod totals;

#[path = "../../crates/position/tests/slow/mod.rs"]
mod slow;

pub use target::Target;
pub use targets::TARGETS;
