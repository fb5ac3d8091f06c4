//! Laws of the loader.

mod damage;
mod kinds;
mod laws;
mod numbers;
mod threads;

use super::*;
use gardez_lc0::training::V6;

/// Returns a loader of the records of a source.
fn loader_of(source: impl ChunkSource + 'static, options: LoaderOptions) -> Result<Loader<Records>, LoaderError> {
    Loader::new(Records::new(source), options)
}

/// Returns a record of version 6 whose number of visits is `id`.
fn record(id: u32) -> V6 {
    let mut record = V6::empty();
    record.input_format = 1.into();
    record.visits = id.into();
    record.probabilities[(id % 1858) as usize] = 1.0.into();
    (record.played_idx, record.best_idx) = (((id % 1858) as u16).into(), ((id % 1858) as u16).into());
    record.best_q = ((id % 7) as f32 / 7.0).into();
    record.orig_q = 0.0.into();
    record.policy_kld = ((id % 5) as f32 / 5.0).into();
    record
}

/// Returns games of these lengths, at most ten, whose records are numbered from 0 on.
fn games(lengths: &[u8]) -> Memory {
    let mut source = Memory::new();
    let mut next = 0;
    for (game, &length) in lengths.iter().enumerate() {
        let mut bytes = Vec::new();
        for _ in 0..length % 11 {
            bytes.extend_from_slice(record(next).bytes());
            next += 1;
        }
        source.push(std::format!("game {game}"), bytes);
    }
    source
}

/// The same source, as if it were not in memory.
struct Copied<S>(S);

impl<S: ChunkSource> ChunkSource for Copied<S> {
    fn count(&self) -> usize {
        self.0.count()
    }

    fn name(&self, index: usize) -> std::borrow::Cow<'_, str> {
        self.0.name(index)
    }

    fn read<'a>(&'a self, index: usize, limit: usize, buffer: &'a mut Vec<u8>) -> std::io::Result<&'a [u8]> {
        self.0.read(index, limit, buffer)
    }
}

/// Returns the records that a loader still returns, as their numbers of visits.
fn ids(loader: &mut Loader<Records>) -> Vec<u32> {
    let mut found = Vec::new();
    while let Some(record) = loader.next_record().expect("nothing is damaged") {
        found.push(record.into_v6().visits.get());
    }
    found
}

/// Returns all records of a loader of these chunks.
fn all(source: impl ChunkSource + 'static, options: &LoaderOptions) -> Vec<u32> {
    ids(&mut loader_of(source, options.clone()).expect("the options are right"))
}

/// Options with something of everything.
fn rich(seed: u64, shuffle: u8, kind: u8) -> LoaderOptions {
    let weight = PositionWeight { q_weight: Some(1.0), ..PositionWeight::default() };
    let sampling = match kind % 5 {
        0 => Sampling::All,
        1 => Sampling::EveryNth(2),
        2 => Sampling::Probability(0.5),
        3 => Sampling::Share(0.4),
        _ => Sampling::PerGame(2),
    };
    let games = match kind / 5 % 3 {
        0 => GameSampling::All,
        1 => GameSampling::Probability(0.7),
        _ => GameSampling::Hanse { gamma: 0.5 },
    };
    let focus = DiffFocus { min: 0.5, slope: 1.0, ..DiffFocus::default() };
    let options = LoaderOptions::default().with_seed(seed).with_shuffle(shuffle.into()).with_epochs(Some(3));
    let options = options.with_sampling(sampling).with_games(games).with_weight(weight);
    if kind & 64 == 0 { options } else { options.with_focus(focus) }
}

fn sorted(mut ids: Vec<u32>) -> Vec<u32> {
    ids.sort_unstable();
    ids
}

fn names(error: &LoaderError) -> (&'static str, String) {
    (gardez_types::ErrorInfo::kind_name(error), std::format!("{error}"))
}
