//! The tests of the public interface, in one program.

mod engine;
mod frontier;
mod hits;
