//! Games as lc0's training records, and records as games.
//!
//! A [`ChunkGame`] is what a game and its records have in common: the moves, the result, and for each position what a
//! search expected of it. It is made of a PGN, of records, or of the entries of a packed format, and becomes any of them:
//!
//! ```text
//! PGN ------ PgnGames ----+                 +--- records -------> V6, V7
//! V3 to V7 - ChunkGames --+--> ChunkGame ---+--- to_pgn --------> PGN
//! entries -- EntryGames --+                 +--- ChunkEntries --> entries
//! ```
//!
//! [`PgnChunks`] goes from a PGN to records in one call:
//!
//! ```
//! use gardez_data::chunk::{ChunkOptions, PgnChunks};
//! use gardez_lc0::InputFormat;
//! use gardez_lc0::training::Writer;
//! use gardez_notation::pgn::Reader;
//!
//! let pgn = "1. e4 { [%eval 0.36] } e5 { [%eval 0.28] } 2. Qh5 Ke7 3. Qxe5# 1-0";
//! let options = ChunkOptions::new(InputFormat::Canonical);
//! for chunk in PgnChunks::new(Reader::new(pgn.as_bytes()), options) {
//!     let chunk = chunk?;
//!     assert_eq!((chunk.records.len(), chunk.rule50_ply), (5, None));
//!     let mut file = Writer::new(Vec::new());
//!     chunk.records.iter().try_for_each(|record| file.write(record))?;
//! }
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! # What a record says
//!
//! | field | value |
//! |---|---|
//! | planes | the position and those before it, with the fill mode of self-play, [`FillMode::No`](gardez_lc0::FillMode::No) |
//! | `probabilities` | the move that was played has 1, other legal moves have 0; or a distribution (see below) |
//! | `visits` | one more than the visits of all moves; 2 if only the played move is known, 1 for probabilities |
//! | `best_idx` | the move with the largest probability |
//! | `root_q`, `best_q`, `root_d`, `best_d` | the [`Value`] of the position; without one, the result of the game |
//! | `played_q`, `played_d` | the value of the next position, as the player of the move sees it; without one, `best_q` |
//! | `root_m`, `best_m`, `played_m` | the plies to a mate that was found, else the plies left in the game |
//! | `orig_q`, `orig_d`, `orig_m` | NaN: the values of a network are not known |
//! | `plies_left` | the plies from the position to the end of the game |
//! | `result_q`, `result_d` | the result of the game |
//! | `invariance_info` | the transform; bit 3 if a mate was found; bit 5 if the rules do not give the result at the last position; bit 7 if Black is to move in a canonical format |
//!
//! A record holds a fifty-move counter of up to 255, and lc0's rescorer refuses a game with a counter above 100. So the
//! records of a game end before the first position with a larger counter, as [`ChunkOptions::most_rule50`] says. The plies
//! left still count to the end of the game.
//!
//! # Comments of a PGN
//!
//! What is known of a position is in the comment after the move that led to it, or in the comment before the first move:
//!
//! - `[%eval 0.36]` or `[%eval #-3]`, as Lichess writes it: the evaluation as White sees it, in pawns or moves to a mate.
//! - `[%policy e2e4 550,d2d4 300]`: moves in UCI notation with their visits in a search. Other legal moves have none. With
//!   a point in any number, as in `[%policy e2e4 0.55,d2d4 0.45]`, the numbers are probabilities with the sum 1.
//!
//! A comment of cutechess after a move is also read: `{+0.35/12 1.2s}` is the evaluation of the position *before* the move
//! by the player of the move, and `{-M4/20 0.1s}` says that this player is mated in four plies. An `%eval` of the same
//! position has precedence.
//!
//! # Evaluations and expected results
//!
//! [`centipawns_from_q`] is the formula of lc0's rescorer, 660.6 *q* / (1 - 0.9751875 *q*¹⁰), and [`q_from_centipawns`] is
//! its inverse, so an evaluation up to 266.23 pawns comes back as it was. Only a mate has the expected result 1 or -1. An
//! evaluation does not say how likely a draw is; [`ValueRule`] assumes ½ (1 - *q*²), as if the game were two independent
//! halves.

mod comments;
mod entries;
mod error;
mod game;
mod options;
mod pgn;
mod print;
mod records;
mod replay;
mod stream;
mod value;

pub use entries::{ChunkEntries, EntryGames};
pub use error::ChunkError;
pub use game::{ChunkGame, MOST_PLIES, Ply, Policy, UnfitGameError};
pub use options::{ChunkOptions, MissingValue, Undecided};
pub use pgn::{ChunkReport, PgnChunk, PgnChunks, PgnGames};
pub use print::PolicyComments;
pub use records::Records;
pub use stream::ChunkGames;
pub use value::{Value, ValueRule, centipawns_from_q, q_from_centipawns};
