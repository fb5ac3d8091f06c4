//! The tests of the public interface, in one program.

mod laws;
mod pictures;
