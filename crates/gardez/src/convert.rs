//! Conversions that join several crates: games of a PGN as entries of packed formats, and training records of lc0 with
//! results of endgame tables.
//!
//! What needs only one crate is there: filters, random order and any packed format to any other are in
//! [`formats::convert`](crate::formats::convert), whose steps take the readers of this module, too.

mod pgn;
#[cfg(all(feature = "lc0", feature = "syzygy"))]
mod rescore;

pub use pgn::{MissingScore, PgnEntries, PgnOptions, PgnReport};
#[cfg(all(feature = "lc0", feature = "syzygy"))]
#[cfg_attr(docsrs, doc(cfg(all(feature = "lc0", feature = "syzygy"))))]
pub use rescore::{
    Deblunder, RecordResults, RescoreError, RescoreOptionError, RescoreOptions, RescoreReport, Rescorer,
};
