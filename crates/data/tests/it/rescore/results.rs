//! Results and plies left.

use gardez_data::RescoreOptions;

use crate::rescore::tables::Tables;
use crate::rescore::{Game, each_game, each_long_game};

/// The index of the next record at or after `index`, but not the first, that follows a capture or pawn move and is in the
/// tables.
fn next_zeroing(game: &Game, tables: &Tables, index: usize) -> Option<usize> {
    (index.max(1)..game.records.len())
        .find(|&at| game.history[at].halfmove_clock() == 0 && game.value(tables, at).is_some())
}

/// 1 for the same side as `index` plies before, -1 for the other one.
fn sign(plies: usize) -> f32 {
    if plies % 2 == 0 { 1.0 } else { -1.0 }
}

fn distance(game: &Game, tables: &Tables, index: usize) -> Option<i32> {
    tables.dtz(&game.board(index)).map(i32::abs)
}

fn never_repeated(game: &Game, index: usize) -> bool {
    let count = game.history[index].halfmove_clock() as usize;
    let newest = |back: usize| index.checked_sub(back).map(|at| game.history[at].repetitions());
    (0..count).all(|back| newest(back) == Some(0))
}

/// The result of a record by the rules after the first step, after the second one, and whether a distance decided it.
fn result(game: &Game, tables: &Tables, index: usize) -> (f32, f32, bool) {
    let rule50 = game.history[index].halfmove_clock();
    let old = match next_zeroing(game, tables, index) {
        Some(at) => game.value(tables, at).expect("it has a value") * sign(at - index),
        None => game.records[index].result_q.get(),
    };
    let Some(value) = game.value(tables, index).filter(|_| rule50 != 0) else { return (old, old, false) };
    let plies = || Some(rule50 + distance(game, tables, index)?);
    let (new, is_decided) = match () {
        () if value == 0.0 => (0.0, false),
        () if old != value && never_repeated(game, index) && plies().is_some_and(|plies| plies < 99) => (value, true),
        () if old != 0.0 && plies().is_some_and(|plies| 101 < plies) => (0.0, true),
        () if old == value => (value, false),
        () => (0.0, false),
    };
    (old, new, is_decided)
}

/// Compares the results of a game and their counters.
pub(crate) fn compare(game: &Game, tables: &Tables) -> [u64; 2] {
    let (records, report) = game.rescored(tables, RescoreOptions::default());
    let (mut rescored, mut delta, mut secondary, mut by_dtz) = (0, 0.0, 0, 0);
    for (index, record) in records.iter().enumerate() {
        let (first, expected, is_decided) = result(game, tables, index);
        assert_eq!(record.result_q.get(), expected, "{}, record {index}", game.history[0]);
        assert_eq!(record.result_d.get(), if expected == 0.0 { 1.0 } else { 0.0 });
        assert!(record.result_q.get().is_sign_positive() || expected != 0.0, "no draw is -0");
        let original = game.records[index].result_q.get();
        rescored += u64::from(first != original);
        delta += (first - original).abs();
        secondary += u64::from(expected != first);
        by_dtz += u64::from(is_decided);
    }
    assert_eq!((report.games, report.positions), (1, records.len() as u64));
    assert_eq!((report.rescored, report.delta), (rescored, delta as u64));
    assert_eq!((report.secondary, report.secondary_by_dtz), (secondary, by_dtz), "{}", game.history[0]);
    [rescored, by_dtz]
}

#[test]
fn results_follow_from_the_tables() {
    let mut sums = [0; 2];
    let mut add = |[rescored, by_dtz]: [u64; 2]| sums = [sums[0] + rescored, sums[1] + by_dtz];
    each_game(2, 200, |game, generator| add(compare(game, &Tables::random(generator))));
    assert!(sums.into_iter().all(|sum| 100 < sum), "{sums:?}");
}

#[test]
fn results_change_where_the_fifty_move_rule_begins_to_matter() {
    let tables = Tables::small();
    let mut seen = [0; 8];
    each_long_game(16, 60, |game, _| {
        compare(game, &tables);
        for index in 1..game.records.len() {
            let distance = distance(game, &tables, index).expect("all tables of three pieces");
            let plies = game.history[index].halfmove_clock() + distance;
            let is_near = (96..104).contains(&plies) && game.value(&tables, index) != Some(0.0);
            if is_near && never_repeated(game, index) {
                seen[plies as usize - 96] += 1;
            }
        }
    });
    assert!(seen.into_iter().all(|count| 10 < count), "{seen:?}");
}

#[test]
fn the_result_of_a_game_is_counted_as_changed_only_by_its_first_position_after_a_capture() {
    let tables = Tables::small();
    let (mut changed, mut hidden) = (0, 0);
    each_game(3, 200, |game, _| {
        let (records, report) = game.rescored(&tables, RescoreOptions::default());
        let [before, after] = [report.before, report.after].map(|results| {
            assert_eq!(results.losses + results.draws + results.wins, 1);
            results.wins as f32 - results.losses as f32
        });
        assert_eq!(before, game.records[0].result_q.get());
        let first = next_zeroing(game, &tables, 0);
        let is_changed =
            first.is_some_and(|at| game.value(&tables, at).expect("it has a value") != game.records[at].result_q.get());
        assert_eq!(after, if is_changed { records[0].result_q.get() } else { before });
        changed += u32::from(before != after);
        hidden += u32::from(before == after && records[0].result_q.get() != before);
    });
    assert!(changed > 10 && hidden > 3, "{changed}, {hidden}");
}

/// Compares the plies left of a game. Returns the number of records that got others.
pub(crate) fn compare_plies_left(game: &Game, tables: &Tables) -> u32 {
    let (records, _) = game.rescored(tables, RescoreOptions::default());
    let is_drawn = records.iter().all(|record| record.result_q.get() == 0.0);
    let exact = |index: usize| {
        let board = game.history[index].board();
        let is_pawnless = board.occupied().len() <= 3 && board.pawns().is_empty();
        let is_decided = is_pawnless && game.value(tables, index).is_some_and(|value| value != 0.0);
        let plies = (is_decided && never_repeated(game, index)).then(|| distance(game, tables, index))??;
        (plies + game.history[index].halfmove_clock() < 99).then_some(plies)
    };
    let mut corrected = 0;
    for (index, record) in records.iter().enumerate() {
        let old = game.records[index].plies_left.get();
        let old = if old == 0.0 { (records.len() - index) as f32 } else { old };
        // The last position after a capture that is certain, or else the position itself.
        let is_certain = |at: &usize| game.history[*at].halfmove_clock() == 0 && exact(*at).is_some();
        let zeroing = (index.max(1)..records.len()).rev().find(is_certain);
        let expected = match zeroing {
            _ if is_drawn => old,
            Some(at) => (exact(at).expect("it is certain") + (at - index) as i32) as f32,
            None if index != 0 => exact(index).map_or(old, |plies| plies as f32),
            None => old,
        };
        assert_eq!(record.plies_left.get(), expected, "{}, record {index}", game.history[0]);
        corrected += u32::from(expected != old);
    }
    corrected
}

#[test]
fn plies_left_are_the_distance_in_endings_of_three_pieces() {
    let mut corrected = 0;
    each_game(4, 150, |game, generator| {
        let tables = Tables::random(generator);
        let mut game = Game { records: game.records.clone(), history: game.history.clone() };
        if generator.next_u64() % 2 == 0 {
            // As in records of early versions.
            for record in &mut game.records {
                record.plies_left = 0.0.into();
            }
        }
        corrected += compare_plies_left(&game, &tables);
    });
    let tables = Tables::small();
    each_long_game(17, 40, |game, _| corrected += compare_plies_left(game, &tables));
    assert!(corrected > 100, "{corrected}");
}
