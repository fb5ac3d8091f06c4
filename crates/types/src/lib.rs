//! The vocabulary of chess, shared by every Gardez crate.
//!
//! Squares, files, ranks, colors, pieces, castling rights and moves are plain `Copy` values; absence is always
//! `Option<_>`, which costs no extra byte. [`geometry`] holds the slow, obvious definition of how a piece slides:
//! every table of the layers above is built from it and tested against it.
//!
//! This crate needs neither `std` nor an allocator.
//!
//! ```
//! use gardez_types::{Color, File, Piece, PieceType, Rank, Square};
//!
//! let square: Square = "e4".parse()?;
//! assert_eq!(square, Square::new(File::E, Rank::Four));
//! assert_eq!(square.relative_to(Color::Black), Square::E5);
//! assert_eq!(Piece::new(Color::Black, PieceType::Knight).to_string(), "n");
//! # Ok::<_, gardez_types::ParseError>(())
//! ```
#![no_std]

#[cfg(test)]
extern crate std;

#[macro_use]
mod vocabulary;

mod castling;
mod color;
mod direction;
mod error;
mod file;
pub mod geometry;
mod moves;
mod piece;
mod rank;
mod result;
#[cfg(feature = "serde")]
mod serde_impls;
mod square;

pub use castling::{CastlingMode, CastlingRights, CastlingSide};
pub use color::Color;
pub use direction::Direction;
pub use error::{ErrorInfo, ParseError};
pub use file::File;
pub use moves::{Move, MoveKind, UciText};
pub use piece::{Piece, PieceType};
pub use rank::Rank;
pub use result::GameResult;
pub use square::Square;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
