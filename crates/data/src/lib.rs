//! Conversion between PGN, packed formats, training records of lc0 and endgame tables, and the steps of a conversion.
//!
//! PGN, training records and rows of entries are read as [`Game`]s, which become any of them. [`Evaluation`] is the one
//! rule for scores, [`Comment`] the one reader of evaluations in a PGN.
//!
//! ```text
//! PGN ------------ PgnGames ----+            +--- to_pgn -------> PGN
//! records of lc0 - ChunkGames --+--> Game ---+--- records ------> V6, V7
//! entries -------- EntryGames --+            +--- GameEntries --> entries
//! ```
//!
//! A file of any format is read as [`Entry`](gardez_formats::Entry)s. Steps are readers around readers, as iterators are:
//!
//! | wanted | step |
//! |---|---|
//! | only some entries | [`Filter::rejects`] |
//! | each position once | [`Shuffled::unique`] |
//! | random order | [`Shuffled`] |
//! | games for training and for validation | [`GameSplit`] |
//! | results of endgame tables | `TableRule::apply`, with the feature `syzygy` |
//! | numbers about the entries | [`Statistics`] |
//! | evaluations, puzzles, tables, EPD and lists of FENs | the module [`columns`] |
//! | a format by its name, the name of a file or its content | the module [`table`], with [`FORMATS`] |
//! | a reader or writer of any format | [`Format::reader`], [`Format::writer`] |
//! | several files as one, whatever their formats | the module `files`, with the feature `lc0` |
//! | all of this in one call | `Conversion`, with the features `lc0` and `syzygy` |
//! | games of a PGN with their evaluations | [`PgnGames`] |
//! | texts of the games of a PGN, as they are | [`GameTexts`] |
//! | games of a PGN in several threads | `files::read_games`, with the feature `lc0` |
//! | games of a PGN by tags, results, openings, positions, material, moves or numbers | the module [`select`] |
//! | a PGN in standard form, without comments or variations | [`Cleaning`] |
//! | numbers about the games of a PGN | [`GameCounts`] |
//! | an opening book of the games of a PGN | [`BookGames`] |
//! | the moves of many games as one tree | [`GameTree`] |
//! | the positions of games, each once a game | [`EachPosition`] |
//! | something else of the main line of each game | [`MainLine`] with a [`KeepLine`] |
//! | shuffled batches for a training loop, of records, packed entries or a PGN | [`loader::Loader`] |
//! | games as training records of lc0, and back | the module `chunk`, with the feature `lc0` |
//!
//! [`Format::reader`]: gardez_formats::Format::reader
//! [`Format::writer`]: gardez_formats::Format::writer
//!
//! [`Shuffled`] keeps all entries in the memory that the caller allows, then in temporary files, which have no names and
//! disappear with the program.
//!
//! # Features
//!
//! | feature | default | what it adds |
//! |---|---|---|
//! | `lc0` | no | the modules `chunk` and `files`; with `syzygy`, `Conversion` and rescoring of training records |
//! | `syzygy` | no | results of endgame tables |
#![cfg_attr(docsrs, feature(doc_cfg))]

mod book;
#[cfg(feature = "lc0")]
pub mod chunk;
mod clean;
pub mod columns;
mod comment;
#[cfg(all(feature = "lc0", feature = "syzygy"))]
mod conversion;
mod entries;
mod evaluation;
#[cfg(feature = "lc0")]
pub mod files;
mod filter;
mod game;
mod game_counts;
mod line;
pub mod loader;
mod parallel;
mod pgn;
mod policy;
mod positions;
mod record;
#[cfg(all(feature = "lc0", feature = "syzygy"))]
mod rescore;
mod scatter;
pub mod select;
mod shuffle;
mod sorted;
mod split;
mod statistics;
pub mod table;
#[cfg(feature = "syzygy")]
mod tables;
mod texts;
mod tree;
#[cfg(feature = "lc0")]
mod unrepresentable;

pub use book::{BookGames, BookWeight};
pub use clean::{Cleaning, DamagedGames};
pub use comment::Comment;
#[cfg(all(feature = "lc0", feature = "syzygy"))]
pub use conversion::{Conversion, ConversionError, Converted, EntryOrder};
pub use entries::{EntryGames, GameEntries, ReadGames};
pub use evaluation::{Evaluation, ValueRule, centipawns_from_q, q_from_centipawns};
pub use filter::{
    FILTERS, Filter, FilterRow, FilterTextError, PieceBalance, Rejection, Rejections, TrainerEntry, TrainerFilter,
    TrainerFilterState, UnanswerableError, WinRate,
};
pub use game::{Game, MOST_PLIES, Ply, PolicyComments, UnfitGameError};
pub use game_counts::GameCounts;
pub use line::{KeepLine, MainLine};
pub use parallel::{available_threads, in_order};
pub use pgn::{PgnGames, PgnReport, game_start};
pub use policy::Policy;
pub use positions::EachPosition;
#[cfg(all(feature = "lc0", feature = "syzygy"))]
pub use rescore::{
    Deblunder, RecordResults, RescoreError, RescoreOptionError, RescoreOptions, RescoreReport, Rescorer,
};
pub use shuffle::Shuffled;
pub use sorted::{Memory, SortError};
pub use split::GameSplit;
pub use statistics::{Histogram, Statistics};
pub use table::FORMATS;
#[cfg(feature = "syzygy")]
pub use tables::{TableReport, TableRule};
pub use texts::{GameTextError, GameTexts};
pub use tree::{GameTree, TreeLine, TreeRow};
#[cfg(feature = "lc0")]
pub use unrepresentable::OnUnrepresentable;

pub use {gardez_formats, gardez_notation, gardez_position};
