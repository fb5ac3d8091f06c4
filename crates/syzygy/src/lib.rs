//! Syzygy endgame tables: the result of each position with few pieces, and the plies to the next capture or pawn move.
//!
//! A [`Tablebase`] finds the tables of some directories, of three to seven pieces; the first probe of a table opens it.
//!
//! | question | method | answer |
//! |---|---|---|
//! | Who wins? | [`Tablebase::probe_wdl`] | a [`Wdl`]: win, draw or loss |
//! | How far is the next capture, pawn move or mate? | [`Tablebase::probe_dtz`] | a [`Dtz`], in plies |
//! | Which moves are best in this game? | [`Tablebase::probe_root`] | the ranked [`RootMoves`] |
//! | Which move should be played? | [`Tablebase::best_move`] | a [`RootMove`] |
//!
//! # Examples
//!
//! ```
//! use gardez_syzygy::{Position, Tablebase, Wdl};
//!
//! # let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tables");
//! let tablebase = Tablebase::open([directory])?;
//! assert_eq!(tablebase.max_pieces(), 4);
//!
//! // White's king is on the sixth rank, in front of its pawn, and White wins:
//! //
//! //     8  . . . . k . . .
//! //     7  . . . . . . . .
//! //     6  . . . . K . . .
//! //     5  . . . . P . . .
//! let position: Position = "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1".parse()?;
//! assert_eq!(tablebase.probe_wdl(&position)?, Wdl::Win);
//! assert_eq!(tablebase.probe_dtz(&position)?.plies(), 3);
//!
//! let best = tablebase.best_move(&position)?.expect("White has a legal move");
//! let uci = best.mv.uci(position.castling_mode()).to_string();
//! assert!(uci == "e6d6" || uci == "e6f6");
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! # What the values mean
//!
//! A win that needs more than 100 plies without a zeroing move (a capture or a pawn move) is *cursed*: the other side can
//! claim a draw. For that side, it is a *blessed* loss. [`Wdl`] is the result if the fifty-move counter is 0;
//! [`Dtz::prospect`] is the result at another count. Tables may store distances in full moves: see [`Dtz::is_rounded`].
//!
//! # In a search
//!
//! In the tree, call [`Tablebase::probe_wdl`] where its answer is exact: without castling rights, with at most
//! [`max_pieces`](Tablebase::max_pieces) pieces, and with a fifty-move counter of 0. At the root, search only the moves of
//! [`RootMoves::best_ranked`], which takes the counter and repetitions into account. [`Tablebase::open_all`] opens all
//! tables in advance.
//!
//! ```
//! use gardez_syzygy::{Board, CastlingRights, Tablebase, Wdl};
//!
//! /// The value of a node if the tables contain it. A cursed win counts as a draw.
//! fn value(tablebase: &Tablebase, board: &Board) -> Option<i32> {
//!     let can_probe = board.halfmove_clock() == 0
//!         && board.castling_rights() == CastlingRights::empty()
//!         && board.occupied().len() as usize <= tablebase.max_pieces();
//!     let wdl = if can_probe { tablebase.probe_wdl(board).ok()? } else { return None };
//!     Some(match wdl {
//!         Wdl::Win => 20_000,
//!         Wdl::Loss => -20_000,
//!         Wdl::CursedWin | Wdl::Draw | Wdl::BlessedLoss => 0,
//!     })
//! }
//! # let tablebase = Tablebase::open([concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tables")])?;
//! # let board: gardez_syzygy::Position = "8/8/8/8/4k3/8/8/KR6 w - - 0 1".parse()?;
//! # assert_eq!(value(&tablebase, &board), Some(20_000));
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! # The files
//!
//! Each ending has two files, named after its pieces: `KRPvKR.rtbw` with results ([`TableKind::Wdl`]), and `KRPvKR.rtbz`
//! with distances ([`TableKind::Dtz`]). [`Tablebase::probe_dtz`] needs both. A probe also looks up the positions after
//! captures, so it needs the tables of the endings that captures and promotions lead to.
//!
//! [`Access`] chooses how files are read: in pieces with a cache (the default), as a whole, or mapped into memory (feature
//! `mmap`). [`Tablebase::add_bytes`] adds a table from memory.
//!
//! Files are not trusted: a damaged file leads to a [`TableError`] that names it, and the other tables keep working.
//!
//! # Features
//!
//! | feature | default | what it adds |
//! |---|---|---|
//! | `mmap` | no | `Access::mapped`: tables can be mapped into memory |
//! | `serde` | no | `Serialize` for results and ranked moves; `Deserialize` for [`Wdl`] and [`Prospect`] |

#![cfg_attr(docsrs, feature(doc_cfg))]

mod dtz;
mod error;
mod material;
mod name;
mod probe;
mod root;
mod source;
mod table;
mod tablebase;
mod wdl;

pub use gardez_position::{Board, Position};
pub use gardez_types::{CastlingRights, Color, ErrorInfo, Move, PieceType};

pub use dtz::{Dtz, Prospect};
pub use error::{OpenError, ProbeError, TableError, TableErrorKind};
pub use material::{Material, MaterialError};
pub use name::{TableKind, TableName};
pub use root::{RootMove, RootMoves};
pub use source::Access;
pub use tablebase::Tablebase;
pub use wdl::Wdl;
