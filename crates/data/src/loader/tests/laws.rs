//! Which records come, and in which order.

use quickcheck::quickcheck;

use super::*;

quickcheck! {
    fn a_state_that_was_changed_is_an_error(lengths: Vec<u8>, shuffle: u8, place: usize, change: u8) -> bool {
        let mut loader = loader_of(games(&lengths), rich(1, shuffle, 0)).expect("the options are right");
        let _ = loader.next_record();
        let mut bytes = loader.state().to_bytes();
        let place = place % bytes.len();
        bytes[place] ^= change.max(1);
        LoaderState::from_bytes(&bytes) == Err(StateError::Bytes)
            && LoaderState::from_bytes(&bytes[..place]) == Err(StateError::Bytes)
    }
}

#[test]
fn the_share_of_a_name_never_changes() {
    let test: Vec<_> = (0..12).filter(|n| Split::new(0.75, 1.0).contains(&std::format!("game_{n:06}.gz"))).collect();
    assert_eq!(test, [0, 2, 3, 6, 8, 11]);
}

#[test]
fn another_seed_is_another_order() {
    let order = |seed, shuffle| all(games(&[10; 10]), &LoaderOptions::default().with_seed(seed).with_shuffle(shuffle));
    assert_ne!(order(1, 0), order(2, 0));
    assert_ne!(order(1, 50), order(1, 0));
}

#[test]
fn sampling_keeps_the_expected_share() {
    let share = |options: LoaderOptions| all(games(&[10; 200]), &options).len() as f64 / 2000.0;
    let options = LoaderOptions::default();
    let near = |found: f64, expected: f64| assert!((found - expected).abs() < 0.04, "{found} {expected}");
    near(share(options.clone().with_sampling(Sampling::EveryNth(4))), 0.25);
    near(share(options.clone().with_sampling(Sampling::Probability(0.3))), 0.3);
    near(share(options.clone().with_sampling(Sampling::Share(0.3))), 0.3);
    near(share(options.clone().with_sampling(Sampling::PerGame(1))), 0.1);
    let some_games = share(options.clone().with_games(GameSampling::Probability(0.4)));
    assert!((0.3..0.5).contains(&some_games), "{some_games}");
    // All games have nearly the same sum of weights, so few are left out.
    assert!(share(options.clone().with_games(GameSampling::Hanse { gamma: 1.0 })) > 0.9);
    let focus = DiffFocus { min: 0.5, slope: 0.0, ..DiffFocus::default() };
    // A divergence of 0, as in one record of five, is always kept.
    near(share(options.with_focus(focus)), 0.6);
}

#[test]
fn hanse_prefers_games_with_large_weights() {
    let mut source = Memory::new();
    for game in 0..400_u32 {
        let mut record = record(game);
        record.policy_kld = if game % 2 == 0 { 1.0 } else { 0.25 }.into();
        source.push(std::format!("{game}"), record.bytes());
    }
    let weight = PositionWeight { policy_scale: Some(1.0), ..PositionWeight::default() };
    let options = LoaderOptions::default().with_weight(weight).with_games(GameSampling::Hanse { gamma: 1.0 });
    let found = all(source, &options);
    let even = found.iter().filter(|&id| id % 2 == 0).count();
    // Once a game with the greatest weight has come, its kind is always used.
    assert!(even >= 195 && (30..80).contains(&(found.len() - even)), "{even} of {}", found.len());
}

#[test]
fn a_state_of_other_options_or_chunks_is_refused() {
    let loader = |options, lengths| loader_of(games(lengths), options).expect("the options are right");
    let options = LoaderOptions::default();
    let state = loader(options.clone(), &[1, 2]).state();
    assert!(loader(options.clone().with_threads(2), &[1, 2]).restore(&state).is_ok());
    for mut other in [loader(options.clone().with_seed(1), &[1, 2]), loader(options, &[1, 2, 3])] {
        assert!(matches!(other.restore(&state), Err(LoaderError::State(StateError::OtherLoader))));
    }
}

#[test]
fn a_state_of_other_chunks_with_the_same_names_is_refused() {
    let source = |change: u8, longer: bool| {
        let mut source = Memory::new();
        for game in 0..4_u8 {
            let mut bytes = record(game.into()).bytes().repeat(if longer && game == 3 { 2 } else { 1 });
            // Within the first 4,096 bytes.
            bytes[4000] ^= if game == 2 { change } else { 0 };
            source.push(std::format!("{game}"), bytes);
        }
        source
    };
    let state = loader_of(source(0, false), LoaderOptions::default()).expect("the options are right").state();
    let restore = |source| loader_of(source, LoaderOptions::default()).expect("the options are right").restore(&state);
    assert!(restore(source(0, false)).is_ok());
    for other in [source(1, false), source(0, true)] {
        assert!(matches!(restore(other), Err(LoaderError::State(StateError::OtherContents))));
    }
}

#[test]
fn a_record_that_does_not_exist_any_more_is_missing() {
    let mut loader = loader_of(games(&[3]), LoaderOptions::default()).expect("the options are right");
    let mut state = loader.state();
    state.pending.push(Origin { chunk: 0, record: 7 });
    let error = loader.restore(&state).expect_err("there are three records");
    assert_eq!(names(&error), ("missing-record", "not one of the 3 records, in record 7 of the chunk game 0".into()));
}

/// The state after two records of five games, as numbers.
const STATE: [u64; 32] = [
    // The version, the hashes of the options and names and of the contents, and the turn.
    0x0264_616f_6c30_636c,
    13_152_028_743_874_121_125,
    13_046_045_551_793_276_864,
    2,
    // What is left of the last chunk, the epochs, and the generator.
    0,
    0,
    13_532_939_110_802_531_742,
    0,
    2,
    0,
    // The counters.
    2,
    0,
    0,
    0,
    0,
    0,
    6,
    0,
    0,
    0,
    0,
    0,
    0,
    2,
    0,
    // The records of no batch and of a buffer of four, and the checksum.
    0,
    4,
    0,
    8_589_934_596,
    8_589_934_592,
    4_294_967_300,
    13_792_586_880_230_057_188,
];

#[test]
fn the_bytes_of_a_state_never_change() {
    // If this fails, checkpoints of users are lost: the change belongs in the changelog, and the state needs a new version.
    let mut loader = loader_of(games(&[3; 5]), LoaderOptions::default().with_seed(7).with_shuffle(4)).expect("right");
    for _ in 0..2 {
        assert!(loader.next_record().is_ok_and(|record| record.is_some()));
    }
    let bytes = loader.state().to_bytes();
    let numbers: Vec<_> =
        bytes.chunks(8).map(|number| u64::from_le_bytes(number.try_into().expect("eight bytes"))).collect();
    assert_eq!(numbers, STATE);
}

#[test]
fn a_state_of_an_earlier_version_is_refused_by_its_version() {
    // As version 1 was: without the hash of the contents.
    let body = [&b"lc0load\x01"[..], &[0; 8 * (9 + LoaderStats::COUNT)]].concat();
    let checksum = random::fnv(0, &body).to_le_bytes();
    let error = LoaderState::from_bytes(&[&body[..], &checksum].concat()).expect_err("an earlier version");
    assert_eq!(error, StateError::Version { found: 1 });
    assert_eq!(std::format!("{error}"), "the state has the version 1 of another release, expected 2");
}

#[test]
fn options_out_of_range_are_errors() {
    let options = LoaderOptions::default();
    for wrong in [
        options.clone().with_shard(2, 2),
        options.clone().with_shard(0, 0),
        options.clone().with_split(Split::new(0.5, 0.4)),
        options.clone().with_split(Split::new(0.0, f64::NAN)),
        options.clone().with_sampling(Sampling::Probability(1.5)),
        options.clone().with_sampling(Sampling::Share(0.0)),
        options.clone().with_games(GameSampling::Probability(f64::NAN)),
        options.clone().with_games(GameSampling::Hanse { gamma: -1.0 }),
        options.with_short_term_values(2.0),
    ] {
        assert!(matches!(loader_of(Memory::new(), wrong), Err(LoaderError::Options { .. })));
    }
}
