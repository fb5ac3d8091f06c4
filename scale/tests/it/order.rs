//! The order of packed boards, which decides what a table is worth: a wrong order fails no other test, and costs a factor
//! of two.

use std::collections::HashSet;

use gardez_count::{Frontier, Unit};
use gardez_position::{Board, PackedBoard};

use crate::common::{PERFT, RECORDS, is_slow};

/// The number of records in a run.
const RUN: usize = 100_000;

/// The part of the positions after the next ply that another record of the run also leads to, in percent: what a table
/// that forgets nothing would find.
fn shared(run: impl Iterator<Item = Unit>) -> f64 {
    let (mut all, mut distinct) = (0, HashSet::<PackedBoard>::new());
    for unit in run {
        let board = Board::try_from(&unit.board).expect("a record is a board");
        for mv in board.legal_moves() {
            all += 1;
            distinct.insert(board.after(mv).packed().expect("it has at most 32 pieces"));
        }
    }
    100.0 * (1.0 - distinct.len() as f64 / f64::from(all))
}

/// The frontier after some plies, in the order of its files.
fn records(ply: usize) -> Vec<Unit> {
    let records = Frontier::new(ply as u32).units(&Board::start()).expect("it fits");
    assert_eq!(records.len() as u64, RECORDS[ply - 1]);
    assert_eq!(records.iter().map(|unit| u128::from(unit.multiplicity)).sum::<u128>(), PERFT[ply - 1]);
    records
}

/// The run in the middle.
fn middle(records: &[Unit]) -> impl Iterator<Item = Unit> {
    records[records.len() / 2 - RUN / 2..][..RUN].iter().copied()
}

/// The records in the order that the mover's home ranks would give.
fn by_the_mover(records: &[Unit]) -> Vec<Unit> {
    let mut records = records.to_vec();
    records.sort_by_key(|unit| {
        let mut bytes = unit.board.to_bytes();
        bytes[..8].reverse();
        bytes
    });
    records
}

#[test]
fn neighbors_in_a_sorted_frontier_share_half_of_their_descendants() {
    let records = records(5);
    let sorted = shared(middle(&records));
    let spread = shared(records.iter().copied().step_by(records.len() / RUN).take(RUN));
    let wrong = shared(middle(&by_the_mover(&records)));
    println!("ply 5: {sorted:.1} % sorted, {wrong:.1} % by the mover's side, {spread:.1} % evenly spread");
    assert!(45.0 <= sorted && wrong < 30.0 && spread < 30.0, "{sorted} {wrong} {spread}");
}

#[test]
fn neighbors_share_more_after_another_ply() {
    if !is_slow() {
        return;
    }
    let records = records(6);
    let sorted = shared(middle(&records));
    let spread = shared(records.iter().copied().step_by(records.len() / RUN).take(RUN));
    println!("ply 6: {sorted:.1} % sorted, {spread:.1} % evenly spread");
    assert!(50.0 <= sorted && spread < 10.0, "{sorted} {spread}");
}
