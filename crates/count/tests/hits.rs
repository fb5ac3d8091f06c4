//! What a table says about the boards that were looked up in it.

use gardez_count::{Hits, Job, Table, count_with};
use gardez_position::Board;

/// The lookups and hits of a table at a depth.
fn hits(table: &Table, depth: u32) -> (u64, u64) {
    let Hits { lookups, found, .. } = table.hits(depth);
    (lookups, found)
}

#[test]
fn a_board_that_is_counted_again_is_found_and_its_replies_are_not_looked_up() {
    let mut table = Table::new(1).expect("a mebibyte");
    for found in 0..3 {
        assert_eq!(count_with(&Board::start(), 4, &mut table), 197_281);
        assert_eq!(hits(&table, 4), (found + 1, found));
        assert_eq!(hits(&table, 3), (20, 0));
        assert_eq!(hits(&table, 2), (0, 0), "depth 2 is not stored");
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
