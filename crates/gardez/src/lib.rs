//! A chess foundation for engines, networks and tools.
//!
//! Gardez is a stack of small crates, each of which may be used alone; this one brings them together under one name.
//! What most programs need stands at the root; the rest is in the module of its layer:
//!
//! | module | what it holds | alone |
//! |---|---|---|
//! | [`types`] | squares, pieces, castling rights, 16-bit moves | `gardez-types` |
//! | [`bitboard`] | sets of squares, attacks, lines | `gardez-bitboard` |
//! | [`zobrist`] | keys, cuckoo tables, the Polyglot scheme | `gardez-zobrist` |
//! | [`position`] | the rules: FEN, legal moves, do and undo | `gardez-position` |
//! | [`syzygy`] | endgame tables: who wins, and how far it is (feature `syzygy`, on by default) | `gardez-syzygy` |
//! | [`perft`] | counting move sequences, suites of known counts | `gardez-perft` |
//! | `lc0` | Leela Chess Zero's board, input planes, policy index and training records; with the feature `lc0` | `gardez-lc0` |
//! | `notation` | SAN, EPD, PGN, Polyglot books (feature `notation`, by default) | `gardez-notation` |
//!
//! # A first look
//!
//! ```
//! use gardez::{Color, Position};
//!
//! let mut position = Position::start();
//! for text in ["e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6", "h5f7"] {
//!     let m = position.parse_uci(text)?;
//!     position.do_move(m);
//! }
//! assert!(position.in_check() && position.legal_moves().is_empty(), "the scholar's mate");
//! assert_eq!(position.side_to_move(), Color::Black);
//! # Ok::<_, gardez::UciError>(())
//! ```
//!
//! # Make and unmake, or copy
//!
//! A [`Position`] takes moves back, as alpha-beta engines do. A [`Board`] is a small value to copy, for tree search over
//! a network and for data generation:
//!
//! ```
//! use gardez::{Board, Position};
//!
//! let mut position = Position::start();
//! let board: Board = *position.board();
//! for m in board.legal_moves() {
//!     let copied = board.after(m);
//!     position.do_move(m);
//!     assert_eq!(copied.key(), position.key());
//!     position.undo_move();
//! }
//! ```
#![no_std]

pub use gardez_bitboard as bitboard;
#[cfg(feature = "lc0")]
pub use gardez_lc0 as lc0;
#[cfg(feature = "notation")]
pub use gardez_notation as notation;
#[cfg(feature = "perft")]
pub use gardez_perft as perft;
pub use gardez_position as position;
#[cfg(feature = "syzygy")]
pub use gardez_syzygy as syzygy;
pub use gardez_types as types;
pub use gardez_zobrist as zobrist;

pub use gardez_bitboard::Bitboard;
pub use gardez_position::{
    Board, FenError, FenMode, FenProblems, FenReader, FenStyle, IllegalMoveError, MoveList, Position, SetupError,
    StateInfo, UciError,
};
pub use gardez_types::{
    CastlingMode, CastlingRights, CastlingSide, Color, Direction, File, Move, MoveKind, Piece, PieceType, Rank, Square,
};

/// The examples of the README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
