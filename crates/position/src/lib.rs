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
//! # A guide
//!
//! *Setting up.* [`Position::start`], [`Position::chess960`] and [`Position::double_chess960`]; [`Position::from_fen`], or
//! a [`FenReader`] for more choices (the module [`fen`] tells of dialects and problems); [`Position::builder`] in code;
//! [`Position::from_fen_and_moves`] for what an engine receives. `Display` prints the FEN, `Debug` draws the board,
//! [`Board::pretty`] prints Stockfish's text.
//!
//! *Moves.* [`Board::legal_moves`] lists them, [`Board::legal_move_count`] counts, [`Board::legal_moves_from`] limits
//! them to pieces and targets, [`Board::pseudo_legal_moves`] gives the classes that move pickers work with. A move from
//! elsewhere is asked about with [`Board::is_legal`] or [`Board::is_pseudo_legal`]; UCI text is read by
//! [`Board::parse_uci`], and [`Board::legal_origins`] tells where a piece that goes to a square may come from. What a move
//! would do: [`Board::gives_check`], [`Board::is_capture`], [`Board::see_ge`], [`Board::key_after`].
//!
//! *Making and taking back.* [`Position::play`] checks the move, [`Position::do_move`] does not;
//! [`Position::undo_move`] takes back; [`Position::do_null_move`] passes. [`Board::after`] makes a move on a copy,
//! [`Board::do_move`] on a copy of your own. Who must follow the pieces, such as a network, is a [`MoveObserver`].
//!
//! *Attacks and checks.* [`Board::checkers`], [`Board::blockers`], [`Board::pinners`], [`Board::check_squares`], or all
//! of it as [`CheckInfo`]; [`Board::attackers_to`], [`Board::attackers_exist`], [`Board::attacks_by`].
//!
//! *Keys.* [`Board::key`] for a hash table, [`Board::raw_key`] to compare positions; keys of [pawns](Board::pawn_key),
//! [material](Board::material_key), [minor pieces](Board::minor_piece_key) and [each side's
//! pieces](Board::non_pawn_key); [`Board::polyglot_key`] for opening books.
//!
//! *Draws and ends.* [`Position::is_draw`], [`Position::is_repetition`] and [`Position::upcoming_repetition`] in a search;
//! [`Position::outcome`] for a game.
//!
//! # Features
//!
//! `std` (default) implies `alloc`; without `alloc` there is the [`Board`], but no [`Position`], whose history needs
//! it. `serde` (with `alloc`) writes positions as FEN and reads them as `parse` does: without the moves that led there, in
//! the castling mode that the rights tell, and refusing what has a problem that a [`FenReader`] was told to ignore.
#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(test)]
extern crate std;

mod attacks;
mod board;
mod castling;
mod clause;
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
mod origins;
mod outcome;
mod placing;
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
pub use invariants::BoardError;
pub use legality::IllegalMoveError;
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

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
