//! The tests of the public interface, in one program.

#[cfg(feature = "cli")]
mod cli;
mod suites;
mod two_engines;
mod types;
