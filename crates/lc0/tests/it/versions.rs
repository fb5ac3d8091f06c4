//! From one version of records to another, and what all versions have in common.

use crate::common::games;
use gardez_lc0::training::{AnyRecord, F32, Record, RecordErrorKind, RecordRef, Strictness, V6, V7};
use gardez_lc0::{Encoder, ErrorInfo, FillMode, InputFormat, LengthError, PolicyIndexing};
use quickcheck::quickcheck;

/// Returns a game whose records have these values: the expected result and the probability of a draw.
fn game(values: &[(i8, u8)]) -> Vec<V6> {
    let records = values.iter().zip(0_u16..).map(|(&(q, d), played)| {
        let mut record = V6::empty();
        record.root_q = F32::new(f32::from(q) / 128.0);
        record.root_d = F32::new(f32::from(d) / 255.0);
        record.played_idx = played.into();
        record
    });
    records.collect()
}

quickcheck! {
    fn a_short_term_value_mixes_that_of_the_next_record_with_its_own(values: Vec<(i8, u8)>, theta: u8) -> bool {
        let theta = f32::from(theta) / 255.0;
        let game = game(&values);
        let converted = V7::from_game(&game, theta);
        let mixed = |later: f32, own: f32| theta * later + (1.0 - theta) * own;
        converted.iter().zip(&game).enumerate().all(|(index, (record, old))| {
            let (q, d) = (old.root_q.get(), old.root_d.get());
            let expected = match converted.get(index + 1) {
                None => (q, d),
                // What is good for the opponent is bad for us.
                Some(next) => (mixed(-next.q_st.get(), q), mixed(next.d_st.get(), d)),
            };
            (record.q_st.get(), record.d_st.get()) == expected
        }) && converted.len() == game.len()
    }

    fn the_next_two_moves_of_a_game_are_those_of_the_next_two_records(values: Vec<(i8, u8)>) -> bool {
        let converted = V7::from_game(&game(&values), V7::DEFAULT_THETA);
        let played = |index: usize| converted.get(index).map_or(V7::NO_MOVE, |record| record.played_idx.get());
        converted.iter().enumerate().all(|(index, record)| {
            (record.opp_played_idx.get(), record.next_played_idx.get()) == (played(index + 1), played(index + 2))
        })
    }

    fn version_7_keeps_all_that_version_6_has(values: Vec<(i8, u8)>) -> bool {
        let game = game(&values);
        let converted = V7::from_game(&game, V7::DEFAULT_THETA);
        let again = V7::from_game(&converted, V7::DEFAULT_THETA);
        converted.iter().zip(&game).all(|(new, old)| {
            let mut back = new.to_v6();
            back.q_st = F32::new(0.0);
            new.version.get() == 7 && new.reserved.iter().all(|value| value.get() == 0.0) && back.bytes() == old.bytes()
        }) && again.iter().zip(&converted).all(|(again, once)| again.bytes() == once.bytes())
    }

    fn a_record_is_checked_alike_in_all_versions(choices: Vec<u8>, place: u16, byte: u8) -> bool {
        let (_, mut history, _) = games(&choices);
        while history.last().board().legal_moves().is_empty() && history.pop().is_some() {}
        let mut record = V6::from_history(&Encoder::new(InputFormat::Canonical).with_fill(FillMode::No), &history);
        let legal: Vec<_> = history.last().board().legal_moves().iter().map(|&m| (m, 1)).collect();
        record.set_visits(&legal, PolicyIndexing::Lc0).expect("legal moves have indices");
        let _ = record.set_moves(legal[0].0, legal[0].0, PolicyIndexing::Lc0);
        let mut bytes = record.bytes().to_vec();
        // Any byte after the version, half of them after the probabilities.
        let place = if place % 2 == 0 { 8272 + usize::from(place) % 84 } else { 4 + usize::from(place) % 8352 };
        bytes[place] = byte;
        let damaged = V6::from_bytes(&bytes).expect("the size is right");
        let newer = V7::from_game(&[*damaged], 0.0)[0];
        [Strictness::Lc0, Strictness::Strict].into_iter().all(|strictness| {
            let expected = damaged.check(strictness);
            same(&newer.check(strictness), &expected) && same(&Record::from(*damaged).check(strictness), &expected)
        })
    }
}

/// Returns `true` if both are the same error, even if it is about a NaN.
fn same<T: core::fmt::Debug>(a: &T, b: &T) -> bool {
    format!("{a:?}") == format!("{b:?}")
}

#[test]
fn a_game_of_no_records_or_one_is_converted() {
    assert_eq!(V7::from_game(&[] as &[V6], 0.5), []);
    let converted = V7::from_game(&game(&[(-64, 51)]), 0.5);
    assert_eq!((converted[0].q_st.get(), converted[0].d_st.get()), (-0.5, 0.2));
    assert_eq!([converted[0].opp_played_idx.get(), converted[0].next_played_idx.get()], [V7::NO_MOVE; 2]);
}

#[test]
fn a_negative_probability_of_a_draw_becomes_0_and_a_nan_stays_one() {
    let mut game = game(&[(0, 0), (0, 0)]);
    game[1].root_d = F32::new(-0.5);
    let converted = V7::from_game(&game, 0.5);
    assert_eq!([converted[0].d_st.get(), converted[1].d_st.get()], [0.0; 2]);
    game[1].root_d = F32::new(f32::NAN);
    assert!(V7::from_game(&game, 0.5).iter().all(|record| record.d_st.get().is_nan()));
}

#[test]
fn games_are_written_only_into_as_many_records() {
    let mut records = [V7::empty(); 2];
    let error = V7::write_game(&game(&[(1, 1)]), 0.5, &mut records);
    assert_eq!(error, Err(LengthError { what: "records", expected: 1, found: 2 }));
    assert_eq!(records[0].bytes(), V7::empty().bytes(), "nothing is written");
}

#[test]
fn v7b_is_refused_by_name() {
    for version in [70_u32, 170] {
        let mut bytes = vec![0; V7::SIZE];
        bytes[..4].copy_from_slice(&version.to_le_bytes());
        let error = RecordRef::from_bytes(&bytes).expect_err("V7B");
        assert_eq!(error.kind, RecordErrorKind::UnknownVersion { found: version });
        assert_eq!((error.kind_name(), error.span()), ("unknown-version", Some(0..4)));
        assert!(error.to_string().contains("is V7B"), "{error}");
        assert_eq!(Record::from_bytes(&bytes), Err(error));
    }
}
