//! Training records: what self-play writes and networks are trained on.
//!
//! A *chunk* is a file of records of one game, one after the other without header, usually packed with gzip. A record is a
//! position as planes, the probabilities of its moves, and what became of the game; its layout has had several versions,
//! of which [`V3`] to [`V7`] are here, byte for byte. A [`Record`] is one of any version, and [`Record::into_v6`] brings
//! it up to date.
//!
//! With the feature `std` a [`Reader`] goes through the records of a stream and a [`Writer`] writes them; a record that
//! cannot be read does not keep the following ones from being read. With `gzip`, [`open`] and [`chunks`] unpack files and
//! directories.
//!
//! ```
//! use gardez_lc0::training::V6;
//! use gardez_lc0::{Encoder, FillMode, GameResult, InputFormat, PolicyIndexing, PositionHistory};
//!
//! let history = PositionHistory::start();
//! let encoder = Encoder::new(InputFormat::Classical).fill(FillMode::No);
//! let mut record = V6::from_history(&encoder, &history);
//! let board = history.last().board();
//! let [best, other] = ["e2e4", "d2d4"].map(|text| board.parse_move(text));
//! let (best, other) = (best?, other?);
//! record.set_visits(&[(best, 750), (other, 250)], PolicyIndexing::Geometric)?;
//! record.set_moves(best, best, PolicyIndexing::Geometric)?;
//! record.set_result(GameResult::Draw, board.side_to_move());
//! assert_eq!(record.probabilities[322].get(), 0.75);
//! assert_eq!(record.check(), Ok(()));
//!
//! let (planes, transform) = record.planes()?;
//! assert_eq!((planes, transform), encoder.encode(&history));
//! # Ok::<_, Box<dyn core::error::Error>>(())
//! ```

mod check;
#[cfg(feature = "gzip")]
mod files;
mod fill;
mod layout;
mod planes;
#[cfg(feature = "alloc")]
mod record;
#[cfg(feature = "std")]
mod stream;

pub use check::{Field, InvalidRecordError};
#[cfg(feature = "gzip")]
pub use files::{Chunks, GzipWriter, Source, chunks, create, open};
pub use fill::UnlistedMoveError;
pub use layout::{V3, V4, V5, V6, V7};
#[cfg(feature = "alloc")]
pub use record::{Record, RecordError};
#[cfg(feature = "std")]
pub use stream::{ReadError, ReadErrorKind, Reader, Writer};
/// The little-endian numbers of the layouts.
pub use zerocopy::little_endian::{F32, U16, U32, U64};
