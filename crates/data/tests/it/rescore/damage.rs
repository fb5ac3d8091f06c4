//! Records that are damaged, and tables that are missing.

use gardez_data::{Deblunder, RescoreError, RescoreOptions, Rescorer};
use gardez_lc0::InputFormat;
use gardez_lc0::training::V6;
use gardez_syzygy::Tablebase;

use crate::rescore::tables::Tables;
use crate::rescore::{each_game, number};

#[test]
fn a_damaged_game_is_refused_unchanged_or_rescored() {
    let tables = Tables::small();
    let options = RescoreOptions {
        temperature: 1.5,
        dtz_policy_boost: 0.25,
        deblunder: Some(Deblunder { threshold: 0.5, width: 0.0 }),
        new_input_format: Some(InputFormat::HectopliesArmageddon),
        ..RescoreOptions::default()
    };
    let rescorer = Rescorer::new(tables.tablebase(), options).expect("options in their ranges");
    let (mut refused, mut accepted) = (0, 0);
    each_game(14, 80, |game, generator| {
        let mut records = game.records.clone();
        for _ in 0..1 + number(generator, 3) {
            let at = number(generator, records.len());
            let mut bytes = records[at].bytes().to_vec();
            // Most damage is outside of the probabilities.
            let place = match number(generator, 4) {
                0 => number(generator, V6::SIZE),
                1 => 7440 + number(generator, 104),
                _ => 8272 + number(generator, V6::SIZE - 8272),
            };
            bytes[place] = generator.next_u64() as u8;
            records[at] = *V6::from_bytes(&bytes).expect("as long as a record");
        }
        let before: Vec<_> = records.iter().map(|record| record.bytes().to_vec()).collect();
        // Rescored a second time with the default options, nothing changes; what the search found never does.
        let (usual, mut once) = (Rescorer::new(tables.tablebase(), RescoreOptions::default()), records.clone());
        let usual = usual.expect("there are tables");
        if usual.rescore(&mut once).is_ok() {
            let mut twice = once.clone();
            usual.rescore(&mut twice).expect("a rescored game is a game");
            assert!(once.iter().zip(&twice).all(|(once, twice)| once.bytes() == twice.bytes()));
            assert!(once.iter().zip(&before).all(|(once, before)| once.bytes()[8280..8304] == before[8280..8304]));
        }
        match rescorer.rescore(&mut records) {
            Ok(_) => accepted += 1,
            Err(_) => {
                assert!(records.iter().zip(&before).all(|(record, before)| record.bytes() == before));
                refused += 1;
            }
        }
    });
    assert!(refused > 20 && accepted > 5, "{refused} {accepted}");
}

#[test]
fn no_records_are_no_game() {
    let tables = Tables::small();
    let rescorer = Rescorer::new(tables.tablebase(), RescoreOptions::default()).expect("tables");
    assert!(rescorer.rescore(&mut []).is_err());
}

#[test]
fn a_tablebase_needs_tables() {
    let tables = Tablebase::new();
    let error = Rescorer::new(&tables, RescoreOptions::default()).expect_err("no tables");
    assert_eq!(error.to_string(), "there is no endgame table of three pieces or more");
}

#[test]
fn positions_whose_table_is_missing_keep_their_values() {
    let few = Tables::named(&["KQvK.rtbw"]);
    let mut changed = 0;
    each_game(15, 100, |game, _| {
        let (records, report) = game.rescored(&few, RescoreOptions { dtz_policy_boost: 0.5, ..Default::default() });
        // There are no distances.
        assert_eq!((report.secondary_by_dtz, report.boosted), (0, 0));
        for (index, (old, new)) in game.records.iter().zip(&records).enumerate() {
            let has_queen = (index..records.len()).any(|at| {
                let board = game.history[at].board();
                at != 0 && game.is_small(&few, at) && (!board.queens().is_empty() || board.occupied().len() == 2)
            });
            assert!(has_queen || old.result_q == new.result_q, "{}, record {index}", game.history[0]);
            let plies_left = old.plies_left.get();
            let expected = if plies_left == 0.0 { (records.len() - index) as f32 } else { plies_left };
            assert_eq!(new.plies_left.get(), expected);
            changed += u32::from(old.result_q != new.result_q);
        }
    });
    assert!(changed > 20, "{changed}");
}

#[test]
fn a_fraction_as_result_is_noticed_only_where_a_step_looks_at_it() {
    let tables = Tables::small();
    let rescorer = Rescorer::new(tables.tablebase(), RescoreOptions::default()).expect("tables");
    let (mut accepted, mut refused) = (0, 0);
    each_game(19, 300, |game, generator| {
        let mut records = game.records.clone();
        let at = number(generator, records.len());
        records[at].result_q = 0.5.into();
        let is_used = |index: usize| {
            let zeroing = (index.max(1)..records.len())
                .any(|later| game.history[later].halfmove_clock() == 0 && game.value(&tables, later).is_some());
            zeroing || game.value(&tables, index).is_some()
        };
        // The first record, records that get other results, and those up to the first one that is not a draw.
        let is_seen = at == 0 || is_used(at);
        match rescorer.rescore(&mut records) {
            Ok(_) => {
                assert!(!is_seen);
                assert!(records[..at].iter().any(|record| record.result_q.get() != 0.0));
                accepted += 1;
            }
            Err(error) => {
                assert_eq!(error, RescoreError::Result { record: at, found: 0.5 });
                refused += 1;
            }
        }
    });
    assert!(accepted != 0 && refused > 100, "{accepted} {refused}");
}
