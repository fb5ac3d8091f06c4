//! The program of libFuzzer for all targets; the variable `GARDEZ_TARGET` names one. `cargo xtask fuzz` starts it.
#![no_main]

use std::env;
use std::sync::LazyLock;

use fuzz::panics::{Finding, set_hook};
use fuzz::{TARGETS, Target};
use libfuzzer_sys::fuzz_target;

static TARGET: LazyLock<&Target> = LazyLock::new(|| {
    // It replaces the hook of libfuzzer-sys, which ends the program also after a panic that is allowed.
    set_hook(Finding::Abort);
    let name = env::var("GARDEZ_TARGET").unwrap_or_default();
    let target = TARGETS.iter().find(|target| target.name == name);
    target.unwrap_or_else(|| panic!("GARDEZ_TARGET is {name:?}, which is not a target"))
});

fuzz_target!(|bytes: &[u8]| (TARGET.run)(bytes));
