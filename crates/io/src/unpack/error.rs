//! The error of compressed streams.

use gardez_types::errors;

errors! {
    /// An error in a compressed stream. It is the inner error of an
    /// [`io::Error`](std::io::Error).
    ///
    /// ```
    /// # #[cfg(feature = "gzip")] {
    /// use std::io::Read;
    ///
    /// use gardez_io::{DecompressError, DecompressErrorKind, decompress};
    ///
    /// let mut reader = decompress(&[0x1f, 0x8b, 8, 0][..])?;
    /// let error = reader.read(&mut [0; 100]).expect_err("the header is cut");
    /// let inner = error.get_ref().and_then(|inner| inner.downcast_ref::<DecompressError>()).expect("it has a kind");
    /// assert_eq!((inner.kind, inner.offset), (DecompressErrorKind::Cut, 4));
    /// # }
    /// # Ok::<_, std::io::Error>(())
    /// ```
    #[derive(Clone, PartialEq, Eq, Debug)]
    #[non_exhaustive]
    pub struct DecompressError {
        /// The kind of the error.
        pub kind: DecompressErrorKind,
        /// The number of bytes of the compressed stream that were read before the error was found.
        pub offset: u64,
    } = kind, "{kind}, at byte {offset}";
}

errors! {
    /// The kind of an error in a compressed stream.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum DecompressErrorKind {
        Cut = "cut", "the compressed stream is cut";
        Trailing = "trailing", "other bytes after the compressed stream";
        /// The bytes are not what the format allows; the text says which part of it.
        Corrupt(part: &'static str) = "corrupt", "damaged compressed stream: {part}";
        Checksum = "checksum", "the unpacked bytes do not have the stated checksum or length";
        Dictionary { id: u32 } = "dictionary", "the compressed stream needs dictionary {id}";
        /// A Zstandard frame requires a larger window than the [limit](crate::DecompressLimits::window).
        Window { required: u64, limit: u64 } = "window",
            "the compressed stream requires a window of {required} bytes, but the limit is {limit}";
        /// More was unpacked from each byte than the [limit](crate::DecompressLimits::growth) allows.
        Growth { unpacked: u64, limit: u64 } = "growth",
            "unpacked {unpacked} bytes, more than {limit} for each byte of the compressed stream";
        /// More was unpacked than the [limit](crate::DecompressLimits::length) allows.
        Length { limit: u64 } = "length", "the compressed stream unpacks to more than {limit} bytes";
    }
}
