//! The tests of the public interface, in one program.

mod common;
#[cfg(feature = "process")]
mod driver;
#[cfg(feature = "process")]
mod engine;
#[cfg(feature = "process")]
mod games;
mod laws;
mod protocol;
#[cfg(feature = "std")]
mod server;
