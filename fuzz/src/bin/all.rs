//! The program of libFuzzer for all targets; the variable `GARDEZ_TARGET` names one. `fuzz/run` starts it.
#![no_main]

use std::env;
use std::sync::LazyLock;

use fuzz::panics::ignore_allowed;
use fuzz::{TARGETS, Target};
use gardez_types::Generator;
use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};

static TARGET: LazyLock<&Target> = LazyLock::new(|| {
    // The hook of libfuzzer-sys ends the program also after a panic that is allowed.
    ignore_allowed();
    let name = env::var("GARDEZ_TARGET").unwrap_or_default();
    let target = TARGETS.iter().find(|target| target.name == name);
    target.unwrap_or_else(|| panic!("GARDEZ_TARGET is {name:?}, which is not a target"))
});

fuzz_target!(|bytes: &[u8]| TARGET.run(bytes));

// Half of the changes keep the structure of the format; the others are those of libFuzzer.
fuzz_mutator!(|bytes: &mut [u8], length: usize, max_len: usize, seed: u32| {
    let mut random = Generator::new(u64::from(seed).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let (head, (number, input)) = (TARGET.head(), TARGET.part(&bytes[..length]));
    let part = &TARGET.parts[number];
    // The byte that chooses a part seldom changes.
    let longest = max_len.min(head + part.max_len);
    if length <= head || longest <= head || random.next_below(64) == 0 {
        return fuzzer_mutate(bytes, length, max_len);
    }
    let mut input = input.to_vec();
    if random.next_below(2) != 0 || !part.change(&mut input, &mut random) {
        return head + fuzzer_mutate(&mut bytes[head..], length.min(longest) - head, longest - head);
    }
    let length = (head + input.len()).min(longest).max(1);
    input.resize(length - head, 0);
    bytes[head..length].copy_from_slice(&input);
    length
});
