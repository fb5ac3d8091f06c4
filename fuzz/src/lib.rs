//! Everything that reads input, as functions of a byte string that panic if a promise is broken.
//!
//! [`TARGETS`] lists them: the tests replay seeds and inputs that once failed, and `fuzz/run` looks for inputs that
//! reach new code, with cargo-fuzz. CONTRIBUTING.md says how to add one.

mod input;
pub mod seeds;
mod targets;

#[path = "../../crates/position/tests/it/slow.rs"]
mod slow;

#[allow(dead_code, unreachable_pub)] // the test of conformance uses all of it
#[path = "../../conformance/tests/it/readers/law.rs"]
mod law;
#[allow(dead_code, unreachable_pub)]
#[path = "../../conformance/tests/it/readers/table.rs"]
mod table;

pub use targets::{TARGETS, Target, any_format, ignore_allowed};
