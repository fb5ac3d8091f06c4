//! Syzygy endgame tables: who wins, and how far it is to the next capture or pawn move.
//!
//! A [`Tablebase`] is a value: it knows the tables that lie in some directories, and opens each when it is first needed.
//! [`Tablebase::probe_wdl`] tells whether the side to move wins, [`Tablebase::probe_dtz`] how many plies it takes to the
//! next zeroing move, and [`Tablebase::probe_root`] ranks the moves of a game position with regard to the fifty-move rule.
//! Tables of three to seven men are read.
//!
//! Files are not trusted. What a table says about itself is checked when it is opened, and what it leads to when it is
//! used; a damaged file is a [`TableError`] that names it, and the other tables go on working.
//!
//! # Examples
//!
//! ```
//! use gardez_position::Position;
//! use gardez_syzygy::{Tablebase, Wdl};
//!
//! # let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tables");
//! let tablebase = Tablebase::open([directory])?;
//! assert_eq!(tablebase.max_pieces(), 4);
//!
//! // White keeps the opposition and wins.
//! let position: Position = "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1".parse()?;
//! assert_eq!(tablebase.probe_wdl(&position)?, Wdl::Win);
//! assert_eq!(tablebase.probe_dtz(&position)?.plies(), 3);
//! let best = tablebase.best_move(&position)?.expect("white is not mated");
//! assert!(["e6d6", "e6f6"].contains(&best.m.uci(position.castling_mode()).to_string().as_str()));
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! # What the values mean
//!
//! The tables were computed with the fifty-move rule: a win that needs more than 100 plies without a zeroing move is
//! *cursed*, and the other side's loss *blessed*. [`Wdl`] holds for a position in which the fifty-move counter is 0;
//! [`Dtz::prospect`] tells what is left of it at another count. A table may store distances in full moves, so that a
//! distance may be one ply longer than it says: [`Dtz::is_rounded`].
//!
//! # In a search
//!
//! Inside a search tree, probe who wins where it can be trusted: no castling rights, at most
//! [`max_pieces`](Tablebase::max_pieces) men, and a fifty-move counter at 0, which is right after a capture or pawn move. At the
//! root, let [`RootMoves::best_ranked`] limit the moves; it knows of the counter and of repetitions. The first probe of an
//! ending opens its tables; [`Tablebase::open_all`] does so beforehand.
//!
//! ```
//! use gardez_position::Board;
//! use gardez_syzygy::{Tablebase, Wdl};
//! use gardez_types::CastlingRights;
//!
//! /// The value of a node if the tables know it; a cursed win is a draw for those who know the rules.
//! fn value(tablebase: &Tablebase, board: &Board) -> Option<i32> {
//!     let is_probed = board.rule50() == 0
//!         && board.castling_rights() == CastlingRights::empty()
//!         && board.occupied().len() as usize <= tablebase.max_pieces();
//!     let wdl = if is_probed { tablebase.probe_wdl(board).ok()? } else { return None };
//!     Some(match wdl {
//!         Wdl::Win => 20_000,
//!         Wdl::Loss => -20_000,
//!         Wdl::CursedWin | Wdl::Draw | Wdl::BlessedLoss => 0,
//!     })
//! }
//! # let tablebase = Tablebase::open([concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tables")])?;
//! # let board: gardez_position::Position = "8/8/8/8/4k3/8/8/KR6 w - - 0 1".parse()?;
//! # assert_eq!(value(&tablebase, &board), Some(20_000));
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where the bytes come from
//!
//! [`Access`] says how files are read: mapped into memory (feature `mmap`, on by default), piece by piece with positioned
//! reads, or as a whole. Tables that are no files, such as those compiled into a program, are added with
//! [`Tablebase::add_bytes`].
//!
//! The page `docs/syzygy.md` of the repository tells the format.

mod dtz;
mod error;
mod material;
mod pretty;
mod probe;
mod root;
mod source;
mod table;
mod tablebase;
mod wdl;

pub use dtz::{Dtz, Prospect};
pub use error::{OpenError, ProbeError, TableError, TableErrorKind, TableName};
pub use material::{Material, MaterialError};
pub use pretty::Pretty;
pub use root::{RootMove, RootMoves};
pub use source::Access;
pub use table::TableKind;
pub use tablebase::Tablebase;
pub use wdl::Wdl;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
