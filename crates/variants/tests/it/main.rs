//! The tests of the public interface, in one program.

#[cfg(feature = "notation")]
mod free;
#[cfg(feature = "notation")]
mod games;
mod laws;
