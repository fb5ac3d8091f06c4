//! Every target keeps its promise for its seeds, for inputs that once failed, and for some changes of them.

use fuzz::mutate::Mutator;
use fuzz::{TARGETS, Target, memory, panics, seeds};
use gardez_types::Generator;

#[global_allocator]
static ALLOCATOR: memory::Counting = memory::Counting;

/// The number of changed seeds for each target.
const CHANGES: usize = 50;

fn check(target: &Target, input: &[u8]) {
    let mut result = Ok(());
    let peak = memory::peak(|| result = panics::caught(|| (target.run)(input)));
    assert_eq!(result, Ok(()), "{}: {:?}", target.name, String::from_utf8_lossy(input));
    assert!(peak < memory::LIMIT, "{} takes {peak} bytes: {:?}", target.name, String::from_utf8_lossy(input));
}

#[test]
fn seeds_and_inputs_that_once_failed_keep_every_promise() {
    panics::set_hook(panics::Finding::Keep);
    for target in TARGETS {
        let inputs = seeds::committed(target);
        inputs.iter().for_each(|input| check(target, input));
        let words = seeds::words(target);
        let mutator = Mutator::new(inputs, words, target.separators, target.max_len);
        let mut random = Generator::new(17);
        let mut input = vec![];
        for _ in 0..if target.is_slow { CHANGES / 10 } else { CHANGES } {
            mutator.next(&mut random, &mut input);
            check(target, &input);
        }
    }
}

#[test]
fn every_target_has_seeds_and_every_file_belongs_to_a_target() {
    // These take any bytes as choices or numbers.
    let without = ["builder", "policy", "writers"];
    for target in TARGETS {
        assert!(!seeds::committed(target).is_empty() || without.contains(&target.name), "{}", target.name);
    }
    for directory in ["seeds", "regressions"] {
        for entry in std::fs::read_dir(seeds::home().join(directory)).expect("a directory") {
            let name = entry.expect("an entry").file_name().into_string().expect("a name");
            let target = name.strip_suffix(".txt").unwrap_or(&name);
            let is_known = TARGETS.iter().any(|known| known.name == target) || name == "games.pgn.zst";
            assert!(is_known, "{directory}/{name}");
        }
    }
}
