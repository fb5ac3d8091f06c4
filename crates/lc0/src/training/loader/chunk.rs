//! From a chunk to the records that are used.

use std::boxed::Box;
use std::string::String;
use std::vec::Vec;

use gardez_io::{Compression, DecompressLimits, decompress_into};

use super::error::{ChunkProblem, LoaderError, RecordProblem};
use super::focus::Surprise;
use super::options::{GameSampling, Validation};
use super::packed::{Packer, View, pack};
use super::plan::{Plan, Turn, purpose};
use super::random::Random;
use super::sample::choose;
use super::source::ChunkSource;
use super::stats::LoaderStats;
use crate::encoder::InputFormat;
use crate::training::any::AnyRecord;
use crate::training::game::check_game;
use crate::training::layout::{V6, V7};
use crate::training::view::RecordRef;

/// The largest window of Zstandard, as for the chunks of an archive.
const LARGEST_WINDOW: u64 = 8 << 20;

/// A record that is used.
#[derive(Debug)]
pub(super) struct Item {
    pub(super) chunk: u32,
    pub(super) record: u32,
    pub(super) data: Data,
}

/// The bytes of a record.
#[derive(Debug)]
pub(super) enum Data {
    Packed(Box<[u8]>),
    /// The offset in a chunk in memory.
    Shared(usize),
    /// The offset in what the caller's thread unpacked last. Only a record that is used before the next chunk is read is
    /// kept there.
    Unpacked(usize),
}

impl Item {
    /// Returns the record where it is. `scratch` is that of the caller's thread.
    pub(super) fn view<'a>(&'a self, source: &'a dyn ChunkSource, scratch: &'a Scratch) -> Option<View<'a>> {
        match &self.data {
            Data::Unpacked(offset) => View::of_record(scratch.buffers.unpacked.get(*offset..)?),
            Data::Packed(bytes) => View::of_packed(bytes),
            Data::Shared(offset) => View::of_record(source.in_memory(self.chunk as usize)?.get(*offset..)?),
        }
    }

    /// Returns the number of bytes of memory.
    fn size(&self) -> usize {
        size_of::<Self>() + if let Data::Packed(bytes) = &self.data { bytes.len() } else { 0 }
    }
}

/// What a chunk contributes.
#[derive(Debug, Default)]
pub(super) struct Loaded {
    pub(super) items: Vec<Item>,
    pub(super) stats: LoaderStats,
    /// The first problem.
    pub(super) problem: Option<LoaderError>,
    /// The sum of the weights of all positions, for [`GameSampling::Hanse`].
    pub(super) weight: f64,
}

impl Loaded {
    /// Returns the number of bytes of memory.
    pub(super) fn size(&self) -> usize {
        self.items.iter().map(Item::size).sum()
    }
}

/// The memory of a thread that reads chunks.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    buffers: Buffers,
    chosen: Vec<u32>,
    packer: Packer,
}

/// The memory for a chunk.
#[derive(Debug, Default)]
struct Buffers {
    file: Vec<u8>,
    unpacked: Vec<u8>,
    records: Vec<Place>,
    game: Vec<V7>,
}

/// Where a record is in the unpacked bytes.
#[derive(Clone, Copy, Debug)]
struct Place {
    offset: usize,
    size: usize,
    version: u32,
}

/// Reads the records of a turn that are used.
pub(super) fn load(plan: &Plan, source: &dyn ChunkSource, turn: Turn, scratch: &mut Scratch) -> Loaded {
    let options = &plan.options.order;
    let mut loaded = Loaded::default();
    loaded.stats.chunks = 1;
    if let GameSampling::Probability(probability) = options.games {
        let mut random = Random::new(&[options.seed, purpose::GAME, turn.chunk.into(), turn.epoch]);
        if !random.happens(probability) {
            loaded.stats.chunks_not_sampled = 1;
            return loaded;
        }
    }
    let Scratch { buffers, chosen, packer } = scratch;
    let chunk = match Chunk::read(plan, source, turn.chunk, buffers) {
        Ok(chunk) => chunk,
        Err(problem) => {
            *match &problem {
                LoaderError::Chunk { problem: ChunkProblem::Empty, .. } => &mut loaded.stats.chunks_empty,
                LoaderError::Chunk { problem: ChunkProblem::Incomplete { .. }, .. } => {
                    &mut loaded.stats.chunks_incomplete
                }
                LoaderError::Chunk { problem: ChunkProblem::Game(_), .. } => &mut loaded.stats.chunks_refused,
                _ => &mut loaded.stats.chunks_unreadable,
            } = 1;
            loaded.problem = Some(problem);
            return loaded;
        }
    };
    let count = chunk.records.len();
    loaded.stats.records = count as u64;
    let weight = |place: usize| options.weight.of(chunk.surprise(place));
    if matches!(options.games, GameSampling::Hanse { .. }) {
        loaded.weight = (0..count).map(|place| f64::from(weight(place))).sum();
    }
    choose(options, turn, count, weight, chosen);
    loaded.stats.records_not_sampled = (count - chosen.len()) as u64;

    let mut random = Random::new(&[options.seed, purpose::FOCUS, turn.chunk.into(), turn.epoch]);
    loaded.items.reserve_exact(chosen.len());
    for &place in &*chosen {
        if let Err(problem) = chunk.check(plan, place as usize) {
            *match problem {
                RecordProblem::Version(_) | RecordProblem::Missing { .. } => &mut loaded.stats.refused_version,
                RecordProblem::Format(_) => &mut loaded.stats.refused_format,
                RecordProblem::Values(_) => &mut loaded.stats.refused_values,
            } += 1;
            loaded.problem.get_or_insert_with(|| LoaderError::Record {
                chunk: name_of(source, turn.chunk),
                record: place,
                problem,
            });
            continue;
        }
        if options.focus.is_some_and(|focus| !focus.keeps(chunk.surprise(place as usize), random.unit())) {
            loaded.stats.records_not_focused += 1;
            continue;
        }
        let data = chunk.data(place as usize, plan.records_outlive_chunks(), packer);
        loaded.items.push(Item { chunk: turn.chunk, record: place, data });
    }
    loaded
}

/// Reads some records of a chunk again, as [`load`] read them.
pub(super) fn reload(
    plan: &Plan,
    source: &dyn ChunkSource,
    chunk: u32,
    records: impl Iterator<Item = u32>,
    scratch: &mut Scratch,
) -> Result<Vec<Item>, LoaderError> {
    let Scratch { buffers, packer, .. } = scratch;
    let read = Chunk::read(plan, source, chunk, buffers)?;
    let mut items = Vec::new();
    for record in records {
        let place = record as usize;
        let wrong = |problem| LoaderError::Record { chunk: name_of(source, chunk), record, problem };
        if place >= read.records.len() {
            return Err(wrong(RecordProblem::Missing { records: read.records.len() }));
        }
        read.check(plan, place).map_err(wrong)?;
        items.push(Item { chunk, record, data: read.data(place, true, packer) });
    }
    Ok(items)
}

/// Returns the name of a chunk for an error.
pub(super) fn name_of(source: &dyn ChunkSource, chunk: u32) -> String {
    source.name(chunk as usize).into_owned()
}

/// A chunk whose records are known.
struct Chunk<'a> {
    bytes: Bytes<'a>,
    records: &'a [Place],
}

/// The unpacked bytes of a chunk.
#[derive(Clone, Copy)]
struct Bytes<'a> {
    bytes: &'a [u8],
    /// The records converted to version 7, if they are.
    converted: Option<&'a [V7]>,
    owner: Owner,
}

/// Where the unpacked bytes of a chunk are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    /// In the source, as long as the source.
    Source,
    /// In the memory of the thread, until it unpacks the next chunk.
    Scratch,
    /// Anywhere.
    Other,
}

impl<'a> Bytes<'a> {
    /// Returns a record of a known version, as it is stored.
    fn record(self, place: Place) -> Option<RecordRef<'a>> {
        RecordRef::from_bytes(&self.bytes[place.offset..][..place.size]).ok()
    }

    /// Returns all records if all versions are known.
    fn game(self, records: &[Place]) -> Option<Vec<RecordRef<'a>>> {
        records.iter().map(|&place| self.record(place)).collect()
    }
}

impl<'a> Chunk<'a> {
    fn read(
        plan: &Plan,
        source: &'a dyn ChunkSource,
        chunk: u32,
        buffers: &'a mut Buffers,
    ) -> Result<Self, LoaderError> {
        let Buffers { file, unpacked, records, game } = buffers;
        let limit = plan.options.chunk_limit;
        let failed = |error| LoaderError::Read { chunk: name_of(source, chunk), error };
        let damaged = |problem| LoaderError::Chunk { chunk: name_of(source, chunk), problem };
        let packed = source.read(chunk as usize, limit, file).map_err(failed)?;
        let is_packed = Compression::detect(packed).is_some();
        let bytes = if is_packed {
            let limits = DecompressLimits::default().with_window(LARGEST_WINDOW).with_length(limit as u64);
            decompress_into(packed, unpacked, limits).map_err(failed)?;
            unpacked
        } else {
            packed
        };
        let rest = find_records(bytes, records);
        if rest > 0 {
            return Err(damaged(ChunkProblem::Incomplete { bytes: rest }));
        }
        if records.is_empty() {
            return Err(damaged(ChunkProblem::Empty));
        }
        let is_shared = || source.in_memory(chunk as usize).is_some_and(|shared| shared.len() == bytes.len());
        let owner = match is_packed {
            true => Owner::Scratch,
            false if is_shared() => Owner::Source,
            false => Owner::Other,
        };
        let mut bytes = Bytes { bytes, converted: None, owner };
        if let Validation::Games(strictness) = plan.options.order.validation {
            let known = bytes.game(records);
            let checked = known.map_or(Ok(()), |known| check_game(&known, strictness).map(drop));
            checked.map_err(|error| damaged(ChunkProblem::Game(error)))?;
        }
        if let Some(theta) = plan.options.order.theta {
            // A game with a record of an unknown version cannot be converted, and keeps its versions.
            let known = bytes.game(records);
            game.resize(records.len(), V7::empty());
            if known.is_some_and(|known| V7::write_game(&known, theta, game).is_ok()) {
                bytes.converted = Some(game);
            }
        }
        Ok(Self { bytes, records })
    }

    /// Returns what is kept of a record of a known version. If it `outlives` the chunk, nothing of it stays in the memory of
    /// the thread.
    fn data(&self, index: usize, outlives: bool, packer: &mut Packer) -> Data {
        let Place { offset, size, version } = self.records[index];
        if let Some(record) = self.bytes.converted.and_then(|game| game.get(index)) {
            return Data::Packed(pack(record.bytes(), packer));
        }
        let bytes = &self.bytes.bytes[offset..][..size];
        if !matches!(version, V6::VERSION | V7::VERSION) {
            let record = RecordRef::from_bytes(bytes).map_or_else(|_| V6::empty(), |record| record.to_v6());
            return Data::Packed(pack(record.bytes(), packer));
        }
        match self.bytes.owner {
            Owner::Source => Data::Shared(offset),
            Owner::Scratch if !outlives => Data::Unpacked(offset),
            Owner::Scratch | Owner::Other => Data::Packed(pack(bytes, packer)),
        }
    }

    fn surprise(&self, index: usize) -> Surprise {
        let place = self.records[index];
        let unknown = Surprise { best_q: 0.0, orig_q: f32::NAN, policy_kld: 0.0 };
        match place.version {
            V6::VERSION | V7::VERSION => {
                View::of_record(&self.bytes.bytes[place.offset..]).map_or(unknown, |view| view.surprise())
            }
            _ => unknown,
        }
    }

    fn check(&self, plan: &Plan, index: usize) -> Result<(), RecordProblem> {
        let (options, place) = (&plan.options.order, self.records[index]);
        let record = self.bytes.record(place).ok_or(RecordProblem::Version(place.version))?;
        let format = record.fields().format;
        let is_wanted = |format| options.format.is_none_or(|wanted| wanted == format);
        if !InputFormat::from_raw(format).is_some_and(is_wanted) {
            return Err(RecordProblem::Format(format));
        }
        match options.validation {
            Validation::Records(strictness) => record.check(strictness).map_err(RecordProblem::Values),
            Validation::None | Validation::Games(_) => Ok(()),
        }
    }
}

/// Finds the records. A record of an unknown version is assumed to be as long as the one before, or as one of version 6.
/// Returns the number of bytes after the last whole record.
fn find_records(bytes: &[u8], records: &mut Vec<Place>) -> usize {
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
        records.push(Place { offset, size, version });
        (offset, usual) = (offset + size, size);
    }
}
