//! The tests of the program, in one program.

mod common;
mod counts;
mod damage;
mod data;
mod disk;
mod engines;
mod export;
#[cfg(feature = "objects")]
mod faults;
mod games;
mod kills;
mod merge;
#[cfg(feature = "objects")]
mod objects;
mod order;
mod progress;
mod questions;
mod readers;
mod refusals;
mod repair;
mod sealed;
mod totals;
mod version;
