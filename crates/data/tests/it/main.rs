//! The tests of the public interface, in one program.

#[cfg(feature = "lc0")]
mod chunks;
mod convert;
mod games;
mod gigabyte;
#[cfg(all(feature = "lc0", feature = "gzip"))]
mod loader;
#[cfg(all(feature = "lc0", feature = "syzygy"))]
mod rescore;
#[cfg(all(feature = "lc0", feature = "syzygy"))]
mod threads;
