//! The program of libFuzzer for all targets; the variable `GARDEZ_TARGET` names one. `fuzz/run` starts it.
#![no_main]

use std::env;
use std::sync::LazyLock;

use fuzz::{TARGETS, Target, ignore_allowed};
use libfuzzer_sys::fuzz_target;

static TARGET: LazyLock<&Target> = LazyLock::new(|| {
    // The hook of libfuzzer-sys ends the program also after a panic that is allowed.
    ignore_allowed();
    let name = env::var("GARDEZ_TARGET").unwrap_or_default();
    let target = TARGETS.iter().find(|target| target.name == name);
    target.unwrap_or_else(|| panic!("GARDEZ_TARGET is {name:?}, which is not a target"))
});

fuzz_target!(|bytes: &[u8]| (TARGET.run)(bytes));
