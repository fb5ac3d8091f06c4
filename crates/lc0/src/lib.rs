//! Leela Chess Zero's view of chess: board, history, input planes, policy index and training records.
//!
//! Networks in the manner of Leela see a position as 112 planes of 64 squares and answer with 1858 numbers, one for each
//! move that a piece could make. This crate turns games into planes and moves into numbers, both ways, bit for bit as lc0
//! does, in all of its formats; and it reads and writes the records that networks are trained on.
//!
//! ```
//! use gardez_lc0::{Encoder, InputFormat, PolicyIndex, PolicyIndexing, PositionHistory};
//!
//! let mut history = PositionHistory::start();
//! for text in ["e2e4", "c7c5"] {
//!     let m = history.last().board().parse_move(text)?;
//!     history.append(m);
//! }
//! // What a network is asked …
//! let (planes, transform) = Encoder::new(InputFormat::Classical).encode(&history);
//! let mut input = vec![0.0; gardez_lc0::CELLS];
//! planes.write_f32(&mut input)?;
//! // … and where its answer for a move stands.
//! let m = history.last().board().parse_move("g1f3")?;
//! let index = PolicyIndex::from_move(m, transform, PolicyIndexing::Geometric).expect("a knight's move");
//! assert_eq!(index.get(), 159);
//! # Ok::<_, Box<dyn core::error::Error>>(())
//! ```
//!
//! # A guide
//!
//! *Positions.* A [`Board`] is seen by the side to move; [`Board::from_fen`], [`Board::legal_moves`], [`Board::after`].
//! A [`Position`] adds the counters of a game, and a [`PositionHistory`] the positions before it, which tell repetitions.
//! All of them can be had from [`gardez_position`]'s types with `from`.
//!
//! *Planes.* An [`Encoder`] knows the [`InputFormat`], the [`FillMode`] and the number of history slots. It writes
//! [`Planes`] of masks, which write themselves as `f32` or half precision; [`Encoder::encode_batch`] does all of it for
//! many histories. [`decode_board`] and [`decode_move`] go back.
//!
//! *Moves.* A [`Move`] is seen by the side that makes it; [`PolicyIndex`] is its number, under any [`Transform`] and by
//! both [rules](PolicyIndexing). [`convolutional_head_map`] and [`attention_head_map`] go from the outputs of networks to
//! these numbers.
//!
//! *Training.* The module [`training`] has the records of versions 3 to 7, and readers and writers of chunks.
//!
//! # Features
//!
//! `std` (default) implies `alloc`; without `alloc` there is no [`PositionHistory`], but an [`Encoder`] takes any slice of
//! positions. `gzip` reads and writes packed chunks, `rayon` encodes batches on all cores, `serde` names formats by their
//! numbers.
#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(any(test, feature = "std"))]
extern crate std;

mod board;
mod castlings;
mod convert;
mod decoder;
mod encoder;
mod fen;
mod hash;
mod history;
mod legality;
mod make;
mod movegen;
mod moves;
mod numbered;
mod policy;
#[cfg(feature = "serde")]
mod serde_impls;
pub mod training;
mod transform;

pub use board::Board;
pub use castlings::{Castlings, Side};
pub use decoder::{DecodeError, decode_board, decode_move};
#[cfg(feature = "alloc")]
pub use encoder::BatchError;
pub use encoder::{
    CELLS, Encoder, FillMode, InputFormat, LengthError, PLANES, PLANES_PER_SLOT, Plane, Planes, RULE50_PLANE, SLOTS,
};
pub use fen::{Fen, FenError, FenErrorKind, ReadFen};
pub use gardez_types::GameResult;
#[cfg(feature = "alloc")]
pub use history::PositionHistory;
pub use history::{GameEnd, Position};
pub use legality::KingAttackInfo;
pub use movegen::MoveList;
pub use moves::{Move, ParseMoveError, UciText};
pub use numbered::{Numbered, UnknownNumberError};
pub use policy::{
    ATTENTION_HEAD, CONVOLUTIONAL_HEAD, POLICY_SIZE, PolicyIndex, PolicyIndexing, attention_head_map,
    convolutional_head_map, gather,
};
pub use transform::Transform;

pub(crate) use history::is_start;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
