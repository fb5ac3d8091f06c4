//! The rules of chess and Chess960: positions that make and unmake moves.
//!
//! A [`Position`] is a [`Board`] with its history. It reads and writes FEN, lists the legal moves, makes them with
//! [`Position::do_move`] and takes them back with [`Position::undo_move`]. The board alone is a small `Copy` value for
//! those who copy instead of taking back: [`Board::after`]. Everything that can be asked of a board can be asked of a
//! position.
//!
//! The behavior is Stockfish's, key for key; castling is stored as *king takes rook*, in chess as in Chess960.
//!
//! # Examples
//!
//! ```
//! use gardez_position::Position;
//!
//! let mut position = Position::start();
//! assert_eq!(position.legal_moves().len(), 20);
//!
//! let e2e4 = position.parse_uci("e2e4")?;
//! position.play(e2e4)?;
//! assert_eq!(position.to_string(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
//!
//! assert_eq!(position.undo_move(), Some(e2e4));
//! assert_eq!(position, Position::start());
//! # Ok::<_, Box<dyn core::error::Error>>(())
//! ```
//!
//! # Features
//!
//! `std` (default) implies `alloc`; without `alloc` there is the [`Board`], but no [`Position`], whose history needs
//! it. `serde` writes and reads positions as FEN.
#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(test)]
extern crate std;

mod attacks;
mod board;
mod castling;
mod draw;
pub mod fen;
mod invariants;
mod keys;
mod legality;
mod list;
mod make;
mod mirror;
mod movegen;
pub mod observers;
mod older;
mod outcome;
#[cfg(feature = "alloc")]
mod position;
mod pseudo;
#[cfg(feature = "alloc")]
mod repetition;
mod see;
#[cfg(all(feature = "alloc", feature = "serde"))]
mod serde_impls;
mod side;
mod start;
mod state;
mod uci;
mod value;

pub use attacks::CheckInfo;
pub use board::Board;
pub use draw::Pretty;
pub use fen::{
    Builder, EnPassantPolicy, Fen, FenError, FenErrorKind, FenMode, FenProblems, FenReader, FenStyle, ReadFen,
};
pub use invariants::BrokenInvariant;
pub use legality::IllegalMove;
pub use list::MoveList;
pub use mirror::EndgameCodeError;
pub use observers::MoveObserver;
pub use outcome::Outcome;
#[cfg(feature = "alloc")]
pub use position::Position;
pub use pseudo::MoveClass;
pub use state::StateInfo;
#[cfg(feature = "alloc")]
pub use uci::SetupError;
pub use uci::UciError;
pub use value::{Value, piece_value};

/// A guide to the parts of a FEN, its dialects and problems is in the module [`fen`].
#[doc(hidden)]
pub use gardez_types::CastlingMode;
