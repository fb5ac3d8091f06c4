//! Chess for engines, networks and tools: positions, moves, notation, UCI, openings, pictures, endgame tables, perft.
//!
//! This crate is a stack of small crates under one name: the module `uci` is the crate `gardez-uci`, and so on. An engine
//! needs `gardez` with `default-features = false` and the features `std` and `uci`, or only `gardez-position` if it has a
//! UCI of its own.
//!
//! | module | contents | feature |
//! |---|---|---|
//! | [`notation`] | SAN, LAN, EPD, PGN, Polyglot opening books, draw claims | `notation` |
//! | [`uci`] | the UCI protocol, engine processes, an engine's main loop | `uci`, `process` |
//! | [`data`] | any format to any other: PGN, packed positions, training records; filters, shuffles, rescoring | `data`, `lc0` |
//! | [`formats`] | packed positions and games of trainers and databases | `formats` |
//! | [`lc0`] | Leela Chess Zero's board, input planes, policy index, training records | `lc0` |
//! | [`nnue`] | NNUE networks: evaluation, feature indices | `nnue` |
//! | [`openings`] | names and ECO codes of openings, found by position | `openings` |
//! | [`svg`] | boards, sets of squares and arrows as SVG text | `svg` |
//! | [`syzygy`] | endgame tables: results, and distances to the next capture or pawn move | `syzygy` |
//! | [`variants`] | crazyhouse, antichess, atomic, three-check, king of the hill, racing kings, horde | `variants` |
//! | [`perft`] | counts of move sequences, perft suites | `perft` |
//! | [`count`] | the same counts by a fast engine, with threads and a hash table | `perft` |
//! | [`position`] | the rules: FEN, legal moves, making and undoing moves, draws | |
//! | [`zobrist`] | Zobrist keys, cuckoo table, Polyglot keys | |
//! | [`bitboard`](mod@bitboard) | sets of squares, attacks, lines | |
//! | [`types`] | squares, pieces, castling rights, 16-bit moves, game results | |
//!
//! # A first look
//!
//! ```
//! use gardez::{Color, Outcome, Position};
//!
//! let mut position = Position::start();
//! for text in ["e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6", "h5f7"] {
//!     let m = position.parse_uci(text)?;
//!     position.play(m)?;
//! }
//! println!("{}", position.pretty());
//! assert_eq!(position.outcome(), Some(Outcome::Checkmate { winner: Color::White }));
//! # Ok::<_, Box<dyn core::error::Error>>(())
//! ```
//!
//! The macro `bitboard!` draws a set of squares:
//!
//! ```
//! use gardez::*;
//!
//! let attacked = Threats::from_board(&Board::start(), Color::White).by_type[PieceType::Pawn.index()];
//! assert_eq!(
//!     attacked,
//!     bitboard! {
//!         . . . . . . . .
//!         . . . . . . . .
//!         . . . . . . . .
//!         . . . . . . . .
//!         . . . . . . . .
//!         X X X X X X X X
//!         . . . . . . . .
//!         . . . . . . . .
//!     }
//! );
//! ```
//!
//! # Which type to use
//!
//! | task | type |
//! |---|---|
//! | a game, or a search that makes and undoes moves | [`Position`] |
//! | a small `Copy` value without history, to copy for each move | [`Board`] |
//! | a list of moves to sort or shrink | `legal_moves().to_vec()` |
//! | a FEN with options: castling mode, strictness, en passant | [`FenReader`] |
//! | a position set up in code | [`Builder`] |
//! | a move in SAN, such as `Nf3` | `San`, feature `notation` |
//! | games from a PGN file; a game to build and write | `notation::pgn::Reader`; `notation::pgn::Game` |
//! | an engine to start and talk to | `uci::process::Engine`, feature `process` |
//! | an engine of your own that a GUI can start | `uci::server::serve`, features `std` and `uci` |
//! | input planes of a position and the moves before it | `lc0::PositionHistory` and `lc0::Encoder`, feature `lc0` |
//! | the name of the opening of a game | `openings::Opening`, feature `openings` |
//! | a game of crazyhouse or another variant | `variants::VariantBoard`, feature `variants` |
//! | a picture of a board | `svg::Diagram`, feature `svg` |
//! | a network's accumulator or a score, updated with each move | [`MoveObserver`], [`position::observers`] |
//!
//! A [`Position`] can undo moves. A [`Board`] is copied instead. Both compute the same keys:
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
//!
//! # Errors
//!
//! All error types implement [`core::error::Error`] and [`ErrorInfo`], which reports the stable name of the error's
//! kind and the byte range of the input that is wrong:
//!
//! ```
//! use gardez::{ErrorInfo, Position};
//!
//! fn report(input: &str, error: &dyn ErrorInfo) -> String {
//!     let part = error.span().map_or(input, |span| &input[span]);
//!     format!("{} ({}): {part:?}", error, error.kind_name())
//! }
//!
//! let fen = "4k3/8/8/8/8/8/8/4X3 w - - 0 1";
//! let error = fen.parse::<Position>().expect_err("X is not a piece");
//! assert!(report(fen, &error).ends_with(r#"(unknown-piece): "X""#));
//! ```
//!
//! # Features
//!
//! The default features are `std` and `notation`. The features in the table above add modules; the other features are:
//!
//! | feature | what it adds |
//! |---|---|
//! | `std` | readers of streams and files, `uci::server`; without it, the crate needs an allocator only |
//! | `process` | `uci::process`, which starts engines |
//! | `mmap` | opening books, endgame tables and packed games can be mapped into memory |
//! | `data` with `lc0` | training records in `data`; rescoring, with `syzygy` |
//! | `avx512` | networks are evaluated with AVX-512 on CPUs that have it; needs Rust 1.89 |
//! | `gzip`, `zstd` | compressed PGN files, training records and networks; `zstd` needs a C compiler |
//! | `toml` | descriptions of networks |
//! | `rayon` | batches of input planes are encoded on all cores |
//! | `arbitrary` | `Arbitrary` for squares, moves, sets, boards and positions, for fuzzing |
//! | `serde` | `Serialize` and `Deserialize` for public value types |
//!
//! The crate needs Rust 1.85, and Rust 1.95 with `perft`. With the default features, its dependencies include neither
//! `memmap2` nor `libc`.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
// The table of modules links to all of them; what is not compiled is explained under "Features".
#![doc = ""]
#![cfg_attr(not(feature = "data"), doc = "[`data`]: #features")]
#![cfg_attr(not(feature = "formats"), doc = "[`formats`]: #features")]
#![cfg_attr(not(feature = "lc0"), doc = "[`lc0`]: #features")]
#![cfg_attr(not(feature = "nnue"), doc = "[`nnue`]: #features")]
#![cfg_attr(not(feature = "notation"), doc = "[`notation`]: #features")]
#![cfg_attr(not(feature = "openings"), doc = "[`openings`]: #features")]
#![cfg_attr(not(feature = "perft"), doc = "[`perft`]: #features")]
#![cfg_attr(not(feature = "svg"), doc = "[`svg`]: #features")]
#![cfg_attr(not(feature = "syzygy"), doc = "[`syzygy`]: #features")]
#![cfg_attr(not(feature = "uci"), doc = "[`uci`]: #features")]
#![cfg_attr(not(feature = "perft"), doc = "[`count`]: #features")]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

/// Re-exports crates as modules.
macro_rules! modules {
    ($($(#[$condition:meta])? $layer:ident as $module:ident;)+) => {$(
        $(#[$condition])?
        #[doc(inline)]
        pub use $layer as $module;
    )+};
}

#[rustfmt::skip]
modules! {
    gardez_bitboard as bitboard;
    #[cfg(feature = "perft")] gardez_count as count;
    #[cfg(feature = "data")] gardez_data as data;
    #[cfg(feature = "formats")] gardez_formats as formats;
    #[cfg(feature = "lc0")] gardez_lc0 as lc0;
    #[cfg(feature = "nnue")] gardez_nnue as nnue;
    #[cfg(feature = "notation")] gardez_notation as notation;
    #[cfg(feature = "openings")] gardez_openings as openings;
    #[cfg(feature = "perft")] gardez_perft as perft;
    gardez_position as position;
    #[cfg(feature = "svg")] gardez_svg as svg;
    #[cfg(feature = "syzygy")] gardez_syzygy as syzygy;
    gardez_types as types;
    #[cfg(feature = "uci")] gardez_uci as uci;
    #[cfg(feature = "variants")] gardez_variants as variants;
    gardez_zobrist as zobrist;
}

pub use gardez_bitboard::{Bitboard, Squares};
#[cfg(feature = "notation")]
pub use gardez_notation::san::{San, SanError};
#[cfg(feature = "std")]
pub use gardez_position::CanMate;
pub use gardez_position::{
    Board, BoardError, BoardParts, Builder, CheckInfo, CheckKind, EnPassantPolicy, EndgameCodeError, Exposure, Fen,
    FenError, FenErrorKind, FenMode, FenProblems, FenReader, FenStyle, FindMoveError, IllegalMoveError, MoveClass,
    MoveList, MoveObserver, MoveSet, MoveSink, Obstacle, Outcome, PackError, PackedBoard, Placement, Position,
    PositionWith, ReadFen, SetupError, StateInfo, Status, Threats, UciError, Value, bitboard, material_key,
    piece_value,
};
pub use gardez_types::{
    CastlingMode, CastlingRights, CastlingSide, Color, Direction, ErrorInfo, File, GameResult, Move, MoveKind,
    ParseError, Piece, PieceType, Rank, Square, UciText,
};
