//! The tests of the public interface, in one program.

#[cfg(all(
    feature = "data",
    feature = "lc0",
    feature = "nnue",
    feature = "notation",
    feature = "openings",
    feature = "perft",
    feature = "process",
    feature = "syzygy",
    feature = "variants"
))]
mod error_kinds;
#[cfg(all(feature = "nnue", feature = "process"))]
mod example_engine;
#[cfg(all(feature = "std", feature = "notation"))]
mod examples;
#[cfg(all(feature = "notation", feature = "openings", feature = "process"))]
mod guide;
#[cfg(all(
    target_os = "linux",
    feature = "std",
    feature = "gzip",
    feature = "lc0",
    feature = "notation",
    feature = "syzygy",
    feature = "uci",
    feature = "zstd"
))]
mod output;
