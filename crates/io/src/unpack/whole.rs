//! Whole streams that are in memory.

use std::io::{self, Read};

use crate::unpack::limits::DecompressLimits;
use crate::unpack::unpacked::Unpacked;

/// Replaces `bytes` by the content of a whole stream that is in memory.
///
/// Faster than reading an [`Unpacked`] to its end: a stream of one gzip member is unpacked directly to its place.
///
/// # Errors
///
/// Under the conditions of [`decompress`](crate::decompress). Then `bytes` contains what was unpacked before the error.
/// The memory is needed at once, so set a [limit of the length](DecompressLimits::length).
///
/// ```
/// use gardez_io::{DecompressLimits, decompress_into};
///
/// let mut bytes = vec![1, 2, 3];
/// decompress_into(b"1. e4 *", &mut bytes, DecompressLimits::default().with_length(1 << 20))?;
/// assert_eq!(bytes, b"1. e4 *");
/// # Ok::<_, std::io::Error>(())
/// ```
pub fn decompress_into(packed: &[u8], bytes: &mut Vec<u8>, limits: DecompressLimits) -> io::Result<()> {
    #[cfg(feature = "gzip")]
    if crate::unpack::gzip::unpack_member(packed, bytes, limits) {
        return Ok(());
    }
    #[cfg(feature = "zstd")]
    if crate::unpack::zstd::unpack_frame(packed, bytes, limits) {
        return Ok(());
    }
    let mut filled = 0;
    let result = fill(packed, bytes, &mut filled, limits);
    bytes.truncate(filled);
    result
}

/// The number of bytes by which `bytes` grows at least.
const STEP: usize = 1 << 16;

/// Reads a stream to its end. What `bytes` contained is overwritten, so that its memory need not be cleared.
fn fill(packed: &[u8], bytes: &mut Vec<u8>, filled: &mut usize, limits: DecompressLimits) -> io::Result<()> {
    let mut stream = Unpacked::new(packed, limits)?;
    loop {
        if *filled == bytes.len() {
            bytes.resize(bytes.len().max(STEP / 2).saturating_mul(2), 0);
        }
        match stream.read(&mut bytes[*filled..])? {
            0 => return Ok(()),
            count => *filled += count,
        }
    }
}
