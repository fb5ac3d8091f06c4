//! Positions, contestants and measurement times that all benches share.
//!
//! A bench is named `subject/contestant/case`. The contestants of a case do the same work, one directly after the
//! other. Their answers are checked outside the timed part.

mod contestant;
mod playouts;
pub mod positions;
pub mod sliders;

use std::time::Duration;

use criterion::Criterion;

pub use contestant::Contestant;
pub use gardez_position::CastlingMode;
pub use playouts::{PLAYOUTS, QUIET, many_playouts, playouts, quiet_playouts};

/// Criterion with short measurement times, so that a run of all benches takes a few minutes. The command line can
/// change them.
pub fn criterion() -> Criterion {
    Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
        .without_plots()
        .configure_from_args()
}
