//! What a table says about the boards that were looked up in it.

use std::collections::HashMap;

use gardez_count::{Counter, Hits, Job, Table};
use gardez_position::{Board, Position};

/// The lookups and hits of a table at a depth.
fn hits(table: &Table, depth: u32) -> (u64, u64) {
    let Hits { lookups, found, .. } = table.hits(depth);
    (lookups, found)
}

#[test]
fn a_board_that_is_counted_again_is_found_and_its_replies_are_not_looked_up() {
    let mut table = Table::new(1).expect("a mebibyte");
    for found in 0..3 {
        assert_eq!(Counter::new().count_with(&Board::start(), 4, &mut table), 197_281);
        assert_eq!(hits(&table, 4), (found + 1, found));
        assert_eq!(hits(&table, 3), (20, 0));
        assert_eq!(hits(&table, 2), (0, 0), "depth 2 is not stored");
    }
}

#[test]
fn two_kings_are_counted_once_at_each_depth_however_deep() {
    let position: Position = "8/8/8/4k3/8/8/8/K7 w - - 0 1".parse().expect("a FEN");
    // The number of ways to each board, ply by ply.
    let mut ways = HashMap::from([(*position.board(), 1_u128)]);
    for depth in 1..=40_u32 {
        let mut next = HashMap::new();
        for (board, count) in ways {
            board.legal_moves().iter().for_each(|&m| *next.entry(board.after(m)).or_default() += count);
        }
        ways = next;
        // Counts of one entry of the table, and of two.
        if [12, 20, 40].contains(&depth) {
            let mut table = Table::new(16).expect("the memory").with_smallest(2);
            assert_eq!(Counter::new().count_with(&position, depth, &mut table), ways.values().sum::<u128>(), "{depth}");
            let computed: u64 = (0..16).map(|depth| hits(&table, depth)).map(|(lookups, found)| lookups - found).sum();
            // As the side to move sees them, the kings stand on 3,612 pairs of squares.
            assert!(computed <= 3_612 * u64::from(depth), "{depth}: {computed}");
        }
    }
}

#[test]
fn a_job_does_not_contribute() {
    let mut table = Table::new(1).expect("a mebibyte");
    let mut job = Job::new(Default::default(), &Board::start(), 5).with_table(&mut table);
    let Ok(nodes) = job.run::<std::convert::Infallible>(|_| Ok(()));
    assert_eq!(nodes, 4_865_609);
    assert!((0..=5).all(|depth| hits(&table, depth) == (0, 0)));
}
