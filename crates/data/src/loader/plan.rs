//! The order of the chunks.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;

use super::error::LoaderError;
use super::options::{ChunkOrder, GameSampling, LoaderOptions, Sampling};
use super::random::{fnv, key, permuted};
use super::samples::Samples;
use super::source::BEGINNING;

/// The text that is hashed for a chunk that cannot be read, or whose source panics.
const UNREADABLE: &[u8] = b"unreadable";

/// The purposes of random numbers, so that no two of them are the same.
pub(super) mod purpose {
    pub(in super::super) const CHUNKS: u64 = 1;
    pub(in super::super) const GAME: u64 = 2;
    pub(in super::super) const POSITIONS: u64 = 3;
    pub(in super::super) const FOCUS: u64 = 4;
    pub(in super::super) const SHUFFLE: u64 = 5;
}

/// The order of all chunks of all epochs, in four bytes for each chunk of the split.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) options: LoaderOptions,
    chunks: Vec<u32>,
    /// The number of chunks in an epoch of this shard.
    pub(super) per_epoch: u64,
    /// A hash of everything that the order depends on.
    pub(super) fingerprint: u64,
    contents: OnceLock<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Turn {
    pub(super) chunk: u32,
    pub(super) epoch: u64,
    pub(super) piece: u64,
}

impl Plan {
    pub(super) fn new<S: Samples>(samples: &mut S, options: LoaderOptions) -> Result<Self, LoaderError> {
        check(&options)?;
        let mut fingerprint = fnv(0, samples.prepare(&options)?.as_bytes());
        let count =
            u32::try_from(samples.count()).map_err(|_| LoaderError::Options { what: "the number of chunks" })?;
        let mut chunks = Vec::new();
        for index in 0..count {
            let name = samples.name(index as usize);
            fingerprint = fnv(fnv(fingerprint, name.as_bytes()), b"\n");
            if options.order.split.contains(&name) {
                chunks.push(index);
            }
        }
        let (shard, shards) = (u64::from(options.order.shard), u64::from(options.order.shards));
        let per_epoch = (chunks.len() as u64).saturating_sub(shard).div_ceil(shards);
        Ok(Self { options, chunks, per_epoch, fingerprint, contents: OnceLock::new() })
    }

    /// Returns a hash of the sizes and the beginnings of the chunks of the split.
    pub(super) fn contents<S: Samples>(&self, samples: &S) -> u64 {
        *self.contents.get_or_init(|| {
            let mut buffer = Vec::new();
            self.chunks.iter().fold(0, |hash, &chunk| {
                let read = || match samples.beginning(chunk as usize, &mut buffer) {
                    Ok((size, first)) => fnv(fnv(hash, &size.to_le_bytes()), &first[..first.len().min(BEGINNING)]),
                    Err(_) => fnv(hash, UNREADABLE),
                };
                catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(|_| fnv(hash, UNREADABLE))
            })
        })
    }

    /// Returns `true` if a record may still be needed when its thread reads the next chunk, so that it must be packed.
    pub(super) const fn records_outlive_chunks(&self) -> bool {
        self.options.order.shuffle > 0 || self.options.threads > 0
    }

    /// Returns the number of turns of all epochs, if it is limited.
    pub(super) fn turns(&self) -> Option<u64> {
        match self.options.epochs {
            _ if self.per_epoch == 0 => Some(0),
            Some(epochs) => Some(epochs.saturating_mul(self.per_epoch)),
            None => None,
        }
    }

    /// Returns a turn by its number, counted from the start of the first epoch.
    pub(super) fn turn(&self, number: u64) -> Turn {
        let order = &self.options.order;
        let (epoch, place) = (number / self.per_epoch, number % self.per_epoch);
        let (size, place) = (self.chunks.len() as u64, place * u64::from(order.shards) + u64::from(order.shard));
        let place = match order.chunks {
            ChunkOrder::Shuffled => permuted(key(&[order.seed, purpose::CHUNKS, epoch]), size, place),
            ChunkOrder::Source => place,
        };
        Turn { chunk: self.chunks[place as usize], epoch, piece: 0 }
    }
}

fn check(options: &LoaderOptions) -> Result<(), LoaderError> {
    const SAMPLING: &str = "the sampling of positions, which must be from 0 to 1";
    let order = &options.order;
    let is_share = |share: f64| (0.0..=1.0).contains(&share);
    let wrong = [
        (order.shard >= order.shards, "the shard, which must be below the number of shards"),
        (!order.split.is_valid(), "the split, which must be a range in 0 to 1"),
        (matches!(order.sampling, Sampling::Probability(share) if !is_share(share)), SAMPLING),
        (matches!(order.sampling, Sampling::Share(share) if !is_share(share) || share == 0.0), SAMPLING),
        (matches!(order.games, GameSampling::Probability(share) if !is_share(share)), "the sampling of games"),
        (
            matches!(order.games, GameSampling::Hanse { gamma } if !(gamma >= 0.0 && gamma.is_finite())),
            "the sampling of games",
        ),
    ];
    match wrong.into_iter().find(|&(is_wrong, _)| is_wrong) {
        Some((_, what)) => Err(LoaderError::Options { what }),
        None => Ok(()),
    }
}
