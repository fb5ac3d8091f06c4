//! Sets of squares, and the squares that every piece attacks.
//!
//! A [`Bitboard`] is a set of squares in 64 bits, with the operators `|`, `&` and `-`.
//!
//! | question | function |
//! |---|---|
//! | what does a piece attack? | [`pawn_attacks`], [`knight_attacks`], [`bishop_attacks`], [`rook_attacks`], [`queen_attacks`], [`king_attacks`]; [`piece_attacks`] for any piece |
//! | from where would a piece attack a square on an empty board? | [`pseudo_attackers`] |
//! | which squares are between two squares? | [`between`], [`path_to`] |
//! | what do many pawns attack? | [`Bitboard::pawn_attacks`], [`Bitboard::double_pawn_attacks`] |
//! | which squares are in front of a pawn? | [`forward_file`], [`pawn_attack_span`], [`passed_pawn_span`], [`forward_ranks`], [`adjacent_files`] |
//! | which line goes through two squares? | [`line()`], [`ray_pass`], [`aligned`] |
//!
//! The compiler builds all tables, so nothing has to be initialized.
//!
//! ```
//! use gardez_bitboard::{Bitboard, Square, rook_attacks};
//!
//! let occupied = Bitboard::from(Square::D7) | Square::F4.into();
//! for square in rook_attacks(Square::D4, occupied) & occupied {
//!     println!("the rook attacks {square}");
//! }
//! ```
//!
//! # Features
//!
//! | feature | default | effect |
//! |---|---|---|
//! | `std` | yes | the module [`cpu`] asks the CPU when the program runs; implies `alloc` |
//! | `alloc` | yes | none in this crate |
//! | `arbitrary` | no | `Arbitrary` for [`Bitboard`], for fuzzing; implies `std` |
//! | `serde` | no | `Serialize` and `Deserialize` for [`Bitboard`], as hexadecimal text or, in binary formats, a number |
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(any(test, feature = "std"))]
extern crate std;

#[cfg(feature = "arbitrary")]
mod arbitrary_impls;
mod attacks;
mod bitboard;
pub mod cpu;
mod draw;
mod flips;
mod iter;
mod leapers;
mod lines;
mod ops;
mod pseudo;
#[cfg(feature = "serde")]
mod serde_impls;
pub mod sliders;
mod spans;

pub use gardez_types::{Color, Direction, File, Piece, PieceType, Rank, Square};

pub use crate::bitboard::Bitboard;
pub use attacks::{attacks, piece_attacks};
pub use draw::Pretty;
pub use iter::{Squares, Subsets};
pub use leapers::{king_attacks, knight_attacks, pawn_attacks};
pub use lines::{aligned, between, line, path_to, ray_pass};
pub use pseudo::pseudo_attackers;
pub use sliders::{bishop_attacks, queen_attacks, rook_attacks};
pub use spans::{adjacent_files, forward_file, forward_ranks, passed_pawn_span, pawn_attack_span};
