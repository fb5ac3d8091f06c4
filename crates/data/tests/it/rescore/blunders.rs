//! Blunders.

use gardez_data::{Deblunder, RescoreOptions};
use gardez_lc0::training::V6;

use crate::rescore::tables::Tables;
use crate::rescore::{Game, each_game, number};

/// The part of the new result, if the record is a blunder.
fn blunder(record: &V6, threshold: f32, width: f32) -> Option<f32> {
    let [best, played] = [record.best_q.get(), record.played_q.get()];
    let is_lost = best > -1.0 && played == -1.0;
    let is_win_missed = best == 1.0 && record.invariance_info & V6::BEST_IS_PROVEN != 0 && played < 1.0;
    match best - played - threshold {
        _ if is_lost || is_win_missed => Some(1.0),
        excess if width == 0.0 => (0.0 < excess).then_some(1.0),
        excess if -width / 2.0 < excess => Some((excess / width + 0.5).min(1.0)),
        _ => None,
    }
}

/// The result that is carried to a record from those after it, with the one that it gives back.
fn carried(game: &Game, records: &[V6], index: usize, end: usize, (threshold, width): (f32, f32)) -> ([f32; 3], bool) {
    let last = &records[records.len() - 1];
    let (after, is_replaced) = if index + 1 == end {
        ([last.result_q.get(), last.result_d.get(), last.plies_left.get()], false)
    } else {
        let ([q, d, m], is_replaced) = carried(game, records, index + 1, end, (threshold, width));
        ([-q, d, m + 1.0], is_replaced)
    };
    let record = &game.records[index];
    match blunder(record, threshold, width) {
        None => (after, is_replaced),
        Some(part) => {
            let best = [record.best_q.get(), record.best_d.get(), record.best_m.get()];
            let mixed = [0, 1, 2].map(|value| (1.0 - part) * after[value] + part * best[value]);
            (mixed, true)
        }
    }
}

#[test]
fn records_up_to_the_last_blunder_get_the_expected_result() {
    let (mut replaced, mut kept, mut mixed) = (0, 0, 0);
    each_game(9, 250, |game, generator| {
        // The end of the walk does not depend on whether the table of a position is there.
        let tables = &if number(generator, 3) == 0 { Tables::random(generator) } else { Tables::small() };
        let threshold = [0.25, 0.5, 2.0][number(generator, 3)];
        let width = [0.0, 0.25, 1.0][number(generator, 3)];
        let deblunder = Deblunder { threshold, width };
        let (without, _) = game.rescored(tables, RescoreOptions::default());
        let (records, report) =
            game.rescored(tables, RescoreOptions { deblunder: Some(deblunder), ..Default::default() });
        let end = (1..records.len()).find(|&index| game.is_small(tables, index)).unwrap_or(records.len());
        let blunders = game.records[..end].iter().filter_map(|record| blunder(record, threshold, width));
        let parts: Vec<f32> = blunders.collect();
        assert_eq!(report.blunders, parts.len() as u64);
        mixed += parts.iter().filter(|part| **part < 1.0).count();
        for index in 0..records.len() {
            let values = |record: &V6| [record.result_q, record.result_d, record.plies_left].map(|value| value.get());
            let expected = match () {
                () if index < end => match carried(game, &without, index, end, (threshold, width)) {
                    (values, true) => values,
                    (_, false) => values(&without[index]),
                },
                () => values(&without[index]),
            };
            assert_eq!(values(&records[index]), expected, "{}, record {index}", game.history[0]);
            if expected == values(&without[index]) {
                kept += 1;
            } else {
                replaced += 1;
            };
        }
    });
    assert!(replaced > 200 && kept > 200 && mixed > 20, "{replaced} {kept} {mixed}");
}

#[test]
fn games_whose_last_record_has_no_visits_have_no_blunders() {
    let tables = Tables::small();
    each_game(10, 30, |game, _| {
        let mut game = Game { records: game.records.clone(), history: game.history.clone() };
        if let Some(last) = game.records.last_mut() {
            last.visits = 0.into();
        }
        let (without, _) = game.rescored(&tables, RescoreOptions::default());
        let deblunder = Deblunder { threshold: 0.0, width: 0.0 };
        let (records, report) =
            game.rescored(&tables, RescoreOptions { deblunder: Some(deblunder), ..Default::default() });
        assert_eq!((records, report.blunders), (without, 0));
    });
}

#[test]
fn a_game_with_mixed_results_cannot_be_rescored_again() {
    let tables = Tables::small();
    let mut refused = 0;
    each_game(11, 100, |game, _| {
        let deblunder = Deblunder { threshold: 0.25, width: 0.25 };
        let options = RescoreOptions { deblunder: Some(deblunder), ..RescoreOptions::default() };
        let (records, _) = game.rescored(&tables, options);
        let is_whole = |record: &V6| [-1.0, 0.0, 1.0].contains(&record.result_q.get());
        if !is_whole(&records[0]) {
            let again = Game { records, history: game.history.clone() };
            let rescorer = gardez_data::Rescorer::new(tables.tablebase(), options).expect("options in their ranges");
            let mut records = again.records.clone();
            let error = rescorer.rescore(&mut records).expect_err("a fraction");
            assert!(error.to_string().starts_with("record 0: expected the result -1, 0 or 1, found "), "{error}");
            assert_eq!(records, again.records);
            refused += 1;
        }
    });
    assert!(refused > 10, "{refused}");
}
