//! Efficiently updatable neural networks (NNUE): the numbers that trainers and engines give to the inputs of a network.
//!
//! The module [`features`] lists the active inputs of a board, and those that a move turns on and off:
//!
//! ```
//! use gardez_nnue::features::{FeatureSet, HalfKaV2Hm};
//! use gardez_position::{Board, Color};
//!
//! let board: Board = "8/8/8/3k4/8/8/4P3/4K3 w - - 0 1".parse()?;
//! assert_eq!(HalfKaV2Hm.active(&board, Color::White).len(), 3);
//! # Ok::<_, gardez_position::FenError>(())
//! ```
//!
//! The crate is `no_std` and needs no allocator. Its feature `std` (default) turns on `std` in the crates that it uses.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod accumulator;
pub mod definition;
mod evaluation;
pub mod features;
mod layers;
mod network;
mod simd;

pub use accumulator::AccumulatorStack;
pub use evaluation::Evaluation;
pub use network::{Activation, Array, BUCKETS, Network, NetworkError, NetworkKind, PieceSet, SimpleShape};
pub use simd::Backend;

pub use {gardez_position, gardez_types};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
