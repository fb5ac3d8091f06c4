//! Conversions that join several crates: games of a PGN as entries of packed formats, and results of endgame tables.
//!
//! What needs only one crate is there: filters, random order and any packed format to any other are in
//! [`formats::convert`](crate::formats::convert), whose steps take the readers of this module, too.

mod pgn;
#[cfg(feature = "syzygy")]
mod tables;

pub use pgn::{MissingScore, PgnEntries, PgnOptions, PgnReport};
#[cfg(feature = "syzygy")]
#[cfg_attr(docsrs, doc(cfg(feature = "syzygy")))]
pub use tables::{TableEntries, TableReport, TableRule};
