//! The tests of the public interface, in one program.

#[cfg(all(feature = "gzip", feature = "zstd"))]
mod archive;
#[cfg(feature = "alloc")]
mod boards;
mod common;
#[cfg(feature = "std")]
mod damages;
#[cfg(feature = "alloc")]
mod dense;
#[cfg(feature = "std")]
mod games;
#[cfg(feature = "alloc")]
mod planes;
#[cfg(feature = "std")]
mod records;
#[cfg(feature = "alloc")]
mod slots;
#[cfg(feature = "alloc")]
mod versions;
