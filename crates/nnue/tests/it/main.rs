//! The tests of the public interface, in one program.

mod features;
mod networks;
