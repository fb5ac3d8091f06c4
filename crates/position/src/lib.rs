//! Chess and Chess960 positions: legal moves, making and undoing them, FEN, draws, checks and keys.
//!
//! | type | what it is | a move |
//! |---|---|---|
//! | [`Position`] | a board with its history, for games and alpha-beta search | [`do_move`](Position::do_move) makes it, [`undo_move`](Position::undo_move) undoes it |
//! | [`Board`] | a `Copy` value of 256 bytes without history, for tree search over a network, data generation, and code without an allocator | [`after`](Board::after) returns the board after it |
//!
//! Keys, pseudo-legal moves, repetitions and exchanges match Stockfish, bit for bit. Castling is stored as *king
//! takes own rook*, in chess and in Chess960.
//!
//! ```
//! use gardez_position::{Position, Square};
//!
//! // 8  r n b q k b n r
//! // 7  p p p p p p p p
//! // 2  P P P P P P P P
//! // 1  R N B Q K B N R
//! let mut position = Position::start();
//! assert_eq!(position.legal_moves().len(), 20);
//!
//! let e2e4 = position.parse_uci("e2e4")?;
//! position.play(e2e4)?;
//! assert!(position.piece_on(Square::E4).is_some());
//! assert_eq!(position.to_string(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
//!
//! assert_eq!(position.undo_move(), Some(e2e4));
//! assert_eq!(position, Position::start());
//! # Ok::<_, Box<dyn core::error::Error>>(())
//! ```
//!
//! # Where to find what
//!
//! | task | where |
//! |---|---|
//! | set up, list, ask | the groups of [`Board`]; with options, [`FenReader`], [`Builder`] |
//! | make and undo moves, draws, the end of a game | the groups of [`Position`] |
//! | follow the pieces, for a network | [`observers`], [`PositionWith`] |
//! | the pieces alone; 24 bytes | [`Placement`]; [`PackedBoard`] |
//!
//! The module [`fen`] describes the dialects of FEN. All errors implement [`ErrorInfo`].
//!
//! # Features
//!
//! - `std` (on by default) implies `alloc`, and provides [`Board::can_mate`].
//! - `alloc` provides [`Position`], whose history needs an allocator. Without it there is only [`Board`].
//! - `serde` (with `alloc`) writes boards and positions as FEN and reads them as `parse` does, without the history. Moves
//!   are a sequence, and an [`Outcome`] is a word.
//! - `arbitrary` (implies `std`) makes boards and positions of random games for fuzzing.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(any(test, feature = "std"))]
extern crate std;

// The order of the modules is the order of the groups of methods in the documentation of `Board` and `Position`.

mod setup;

mod board;

mod equality;

mod castling;

mod attacks;

mod check_info;

mod threats;

mod moves;

mod checked;

mod illegal;
mod legality;

mod gives_check;

mod see;

mod find_move;
mod origins;
mod uci;

mod make;
mod mirror;

mod key_after;
mod keys;

mod material;

mod draw;

mod packed;

#[cfg(feature = "alloc")]
mod position;

#[cfg(feature = "alloc")]
mod repetition;

#[cfg(feature = "std")]
mod can_mate;
#[cfg(feature = "alloc")]
mod claims;
mod dead;
mod divider;
mod outcome;
mod status;

#[cfg(feature = "arbitrary")]
mod arbitrary_impls;
mod castling_setup;
mod clause;
mod list;
mod move_class;
mod move_filter;
mod move_set;
mod move_sink;
mod movegen;
pub mod observers;
mod placing;
mod pseudo;
mod quiet_checks;
#[cfg(all(feature = "alloc", feature = "serde"))]
mod serde_impls;
mod side;
mod sink;
mod state;
mod value;

pub use board::Board;
#[cfg(feature = "std")]
pub use can_mate::CanMate;
pub use check_info::CheckInfo;
pub use checked::Checked;
pub use draw::{Figurines, Pretty};
pub use find_move::FindMoveError;
pub use gives_check::CheckKind;
pub use illegal::{Attacker, Exposure, IllegalMoveError, LostRight, Obstacle};
pub use keys::material_key;
pub use list::{MoveList, MoveListIntoIter};
pub use move_class::MoveClass;
pub use move_set::{MoveSet, MoveSetIntoIter};
pub use move_sink::MoveSink;
pub use moves::Moves;
pub use observers::MoveObserver;
pub use origins::BoardWithCheckers;
pub use outcome::Outcome;
pub use packed::{PackError, PackedBoard};
#[cfg(feature = "alloc")]
pub use position::{Position, PositionWith};
pub use setup::board_error::BoardError;
pub use setup::builder::Builder;
pub use setup::castling::FenMode;
pub use setup::en_passant::EnPassantPolicy;
pub use setup::endgame_code::EndgameCodeError;
pub use setup::fen::{self, FenError, FenErrorKind, FenReader, ReadFen};
pub use setup::moves::SetupError;
pub use setup::parts::BoardParts;
pub use setup::piece_setup::PieceSetup;
pub use setup::placement::Placement;
pub use setup::problems::{FenProblems, UnknownProblemError};
pub use setup::writer::{Fen, FenStyle};
pub use state::StateInfo;
pub use status::Status;
pub use threats::Threats;
pub use uci::UciError;
pub use value::{Value, piece_value};

pub use gardez_bitboard::{Bitboard, Squares, bitboard};
pub use gardez_types::{
    CastlingMode, CastlingRights, CastlingSide, Color, Direction, ErrorInfo, File, GameResult, Move, MoveKind,
    ParseError, Piece, PieceType, Rank, Square, UciText,
};

/// The items that `gardez-variants`, which requires the same release, shares with the rules of chess.
#[doc(hidden)]
pub mod internals {
    pub use crate::castling::path;
    pub use crate::castling_setup::CastlingSetup;
    pub use crate::draw::draw;
    pub use crate::illegal::{castling_exposure, nearest, step_obstacle};
    pub use crate::setup::castling::rook_of;
    pub use crate::setup::fen::fields::{Field, Fields};
    pub use crate::side::{Black, Side, White};
    pub use crate::sink::{Any, Count, Promotions, Sink, finished, origin};
}
