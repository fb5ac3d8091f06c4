//! Bytes as the chunks of a loader.

use gardez::data::loader::{
    Batch, DiffFocus, GameSampling, Loader, LoaderError, LoaderOptions, LoaderState, Memory, Origin, PlanesMut,
    PositionWeight, Records, Sampling, VALUES, Validation,
};
use gardez_lc0::training::Strictness;
use gardez_lc0::{CELLS, CellLayout, POLICY_SIZE, Rule50Scale};

/// The bytes that choose the options.
const HEAD: usize = 12;

pub(super) fn lc0_loader(bytes: &[u8]) {
    let _ = LoaderState::from_bytes(bytes);
    let Some((&[seed, positions, games, shuffle, size, checks, shards, stop, cut, second, change, value], rest)) =
        bytes.split_first_chunk::<HEAD>()
    else {
        return;
    };
    let mut source = Memory::new();
    let first = rest.len() * usize::from(cut) / 256;
    let (start, rest) = rest.split_at(first);
    let (middle, end) = rest.split_at(rest.len() * usize::from(second) / 256);
    [start, middle, end].into_iter().enumerate().for_each(|(game, chunk)| source.push(format!("{game}"), chunk));

    let options = options(seed, positions, games, checks)
        .with_shuffle((shuffle % 16).into())
        .with_shard((shards % 3).into(), u32::from(shards % 3) + 1);
    let loader = |options: &LoaderOptions| {
        Loader::new(Records::new(source.clone()), options.clone()).expect("the options are right")
    };
    let mut whole = loader(&options);
    let expected = origins(&mut whole, usize::MAX);
    let stats = whole.stats();
    let known = stats.records_used + stats.records_not_sampled + stats.records_not_focused;
    assert_eq!(stats.records, known + stats.refused_version + stats.refused_format + stats.refused_values);
    assert_eq!(stats.records_used, expected.len() as u64);

    // A loader with a thread stops, and another one continues. States are compared by what follows.
    let mut stopped = loader(&options.clone().with_threads((checks & 1).into()));
    let found = origins(&mut stopped, (stop % 32).into());
    let mut state = stopped.state().to_bytes();
    let mut again = loader(&options);
    again.restore(&LoaderState::from_bytes(&state).expect("it is a state")).expect("it belongs to this loader");
    assert_eq!([found, origins(&mut again, usize::MAX)].concat(), expected);
    assert_eq!(again.stats(), stats);

    // A state that was changed on purpose is refused, or the loader ends.
    let body = state.len() - 8;
    state[usize::from(change) * body / 256] ^= value;
    let checksum =
        state[..body].iter().fold(0_u64, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    state[body..].copy_from_slice(&checksum.to_le_bytes());
    if let Ok(state) = LoaderState::from_bytes(&state)
        && again.restore(&state).is_ok()
    {
        origins(&mut again, 100);
    }

    write(&mut loader(&options), (size % 4).into());
}

/// Options with something of everything.
fn options(seed: u8, positions: u8, games: u8, checks: u8) -> LoaderOptions {
    let amount = positions / 8 + 1;
    let sampling = match positions % 5 {
        0 => Sampling::All,
        1 => Sampling::EveryNth(amount.into()),
        2 => Sampling::Probability(f64::from(amount) / 32.0),
        3 => Sampling::Share(f64::from(amount) / 32.0),
        _ => Sampling::PerGame(amount.into()),
    };
    let chosen = match games % 3 {
        0 => GameSampling::All,
        1 => GameSampling::Probability(0.5),
        _ => GameSampling::Hanse { gamma: f64::from(games / 3) / 16.0 },
    };
    let weight = PositionWeight { q_weight: Some(2.0), gamma: 1.5, ..PositionWeight::default() };
    let options = LoaderOptions::default().with_seed(seed.into()).with_epochs(Some(2)).with_sampling(sampling);
    let options = options.with_games(chosen).with_weight(weight).with_chunk_limit(1 << 16);
    let options = match checks / 2 % 4 {
        0 => options.with_validation(Validation::Records(Strictness::Lc0)),
        1 => options.with_validation(Validation::Games(Strictness::Strict)),
        _ => options,
    };
    let options = if checks & 8 == 0 { options } else { options.with_short_term_values(0.5) };
    match checks & 16 {
        0 => options,
        _ => options.with_focus(DiffFocus { min: 0.25, slope: 1.0, ..DiffFocus::default() }),
    }
}

/// Returns where the next records come from, at most this many.
fn origins(loader: &mut Loader<Records>, most: usize) -> Vec<Origin> {
    let mut found = vec![];
    let mut origin = [Origin::default()];
    while found.len() < most {
        match loader.next_batch(Batch::new(1).with_origins(&mut origin)) {
            Ok(0) => break,
            Ok(_) => found.extend(origin),
            Err(LoaderError::NoRecords) => {}
            Err(error) => panic!("everything else is skipped: {error}"),
        }
    }
    found
}

/// Writes all outputs of some batches.
fn write(loader: &mut Loader<Records>, size: usize) {
    let (mut cells, mut policy) = (vec![0.0; size * CELLS], vec![0.0; size * POLICY_SIZE]);
    let (mut values, mut wdl) = (vec![0.0; size * VALUES], vec![0.0; size * VALUES]);
    let (mut legal, mut moves) = (vec![false; size * POLICY_SIZE], vec![0; size * 4]);
    for _ in 0..4 {
        let (layout, rule50) = (CellLayout::Tokens, Rule50Scale::Training);
        let planes = PlanesMut::F32 { cells: &mut cells, layout, rule50 };
        let batch = Batch::new(size).with_planes(planes).with_policy(&mut policy).with_legal(&mut legal);
        let batch = batch.with_values(&mut values).with_wdl(&mut wdl).with_moves(&mut moves);
        let _ = loader.next_batch(batch);
    }
}
