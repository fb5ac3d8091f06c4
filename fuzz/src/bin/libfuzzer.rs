//! The program of libFuzzer for all targets; the variable `GARDEZ_TARGET` names one. `cargo xtask fuzz` starts it.
#![no_main]

use std::env;
use std::sync::LazyLock;

use fuzz::panics::{Finding, set_hook};
use fuzz::{TARGETS, Target};
use gardez_types::Generator;
use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};

static TARGET: LazyLock<&Target> = LazyLock::new(|| {
    // It replaces the hook of libfuzzer-sys, which ends the program also after a panic that is allowed.
    set_hook(Finding::Abort);
    let name = env::var("GARDEZ_TARGET").unwrap_or_default();
    let target = TARGETS.iter().find(|target| target.name == name);
    target.unwrap_or_else(|| panic!("GARDEZ_TARGET is {name:?}, which is not a target"))
});

fuzz_target!(|bytes: &[u8]| (TARGET.run)(bytes));

// Half of the changes keep the structure of the format; the others are those of libFuzzer.
fuzz_mutator!(|bytes: &mut [u8], length: usize, max_len: usize, seed: u32| {
    let mut random = Generator::new(u64::from(seed).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let Some(change) = TARGET.mutate.filter(|_| random.next_below(2) == 0) else {
        return fuzzer_mutate(bytes, length, max_len);
    };
    let mut input = bytes[..length].to_vec();
    change(&mut input, &mut random);
    let length = input.len().min(max_len).max(1);
    input.resize(length, 0);
    bytes[..length].copy_from_slice(&input);
    length
});
