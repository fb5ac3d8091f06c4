//! The state of a loader as a value, which continues with the same batches.

use gardez_types::errors;

use super::random::fnv;
use super::stats::LoaderStats;

const MAGIC: [u8; 7] = *b"lc0load";

const VERSION: u8 = 2;

/// The version of states within a chunk that is read in pieces. They have one number more.
const PIECE_VERSION: u8 = 3;

/// What is added to the version of a state that has a filter's numbers.
const WITH_FILTER: u8 = 2;

const ORIGIN: usize = 8;

/// The state of a [`Loader`](super::Loader) between two batches.
///
/// The state contains the origins of the records of the shuffle buffer, 8 bytes for each.
///
/// ```
/// use gardez_data::loader::{Loader, LoaderOptions, LoaderState, Memory, Records};
/// use gardez_lc0::training::V6;
///
/// let mut source = Memory::new();
/// (0..10).for_each(|game| source.push(format!("{game}"), V6::empty().bytes().repeat(3)));
/// # let mut source = Memory::new();
/// # let mut record = V6::empty();
/// # record.input_format = 1.into();
/// # (0..10).for_each(|game| source.push(format!("{game}"), record.bytes().repeat(3)));
/// let options = LoaderOptions::default().with_shuffle(8);
/// let mut loader = Loader::new(Records::new(source.clone()), options.clone())?;
/// loader.next_record()?;
/// let bytes = loader.state().to_bytes();
///
/// let mut again = Loader::new(Records::new(source), options)?;
/// again.restore(&LoaderState::from_bytes(&bytes)?)?;
/// assert_eq!(again.next_record()?, loader.next_record()?);
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoaderState {
    /// A hash of the options and of the names of the chunks.
    pub(super) fingerprint: u64,
    /// A hash of the sizes and the beginnings of the chunks.
    pub(super) contents: u64,
    /// The number of chunks that have been taken.
    pub(super) turn: u64,
    pub(super) piece: u64,
    /// The number of records of the last chunk, or of the piece, that are not in the buffer yet.
    pub(super) left: u64,
    pub(super) epochs: u64,
    /// The state of the generator of the shuffle buffer.
    pub(super) random: u64,
    /// The bits of the greatest sum of weights of a game.
    pub(super) greatest: u64,
    pub(super) stats: LoaderStats,
    /// The number of records of this epoch that left the buffer.
    pub(super) before: u64,
    pub(super) is_draining: bool,
    /// The numbers of a filter before the last piece, or none.
    pub(super) filter: Vec<u64>,
    pub(super) pending: Vec<Origin>,
    pub(super) buffer: Vec<Origin>,
}

errors! {
    /// The reason a state cannot be read or restored.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum StateError {
        Bytes = "state-bytes", "the bytes are not the state of a loader";
        /// The state is of another release.
        Version { found: u8 } = "state-version",
            "the state has the version {found} of another release, expected {VERSION}";
        OtherLoader = "other-loader", "the state belongs to a loader with other options or chunks";
        /// A chunk has another size or begins with other bytes.
        OtherContents = "other-contents", "the state belongs to other chunks with the same names";
        Missing = "missing-record", "the state contains a record that does not exist";
    }
}

impl LoaderState {
    /// Returns the state as bytes, the same on all platforms.
    pub fn to_bytes(&self) -> Vec<u8> {
        let origins = self.pending.len() + self.buffer.len();
        let mut bytes = Vec::with_capacity(8 * (15 + LoaderStats::COUNT) + ORIGIN * origins);
        bytes.extend_from_slice(&MAGIC);
        let filter = if self.filter.is_empty() { 0 } else { WITH_FILTER };
        bytes.push(filter + if self.piece == 0 { VERSION } else { PIECE_VERSION });
        let mut put = |number: u64| bytes.extend_from_slice(&number.to_le_bytes());
        let Self { fingerprint, contents, turn, left, epochs, random, greatest, before, .. } = *self;
        [fingerprint, contents, turn, left, epochs, random, greatest, before].into_iter().for_each(&mut put);
        put(self.is_draining.into());
        Some(self.piece).filter(|&piece| piece > 0).into_iter().for_each(&mut put);
        self.stats.to_array().into_iter().for_each(&mut put);
        if filter != 0 {
            put(self.filter.len() as u64);
            self.filter.iter().copied().for_each(&mut put);
        }
        put(self.pending.len() as u64);
        put(self.buffer.len() as u64);
        for origin in self.pending.iter().chain(&self.buffer) {
            bytes.extend_from_slice(&origin.chunk.to_le_bytes());
            bytes.extend_from_slice(&origin.record.to_le_bytes());
        }
        let checksum = fnv(0, &bytes);
        bytes.extend_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// Reads the bytes of [`LoaderState::to_bytes`].
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes are not a state, or if another release wrote them.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, StateError> {
        let (body, checksum) = bytes.split_last_chunk().ok_or(StateError::Bytes)?;
        if u64::from_le_bytes(*checksum) != fnv(0, body) {
            return Err(StateError::Bytes);
        }
        match body.strip_prefix(&MAGIC).and_then(<[u8]>::split_first) {
            Some((&version, numbers)) if (VERSION..=PIECE_VERSION + WITH_FILTER).contains(&version) => {
                let has_filter = PIECE_VERSION < version;
                let has_piece = version - if has_filter { WITH_FILTER } else { 0 } == PIECE_VERSION;
                Self::read(numbers, has_piece, has_filter).ok_or(StateError::Bytes)
            }
            Some((&found, _)) => Err(StateError::Version { found }),
            None => Err(StateError::Bytes),
        }
    }

    fn read(mut rest: &[u8], has_piece: bool, has_filter: bool) -> Option<Self> {
        let mut next = || {
            let (number, after) = rest.split_first_chunk()?;
            rest = after;
            Some(u64::from_le_bytes(*number))
        };
        let [fingerprint, contents] = [next()?, next()?];
        let [turn, left, epochs] = [next()?, next()?, next()?];
        let [random, greatest, before, is_draining] = [next()?, next()?, next()?, next()?];
        let piece = if has_piece { next()? } else { 0 };
        let mut stats = [0; LoaderStats::COUNT];
        for counter in &mut stats {
            *counter = next()?;
        }
        let mut filter = Vec::new();
        for _ in 0..if has_filter { next()? } else { 0 } {
            filter.push(next()?);
        }
        let (pending, buffer) = (usize::try_from(next()?).ok()?, usize::try_from(next()?).ok()?);
        if rest.len() != pending.checked_add(buffer)?.checked_mul(ORIGIN)? || is_draining > 1 {
            return None;
        }
        let mut origins: Vec<_> = rest
            .chunks_exact(ORIGIN)
            .map(|bytes| Origin {
                chunk: u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]),
                record: u32::from_le_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]),
            })
            .collect();
        let buffer = origins.split_off(pending);
        let (stats, is_draining) = (LoaderStats::from_array(stats), is_draining == 1);
        let pending = origins;
        Some(Self {
            fingerprint,
            contents,
            turn,
            piece,
            left,
            epochs,
            random,
            greatest,
            stats,
            before,
            is_draining,
            filter,
            pending,
            buffer,
        })
    }
}

/// The origin of a record.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Origin {
    /// The number of the chunk in its [source](super::ChunkSource).
    pub chunk: u32,
    /// The place of the record in the chunk, from 0 on.
    pub record: u32,
}
