//! What the benches share: positions, the libraries that take part, and how long is measured.
//!
//! A bench is named `subject/contestant/case`; the contestants of a case do the same work, one right after the other,
//! and each answer is checked outside the timed part.

mod contestant;
mod playouts;
pub mod positions;
pub mod sliders;

use std::time::Duration;

use criterion::Criterion;

pub use contestant::Contestant;
pub use gardez_position::CastlingMode;
pub use playouts::{PLAYOUTS, QUIET, many_playouts, playouts, quiet_playouts};

/// Criterion with times so short that a round of all benches takes about three minutes; the command line may change
/// them.
pub fn criterion() -> Criterion {
    Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
        .without_plots()
        .configure_from_args()
}
