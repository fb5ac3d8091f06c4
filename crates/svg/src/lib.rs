//! Pictures of chess boards, as SVG text.
//!
//! A [`Diagram`] is a board with pieces, arrows, circles, a last move, a check, and sets of squares with a legend. Its
//! `Display` writes SVG. A [`Sheet`] shows several diagrams. The pieces were drawn for this crate.
//!
//! ```
//! use gardez_position::Position;
//! use gardez_svg::{Arrow, Diagram, Square};
//!
//! let mut position = Position::start();
//! for text in ["e2e4", "e7e5", "d1h5", "b8c6"] {
//!     position.play(position.parse_uci(text)?)?;
//! }
//! let picture = Diagram::from(&position)
//!     .with_last_move(position.last_move())
//!     .with_arrow(Arrow::new(Square::H5, Square::F7))
//!     .with_title("1. e4 e5 2. Qh5 Nc6");
//! let text = picture.to_string();
//! # assert_eq!(text.replace("\r\n", "\n"), include_str!("../pictures/board.svg").replace("\r\n", "\n"));
//! # Ok::<_, Box<dyn core::error::Error>>(())
//! ```
//!
//! This writes:
//!
//! <div style="max-width: 320px">
#![doc = include_str!("../pictures/board.svg")]
//! </div>
//!
//! # What can be drawn
//!
//! | from | how |
//! |---|---|
//! | a board, a position | [`Diagram::from`] |
//! | pieces without a board | [`Diagram::new`], [`Diagram::with_piece`] |
//! | a set of squares | [`Diagram::from`] |
//! | sets with names, such as attacks or planes | [`Diagram::with_mask`], or a [`Sheet`] with a diagram for each |
//! | moves, threats | [`Diagram::with_arrow`], [`Diagram::with_arrows`] |
//! | `!?` at a square | [`Diagram::with_glyph`] |
//! | pockets of crazyhouse, clocks, given checks | [`Diagram::with_pocket`], [`Diagram::with_note`] |
//!
//! Sets that overlap share their squares:
//!
//! <div style="max-width: 320px">
#![doc = include_str!("../pictures/attacks.svg")]
//! </div>
//!
//! # Features
//!
//! - `std` (on by default) switches on `std` in the crates below. Without it, this crate needs an allocator only.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod color;
mod diagram;
mod draw;
mod frame;
mod marks;
mod pieces;
mod sheet;
mod text;
mod theme;

pub use color::Rgba;
pub use diagram::{Coordinates, Diagram};
pub use marks::{Arrow, Circle, Glyph, Mask};
pub use sheet::Sheet;
pub use theme::Theme;

pub use gardez_bitboard::Bitboard;
pub use gardez_position::observers::Threat;
pub use gardez_position::{Board, Position};
pub use gardez_types::{Color, ErrorInfo, Move, ParseError, Piece, Square};
