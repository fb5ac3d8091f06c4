//! The tests of the public interface, in one program.

mod common;
mod damage;
mod files;
mod interface;
mod playout;
mod rules;
mod vectors;
