//! Why a loader returns no batch.

use core::fmt;
use std::io;
use std::string::String;

use gardez_types::ErrorInfo;

use super::state::StateError;
use crate::training::check::{BrokenRule, GameError};

/// What is wrong with a chunk as a whole.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum ChunkProblem {
    /// It has no records.
    Empty,
    /// It ends within a record.
    Incomplete {
        /// The number of bytes after the last whole record.
        bytes: usize,
    },
    /// Its records are not a game.
    Game(GameError),
}

/// Why a record is refused.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum RecordProblem {
    /// The version is not one of 3 to 7.
    Version(u32),
    /// The input format is unknown, or not the one that [`with_format`](super::LoaderOptions::with_format) chooses.
    Format(u32),
    /// The values do not make sense.
    Values(BrokenRule),
    /// The chunk, which is read again, has fewer records than before.
    Missing {
        /// The number of records that it has.
        records: usize,
    },
}

/// Why a loader returns no batch.
///
/// After each error, the next call continues.
#[derive(Debug)]
#[non_exhaustive]
pub enum LoaderError {
    /// A value of the options is out of its range.
    Options {
        /// Which value.
        what: &'static str,
    },
    /// A slice does not fit the size of the batch. Nothing has been written, and no record is lost.
    Output {
        /// The output.
        output: &'static str,
        /// The length that is needed.
        expected: usize,
        /// The length of the slice.
        found: usize,
    },
    /// A chunk cannot be read or unpacked. To unpack it may need a feature of this crate.
    Read {
        /// The name of the chunk.
        chunk: String,
        /// The error of the source or of the compressed data.
        error: io::Error,
    },
    /// A chunk is refused as a whole.
    Chunk {
        /// The name of the chunk.
        chunk: String,
        /// What is wrong.
        problem: ChunkProblem,
    },
    /// A record is refused.
    Record {
        /// The name of the chunk.
        chunk: String,
        /// The place of the record in the chunk, from 0 on.
        record: u32,
        /// What is wrong.
        problem: RecordProblem,
    },
    /// A source panicked while it read a chunk.
    Panicked {
        /// The name of the chunk, or its number if the source does not return a name either.
        chunk: String,
    },
    /// A thread cannot be started.
    Thread(io::Error),
    /// An epoch has no records, and another one follows.
    NoRecords,
    /// A state cannot be restored.
    State(StateError),
    /// The function of [`set_interrupt`](super::Loader::set_interrupt) says that the caller wants to stop.
    Interrupted,
}

impl fmt::Display for ChunkProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "it has no records"),
            Self::Incomplete { bytes } => write!(f, "it ends with an incomplete record of {bytes} bytes"),
            Self::Game(error) => error.fmt(f),
        }
    }
}

impl fmt::Display for RecordProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Version(version) => write!(f, "unknown version {version}, expected 3 to 7"),
            Self::Format(format) => write!(f, "unknown or unwanted input format {format}"),
            Self::Values(error) => error.fmt(f),
            Self::Missing { records } => write!(f, "not one of the {records} records"),
        }
    }
}

impl fmt::Display for LoaderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Options { what } => write!(f, "the options are wrong in {what}"),
            Self::Output { output, expected, found } => {
                write!(f, "expected a slice of {expected} elements for {output}, found {found}")
            }
            Self::Read { chunk, error } => write!(f, "cannot read the chunk {chunk}: {error}"),
            Self::Chunk { chunk, problem } => write!(f, "the chunk {chunk} is refused: {problem}"),
            Self::Record { chunk, record, problem } => write!(f, "{problem}, in record {record} of the chunk {chunk}"),
            Self::Panicked { chunk } => write!(f, "the source panicked while it read the chunk {chunk}"),
            Self::Thread(error) => write!(f, "cannot start a thread: {error}"),
            Self::NoRecords => write!(f, "an epoch has no records"),
            Self::State(error) => error.fmt(f),
            Self::Interrupted => write!(f, "the loader was interrupted"),
        }
    }
}

impl core::error::Error for LoaderError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Read { error, .. } | Self::Thread(error) => Some(error),
            Self::State(error) => Some(error),
            _ => None,
        }
    }
}

impl ErrorInfo for LoaderError {
    fn kind_name(&self) -> &'static str {
        match self {
            Self::Options { .. } => "options",
            Self::Output { .. } => "output",
            Self::Read { .. } => "read",
            Self::Chunk { problem, .. } => match problem {
                ChunkProblem::Empty => "empty-chunk",
                ChunkProblem::Incomplete { .. } => "incomplete-chunk",
                ChunkProblem::Game(error) => error.kind_name(),
            },
            Self::Record { problem, .. } => match problem {
                RecordProblem::Version(_) => "unknown-version",
                RecordProblem::Format(_) => "input-format",
                RecordProblem::Values(error) => error.kind_name(),
                RecordProblem::Missing { .. } => "missing-record",
            },
            Self::Panicked { .. } => "panicked",
            Self::Thread(_) => "thread",
            Self::NoRecords => "no-records",
            Self::State(error) => error.kind_name(),
            Self::Interrupted => "interrupted",
        }
    }
}

impl From<StateError> for LoaderError {
    fn from(error: StateError) -> Self {
        Self::State(error)
    }
}
