//! Why a compressed stream cannot be unpacked.

use core::error::Error;
use core::fmt;
#[cfg(any(feature = "gzip", feature = "zstd"))]
use std::io;

use gardez_types::ErrorInfo;

/// Why a compressed stream cannot be unpacked. It is the inner error of an
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
    /// What is wrong.
    pub kind: DecompressErrorKind,
    /// The number of bytes of the compressed stream that were read before the error was found.
    pub offset: u64,
}

/// What is wrong with a compressed stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum DecompressErrorKind {
    /// The stream ends inside a compressed part.
    Cut,
    /// The bytes after a compressed part begin no other one.
    Trailing,
    /// The bytes are not what the format allows; the text says which part of it.
    Corrupt(&'static str),
    /// What was unpacked does not have the checksum or the length that the stream states.
    Checksum,
    /// A Zstandard frame needs a dictionary.
    Dictionary {
        /// The number of the dictionary.
        id: u32,
    },
    /// A Zstandard frame requires a larger window than the [limit](crate::DecompressLimits::window).
    Window {
        /// The bytes of the window that the frame requires.
        required: u64,
        /// The limit.
        limit: u64,
    },
    /// More was unpacked from each byte than the [limit](crate::DecompressLimits::growth) allows.
    Growth {
        /// The bytes that were unpacked.
        unpacked: u64,
        /// The limit for each byte of the stream.
        limit: u64,
    },
    /// More was unpacked than the [limit](crate::DecompressLimits::length) allows.
    Length {
        /// The limit.
        limit: u64,
    },
}

impl DecompressErrorKind {
    /// The error of this kind at a place of the stream.
    #[cfg(any(feature = "gzip", feature = "zstd"))]
    pub(crate) fn at(self, offset: u64) -> io::Error {
        let kind = if self == Self::Cut { io::ErrorKind::UnexpectedEof } else { io::ErrorKind::InvalidData };
        io::Error::new(kind, DecompressError { kind: self, offset })
    }
}

/// Why nothing more is unpacked after an error.
#[cfg(any(feature = "gzip", feature = "zstd"))]
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ending {
    /// The compressed stream ended, or its error was reported.
    Over,
    /// The source failed. What follows it is unknown, so reading on fails, too.
    Failed,
}

#[cfg(any(feature = "gzip", feature = "zstd"))]
impl Ending {
    /// The ending after this error.
    pub(crate) fn after(error: &io::Error) -> Self {
        match error.get_ref() {
            Some(inner) if inner.is::<DecompressError>() => Self::Over,
            _ => Self::Failed,
        }
    }

    /// What reading on returns.
    pub(crate) fn read(self) -> io::Result<usize> {
        match self {
            Self::Over => Ok(0),
            Self::Failed => Err(io::Error::other("the source of the compressed stream has failed before")),
        }
    }
}

impl fmt::Display for DecompressErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cut => f.write_str("the compressed stream is cut"),
            Self::Trailing => f.write_str("other bytes after the compressed stream"),
            Self::Corrupt(part) => write!(f, "damaged compressed stream: {part}"),
            Self::Checksum => f.write_str("the unpacked bytes do not have the stated checksum or length"),
            Self::Dictionary { id } => write!(f, "the compressed stream needs dictionary {id}"),
            Self::Window { required, limit } => {
                write!(f, "the compressed stream requires a window of {required} bytes, but the limit is {limit}")
            }
            Self::Length { limit } => write!(f, "the compressed stream unpacks to more than {limit} bytes"),
            Self::Growth { unpacked, limit } => {
                write!(f, "unpacked {unpacked} bytes, more than {limit} for each byte of the compressed stream")
            }
        }
    }
}

impl fmt::Display for DecompressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, at byte {}", self.kind, self.offset)
    }
}

impl Error for DecompressError {}

impl Error for DecompressErrorKind {}

impl ErrorInfo for DecompressErrorKind {
    fn kind_name(&self) -> &'static str {
        match self {
            Self::Cut => "cut",
            Self::Trailing => "trailing",
            Self::Corrupt(_) => "corrupt",
            Self::Checksum => "checksum",
            Self::Dictionary { .. } => "dictionary",
            Self::Window { .. } => "window",
            Self::Growth { .. } => "growth",
            Self::Length { .. } => "length",
        }
    }
}

impl ErrorInfo for DecompressError {
    fn kind_name(&self) -> &'static str {
        self.kind.kind_name()
    }
}
