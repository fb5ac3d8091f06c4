//! Training records of lc0: chunks of which each is a game.

use std::borrow::Cow;
use std::fmt;
use std::io;
use std::sync::Arc;

use gardez_io::{Compression, DecompressLimits, decompress_into};
use gardez_lc0::InputFormat;
use gardez_lc0::training::{AnyRecord, PackedRecord, Packer, RecordRef, RecordView, V6, V7, check_game};

use super::error::{ChunkProblem, LoaderError, RecordProblem};
use super::focus::Surprise;
use super::options::{LoaderOptions, Validation};
use super::samples::{Piece, Sealed};
use super::source::ChunkSource;

/// The largest window of Zstandard, as for the chunks of an archive.
const LARGEST_WINDOW: u64 = 8 << 20;

/// The training records in the chunks of a source, for a [`Loader`](super::Loader). A chunk is a game.
///
/// A record in the shuffle buffer takes about 600 bytes in usual games: only the probabilities of legal moves and changed
/// planes are kept. It takes at most 8.5 kB.
pub struct Records {
    source: Arc<dyn ChunkSource>,
}

impl Records {
    /// Returns the records of this source.
    pub fn new(source: impl ChunkSource + 'static) -> Self {
        Self { source: Arc::new(source) }
    }
}

impl fmt::Debug for Records {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Records").field("chunks", &self.source.count()).finish()
    }
}

/// The bytes of a record.
#[derive(Debug)]
pub enum Data {
    /// In memory of its own.
    Packed(PackedRecord),
    /// The offset in a chunk in memory.
    Shared(usize),
    /// The offset in what the caller's thread unpacked last, for a record that is used before the next chunk is read.
    Unpacked(usize),
}

impl Records {
    pub(super) fn view<'a>(&'a self, chunk: u32, data: &'a Data, scratch: &'a Buffers) -> Option<RecordView<'a>> {
        match data {
            Data::Unpacked(offset) => RecordView::from_prefix(scratch.unpacked.get(*offset..)?),
            Data::Packed(packed) => packed.view(),
            Data::Shared(offset) => RecordView::from_prefix(self.source.in_memory(chunk as usize)?.get(*offset..)?),
        }
    }
}

impl Sealed for Records {
    type Data = Data;
    type Scratch = Buffers;
    type Piece<'a> = Chunk<'a>;

    const CHUNKS_ARE_GAMES: bool = true;

    fn prepare(&mut self, options: &LoaderOptions) -> Result<String, LoaderError> {
        let own = &options.records;
        if own.theta.is_some_and(|theta| !(0.0..=1.0).contains(&theta)) {
            return Err(LoaderError::Options { what: "the factor of short-term values" });
        }
        // As the options were written when all of them were in one structure: states contain a hash of it.
        let order = std::format!("{:?}", options.order);
        let order = order.strip_suffix(" }").unwrap_or(&order);
        let (validation, format, theta) = (own.validation, own.format, own.theta);
        Ok(std::format!("{order}, validation: {validation:?}, format: {format:?}, theta: {theta:?} }}"))
    }

    fn count(&self) -> usize {
        self.source.count()
    }

    fn name(&self, chunk: usize) -> Cow<'_, str> {
        self.source.name(chunk)
    }

    fn beginning<'a>(&'a self, chunk: usize, buffer: &'a mut Vec<u8>) -> io::Result<(u64, &'a [u8])> {
        self.source.beginning(chunk, buffer)
    }

    fn read<'a>(
        &'a self,
        options: &LoaderOptions,
        chunk: u32,
        _: u64,
        buffers: &'a mut Buffers,
    ) -> Result<Chunk<'a>, LoaderError> {
        let source = &*self.source;
        let Buffers { file, unpacked, records, game, packer } = buffers;
        let limit = options.chunk_limit;
        let name = || source.name(chunk as usize).into_owned();
        let failed = |error| LoaderError::Read { chunk: name(), error };
        let damaged = |problem| LoaderError::Chunk { chunk: name(), problem };
        let packed = source.read(chunk as usize, limit, file).map_err(failed)?;
        let is_packed = Compression::detect(packed).is_some();
        let mut problem = None;
        let bytes = if is_packed {
            let limits = DecompressLimits::default().with_window(LARGEST_WINDOW).with_length(limit as u64);
            // Only a stream that is cut is sound up to its end: other damage may come before the place where it shows.
            match decompress_into(packed, unpacked, limits) {
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => problem = Some(failed(error)),
                result => result.map_err(failed)?,
            }
            unpacked
        } else {
            packed
        };
        // The records before a cut are good. A part of a game is not a sound game.
        let rest = find_records(bytes, records);
        let cut = (rest > 0).then_some(ChunkProblem::Incomplete { bytes: rest });
        problem = problem.or_else(|| cut.or(records.is_empty().then_some(ChunkProblem::Empty)).map(damaged));
        let needs_all = records.is_empty() || matches!(options.records.validation, Validation::Games(_));
        if let Some(problem) = problem.take_if(|_| needs_all) {
            return Err(problem);
        }
        let is_shared = || source.in_memory(chunk as usize).is_some_and(|shared| shared.len() == bytes.len());
        let owner = match is_packed {
            true => Owner::Scratch,
            false if is_shared() => Owner::Source,
            false => Owner::Other,
        };
        let (validation, format) = (options.records.validation, options.records.format);
        let mut chunk = Chunk { bytes, records, converted: None, owner, validation, format, packer, problem };
        if let Validation::Games(strictness) = validation {
            let checked = chunk.game().map_or(Ok(()), |known| check_game(&known, strictness).map(drop));
            checked.map_err(|error| damaged(ChunkProblem::Game(error)))?;
        }
        if let Some(theta) = options.records.theta {
            // A game with a record of an unknown version cannot be converted, and keeps its versions.
            game.resize(chunk.records.len(), V7::empty());
            if chunk.game().is_some_and(|known| V7::write_game(&known, theta, game).is_ok()) {
                chunk.converted = Some(game);
            }
        }
        Ok(chunk)
    }

    fn piece_of(_: u32) -> u64 {
        0
    }

    fn is_kept(data: &Data) -> bool {
        !matches!(data, Data::Unpacked(_))
    }

    fn size(data: &Data) -> usize {
        if let Data::Packed(packed) = data { packed.size() } else { 0 }
    }
}

/// The memory for a chunk.
#[derive(Debug, Default)]
pub struct Buffers {
    file: Vec<u8>,
    unpacked: Vec<u8>,
    records: Vec<Extent>,
    game: Vec<V7>,
    packer: Packer,
}

#[derive(Clone, Copy, Debug)]
struct Extent {
    offset: usize,
    size: usize,
    version: u32,
}

/// A chunk whose records are known.
#[derive(Debug)]
pub struct Chunk<'a> {
    bytes: &'a [u8],
    records: &'a [Extent],
    converted: Option<&'a [V7]>,
    owner: Owner,
    validation: Validation,
    format: Option<InputFormat>,
    packer: &'a mut Packer,
    problem: Option<LoaderError>,
}

/// The owner of the unpacked bytes of a chunk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Owner {
    /// In the source, as long as the source.
    Source,
    /// In the memory of the thread, until it unpacks the next chunk.
    Scratch,
    Other,
}

impl<'a> Chunk<'a> {
    fn record(&self, place: Extent) -> Option<RecordRef<'a>> {
        RecordRef::from_bytes(&self.bytes[place.offset..][..place.size]).ok()
    }

    fn game(&self) -> Option<Vec<RecordRef<'a>>> {
        self.records.iter().map(|&place| self.record(place)).collect()
    }

    /// Checks the version, the input format and what the options say.
    fn check_record(&self, place: Extent) -> Result<(), RecordProblem> {
        let record = self.record(place).ok_or(RecordProblem::Version(place.version))?;
        match record.format() {
            Ok(format) if self.format.is_none_or(|wanted| wanted == format) => {}
            Ok(format) => return Err(RecordProblem::Format(format.raw())),
            Err(error) => return Err(RecordProblem::Format(error.number())),
        }
        match self.validation {
            Validation::Records(strictness) => record.check(strictness).map_err(RecordProblem::Values),
            Validation::None | Validation::Games(_) => Ok(()),
        }
    }
}

impl Piece for Chunk<'_> {
    type Data = Data;

    fn len(&self) -> usize {
        self.records.len()
    }

    fn number(&self, place: usize) -> u32 {
        place as u32
    }

    fn find(&self, number: u32) -> Option<usize> {
        Some(number as usize).filter(|&place| place < self.records.len())
    }

    fn end_of_game(&self, _: usize) -> usize {
        self.records.len()
    }

    fn surprise(&self, index: usize) -> Surprise {
        let place = self.records[index];
        let known = match place.version {
            V6::VERSION | V7::VERSION => RecordView::from_prefix(&self.bytes[place.offset..]),
            _ => None,
        };
        known.map_or(Surprise::UNKNOWN, |view| Surprise::of(&view))
    }

    fn check(&self, index: usize) -> Result<(), RecordProblem> {
        self.check_record(self.records[index])
    }

    fn take_problem(&mut self) -> Option<LoaderError> {
        self.problem.take()
    }

    fn take(&mut self, index: usize, outlives: bool) -> Data {
        let place @ Extent { offset, size, version } = self.records[index];
        let older;
        let bytes = if let Some(record) = self.converted.and_then(|game| game.get(index)) {
            record.bytes()
        } else if matches!(version, V6::VERSION | V7::VERSION) {
            match self.owner {
                Owner::Source => return Data::Shared(offset),
                Owner::Scratch if !outlives => return Data::Unpacked(offset),
                Owner::Scratch | Owner::Other => &self.bytes[offset..][..size],
            }
        } else {
            older = self.record(place).map_or_else(V6::empty, |record| record.to_v6());
            older.bytes()
        };
        Data::Packed(self.packer.pack(bytes).expect("it is a whole record"))
    }
}

/// Finds the records, and returns the number of bytes after the last whole one. A record of an unknown version is assumed to
/// be as long as the one before, or as one of version 6.
fn find_records(bytes: &[u8], records: &mut Vec<Extent>) -> usize {
    records.clear();
    let (mut offset, mut usual) = (0, V6::SIZE);
    loop {
        let rest = &bytes[offset..];
        let Some(version) = rest.first_chunk() else { return rest.len() };
        let version = u32::from_le_bytes(*version);
        let size = RecordRef::size_of_version(version).unwrap_or(usual);
        if rest.len() < size {
            return rest.len();
        }
        records.push(Extent { offset, size, version });
        (offset, usual) = (offset + size, size);
    }
}
