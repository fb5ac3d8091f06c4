//! Training records: the output of self-play, and the input of training.
//!
//! A *chunk* is a file with the records of one game, without a header, usually compressed with gzip. A record has a
//! position as planes, the probabilities of its moves, and the result of the game. All numbers are little-endian. The
//! layout of version 6, which has 8,356 bytes:
//!
//! | byte | field |
//! |---:|---|
//! | 0 | version, input format |
//! | 8 | 1858 probabilities; -1 for a move that is not legal |
//! | 7440 | planes 0 to 103, with the bits of each byte reversed: the highest bit of a byte is the a-file |
//! | 8272 | castling rights: four bytes, each 1 or the file of the rook as a bit |
//! | 8276 | black to move, or the file of the en passant flag as a bit |
//! | 8277 | plies since the last capture or pawn move |
//! | 8278 | the transform and flags |
//! | 8280 | values of the search and the network, plies left, the result, and the played move |
//!
//! [`V3`] to [`V7`] are the layouts of the versions. A [`Record`] has any version, and a [`RecordRef`] is a record in bytes
//! of the caller. The trait [`AnyRecord`] has what all of them can do, [`write_planes`] the planes of a batch.
//! [`V7::from_game`] converts a game to version 7, and [`check_game`] checks a game and replays it.
//!
//! With the feature `std`, a [`Reader`] reads the records of a stream and a [`Writer`] writes them. [`open`] reads a
//! single chunk, an [`Archive`] the chunks of a tar or a directory in any order, and [`chunks`] the same chunks in one
//! pass. With the features `gzip` and `zstd`, all of them may be compressed, and [`create`] writes a compressed chunk.
//! The loader of `gardez-data` makes the batches of a training loop and keeps records as [`PackedRecord`]s.
//!
//! # zerocopy
//!
//! The layouts implement the traits of [`zerocopy`] 0.8, and their fields are its little-endian numbers ([`F32`],
//! [`U16`], [`U32`], [`U64`]). So a new incompatible version of zerocopy is a breaking change here.
//!
//! ```
//! use gardez_lc0::training::{Strictness, V6};
//! use gardez_lc0::{Encoder, FillMode, GameResult, InputFormat, PolicyIndexing, PositionHistory, Rule50Scale};
//!
//! let history = PositionHistory::start();
//! let encoder = Encoder::new(InputFormat::Classical).with_fill(FillMode::No);
//! let mut record = V6::from_history(&encoder, &history);
//! let board = history.last().board();
//! let [best, other] = ["e2e4", "d2d4"].map(|text| board.parse_move(text));
//! let (best, other) = (best?, other?);
//! record.set_visits(&[(best, 750), (other, 250)], PolicyIndexing::Lc0)?;
//! record.set_moves(best, best, PolicyIndexing::Lc0)?;
//! record.set_result(GameResult::Draw, board.side_to_move());
//! assert_eq!(record.probabilities[322].get(), 0.75);
//! assert_eq!(record.check(Strictness::Strict), Ok(()));
//!
//! let (planes, transform) = record.planes(Rule50Scale::Engine)?;
//! assert_eq!((planes, transform), encoder.encode(&history));
//! # Ok::<_, Box<dyn core::error::Error>>(())
//! ```

mod any;
#[cfg(feature = "std")]
mod archive;
mod batch;
mod check;
mod error;
#[cfg(feature = "gzip")]
mod files;
mod fill;
#[cfg(feature = "alloc")]
mod game;
mod layout;
#[cfg(feature = "alloc")]
mod packed;
mod planes;
#[cfg(feature = "alloc")]
mod record;
mod short_term;
#[cfg(feature = "std")]
mod stream;
mod upgrade;
mod view;

pub use any::AnyRecord;
#[cfg(feature = "std")]
pub use archive::{
    Archive, ArchiveChunk, ArchiveError, ArchiveOptions, Chunks, SkipReason, Skipped, Source, StreamedChunk, chunks,
    open,
};
pub use batch::{BatchError, write_plane_bits, write_planes};
#[cfg(feature = "alloc")]
pub use check::GameError;
pub use check::{BrokenRule, Field, Found, Rule, Strictness};
pub use error::{RecordError, RecordErrorKind, UnlistedMoveError};
#[cfg(feature = "gzip")]
pub use files::{GzipFile, GzipWriter, create};
#[cfg(feature = "alloc")]
pub use game::{Replay, check_game};
/// The limits for unpacking a chunk.
#[cfg(feature = "std")]
pub use gardez_io::DecompressLimits;
pub use layout::{V3, V4, V5, V6, V6Tail, V7, V7Tail};
#[cfg(feature = "alloc")]
pub use packed::{PackedRecord, Packer, RecordView};
#[cfg(feature = "alloc")]
pub use record::Record;
#[cfg(feature = "std")]
pub use stream::{ReadError, Reader, Writer};
pub use view::RecordRef;
/// The little-endian numbers of the layouts.
pub use zerocopy::little_endian::{F32, U16, U32, U64};
