//! Inputs in blocks that can be read by themselves, in several threads.

use std::io::{self, Cursor, Read};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};

use gardez_formats::{AnyReader, CHUNK_HEAD, Division, Format, GAME_CONTEXT, ReadError};

use super::open::{FRONT, Opener, check, is_indexed};
use super::place::{Bytes, OpenError, Place};
use super::summary::FileSummary;
use crate::filter::Filter;
use crate::parallel::{Emit, pieces_in_order};
use crate::table;

/// The size of a block of records or chunks, about.
const RECORDS: usize = 1 << 18;

/// The size of a block of games of a PGN, about.
const GAMES: usize = 1 << 19;

/// A block that would be larger is read as a stream.
const LARGEST: usize = 1 << 24;

const PIECE: u64 = 1 << 12;

pub(crate) trait Job: Sync {
    /// The result for a block, or for a part of it.
    type Piece: Send;
    type Open<'a>
    where
        Self: 'a;
    fn begin<'a>(&'a self, reader: AnyReader<'a>) -> Self::Open<'a>;

    /// Returns the number of bytes of blocks and pieces above which no block is begun.
    fn memory(&self) -> usize;

    fn size(piece: &Self::Piece) -> usize;

    /// Makes a piece of at most this many entries, and says how many were read.
    fn step(&self, open: &mut Self::Open<'_>, most: u64) -> (Self::Piece, Step);
}

#[derive(Debug)]
pub(crate) struct Step {
    pub(crate) entries: u64,
    /// The end of the block, if it is reached, or its damage.
    pub(crate) end: Option<Result<(), ReadError>>,
}

/// The next part of the inputs, in their order.
#[cfg_attr(not(feature = "syzygy"), allow(dead_code, reason = "only a conversion reads the places"))]
pub(crate) enum Taken<P> {
    /// A piece of the input with this number. `before` is the number of entries of the input before the piece.
    Piece {
        place: usize,
        before: u64,
        piece: P,
    },
    Finished {
        file: FileSummary,
    },
}

/// Reads all inputs in this many threads. The first one may be open already. Pieces and errors are those of one thread:
/// everything before the damage of an input, then its error, then the next input.
pub(crate) fn read_all<J: Job, E: From<OpenError>>(
    opener: &Opener<'_>,
    places: &[Place],
    first: Option<(Format, Bytes)>,
    filter: &Filter,
    threads: NonZeroUsize,
    job: &J,
    take: impl FnMut(Taken<J::Piece>) -> Result<(), E>,
) -> Result<(), E> {
    // The input that is damaged in a block whose pieces were taken: its other blocks need not be read.
    let damaged = AtomicUsize::new(usize::MAX);
    let first = first.filter(|(format, _)| !is_reopened(*format, &places[0]));
    let next = usize::from(first.is_some());
    let open = first.map(|(format, bytes)| OpenInput::new(format, bytes));
    let mut blocks = Blocks { opener, places, filter, next, open, damaged: &damaged };
    let mut files = Files { places, take, current: None, looks_like: None, damaged: &damaged };
    pieces_in_order(
        (threads, job.memory()),
        || {
            let block: Result<Block, (usize, OpenError)> = blocks.next()?;
            let bytes = block.as_ref().map_or(0, |block| block.content.len());
            Some((block, bytes))
        },
        |block, emit| {
            let made = block.and_then(|block| block.read(opener, places, job, &damaged, emit));
            if let Err((place, error)) = made {
                emit(Made::Failed(place, error), 0);
            }
        },
        |made| match made {
            Made::Failed(place, error) => files.failed(place, error),
            Made::Read(place, start, front, piece, step) => files.piece(place, start, &front, piece, step),
        },
    )?;
    files.end_current()
}

impl Block {
    fn read<J: Job>(
        self,
        opener: &Opener<'_>,
        places: &[Place],
        job: &J,
        damaged: &AtomicUsize,
        emit: Emit<'_, Made<J::Piece>>,
    ) -> Result<(), (usize, OpenError)> {
        let Self { place, start, mut front, format, content } = self;
        let (named, failed) = (&places[place], |error| (place, error));
        let content = match content {
            Content::Closed if is_indexed(format) => Content::Stream(Box::new(io::empty())),
            Content::Closed => whole(opener.bytes(named).map_err(failed)?),
            content => content,
        };
        let bytes;
        let reader = match content {
            Content::Bytes(block) => {
                bytes = block;
                let no_entries = || failed(OpenError::NoEntries { name: named.to_string(), format });
                format.reader(&bytes[..], opener.options().read).ok_or_else(no_entries)?
            }
            Content::Stream(stream) => opener.read(named, format, stream).map_err(failed)?,
            Content::Closed => unreachable!("it was opened"),
        };
        let mut open = job.begin(reader);
        // The other entries of a damaged input are not taken.
        while damaged.load(Ordering::Relaxed) != place {
            let (piece, step) = job.step(&mut open, PIECE);
            let (is_last, size) = (step.end.is_some(), J::size(&piece));
            if !emit(Made::Read(place, start, (format, std::mem::take(&mut front)), piece, step), size) || is_last {
                break;
            }
        }
        Ok(())
    }
}

/// Returns all bytes of a stream, or a stream if they are many or if there is an error after them.
fn whole(mut stream: Bytes) -> Content {
    let mut bytes = Vec::new();
    match (&mut stream).take(LARGEST as u64 + 1).read_to_end(&mut bytes) {
        Ok(_) if bytes.len() <= LARGEST => Content::Bytes(bytes),
        Ok(_) => Content::Stream(Box::new(Cursor::new(bytes).chain(stream))),
        Err(error) => Content::Stream(Box::new(Cursor::new(bytes).chain(Failing(Some(error))))),
    }
}

enum Made<P> {
    Failed(usize, OpenError),
    Read(usize, u64, (Format, Vec<u8>), P, Step),
}

struct Files<'a, T> {
    places: &'a [Place],
    take: T,
    /// The input that is being read, its format, its number of entries so far, and its damage.
    current: Option<(usize, Format, u64, Option<ReadError>)>,
    /// The format that the input looks like, if it has no entries and looks like another format.
    looks_like: Option<Format>,
    damaged: &'a AtomicUsize,
}

impl<T> Files<'_, T> {
    fn piece<P, E>(
        &mut self,
        place: usize,
        start: u64,
        front: &(Format, Vec<u8>),
        piece: P,
        step: Step,
    ) -> Result<(), E>
    where
        T: FnMut(Taken<P>) -> Result<(), E>,
    {
        if self.current.as_ref().is_none_or(|current| current.0 != place) {
            self.end_current()?;
        }
        let (_, _, entries, error) = self.current.get_or_insert((place, front.0, 0, None));
        if error.is_some() {
            return Ok(());
        }
        let before = *entries;
        *entries += step.entries;
        if let Some(Err(damage)) = step.end {
            if let (0, ReadError::Format(wrong)) = (*entries, &damage) {
                self.looks_like = table::detect(&front.1).filter(|&format| format != wrong.format);
            }
            *error = Some(moved(damage, start));
            self.damaged.store(place, Ordering::Relaxed);
        }
        (self.take)(Taken::Piece { place, before, piece })
    }

    fn failed<P, E: From<OpenError>>(&mut self, place: usize, error: OpenError) -> Result<(), E>
    where
        T: FnMut(Taken<P>) -> Result<(), E>,
    {
        self.end_current()?;
        let file = FileSummary::unopened(&self.places[place], error)?;
        (self.take)(Taken::Finished { file })
    }

    fn end_current<P, E>(&mut self) -> Result<(), E>
    where
        T: FnMut(Taken<P>) -> Result<(), E>,
    {
        let Some((place, format, entries, error)) = self.current.take() else { return Ok(()) };
        let looks_like = self.looks_like.take();
        let file = FileSummary { name: self.places[place].to_string(), format, entries, error, looks_like };
        (self.take)(Taken::Finished { file })
    }
}

/// Returns the error at its place in the whole input.
fn moved(error: ReadError, start: u64) -> ReadError {
    match error {
        ReadError::Format(mut error) => {
            error.offset = error.offset.saturating_add(start);
            ReadError::Format(error)
        }
        ReadError::Stream { format, offset, error } => {
            ReadError::Stream { format, offset: offset.saturating_add(start), error }
        }
        error => error,
    }
}

struct Block {
    place: usize,
    /// The first bytes of the input, if the block begins it.
    front: Vec<u8>,
    /// The byte of the input, unpacked, at which the block begins.
    start: u64,
    format: Format,
    content: Content,
}

pub(super) enum Content {
    Bytes(Vec<u8>),
    /// All that is left of the input.
    Stream(Bytes),
    /// The whole input, which is not open.
    Closed,
}

impl Content {
    fn len(&self) -> usize {
        match self {
            Self::Bytes(bytes) => bytes.capacity(),
            Self::Stream(_) | Self::Closed => 0,
        }
    }
}

struct Blocks<'a> {
    opener: &'a Opener<'a>,
    places: &'a [Place],
    filter: &'a Filter,
    next: usize,
    open: Option<OpenInput>,
    damaged: &'a AtomicUsize,
}

pub(super) struct OpenInput {
    format: Format,
    bytes: Bytes,
    start: u64,
    rest: Vec<u8>,
}

impl Blocks<'_> {
    /// Returns the next block, or an input that cannot be opened.
    fn next(&mut self) -> Option<Result<Block, (usize, OpenError)>> {
        loop {
            if let Some(input) = self.open.take() {
                let place = self.next - 1;
                if self.damaged.load(Ordering::Relaxed) == place {
                    continue;
                }
                let (start, format) = (input.start, input.format);
                let mut front = Vec::new();
                let Some((content, rest)) = input.split(&mut front) else { continue };
                self.open = rest;
                return Some(Ok(Block { place, start, front, format, content }));
            }
            let place = self.next;
            let named = self.places.get(place)?;
            self.next += 1;
            if let Some(format) = self.opener.closed_format(named) {
                let checked = check(self.filter, named, format).map_err(|error| (place, error));
                let front = Vec::new();
                return Some(checked.map(|()| Block { place, start: 0, front, format, content: Content::Closed }));
            }
            let opened = self.opener.detect(named).and_then(|(format, bytes)| {
                check(self.filter, named, format)?;
                Ok((format, bytes))
            });
            match opened {
                Ok((format, _)) if is_reopened(format, named) => {
                    let front = Vec::new();
                    return Some(Ok(Block { place, start: 0, front, format, content: Content::Closed }));
                }
                Ok((format, bytes)) => self.open = Some(OpenInput::new(format, bytes)),
                Err(error) => return Some(Err((place, error))),
            }
        }
    }
}

/// Returns `true` for a file that is not read as a stream.
fn is_reopened(format: Format, place: &Place) -> bool {
    is_indexed(format) && matches!(place, Place::File(_))
}

impl OpenInput {
    pub(super) fn new(format: Format, bytes: Bytes) -> Self {
        Self { format, bytes, start: 0, rest: Vec::new() }
    }

    /// Returns the next block and what is left, or `None` at the end. The first block shows its first bytes.
    pub(super) fn split(mut self, front: &mut Vec<u8>) -> Option<(Content, Option<Self>)> {
        match self.divide(front) {
            Ok(bytes) if bytes.is_empty() && self.start != 0 => None,
            Ok(bytes) => {
                self.start += bytes.len() as u64;
                // An input without bytes has a block, too.
                let rest = (!bytes.is_empty()).then_some(self);
                Some((Content::Bytes(bytes), rest))
            }
            Err(stream) => Some((Content::Stream(stream), None)),
        }
    }

    /// Returns the bytes of the next block, none at the end, or a stream of all that is left if it cannot be divided.
    fn divide(&mut self, front: &mut Vec<u8>) -> Result<Vec<u8>, Bytes> {
        let mut block = std::mem::take(&mut self.rest);
        let divided = match self.format.row().division {
            Division::Records(size) => self.fill(&mut block, (RECORDS / size).max(1) * size).map(|()| block.len()),
            Division::Chunks(size_of) => self.chunks(&mut block, size_of),
            Division::Games(start) => self.games(&mut block, start),
            Division::Whole => self.fill(&mut block, FRONT).map(|()| usize::MAX),
            Division::Indexed => {
                self.fill(&mut block, LARGEST).map(|()| if block.len() < LARGEST { block.len() } else { usize::MAX })
            }
        };
        if self.start == 0 {
            front.extend_from_slice(&block[..block.len().min(FRONT)]);
        }
        match divided {
            Ok(end) if end <= block.len() => {
                self.rest = block.split_off(end);
                Ok(block)
            }
            Ok(_) => Err(Box::new(Cursor::new(block).chain(std::mem::replace(&mut self.bytes, Box::new(io::empty()))))),
            // The entries before the error are read, and then the error is reported.
            Err(error) => Err(Box::new(Cursor::new(block).chain(Failing(Some(error))))),
        }
    }

    fn fill(&mut self, block: &mut Vec<u8>, length: usize) -> io::Result<()> {
        let missing = length.saturating_sub(block.len());
        (&mut self.bytes).take(missing as u64).read_to_end(block).map(|_| ())
    }

    /// Reads chunks. Returns where the block ends, or a place beyond it if the block cannot be divided.
    fn chunks(&mut self, block: &mut Vec<u8>, size_of: fn(&[u8; CHUNK_HEAD]) -> Option<u64>) -> io::Result<usize> {
        let mut end = 0;
        while end < RECORDS {
            self.fill(block, end + CHUNK_HEAD)?;
            let Some(head) = block[end..].first_chunk() else { return Ok(block.len()) };
            let size = size_of(head).and_then(|size| usize::try_from(size).ok()).filter(|&size| size <= LARGEST);
            let Some(size) = size else { return Ok(if end == 0 { usize::MAX } else { end }) };
            self.fill(block, end + size)?;
            end = block.len();
        }
        Ok(end)
    }

    /// Reads games. Returns where the block ends, or a place beyond it if the block cannot be divided.
    fn games(&mut self, block: &mut Vec<u8>, start: fn(&[u8], usize) -> Option<usize>) -> io::Result<usize> {
        let mut place = GAMES;
        while place < LARGEST {
            self.fill(block, place + GAME_CONTEXT)?;
            let first = place - GAME_CONTEXT;
            if let Some(at) = block.get(first..).and_then(|part| start(part, GAME_CONTEXT)) {
                return Ok(first + at);
            }
            if block.len() < place + GAME_CONTEXT {
                return Ok(block.len());
            }
            // A beginning that the end cuts is found in the next part.
            place += GAME_CONTEXT / 2;
        }
        Ok(usize::MAX)
    }
}

struct Failing(Option<io::Error>);

impl Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}
