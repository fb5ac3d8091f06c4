//! A law of every reader and writer: no bytes and no entry make it panic. Assertions and checks of overflow are on, as in
//! every test.
//!
//! The files are sound ones, changed so that most of their structure stays. A test takes 20,000 of each format, or as many
//! as `GARDEZ_MUTATIONS` says; with `GARDEZ_SLOW`, it takes a million.

mod archives;
mod changes;
mod hostile;
mod packed;
mod seeds;
mod text;

use std::env;
use std::panic::{self, AssertUnwindSafe};

use changes::Shape;
use gardez_types::Generator;

/// The number of files or entries of a test.
fn count() -> u64 {
    let named = env::var("GARDEZ_MUTATIONS").ok().map(|text| text.parse().expect("GARDEZ_MUTATIONS is a number"));
    named.unwrap_or(if env::var_os("GARDEZ_SLOW").is_some() { 1_000_000 } else { 20_000 })
}

/// Calls `work` with a generator for each number below the count. A panic is reported with its number, from which it comes
/// again.
fn each(name: &str, mut work: impl FnMut(&mut Generator)) {
    for number in 1..=count() {
        let mut random = Generator::new(number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        if let Err(panic) = panic::catch_unwind(AssertUnwindSafe(|| work(&mut random))) {
            eprintln!("{name}, number {number}");
            panic::resume_unwind(panic);
        }
    }
}

/// Reads changed files, which are made of these.
fn mutate(name: &str, seeds: &[Vec<u8>], shape: &Shape, mut read: impl FnMut(&[u8], &mut Generator)) {
    assert!(seeds.iter().any(|seed| !seed.is_empty()), "{name} has files to begin with");
    let mut bytes = Vec::new();
    each(name, |random| {
        shape.change(seeds, random, &mut bytes);
        read(&bytes, random);
    });
}
