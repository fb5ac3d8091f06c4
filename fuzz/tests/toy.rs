//! A format that a program adds is fuzzed like all others.

#[path = "../../crates/cli/tests/toy/format.rs"]
mod format;

use fuzz::targets::formats::{any_format, any_format_seeds};
use gardez::data::table;

#[test]
fn a_format_that_is_added_is_fuzzed() {
    let toy = table::register(&format::TOY).expect("its extensions are free");
    let seeds = any_format_seeds();
    seeds.iter().for_each(|seed| any_format(seed));
    let bytes = seeds.last().expect("the last format is written");
    assert!(format::SIZE < bytes.len() && table::formats()[usize::from(bytes[0])] == toy);
    for place in 0..=format::SIZE {
        for bit in 0..8 {
            let mut changed = bytes.clone();
            changed[place] ^= 1 << bit;
            any_format(&changed);
        }
    }
}
