//! A format that a program adds is fuzzed like all others.

#[path = "../../crates/cli/tests/toy/format.rs"]
mod format;

use fuzz::any_format;
use gardez::data::table;
use gardez_position::Board;

#[test]
fn a_format_that_is_added_is_fuzzed() {
    let toy = table::register(&format::TOY).expect("its extensions are free");
    let place = table::formats().iter().position(|&format| format == toy).expect("it is in the table");
    let board = Board::start().packed().expect("few pieces").to_bytes();
    let bytes = [&[place as u8, b'T'], &board[..], &[1, 0]].concat();
    assert_eq!(bytes.len(), 1 + format::SIZE);
    any_format(&bytes);
    for place in 0..=format::SIZE {
        for bit in 0..8 {
            let mut changed = bytes.clone();
            changed[place] ^= 1 << bit;
            any_format(&changed);
        }
    }
}
