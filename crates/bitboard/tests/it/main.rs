//! The tests of the public interface, in one program.

mod sets;
mod sliders;
mod stockfish;
