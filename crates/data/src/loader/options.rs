//! The settings of a loader.

#[cfg(feature = "lc0")]
use gardez_lc0::InputFormat;
#[cfg(feature = "lc0")]
use gardez_lc0::training::Strictness;

use super::focus::{DiffFocus, PositionWeight};

/// The choice of positions of a game.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum Sampling {
    /// All positions.
    All,
    /// Every `n`-th position, from a random one of the first `n` on. 0 counts as 1.
    EveryNth(usize),
    /// Each position with this probability, independently. lczero-training's loader in Python uses 1/32.
    Probability(f64),
    /// A share of the positions, disjoint from the shares of the epochs before and after: in about `1 / share` epochs,
    /// each position is used once. lczero-training's loader in C++ calls it `position_sampling_rate`.
    Share(f64),
    /// This many positions of each game, or all if it has fewer, like `position_count` of lczero-training's loader in C++.
    ///
    /// The loader walks through random permutations of the game, and accepts each position with the probability
    /// `weight / greatest weight` (see [`PositionWeight`]), or 1 if all weights are 0. Each epoch continues the walk of the
    /// one before; after 64 epochs, a new walk begins.
    PerGame(usize),
}

/// The choice of games.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum GameSampling {
    /// All games.
    All,
    /// Each game with this probability. A game that is not used is not read either.
    Probability(f64),
    /// Each game with the probability `(v / v_max) ^ gamma`, as lczero-training's loader in C++ does if
    /// `hanse_sampling_threshold` is above 0.
    ///
    /// `v` is the sum of the [weights](PositionWeight) of the game's positions, and `v_max` the greatest sum so far. (The
    /// documentation of that option describes another rule; the code uses the threshold only as a switch.)
    Hanse {
        /// The exponent, `hanse_sampling_gamma`.
        gamma: f64,
    },
}

/// A share of all games by their names: a game is in the share if the hash of its name is in the range.
///
/// The hash is FNV-1a with 64 bits over the name in UTF-8, then the output function of SplitMix64, as a number from 0 to
/// 1. It is the same on all platforms, and does not depend on the seed or on the other games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Split {
    start: f64,
    end: f64,
}

impl Split {
    /// All games.
    pub const ALL: Self = Self { start: 0.0, end: 1.0 };

    /// Creates a share from `start` to `end` (exclusive), between 0 and 1.
    pub const fn new(start: f64, end: f64) -> Self {
        Self { start, end }
    }

    /// Returns `true` if the game is in the share.
    pub fn contains(&self, name: &str) -> bool {
        (self.start..self.end).contains(&super::random::unit(super::random::hash(name.as_bytes())))
    }

    pub(super) fn is_valid(self) -> bool {
        (0.0..=1.0).contains(&self.start) && (self.start..=1.0).contains(&self.end)
    }
}

/// The reaction to a chunk that cannot be read, or to a record that is refused.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum OnProblem {
    /// The loader returns an error. The next call continues after the problem.
    Stop,
    /// The chunk or the record is left out and counted.
    Skip,
}

/// The checks of records. The version and the input format of a record are always checked.
#[cfg(feature = "lc0")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Validation {
    /// Nothing else. This is fast.
    None,
    /// Each record that is used, by itself, with [`V6::check`](gardez_lc0::training::V6::check).
    Records(Strictness),
    /// All records of each chunk as a game, with [`check_game`](gardez_lc0::training::check_game). A wrong game is refused as
    /// a whole.
    Games(Strictness),
}

/// The treatment of the last records of the last epoch if they do not fill a batch.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum LastBatch {
    /// They are a shorter batch.
    Keep,
    /// They are left out.
    Drop,
}

/// The order of the chunks of an epoch.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ChunkOrder {
    /// Another random order in each epoch.
    Shuffled,
    /// The order of the source.
    Source,
}

/// The settings of a [`Loader`](super::Loader); see the setters for the defaults.
///
/// ```
/// use gardez_data::loader::{LoaderOptions, Sampling, Split};
///
/// let options = LoaderOptions::default()
///     .with_seed(1)
///     .with_split(Split::new(0.0, 0.95))
///     .with_sampling(Sampling::Probability(1.0 / 32.0))
///     .with_shuffle(100_000)
///     .with_threads(2);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct LoaderOptions {
    pub(super) order: OrderOptions,
    #[cfg(feature = "lc0")]
    pub(super) records: RecordOptions,
    pub(super) epochs: Option<u64>,
    pub(super) on_problem: OnProblem,
    pub(super) last_batch: LastBatch,
    pub(super) threads: usize,
    pub(super) ahead: usize,
    pub(super) chunk_limit: usize,
}

/// The options that decide which records come in which order.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct OrderOptions {
    pub(super) seed: u64,
    pub(super) chunks: ChunkOrder,
    pub(super) shuffle: usize,
    pub(super) split: Split,
    pub(super) shard: u32,
    pub(super) shards: u32,
    pub(super) games: GameSampling,
    pub(super) sampling: Sampling,
    pub(super) focus: Option<DiffFocus>,
    pub(super) weight: PositionWeight,
}

/// The options of training records that decide which records come and what they contain.
#[cfg(feature = "lc0")]
#[derive(Clone, PartialEq, Debug)]
pub(super) struct RecordOptions {
    pub(super) validation: Validation,
    pub(super) format: Option<InputFormat>,
    pub(super) theta: Option<f32>,
}

impl Default for LoaderOptions {
    fn default() -> Self {
        let order = OrderOptions {
            seed: 0,
            chunks: ChunkOrder::Shuffled,
            shuffle: 0,
            split: Split::ALL,
            shard: 0,
            shards: 1,
            games: GameSampling::All,
            sampling: Sampling::All,
            focus: None,
            weight: PositionWeight::default(),
        };
        Self {
            order,
            #[cfg(feature = "lc0")]
            records: RecordOptions { validation: Validation::None, format: None, theta: None },
            epochs: Some(1),
            on_problem: OnProblem::Skip,
            last_batch: LastBatch::Keep,
            threads: 0,
            ahead: 64 << 20,
            chunk_limit: 64 << 20,
        }
    }
}

macro_rules! setters {
    ($($(#[$meta:meta])* $name:ident($($arg:ident: $type:ty),+) => $($field:ident).+ = $value:expr;)+) => {
        impl LoaderOptions {
            $(
                $(#[$meta])*
                #[must_use]
                pub const fn $name(mut self, $($arg: $type),+) -> Self {
                    self.$($field).+ = $value;
                    self
                }
            )+
        }
    };
}

setters! {
    /// Sets the seed of everything that is random. The default is 0.
    with_seed(seed: u64) => order.seed = seed;
    /// Sets the number of epochs, or `None` for ever. The default is 1. An epoch without records is an error if another
    /// one follows.
    with_epochs(epochs: Option<u64>) => epochs = epochs;
    /// Sets the order of the chunks in each epoch. By default it is random.
    with_chunk_order(order: ChunkOrder) => order.chunks = order;
    /// Sets the number of records in the shuffle buffer. The default is 0: the records of a chunk stay in their order.
    ///
    /// The buffer is filled first. Then each new record takes the place of a random one, which is used. At the end of an
    /// epoch the buffer is emptied in random order. A training record takes about 600 bytes in usual games, a position of
    /// [`Positions`](super::Positions) 48.
    with_shuffle(records: usize) => order.shuffle = records;
    /// Sets the share of the games that are used. The default is [`Split::ALL`].
    with_split(split: Split) => order.split = split;
    /// Chooses the games that are used. The default is all.
    with_games(games: GameSampling) => order.games = games;
    /// Chooses the positions of a game that are used. The default is all.
    with_sampling(sampling: Sampling) => order.sampling = sampling;
    /// Sets the diff focus, which leaves out positions without surprise, after the sampling. By default, none are left out.
    with_focus(focus: DiffFocus) => order.focus = Some(focus);
    /// Sets the weights of positions. By default all have the same.
    with_weight(weight: PositionWeight) => order.weight = weight;
    #[cfg(feature = "lc0")]
    /// Chooses the checks of records, besides their version and format. The default is nothing, which is fast.
    with_validation(validation: Validation) => records.validation = validation;
    #[cfg(feature = "lc0")]
    /// Sets the only input format of records that is used. By default all are, even mixed.
    with_format(format: InputFormat) => records.format = Some(format);
    #[cfg(feature = "lc0")]
    /// Converts games of records to version 7 with this factor, usually
    /// [`V7::DEFAULT_THETA`](gardez_lc0::training::V7::DEFAULT_THETA), for their short-term values. By default, only records
    /// of version 7 have them.
    with_short_term_values(theta: f32) => records.theta = Some(theta);
    /// Sets the reaction to unreadable chunks and refused records. By default, they are left out and counted.
    with_problems(on_problem: OnProblem) => on_problem = on_problem;
    /// Sets the treatment of an incomplete last batch. By default, it is kept.
    with_last_batch(last_batch: LastBatch) => last_batch = last_batch;
    /// Sets the number of threads that read chunks besides the caller's. The default is 0. The order of the records does
    /// not depend on it.
    with_threads(threads: usize) => threads = threads;
    /// Sets the number of bytes of records that the threads read ahead, up to a chunk more for each. The default is 64 MiB.
    with_ahead(bytes: usize) => ahead = bytes;
    /// Sets the greatest size of a chunk in bytes, packed and unpacked. The default is 64 MiB. A larger chunk counts as
    /// damaged.
    with_chunk_limit(bytes: usize) => chunk_limit = bytes;
}

impl LoaderOptions {
    /// Chooses one of `count` parts of each epoch's chunks. The default is 0 of 1.
    ///
    /// With the same seed, the parts of an epoch are disjoint and together all chunks. With `world` processes of `workers`
    /// workers each, worker `w` in process `rank` has part `rank * workers + w` of `world * workers`. The numbers of chunks
    /// differ by at most one.
    #[must_use]
    pub const fn with_shard(mut self, index: u32, count: u32) -> Self {
        (self.order.shard, self.order.shards) = (index, count);
        self
    }
}
