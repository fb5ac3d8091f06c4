//! Compressed streams, unpacked in bounded memory whatever they contain.

#[cfg(feature = "gzip")]
mod gzip;
#[cfg(any(feature = "gzip", feature = "zstd"))]
mod input;
mod limits;
mod unpacked;
#[cfg(feature = "zstd")]
mod zstd;

use std::io::{self, Read};

pub use self::limits::{Compression, DecompressError, DecompressErrorKind, DecompressLimits};
pub use self::unpacked::{Unpacked, decompress_into};

/// Unpacks a stream that may be compressed; any other stream is returned unchanged.
///
/// The first bytes show the format: gzip with the feature `gzip`, Zstandard with `zstd`. A file of several compressed
/// parts, as `pzstd` and `cat` make them, is read to its end. Everything before an error is unpacked first, as
/// `gzip -dc` does.
///
/// # Bounds
///
/// | | gzip | Zstandard |
/// |---|---|---|
/// | memory | 128 KiB | 1 MiB, and the window that a frame requires |
/// | bytes unpacked from a byte | at most 1,032 | at most 32,768 |
///
/// The default [`DecompressLimits`] allow windows of 128 MiB, like the program `zstd`. [`decompress_with`] takes others.
///
/// # Errors
///
/// Returns an error if the stream fails at its beginning, or needs a feature that is not enabled
/// ([`io::ErrorKind::Unsupported`]).
///
/// Reading fails with a [`DecompressError`] inside the [`io::Error`] if the stream is damaged or exceeds the limits.
/// After an error of the stream itself, nothing more is unpacked.
///
/// ```
/// use std::io::Read;
///
/// use gardez_io::decompress;
///
/// let mut text = String::new();
/// decompress(&b"1. e4 *"[..])?.read_to_string(&mut text)?;
/// assert_eq!(text, "1. e4 *");
/// # Ok::<_, std::io::Error>(())
/// ```
pub fn decompress<'a, R: Read + 'a>(reader: R) -> io::Result<Box<dyn Read + 'a>> {
    decompress_with(reader, DecompressLimits::default())
}

/// Unpacks a stream that may be compressed, as [`decompress`] does, within these limits.
///
/// # Errors
///
/// Under the conditions of [`decompress`].
pub fn decompress_with<'a, R: Read + 'a>(reader: R, limits: DecompressLimits) -> io::Result<Box<dyn Read + 'a>> {
    Unpacked::new(reader, limits).map(|stream| Box::new(stream) as Box<dyn Read + 'a>)
}
