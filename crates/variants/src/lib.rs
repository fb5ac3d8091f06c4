//! Chess variants by Lichess's rules: crazyhouse, antichess, atomic, three-check, king of the hill, racing kings, horde.
//!
//! [`Dialect`] chooses the rules and FENs of Lichess, or of the libraries python-chess, shakmaty and chessops.
//!
//! | type | what it is |
//! |---|---|
//! | [`Board`] | a board of one variant, such as `Board<Atomic>`: a `Copy` value without history |
//! | [`VariantBoard`] | a board of any variant, chosen at run time |
//! | [`VariantPosition`] | a board with its history: undo, repetitions, claims |
//! | [`FreeBoard`] | an unchecked board for editors: any pieces, any moves |
//! | [`VariantMove`] | a move in 16 bits, also a drop or a promotion to a king |
//! | [`Variant`] | a variant, with its names |
//!
//! ```
//! use gardez_variants::{Color, Variant, VariantBoard};
//!
//! // 8  r n b q k b n r
//! // 7  p p p p p p p p
//! // 5  . P P . . P P .
//! // 4  P P P P P P P P     and three more ranks of pawns
//! let mut board = VariantBoard::start("Horde".parse()?);
//! assert_eq!(board.variant(), Variant::Horde);
//! assert_eq!(board.by_color(Color::White).len(), 36);
//! let m = board.parse_san("a5")?;
//! board.do_move(m);
//! assert_eq!(board.legal_move_count(), 15);
//! # Ok::<_, Box<dyn core::error::Error>>(())
//! ```
//!
//! # Features
//!
//! - `notation` reads and writes games in PGN: the module `pgn`.
//! - `std` (on by default) switches on `std` in the crates below. Without it, this crate needs an allocator only.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod any;
mod board;
mod fen;
mod free;
mod illegal;
mod keys;
mod make;
mod movegen;
mod moves;
mod outcome;
#[cfg(feature = "notation")]
pub mod pgn;
mod position;
mod rules;
mod san;
mod setup;
mod sink;
mod state;
mod turn;
mod uci;
mod variant;

pub use any::VariantBoard;
pub use board::Board;
pub use fen::{VariantFen, VariantFenError, VariantFenErrorKind};
pub use free::{FreeBoard, FreeFenError, FreeFenErrorKind, FreeMove, FreeProblems, FreeSanError};
pub use illegal::IllegalReason;
pub use make::Undo;
pub use moves::{VariantMove, VariantMoveKind, VariantMoveList};
pub use outcome::{Outcome, Reason};
pub use position::{IllegalVariantMoveError, VariantPosition};
pub use rules::{Antichess, Atomic, Chess, Crazyhouse, Horde, KingOfTheHill, RacingKings, Rules, ThreeCheck};
pub use san::{San, SanError};
pub use setup::SetupError;
pub use state::{BoardState, Pocket};
pub use uci::UciError;
pub use variant::{Dialect, UnknownVariantError, Variant};

pub use gardez_bitboard::Bitboard;
pub use gardez_types::{
    CastlingMode, CastlingRights, CastlingSide, Color, ErrorInfo, GameResult, Move, ParseError, Piece, PieceType,
    Square, UciText,
};
