//! The error of a reader.

use core::convert::Infallible;
use core::error::Error;
use core::fmt;
#[cfg(feature = "std")]
use std::io;

use gardez_types::ErrorInfo;

/// The reason a [`Reader`](crate::pgn::Reader) stopped inside a game, which is never a problem of the PGN.
///
/// If the visitor never stops, `?` turns this error into the error of the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReadError<E, B> {
    /// The source failed with this error.
    Source(E),
    /// The visitor stopped the reader with this value.
    Stopped(B),
}

impl<E: fmt::Display, B: fmt::Display> fmt::Display for ReadError<E, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Source(error) => error.fmt(f),
            Self::Stopped(value) => value.fmt(f),
        }
    }
}

impl<E: Error + 'static, B: fmt::Debug + fmt::Display> Error for ReadError<E, B> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Source(error) => error.source(),
            Self::Stopped(_) => None,
        }
    }
}

impl<E: Error + 'static, B: fmt::Debug + fmt::Display> ErrorInfo for ReadError<E, B> {
    fn kind_name(&self) -> &'static str {
        match self {
            Self::Source(_) => "source",
            Self::Stopped(_) => "stopped",
        }
    }
}

impl<E, B> From<E> for ReadError<E, B> {
    fn from(error: E) -> Self {
        Self::Source(error)
    }
}

impl From<ReadError<Self, Self>> for Infallible {
    fn from(error: ReadError<Self, Self>) -> Self {
        match error {}
    }
}

#[cfg(feature = "std")]
impl From<ReadError<Self, Infallible>> for io::Error {
    fn from(error: ReadError<Self, Infallible>) -> Self {
        let ReadError::Source(error) = error;
        error
    }
}
