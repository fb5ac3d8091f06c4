//! The tests of the public interface, in one program.

#[cfg(feature = "arbitrary")]
mod arbitrary;
#[cfg(all(feature = "alloc", feature = "serde"))]
mod binary;
#[cfg(feature = "alloc")]
mod checks;
#[cfg(feature = "alloc")]
mod claims;
mod common;
#[cfg(feature = "alloc")]
mod dead;
#[cfg(feature = "alloc")]
mod draws;
#[cfg(feature = "alloc")]
mod equality;
#[cfg(feature = "alloc")]
mod everyday;
#[cfg(feature = "alloc")]
mod fen;
mod illegal;
#[cfg(feature = "alloc")]
mod laws;
#[cfg(feature = "alloc")]
mod lists;
#[cfg(feature = "alloc")]
mod observers;
#[cfg(feature = "alloc")]
mod packed;
#[cfg(feature = "alloc")]
mod position_and_board;
#[cfg(feature = "alloc")]
mod queries;
#[cfg(feature = "alloc")]
mod rare_positions;
mod retro;
#[cfg(feature = "alloc")]
mod rules;
#[cfg(feature = "alloc")]
mod setup;
mod slow;
mod slow_rules;
