//! The errors of a loader.

#[cfg(not(feature = "lc0"))]
use std::convert::{Infallible as BrokenRule, Infallible as GameError};
use std::io;

use gardez_formats::ReadError;
#[cfg(feature = "lc0")]
use gardez_lc0::training::{BrokenRule, GameError};
use gardez_types::errors;

use crate::filter::UnanswerableError;

use super::state::StateError;

errors! {
    /// The problem of a chunk as a whole.
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub enum ChunkProblem {
        Empty = "empty-chunk", "it has no records";
        Incomplete { bytes: usize } = "incomplete-chunk", "it ends with an incomplete record of {bytes} bytes";
        /// Its records are not a game.
        Game(error: GameError) = error;
    }

    /// The reason a record is refused.
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub enum RecordProblem {
        Version(version: u32) = "unknown-version", "unknown version {version}, expected 3 to 7";
        Format(format: u32) = "input-format", "unknown or unwanted input format {format}";
        /// The position has this many pieces.
        Pieces(pieces: u32) = "pieces", "{pieces} pieces, and there is room for 32";
        /// The values do not make sense.
        Values(error: BrokenRule) = error;
        /// The chunk, which is read again, has fewer records than before.
        Missing { records: usize } = "missing-record", "not one of the {records} records";
    }

    /// An error that a loader returns instead of a batch. The next call continues after the error.
    #[derive(Debug)]
    pub enum LoaderError {
        Options { what: &'static str } = "options", "the options are wrong in {what}";
        /// The format of a file cannot answer a filter.
        Filter { file: String, error: UnanswerableError } = "filter", "{file}: {error}" => source error;
        /// A slice does not fit the size of the batch. Nothing has been written, and no record is lost.
        Output { output: &'static str, expected: usize, found: usize } = "output",
            "expected a slice of {expected} elements for {output}, found {found}";
        /// A chunk cannot be read or unpacked, perhaps for lack of a feature of this crate.
        Read { chunk: String, error: io::Error } = "read", "cannot read the chunk {chunk}: {error}" => source error;
        /// A chunk is refused as a whole.
        Chunk { chunk: String, problem: ChunkProblem } = problem, "the chunk {chunk} is refused: {problem}";
        /// The bytes are not what the format says, from this byte of the file on. The samples before them are used.
        Format { chunk: String, offset: u64, error: ReadError } = error,
            "{error}, in the chunk {chunk}, at byte {offset} of the file" => source error;
        /// A record, counted from 0 in its chunk, is refused.
        Record { chunk: String, record: u32, problem: RecordProblem } = problem,
            "{problem}, in record {record} of the chunk {chunk}";
        /// A source panicked while it read a chunk. The chunk is named by its number if the source returns no name.
        Panicked { chunk: String } = "panicked", "the source panicked while it read the chunk {chunk}";
        Thread(error: io::Error) = "thread", "cannot start a thread: {error}" => source error;
        NoRecords = "no-records", "an epoch has no records";
        /// A state cannot be restored.
        State(error: StateError) = error => source error => from StateError;
        /// The function of [`set_interrupt`](super::Loader::set_interrupt) says that the caller wants to stop.
        Interrupted = "interrupted", "the loader was interrupted";
    }
}
