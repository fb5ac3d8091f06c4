//! Chess in the form of Leela Chess Zero (lc0): boards, histories, input planes, policy indices and training records.
//!
//! A network like Leela's receives a position as 112 planes of 64 numbers, and answers with 1858 numbers, one a move:
//!
//! ```text
//! PositionHistory -- Encoder --> Planes (112 sets) -- write_f32 --> 7168 numbers --> network
//!                                                                                       |
//! Move <------- PolicyIndex::among / PolicyIndex::to_move ------- 1858 numbers <--------+
//! ```
//!
//! This crate converts games to planes and moves to indices, and back, in all seven input formats of lc0, and reads and
//! writes training records. All values equal lc0's (commit b4e98c19), bit for bit. The few deliberate differences are
//! documented where they occur.
//!
//! ```
//! use gardez_lc0::gardez_position::Position;
//! use gardez_lc0::{Encoder, InputFormat, PolicyIndex, PolicyIndexing, PositionHistory};
//!
//! let mut position = Position::start();
//! let mut history = PositionHistory::from(&position);
//! for text in ["e2e4", "c7c5"] {
//!     let m = position.parse_uci(text)?;
//!     position.play(m)?;
//!     history.push(m);
//! }
//! // The input of the network ...
//! let (planes, transform) = Encoder::new(InputFormat::Classical).encode(&history);
//! let mut input = vec![0.0; gardez_lc0::CELLS];
//! planes.write_f32(&mut input)?;
//! // ... and the index of a move in its output.
//! let m = history.last().board().parse_move("g1f3")?;
//! let index = PolicyIndex::from_move(m, transform, PolicyIndexing::Lc0).expect("a knight's move");
//! assert_eq!(index.index(), 159);
//! # Ok::<_, Box<dyn core::error::Error>>(())
//! ```
//!
//! # Overview
//!
//! | topic | start with |
//! |---|---|
//! | positions | [`Board`], from the side to move's point of view; [`Position`] adds counters, [`PositionHistory`] the earlier positions |
//! | moves | [`Board::legal_moves`], [`Board::parse_move`], [`Board::after`]; a [`Move`] is from the mover's point of view |
//! | planes | [`Encoder`] with an [`InputFormat`] and a [`FillMode`]; [`decode_board`] and [`decode_move`] read planes |
//! | numbers | [`Planes::write`] in a [`CellLayout`] as any [`Cell`]; [`Rule50Scale`] says what plane 109 has |
//! | policy | [`PolicyIndex`], [`convolutional_head_map`], [`attention_head_map`], [`gather`] |
//! | training | the module [`training`]: records of versions 3 to 7, readers, writers and a loader of batches |
//!
//! # Two crates with a `Board`
//!
//! lc0's boards and moves are from the side to move's point of view, and those of [`gardez_position`] and
//! [`gardez_types`] from White's. `From` and `TryFrom` convert boards, positions and histories;
//! [`Move::from_absolute`] and [`Move::to_absolute`] convert moves.
//!
//! # Features
//!
//! | feature | default | what it adds |
//! |---|---|---|
//! | `std` | yes | readers and writers of training records, archives of them, the loader of batches; implies `alloc` |
//! | `alloc` | yes | [`PositionHistory`], batches of histories, records of any version |
//! | `gzip` | no | chunks and archives that are compressed with gzip; implies `std` |
//! | `zstd` | no | chunks and archives that are compressed with Zstandard; needs a C compiler; implies `std` |
//! | `rayon` | no | encoding of batches on all cores; implies `std` |
//! | `serde` | no | formats, fill modes, transforms, policy indices and moves as their numbers |
//!
//! The crate is `no_std`. Without `alloc`, an [`Encoder`] takes slices of [`Position`]s.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(any(test, feature = "std"))]
extern crate std;

mod board;
mod bridge;
mod castlings;
mod decoder;
mod encoder;
mod error;
mod fen;
mod hash;
mod history;
mod legality;
mod make;
mod movegen;
mod moves;
mod policy;
#[cfg(feature = "serde")]
mod serde_impls;
mod setup;
pub mod training;
mod transform;

pub use board::Board;
pub use castlings::{Castlings, Side};
pub use decoder::{DecodeError, decode_board, decode_move};
pub use encoder::{
    CELLS, Cell, CellLayout, Encoder, FillMode, InputFormat, PLANE_BYTES, PLANES, PLANES_PER_SLOT, Plane, Planes,
    RULE50_PLANE, Rule50Scale, SLOTS,
};
pub use error::{LengthError, ParseMoveError, UnknownNumberError};
pub use fen::{Fen, FenError, FenErrorKind, ReadFen};
#[cfg(feature = "alloc")]
pub use history::PositionHistory;
pub use history::{GameEnd, Position};
pub use legality::KingAttackInfo;
pub use movegen::MoveList;
pub use moves::Move;
pub use policy::{
    ATTENTION_HEAD, CONVOLUTIONAL_HEAD, CONVOLUTIONAL_HEAD_80, POLICY_SIZE, PolicyIndex, PolicyIndexing,
    attention_head_map, attention_head_outputs, convolutional_head_map, convolutional_head_outputs, gather,
};
pub use transform::Transform;

pub use gardez_bitboard::Bitboard;
pub use gardez_types::{
    CastlingMode, CastlingSide, Color, ErrorInfo, File, GameResult, MoveKind, PieceType, Rank, Square, UciText,
};
#[doc(no_inline)]
pub use {gardez_position, gardez_types};

#[cfg(test)]
mod facts {
    //! Sizes and traits that callers rely on.

    use static_assertions::{assert_eq_size, assert_impl_all};

    use super::*;

    assert_eq_size!(Move, u16);
    assert_eq_size!(PolicyIndex, u16);
    assert_eq_size!(Board, [u8; 48]);
    assert_impl_all!(Board: Copy, Send, Sync);
    assert_impl_all!(Encoder: Copy, Send, Sync);
    assert_impl_all!(Planes: Clone, Send, Sync);
    assert_impl_all!(FenError: core::error::Error, ErrorInfo, Send, Sync);
    assert_impl_all!(FenErrorKind: core::error::Error, ErrorInfo, Send, Sync);
    #[cfg(feature = "alloc")]
    assert_impl_all!(PositionHistory: Clone, Send, Sync);
    #[cfg(feature = "std")]
    assert_impl_all!(training::ReadError: core::error::Error, ErrorInfo, Send, Sync);
}
