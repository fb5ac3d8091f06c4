//! Every target keeps its promise for its seeds, for inputs that once failed, and for some changes of them.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};

use fuzz::{TARGETS, ignore_allowed, seeds};
use gardez_types::Generator;

#[test]
fn seeds_and_inputs_that_once_failed_keep_every_promise() {
    ignore_allowed();
    let mut random = Generator::new(17);
    for target in TARGETS {
        let check = |input: &[u8]| {
            let result = catch_unwind(AssertUnwindSafe(|| (target.run)(input)));
            assert!(result.is_ok(), "{}: {:?}", target.name, String::from_utf8_lossy(input));
        };
        let seeds = seeds::committed(target);
        seeds.iter().for_each(|seed| check(seed));
        // Long inputs take long.
        for round in 0..if 8192 < target.max_len { 10 } else { 100 } {
            let Some(mut input) = seeds.get(round % seeds.len().max(1)).cloned() else { break };
            for _ in 0..random.next_below(4) {
                // Any byte, or one that the input has elsewhere.
                let (place, other) = (random.next_below(input.len().max(1)), random.next_below(input.len().max(1)));
                let byte = input.get(other).copied().filter(|_| random.next_below(2) == 0);
                let byte = byte.unwrap_or(random.next_u64() as u8);
                input.iter_mut().skip(place).take(1).for_each(|old| *old = byte);
            }
            check(&input[..random.next_below(input.len() + 1).max(input.len() / 2)]);
        }
    }
}

#[test]
fn every_target_has_seeds_and_every_file_belongs_to_a_target() {
    // These take any bytes as choices or numbers.
    let without = ["builder", "policy"];
    for target in TARGETS {
        assert!(!seeds::committed(target).is_empty() || without.contains(&target.name), "{}", target.name);
    }
    let formats = gardez::data::table::formats().into_iter().map(|format| format.row().extensions[0]);
    let known: Vec<_> = TARGETS.iter().map(|target| target.name).chain(formats).collect();
    for directory in ["seeds", "regressions"] {
        for entry in fs::read_dir(seeds::home().join(directory)).expect("a directory") {
            let name = entry.expect("an entry").file_name().into_string().expect("a name");
            let target = name.strip_suffix(".txt").unwrap_or(&name);
            assert!(known.contains(&target) || name == "README.md", "{directory}/{name}");
        }
    }
    for target in TARGETS.iter().filter(|target| !target.dictionary.is_empty()) {
        assert!(seeds::home().join(format!("dictionaries/{}.dict", target.dictionary)).is_file(), "{}", target.name);
    }
}
