//! Bytes for readers: one [`Input`] over slices and streams, [`Lines`] of it, and files that are read at any place.
//!
//! A reader asks an input for the number of bytes that it needs next. So it sees the same bytes whatever the sizes of the
//! reads below it are, and an error comes after every byte before it. Nothing here knows chess.
//!
//! ```
//! use gardez_io::Input;
//!
//! let mut input = &b"BINP\x07\0\0\0"[..];
//! assert_eq!(input.peek(8).first_chunk(), Some(b"BINP"));
//! ```
//!
//! | feature | default | what it adds |
//! |---|---|---|
//! | `std` | yes | `Stream`, `Positioned` and `Section`, and `open_regular` |
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(not(feature = "std"))]
extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

mod input;
mod lines;
#[cfg(feature = "std")]
mod positioned;
#[cfg(feature = "std")]
mod regular;
mod sink;
#[cfg(feature = "std")]
mod stream;

pub use self::input::{Input, InputError};
pub use self::lines::Lines;
#[cfg(feature = "std")]
#[cfg_attr(docsrs, doc(cfg(feature = "std")))]
pub use self::positioned::{Positioned, Section};
#[cfg(feature = "std")]
pub use self::regular::open_regular;
pub use self::sink::Sink;
#[cfg(feature = "std")]
#[cfg_attr(docsrs, doc(cfg(feature = "std")))]
pub use self::stream::Stream;

#[cfg(all(doctest, feature = "std"))]
#[doc = include_str!("../README.md")]
struct Readme;
