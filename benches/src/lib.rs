//! Positions, contestants and measurement times that all benches share.
//!
//! A bench is named `subject/contestant/case`. The contestants of a case do the same work, one directly after the
//! other. Their answers are checked outside the timed part.

mod contestant;
mod playouts;
pub mod positions;

use std::env;
use std::path::{Path, PathBuf};
use std::time::Duration;

use criterion::Criterion;

pub use contestant::Contestant;
pub use gardez_position::CastlingMode;
pub use playouts::{PLAYOUTS, QUIET, many_playouts, playouts, quiet_playouts};

/// Returns criterion with short measurement times: all benches take a few minutes. The command line can change them.
pub fn criterion() -> Criterion {
    Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
        .without_plots()
        .configure_from_args()
}

/// Returns a file or folder of the large test data in the directory `GARDEZ_DATA`, or `None` if it is not there.
pub fn large_data(path: &str) -> Option<PathBuf> {
    let whole = Path::new(&env::var_os("GARDEZ_DATA")?).join(path);
    whole.exists().then_some(whole)
}

/// Returns a file or folder of the repository.
pub fn committed(path: &str) -> PathBuf {
    let root = if cfg!(feature = "peers") { "../.." } else { ".." };
    Path::new(env!("CARGO_MANIFEST_DIR")).join(root).join(path)
}

/// The code of the pages, compiled and run: all libraries of a block must give the same answer.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../../README.md")]
    struct Readme;

    #[doc = include_str!("../../docs/lc0.md")]
    struct Lc0;

    #[doc = include_str!("../../docs/migrating.md")]
    struct Migrating;

    #[doc = include_str!("../../docs/nnue.md")]
    struct Nnue;
}
