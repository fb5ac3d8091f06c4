//! From a chunk to the samples that are used.

use super::error::{ChunkProblem, LoaderError, RecordProblem};
use super::options::GameSampling;
use super::plan::{Plan, Turn, purpose};
use super::random::Random;
use super::sample::choose;
use super::samples::{Piece, Samples};
use super::stats::LoaderStats;

#[derive(Debug)]
pub(super) struct Item<D> {
    pub(super) chunk: u32,
    pub(super) record: u32,
    pub(super) data: D,
}

/// The samples of a chunk, or of a piece of it.
#[derive(Debug)]
pub(super) struct Loaded<D> {
    pub(super) items: Vec<Item<D>>,
    pub(super) stats: LoaderStats,
    pub(super) problem: Option<LoaderError>,
    /// `true` if the problem comes after the samples.
    pub(super) ends_with_problem: bool,
    /// The sum of the weights of all positions, for [`GameSampling::Hanse`].
    pub(super) weight: f64,
    pub(super) is_last: bool,
}

impl<D> Loaded<D> {
    pub(super) const fn empty(stats: LoaderStats) -> Self {
        Self { items: Vec::new(), stats, problem: None, ends_with_problem: false, weight: 0.0, is_last: true }
    }

    pub(super) fn size<S: Samples<Data = D>>(&self) -> usize {
        self.items.iter().map(|item| size_of::<Item<D>>() + S::size(&item.data)).sum()
    }
}

/// The memory of a thread that reads chunks.
#[derive(Debug, Default)]
pub(super) struct Worker<C> {
    pub(super) scratch: C,
    chosen: Vec<u32>,
}

fn counter<'a>(stats: &'a mut LoaderStats, problem: &LoaderError) -> &'a mut u64 {
    match problem {
        LoaderError::Chunk { problem, .. } => match problem {
            ChunkProblem::Empty => &mut stats.chunks_empty,
            ChunkProblem::Incomplete { .. } => &mut stats.chunks_incomplete,
            ChunkProblem::Game(_) => &mut stats.chunks_refused,
        },
        LoaderError::Format { .. } => &mut stats.chunks_incomplete,
        _ => &mut stats.chunks_unreadable,
    }
}

pub(super) fn load<S: Samples>(
    plan: &Plan,
    samples: &S,
    turn: Turn,
    worker: &mut Worker<S::Scratch>,
) -> Loaded<S::Data> {
    let options = &plan.options.order;
    let mut loaded = Loaded::empty(LoaderStats { chunks: u64::from(turn.piece == 0), ..LoaderStats::default() });
    // A game that is a part of a chunk has random numbers of its own.
    let random = |purpose, epoch, game: Option<u32>| {
        let parts = [options.seed, purpose, turn.chunk.into(), epoch, game.unwrap_or_default().into()];
        Random::new(&parts[..if game.is_some() { 5 } else { 4 }])
    };
    let is_sampled = |game| match options.games {
        GameSampling::Probability(probability) => random(purpose::GAME, turn.epoch, game).happens(probability),
        GameSampling::All | GameSampling::Hanse { .. } => true,
    };
    if S::CHUNKS_ARE_GAMES && !is_sampled(None) {
        loaded.stats.chunks_not_sampled = 1;
        return loaded;
    }
    let Worker { scratch, chosen } = worker;
    let mut piece = match samples.read(&plan.options, turn.chunk, turn.piece, scratch) {
        Ok(piece) => piece,
        Err(problem) => {
            *counter(&mut loaded.stats, &problem) = 1;
            loaded.problem = Some(problem);
            return loaded;
        }
    };
    let count = piece.len();
    loaded.stats.records = count as u64;
    loaded.is_last = piece.is_last();
    let mut focus = random(purpose::FOCUS, turn.epoch, None);
    let mut start = 0;
    while start < count {
        let end = piece.end_of_game(start).clamp(start + 1, count);
        let game = (!S::CHUNKS_ARE_GAMES).then(|| piece.number(start));
        let weight = |place: usize| options.weight.of(piece.surprise(start + place));
        if matches!(options.games, GameSampling::Hanse { .. }) {
            loaded.weight = (0..end - start).map(|place| f64::from(weight(place))).sum();
        }
        chosen.clear();
        if S::CHUNKS_ARE_GAMES || is_sampled(game) {
            choose(options, turn.epoch, |epoch| random(purpose::POSITIONS, epoch, game), end - start, weight, chosen);
        }
        loaded.stats.records_not_sampled += (end - start - chosen.len()) as u64;
        loaded.items.reserve(chosen.len());
        for place in chosen.iter().map(|&place| start + place as usize) {
            let record = piece.number(place);
            if let Err(problem) = piece.check(place) {
                *match problem {
                    RecordProblem::Version(_) | RecordProblem::Missing { .. } => &mut loaded.stats.refused_version,
                    RecordProblem::Format(_) => &mut loaded.stats.refused_format,
                    _ => &mut loaded.stats.refused_values,
                } += 1;
                let refused = || LoaderError::Record { chunk: name_of(samples, turn.chunk), record, problem };
                loaded.problem.get_or_insert_with(refused);
                continue;
            }
            if options.focus.is_some_and(|keeps| !keeps.keeps(piece.surprise(place), focus.unit())) {
                loaded.stats.records_not_focused += 1;
                continue;
            }
            let data = piece.take(place, plan.records_outlive_chunks());
            loaded.items.push(Item { chunk: turn.chunk, record, data });
        }
        start = end;
    }
    if let Some(problem) = piece.take_problem() {
        *counter(&mut loaded.stats, &problem) += 1;
        loaded.ends_with_problem = loaded.problem.is_none();
        loaded.problem.get_or_insert(problem);
    }
    loaded
}

/// Reads some samples of a chunk again, in the order of their numbers.
pub(super) fn reload<S: Samples>(
    plan: &Plan,
    samples: &S,
    chunk: u32,
    records: &[u32],
    worker: &mut Worker<S::Scratch>,
) -> Result<Vec<Item<S::Data>>, LoaderError> {
    let mut items = Vec::with_capacity(records.len());
    for records in records.chunk_by(|a, b| S::piece_of(*a) == S::piece_of(*b)) {
        let mut piece = samples.read(&plan.options, chunk, S::piece_of(records[0]), &mut worker.scratch)?;
        for &record in records {
            let wrong = |problem| LoaderError::Record { chunk: name_of(samples, chunk), record, problem };
            let place = piece.find(record).ok_or_else(|| wrong(RecordProblem::Missing { records: piece.len() }))?;
            piece.check(place).map_err(wrong)?;
            items.push(Item { chunk, record, data: piece.take(place, true) });
        }
    }
    Ok(items)
}

pub(super) fn name_of<S: Samples>(samples: &S, chunk: u32) -> String {
    samples.label(chunk as usize)
}
