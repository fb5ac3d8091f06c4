//! Names and ECO codes of chess openings, found by position, by game, by code or by a part of the name.
//!
//! The 3,807 openings are Lichess's list. They are found by position, whatever the order of the moves. The opening of a
//! game is the opening of its last position with a name:
//!
//! ```
//! use gardez_openings::Opening;
//! use gardez_position::Position;
//!
//! let mut position = Position::start();
//! let mut moves = Vec::new();
//! for text in ["c2c4", "g8f6", "d2d4", "g7g6", "b1c3", "d7d5", "h2h4"] {
//!     let m = position.parse_uci(text)?;
//!     position.play(m)?;
//!     moves.push(m);
//! }
//! let opening = Opening::from_moves(moves).expect("the game has a name");
//! println!("{opening}");
//! assert_eq!(opening.eco(), "D80".parse()?);
//! assert_eq!(opening.name().family(), "Grünfeld Defense");
//! # Ok::<_, Box<dyn core::error::Error>>(())
//! ```
//!
//! # The table
//!
//! The table is a constant of 131 KB. Answers are exact: the moves of the opening with the same key are made, and the
//! positions are compared. The program `openings-generator`, next to the source of this crate, writes the table.
//!
//! # Features
//!
//! - `std` (on by default) switches on `std` in the crates below. Without it, this crate needs no allocator.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]

mod chain;
mod eco;
mod find;
mod name;
mod opening;
mod table;

pub use eco::Eco;
pub use name::Name;
pub use opening::Opening;

pub use gardez_position::Board;
pub use gardez_types::{ErrorInfo, Move, ParseError};
