//! Chess for engines, networks and tools: positions, legal moves, notation, UCI, openings, pictures, endgame tables,
//! network input, perft.
//!
//! Gardez is a stack of small crates. This crate contains all of them under one name. The types that most programs need
//! are at the root; everything else is in the module of its layer:
//!
//! | module | contents | feature | crate |
//! |---|---|---|---|
//! | [`notation`] | SAN, LAN, EPD, PGN, Polyglot opening books, draw claims | `notation` | `gardez-notation` |
//! | [`uci`] | the UCI protocol, engine processes, an engine's main loop | `uci`, `process` | `gardez-uci` |
//! | [`data`] | any format to any other: PGN, packed positions, training records; filters, shuffles, results of tables | `data`, `lc0` | `gardez-data` |
//! | [`formats`] | packed positions and games of trainers and databases | `formats` | `gardez-formats` |
//! | [`lc0`] | Leela Chess Zero's board, input planes, policy index, training records | `lc0` | `gardez-lc0` |
//! | [`nnue`] | NNUE networks: values of boards, numbers of inputs | `nnue` | `gardez-nnue` |
//! | [`openings`] | names and ECO codes of openings, found by position | `openings` | `gardez-openings` |
//! | [`svg`] | boards, sets of squares and arrows as SVG text | `svg` | `gardez-svg` |
//! | [`syzygy`] | endgame tables: results, and distances to the next capture or pawn move | `syzygy` | `gardez-syzygy` |
//! | [`variants`] | crazyhouse, antichess, atomic, three-check, king of the hill, racing kings, horde | `variants` | `gardez-variants` |
//! | [`perft`] | counts of move sequences, perft suites | `perft` | `gardez-perft` |
//! | [`count`] | the same counts by a fast engine, with threads and a hash table | `perft` | `gardez-count` |
//! | [`position`] | the rules: FEN, legal moves, making and undoing moves, draws | | `gardez-position` |
//! | [`zobrist`] | Zobrist keys, cuckoo table, Polyglot keys | | `gardez-zobrist` |
//! | [`bitboard`](mod@bitboard) | sets of squares, attacks, lines | | `gardez-bitboard` |
//! | [`types`] | squares, pieces, castling rights, 16-bit moves, game results | | `gardez-types` |
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
//! A glob brings the types of a board, and the macro `bitboard!`, which draws a set of squares:
//!
//! ```
//! use gardez::*;
//!
//! let attacked = Board::start().threats_by(Color::White).by_type[PieceType::Pawn.index()];
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
//! | a move as people write it, such as `Nf3` | `San`, feature `notation` |
//! | games from a PGN file; a game to build and write | `notation::pgn::Reader`; `notation::pgn::Game` |
//! | an engine to start and talk to | `uci::process::Engine`, feature `process` |
//! | an engine of your own that a GUI can start | `uci::server::serve`, features `std` and `uci` |
//! | input planes of a position and the moves before it | `lc0::PositionHistory` and `lc0::Encoder`, feature `lc0` |
//! | the name of the opening of a game | `openings::Opening`, feature `openings` |
//! | a game of crazyhouse or another variant | `variants::VariantBoard`, feature `variants` |
//! | a picture of a board | `svg::Diagram`, feature `svg` |
//! | code that follows every piece a move changes, such as a network's accumulator | [`MoveObserver`] |
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
//! kind and the byte range of the input that is wrong. A web service or a binding to another language can therefore
//! handle all of them alike, with a function that takes `&dyn ErrorInfo`:
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
//! | feature | default | what it adds |
//! |---|---|---|
//! | `std` | yes | readers of streams and files, `uci::server`; without it, the crate needs an allocator only |
//! | `notation` | yes | the module `notation`, and `San` at the root |
//! | `syzygy` | no | the module `syzygy`; implies `std` |
//! | `perft` | no | the modules `perft` and `count`; needs Rust 1.95 |
//! | `mmap` | no | opening books, endgame tables and packed games can be mapped into memory |
//! | `data` | no | the module `data`; with `lc0`, training records in it; with `lc0` and `syzygy`, rescoring |
//! | `formats` | no | the module `formats` |
//! | `lc0` | no | the module `lc0` |
//! | `nnue` | no | the module `nnue` |
//! | `avx512` | no | networks are evaluated with AVX-512 on CPUs that have it; needs Rust 1.89 |
//! | `uci` | no | the module `uci` |
//! | `process` | no | `uci::process`, which starts engines; implies `std` and `uci` |
//! | `openings` | no | the module `openings` |
//! | `svg` | no | the module `svg` |
//! | `gzip` | no | compressed PGN files and training records; implies `std` in the crates that use it |
//! | `zstd` | no | compressed PGN files and training records; needs a C compiler; implies `std` in the crates that use it |
//! | `rayon` | no | batches of input planes are encoded on all cores |
//! | `arbitrary` | no | `Arbitrary` for squares, moves, sets, boards and positions, for fuzzing; implies `std` |
//! | `serde` | no | `Serialize` and `Deserialize` for the public value types of the crates that have this feature |
//!
//! The crate needs Rust 1.85; with the feature `perft`, it needs Rust 1.95. With the default features, its dependencies
//! include neither `memmap2` nor `libc`.
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

#[doc(inline)]
pub use gardez_bitboard as bitboard;
#[cfg(feature = "perft")]
#[cfg_attr(docsrs, doc(cfg(feature = "perft")))]
#[doc(inline)]
pub use gardez_count as count;
#[cfg(feature = "data")]
#[cfg_attr(docsrs, doc(cfg(feature = "data")))]
#[doc(inline)]
pub use gardez_data as data;
#[cfg(feature = "formats")]
#[cfg_attr(docsrs, doc(cfg(feature = "formats")))]
#[doc(inline)]
pub use gardez_formats as formats;
#[cfg(feature = "lc0")]
#[cfg_attr(docsrs, doc(cfg(feature = "lc0")))]
#[doc(inline)]
pub use gardez_lc0 as lc0;
#[cfg(feature = "nnue")]
#[cfg_attr(docsrs, doc(cfg(feature = "nnue")))]
#[doc(inline)]
pub use gardez_nnue as nnue;
#[cfg(feature = "notation")]
#[cfg_attr(docsrs, doc(cfg(feature = "notation")))]
#[doc(inline)]
pub use gardez_notation as notation;
#[cfg(feature = "openings")]
#[cfg_attr(docsrs, doc(cfg(feature = "openings")))]
#[doc(inline)]
pub use gardez_openings as openings;
#[cfg(feature = "perft")]
#[cfg_attr(docsrs, doc(cfg(feature = "perft")))]
#[doc(inline)]
pub use gardez_perft as perft;
#[doc(inline)]
pub use gardez_position as position;
#[cfg(feature = "svg")]
#[cfg_attr(docsrs, doc(cfg(feature = "svg")))]
#[doc(inline)]
pub use gardez_svg as svg;
#[cfg(feature = "syzygy")]
#[cfg_attr(docsrs, doc(cfg(feature = "syzygy")))]
#[doc(inline)]
pub use gardez_syzygy as syzygy;
#[doc(inline)]
pub use gardez_types as types;
#[cfg(feature = "uci")]
#[cfg_attr(docsrs, doc(cfg(feature = "uci")))]
#[doc(inline)]
pub use gardez_uci as uci;
#[cfg(feature = "variants")]
#[cfg_attr(docsrs, doc(cfg(feature = "variants")))]
#[doc(inline)]
pub use gardez_variants as variants;
#[doc(inline)]
pub use gardez_zobrist as zobrist;

pub use gardez_bitboard::{Bitboard, Squares};
#[cfg(feature = "notation")]
#[cfg_attr(docsrs, doc(cfg(feature = "notation")))]
pub use gardez_notation::san::{San, SanError};
pub use gardez_position::{
    Board, BoardError, BoardParts, Builder, CheckInfo, CheckKind, EnPassantPolicy, EndgameCodeError, Exposure, Fen,
    FenError, FenErrorKind, FenMode, FenProblems, FenReader, FenStyle, FindMoveError, IllegalMoveError, MoveClass,
    MoveList, MoveObserver, MoveSet, MoveSink, Obstacle, Outcome, PackError, PackedBoard, Placement, Position,
    PositionWith, ReadFen, SetupError, StateInfo, Status, Threats, UciError, Value, bitboard, key_from_raw,
    material_key, piece_value,
};
pub use gardez_types::{
    CastlingMode, CastlingRights, CastlingSide, Color, Direction, ErrorInfo, File, GameResult, Move, MoveKind,
    ParseError, Piece, PieceType, Rank, Square, UciText,
};
