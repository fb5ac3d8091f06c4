//! Probabilities.

use gardez_data::RescoreOptions;
use gardez_lc0::training::V6;
use gardez_lc0::{Move, PolicyIndexing};

use crate::rescore::tables::Tables;
use crate::rescore::{Game, each_game, number};

/// The probabilities of the legal moves of a record.
fn probabilities(game: &Game, record: &V6, index: usize) -> Vec<(Move, f32)> {
    let legal = game.history[index].board().legal_moves();
    let of =
        |m: Move| record.probabilities[usize::from(record.index_of(m, PolicyIndexing::Lc0).expect("legal").index())];
    legal.iter().map(|&m| (m, of(m).get())).collect()
}

#[test]
fn without_options_probabilities_are_not_touched() {
    let tables = Tables::small();
    each_game(5, 30, |game, _| {
        let mut game = Game { records: game.records.clone(), history: game.history.clone() };
        // Within the tolerance, but not 1.
        for record in &mut game.records {
            let first = record.probabilities.iter_mut().find(|p| 0.1 < p.get());
            if let Some(first) = first {
                *first = (first.get() - 0.005).into();
            }
        }
        let (records, report) = game.rescored(&tables, RescoreOptions::default());
        let equal = |(old, new): (&V6, &V6)| old.probabilities == new.probabilities;
        assert!(game.records.iter().zip(&records).all(equal));
        assert_eq!((report.boosted, report.boosted_before, report.boosted_after), (0, [0; 11], [0; 11]));
    });
}

#[test]
fn temperature_and_offset_change_all_legal_moves() {
    let tables = Tables::small();
    each_game(6, 60, |game, generator| {
        let temperature = [0.5, 1.0, 1.5, 2.0][number(generator, 4)];
        let offset = [0.0, -0.01, -0.05][number(generator, 3)];
        let options = RescoreOptions { temperature, dist_offset: offset, ..Default::default() };
        let (records, _) = game.rescored(&tables, options);
        for (index, (old, new)) in game.records.iter().zip(&records).enumerate() {
            let old = probabilities(game, old, index);
            let new = probabilities(game, new, index);
            let powers: Vec<f64> = old
                .iter()
                .map(|(_, p)| (f64::from(*p) + f64::from(offset)).max(0.0).powf(1.0 / f64::from(temperature)))
                .collect();
            let sum: f64 = powers.iter().sum();
            for ((_, found), power) in new.iter().zip(&powers) {
                let expected = if old.len() == 1 || sum > 0.0 { power / sum } else { f64::NAN };
                let is_near = (f64::from(*found) - expected).abs() < 1e-5 || expected.is_nan() && found.is_nan();
                assert!(is_near, "{found} instead of {expected}");
            }
            // The places of illegal moves are as before.
            let illegal = records[index].probabilities.iter().filter(|p| p.get() == -1.0).count();
            assert_eq!(illegal, 1858 - old.len());
        }
    });
}

/// Compares the probabilities of a game. Returns the number of moves that were raised.
pub(crate) fn compare_boost(game: &Game, tables: &Tables) -> u64 {
    let options = RescoreOptions { dtz_policy_boost: 0.5, ..Default::default() };
    let (records, report) = game.rescored(tables, options);
    let (mut moves, mut positions) = (0, 0);
    for (index, (old, new)) in game.records.iter().zip(&records).enumerate() {
        let board = game.history[index].board();
        let asked = game.is_small(tables, index).then(|| game.board(index));
        let wins = asked.map(|board| tables.fastest_wins(&board)).unwrap_or_default().into_iter();
        let best: Vec<Move> = wins.map(|m| Move::from_absolute(m, board.side_to_move())).collect();
        moves += best.len() as u64;
        positions += u64::from(!best.is_empty());
        let total = if best.is_empty() { 1.0 } else { 1.5 };
        for ((m, old), (_, new)) in probabilities(game, old, index).into_iter().zip(probabilities(game, new, index)) {
            let extra = if best.contains(&m) { 0.5 / best.len() as f32 } else { 0.0 };
            assert!((new - (old + extra) / total).abs() < 1e-5, "{}, record {index}, {m:?}", game.history[0]);
        }
    }
    assert_eq!(report.boosted, moves);
    for bins in [report.boosted_before, report.boosted_after] {
        assert_eq!(bins.iter().sum::<u64>(), positions);
    }
    // A third of the sum and more is the boost alone.
    assert_eq!(report.boosted_after[..3], [0; 3]);
    moves
}

#[test]
fn the_fastest_wins_share_the_boost() {
    let mut boosted = 0;
    each_game(7, 100, |game, generator| boosted += compare_boost(game, &Tables::random(generator)));
    assert!(boosted > 200, "{boosted}");
}

#[test]
fn a_sum_of_zero_makes_probabilities_nan_as_in_lc0() {
    let tables = Tables::small();
    let mut seen = false;
    each_game(8, 20, |game, _| {
        let (records, _) = game.rescored(&tables, RescoreOptions { dist_offset: -0.999, ..Default::default() });
        for (index, record) in records.iter().enumerate() {
            let (old, new) = (probabilities(game, &game.records[index], index), probabilities(game, record, index));
            let is_certain = old.len() == 1;
            assert!(new.iter().all(|(_, p)| if is_certain { *p == 1.0 } else { p.is_nan() }));
            seen |= !is_certain;
        }
    });
    assert!(seen);
}
