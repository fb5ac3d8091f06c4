//! The tests of the public interface, in one program.

mod generator;
mod layout;
mod text;
