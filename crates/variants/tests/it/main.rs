//! The tests of the public interface, in one program.

#[cfg(feature = "notation")]
mod games;
mod laws;
#[cfg(feature = "notation")]
mod sketch;
