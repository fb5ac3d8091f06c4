//! The vocabulary of chess: squares, pieces, castling rights, 16-bit moves and game results.
//!
//! All values are small and `Copy`. An absent value is an `Option`, which takes no extra byte.
//!
//! | type | values | size |
//! |---|---|---|
//! | [`Square`] | a1 = 0 to h8 = 63 | 1 byte |
//! | [`File`], [`Rank`] | `a` to `h`, 1 to 8, each numbered 0 to 7 | 1 byte |
//! | [`Color`] | white 0, black 1 | 1 byte |
//! | [`PieceType`] | pawn 1 to king 6 | 1 byte |
//! | [`Piece`] | white 1 to 6, black 9 to 14 | 1 byte |
//! | [`Direction`] | north 0, then clockwise to north-west 7 | 1 byte |
//! | [`CastlingRights`] | a set of up to four rights | 1 byte |
//! | [`Move`] | origin, target, kind and promotion piece | 2 bytes |
//! | [`GameResult`] | white wins, black wins, draw, unknown | 1 byte |
//!
//! Squares, pieces, rights and moves have Stockfish's numbers. [`geometry`] slowly and obviously defines piece moves.
//!
//! ```
//! use gardez_types::{Color, File, Piece, PieceType, Rank, Square};
//!
//! let square: Square = "e4".parse()?;
//! assert_eq!(square, Square::new(File::E, Rank::Four));
//! assert_eq!(square.relative_to(Color::Black), Square::E5);
//! # Ok::<_, gardez_types::ParseError>(())
//! ```
//!
//! # Features
//!
//! | feature | default | effect |
//! |---|---|---|
//! | `std`, `alloc` | yes | none in this crate |
//! | `arbitrary` | no | `Arbitrary` for squares, pieces and moves, for fuzzing; implies `std` |
//! | `serde` | no | `Serialize` and `Deserialize`: values as their text; a [`Move`] is a number in binary formats |
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(test)]
extern crate std;

#[macro_use]
mod vocabulary;

#[cfg(feature = "arbitrary")]
mod arbitrary_impls;
mod castling;
mod color;
mod direction;
mod error;
mod file;
mod generator;
pub mod geometry;
mod moves;
mod piece;
mod rank;
mod result;
#[cfg(feature = "serde")]
mod serde_impls;
mod square;
mod uci;

pub use castling::{CastlingMode, CastlingRights, CastlingSide};
pub use color::Color;
pub use direction::Direction;
pub use error::{ErrorInfo, ParseError, span_at};
pub use file::File;
pub use generator::Generator;
pub use moves::{Move, MoveKind};
pub use piece::{Piece, PieceType};
pub use rank::Rank;
pub use result::GameResult;
#[cfg(feature = "serde")]
#[doc(hidden)]
pub use serde_impls::TextVisitor;
pub use square::Square;
pub use uci::UciText;
