//! Chess in text: moves, positions with operations, and whole games.
#![no_std]

extern crate alloc;
#[cfg(any(test, feature = "std"))]
extern crate std;

pub mod claims;
pub mod epd;
pub mod lan;
pub mod pgn;
pub mod polyglot;
pub mod san;
#[cfg(feature = "serde")]
mod serde_impls;
