//! Conversions that join several crates: games of a PGN as entries of packed formats and as training records of lc0,
//! results of endgame tables, and training records rescored with them.
//!
//! [`PgnEntries`] makes entries of a PGN. The module `chunk`, with the feature `lc0`, makes training records of games, and
//! games of training records.
//!
//! What needs only one crate is there: filters, random order and any packed format to any other are in
//! [`formats::convert`](crate::formats::convert), whose steps take the readers of this module, too.

#[cfg(feature = "lc0")]
#[cfg_attr(docsrs, doc(cfg(feature = "lc0")))]
pub mod chunk;
mod pgn;
#[cfg(all(feature = "lc0", feature = "syzygy"))]
mod rescore;
#[cfg(feature = "syzygy")]
mod tables;

pub use pgn::{MissingScore, PgnEntries, PgnOptions, PgnReport};
#[cfg(all(feature = "lc0", feature = "syzygy"))]
#[cfg_attr(docsrs, doc(cfg(all(feature = "lc0", feature = "syzygy"))))]
pub use rescore::{
    Deblunder, RecordResults, RescoreError, RescoreOptionError, RescoreOptions, RescoreReport, Rescorer,
};
#[cfg(feature = "syzygy")]
#[cfg_attr(docsrs, doc(cfg(feature = "syzygy")))]
pub use tables::{TableEntries, TableReport, TableRule};
