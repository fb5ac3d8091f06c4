//! Bytes for programs: where they come from, how they are unpacked, and where they go. Nothing here is about chess.
//!
//! # Inputs
//!
//! A reader asks an [`Input`] for the number of bytes that it needs next. It sees the same bytes whatever the sizes of the
//! reads below it are, and an error comes after every byte before it. [`Lines`] are the lines of an input.
//!
//! # Compressed streams
//!
//! [`decompress`] recognizes gzip and Zstandard by the first bytes and returns a reader of what is unpacked: [`Unpacked`].
//! Damage is an error with its kind and place, after everything that could be unpacked before it. Without the feature of a
//! format, its streams are errors of the kind [`Unsupported`](std::io::ErrorKind::Unsupported). Other streams are
//! unchanged.
//!
//! [`ForeignFormat`] names other packed files and documents by their first bytes.
//!
//! The module [`tar`] reads tars, also damaged ones and streams.
//!
//! # Text
//!
//! A [`TextStream`] decodes UTF-16; any other text is returned unchanged.
//!
//! # Outputs
//!
//! An [`Output`] is an atomic output file: complete and durable, or absent. [`output`] is standard output without panics.
//!
//! # Features
//!
//! | feature | default | what it adds |
//! |---|---|---|
//! | `std` | yes | `Stream`, `TextStream`, `Feed`, `Positioned` and `Section`, `open_regular`, `decompress` with its types, and the module `tar` |
//! | `gzip` | no | gzip (RFC 1952), with [crc32fast](https://docs.rs/crc32fast) for checksums; implies `std` |
//! | `zstd` | no | Zstandard (RFC 8878), with [zstd](https://docs.rs/zstd), whose libzstd needs a C compiler; implies `std` |
//! | `output` | no | the module `output`, and macros that print; implies `std` |
//! | `file` | no | `Output`, with [rustix](https://docs.rs/rustix) on Unix; implies `output` |
//! | `signals` | no | `remove_on_signals`, with [signal-hook](https://docs.rs/signal-hook); implies `file` |

// What needs the standard library is ordinary code with its prelude.
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]
// The documentation of all features names what they add.
#![cfg_attr(not(feature = "file"), allow(rustdoc::broken_intra_doc_links))]

#[cfg(not(feature = "std"))]
extern crate alloc;
#[cfg(all(test, not(feature = "std")))]
extern crate std;

#[cfg(feature = "std")]
mod feed;
mod foreign;
mod input;
mod lines;
#[cfg(feature = "output")]
pub mod output;
#[cfg(feature = "std")]
mod positioned;
mod sink;
#[cfg(feature = "std")]
mod stream;
#[cfg(feature = "std")]
pub mod tar;
#[cfg(feature = "std")]
mod unpack;
mod utf16;

pub use gardez_types::ErrorInfo;

#[cfg(feature = "std")]
pub use self::feed::Feed;
pub use self::foreign::ForeignFormat;
pub use self::input::{Input, InputError};
pub use self::lines::Lines;
#[cfg(feature = "file")]
pub use self::output::file::{Output, raise_file_limit, sync_directory};
#[cfg(feature = "signals")]
pub use self::output::signals::remove_on_signals;
#[cfg(feature = "std")]
pub use self::positioned::{Positioned, Section, open_regular};
pub use self::sink::Sink;
#[cfg(feature = "std")]
pub use self::stream::Stream;
#[cfg(feature = "std")]
pub use self::unpack::{
    Compression, DecompressError, DecompressErrorKind, DecompressLimits, Unpacked, decompress, decompress_into,
    decompress_with,
};
#[cfg(feature = "std")]
pub use self::utf16::TextStream;
pub use self::utf16::Utf16;
