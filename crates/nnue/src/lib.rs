//! Efficiently updatable neural networks (NNUE): values of boards by networks of Stockfish and bullet, and their inputs.
//!
//! A [`Network`] is read from a file and evaluates boards, one by one or along a game:
//!
//! ```
//! use gardez_nnue::{AccumulatorStack, Architecture, Network};
//! use gardez_position::Position;
//!
//! // Instead of `Network::read(&std::fs::read("nn-37f18f62d772.nnue")?)?`.
//! let architecture = Architecture { width: 64, ..Architecture::STOCKFISH_16 };
//! let network = Network::build(&architecture, |_, i| i as i32 % 41 - 20)?;
//! let mut position = Position::start();
//! let mut stack = AccumulatorStack::new(&network);
//! position.do_move_with(position.parse_uci("e2e4")?, &mut stack);
//! assert_eq!(stack.evaluate(&position), network.evaluate_board(&position));
//! # Ok::<_, Box<dyn core::error::Error>>(())
//! ```
//!
//! Any network is described by an [`Architecture`], and any board is evaluated that has the two methods of
//! [`features::Pieces`].
//!
//! The module [`features`] lists the active inputs of a board, and the inputs that a move turns on and off. The module
//! [`definition`] computes a value slowly, step by step.
//!
//! The crate is `no_std` and needs an allocator. Its feature `std` (default) asks the CPU for its instructions and turns on
//! `std` in the crates that it uses; `avx512` adds a [`Backend`] and needs Rust 1.89;
//! `toml` reads descriptions, and `zstd` networks in a Zstandard frame.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod accumulator;
pub mod architecture;
mod array;
pub mod definition;
mod error;
mod evaluation;
pub mod features;
mod layers;
mod network;
mod simd;
mod sums;

pub use accumulator::AccumulatorStack;
pub use architecture::{Architecture, BUCKETS};
pub use array::Array;
pub use error::NetworkError;
pub use evaluation::Evaluation;
pub use network::Network;
pub use simd::Backend;

#[doc(no_inline)]
pub use {gardez_position, gardez_types};
