//! The tests of the public interface, in one program.

mod common;
#[cfg(all(feature = "gzip", feature = "zstd"))]
mod decompress;
#[cfg(feature = "gzip")]
mod inflate;
#[cfg(all(feature = "gzip", feature = "zstd"))]
mod memory;
#[cfg(all(feature = "output", target_os = "linux"))]
mod outputs;
#[cfg(all(feature = "signals", target_os = "linux"))]
mod signals;
