//! The kinds of samples that a loader can read.

use std::borrow::Cow;
use std::fmt;
use std::io;

use super::error::{LoaderError, RecordProblem};
use super::focus::Surprise;
use super::options::LoaderOptions;
use crate::filter::{TrainerFilter, TrainerFilterState};

/// The samples of a [`Loader`](super::Loader): [`Records`](super::Records) of lc0 or [`Positions`](super::Positions).
pub trait Samples: Sealed {}

impl<S: Sealed> Samples for S {}

/// Chunks with names, and the samples in them.
pub trait Sealed: Send + Sync + Sized + 'static {
    /// The data of a sample that are kept until it is used.
    type Data: Send + Sync + fmt::Debug;
    type Scratch: Default + Send + Sync + fmt::Debug;
    /// A piece of a chunk that has been read.
    type Piece<'a>: Piece<Data = Self::Data>;

    /// `true` if a chunk is a game, which is left out as a whole without being read.
    const CHUNKS_ARE_GAMES: bool;

    /// Checks the options and divides the chunks. Returns a text of all that the order depends on, besides the chunks' names.
    fn prepare(&mut self, options: &LoaderOptions) -> Result<String, LoaderError>;

    fn count(&self) -> usize;

    fn name(&self, chunk: usize) -> Cow<'_, str>;

    /// Returns the name of a chunk in errors.
    fn label(&self, chunk: usize) -> String {
        self.name(chunk).into_owned()
    }

    /// Returns the size of a chunk and its first bytes; see [`ChunkSource::beginning`](super::ChunkSource::beginning).
    fn beginning<'a>(&'a self, chunk: usize, buffer: &'a mut Vec<u8>) -> io::Result<(u64, &'a [u8])>;

    /// Reads a piece of a chunk. A chunk that fits into memory has one, number 0.
    fn read<'a>(
        &'a self,
        options: &LoaderOptions,
        chunk: u32,
        piece: u64,
        scratch: &'a mut Self::Scratch,
    ) -> Result<Self::Piece<'a>, LoaderError>;

    /// Returns the piece of a sample, by its number in the chunk.
    fn piece_of(sample: u32) -> u64;

    /// Returns `true` if the sample stays when its thread reads the next chunk.
    fn is_kept(data: &Self::Data) -> bool;

    /// Returns a filter that sees the samples one after the other, if there is one.
    fn filter(&self) -> Option<&TrainerFilter> {
        None
    }

    /// Returns `true` if the filter drops the next sample.
    fn is_dropped(&self, _: &mut TrainerFilterState, _: &Self::Data) -> bool {
        false
    }

    /// Returns the number of bytes of the sample on the heap.
    fn size(data: &Self::Data) -> usize;
}

/// Samples of a chunk, one after the other, with places from 0 on.
pub trait Piece {
    /// The data of a sample that are kept.
    type Data;

    fn len(&self) -> usize;

    /// Returns the number of a sample in its chunk.
    fn number(&self, place: usize) -> u32;

    /// Returns the place of a sample by its number in the chunk.
    fn find(&self, number: u32) -> Option<usize>;

    /// Returns the place after the last sample of the game that begins at `start`.
    fn end_of_game(&self, start: usize) -> usize;

    /// Returns what the weight of a sample depends on.
    fn surprise(&self, place: usize) -> Surprise;

    /// Returns an error if a sample is refused.
    fn check(&self, place: usize) -> Result<(), RecordProblem>;

    /// Returns the data of a checked sample. If it `outlives` the chunk, nothing of it stays in the memory of the thread.
    fn take(&mut self, place: usize, outlives: bool) -> Self::Data;

    /// Returns `true` if no piece of the chunk follows.
    fn is_last(&self) -> bool {
        true
    }

    fn take_problem(&mut self) -> Option<LoaderError> {
        None
    }
}
