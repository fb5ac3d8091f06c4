//! The tests of the public interface, in one program.

mod book;
#[cfg(feature = "std")]
mod bounds;
mod claims;
mod clocks;
mod common;
#[cfg(all(feature = "gzip", feature = "zstd"))]
mod decompress;
mod epd;
mod facts;
mod foreign;
mod forms;
#[cfg(feature = "serde")]
mod json;
mod languages;
mod limits;
#[cfg(feature = "std")]
mod memory;
#[cfg(feature = "std")]
mod pgn;
mod reasons;
#[cfg(feature = "std")]
mod san;
mod stumbles;
mod trees;
mod variations;
#[cfg(feature = "std")]
mod visitors;
