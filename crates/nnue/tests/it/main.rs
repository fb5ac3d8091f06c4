//! The tests of the public interface, in one program.

mod architectures;
mod features;
mod networks;
