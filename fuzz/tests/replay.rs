//! Every target keeps its promise for its seeds, for inputs that once failed, and for some changes of them.

use std::io::Read;
use std::panic::{AssertUnwindSafe, catch_unwind};

use fuzz::structure::{alter, once_in};
use fuzz::target::Part;
use fuzz::{TARGETS, Target, memory, panics, seeds};
use gardez_io::decompress;
use gardez_lc0::training::Reader;
use gardez_types::Generator;

#[global_allocator]
static ALLOCATOR: memory::Counting = memory::Counting;

/// The number of changed seeds for each target.
const CHANGES: usize = 50;

/// Runs an input. A failure prints it.
fn check(target: &'static Target, input: &[u8]) {
    let shown = || format!("{}: {:?}", target.name, String::from_utf8_lossy(input));
    let mut result = Ok(());
    let peak = memory::peak(|| result = catch_unwind(AssertUnwindSafe(|| target.run(input))));
    assert!(result.is_ok(), "{}", shown());
    assert!(peak < memory::LIMIT, "{peak} bytes for {}", shown());
}

fn parts() -> impl Iterator<Item = &'static Part> {
    TARGETS.iter().flat_map(|target| target.parts)
}

#[test]
fn seeds_and_inputs_that_once_failed_keep_every_promise() {
    panics::ignore_allowed();
    for target in TARGETS {
        let inputs = seeds::committed(target);
        inputs.iter().for_each(|input| check(target, input));
        let mut random = Generator::new(17);
        for _ in 0..if target.parts.iter().any(|part| part.is_slow) { CHANGES / 10 } else { CHANGES } {
            check(target, &changed(target, &inputs, &mut random));
        }
    }
}

/// Returns a changed seed: by the function that keeps its structure, or with other bytes or the end of another seed.
fn changed(target: &Target, seeds: &[Vec<u8>], random: &mut Generator) -> Vec<u8> {
    let mut any = || if seeds.is_empty() { vec![] } else { seeds[random.next_below(seeds.len())].clone() };
    let (seed, other) = (any(), any());
    let (number, input) = target.part(&seed);
    let (part, mut input) = (&target.parts[number], input.to_vec());
    if once_in(2, random) || !part.change(&mut input, random) {
        alter(&mut input, random);
        if once_in(4, random) {
            input.truncate(random.next_below(input.len() + 1));
            input.extend(&other[random.next_below(other.len() + 1)..]);
        }
    }
    input.truncate(part.max_len);
    target.input(number, input)
}

#[test]
fn every_target_has_seeds_and_every_file_belongs_to_a_target() {
    // These take any bytes as choices or numbers.
    let without = ["builder", "policy", "writers"];
    for target in TARGETS {
        let inputs = seeds::committed(target);
        for (number, part) in target.parts.iter().enumerate() {
            let has_seeds = inputs.iter().any(|input| target.part(input).0 == number);
            assert!(has_seeds || without.contains(&part.name), "{}", part.name);
        }
    }
    for directory in ["seeds", "regressions"] {
        for entry in std::fs::read_dir(seeds::home().join(directory)).expect("a directory") {
            let name = entry.expect("an entry").file_name().into_string().expect("a name");
            let target = name.strip_suffix(".txt").unwrap_or(&name);
            let is_known =
                parts().any(|known| known.name == target) || ["games.pgn.zst", "README.md"].contains(&&*name);
            assert!(is_known, "{directory}/{name}");
        }
    }
}

#[test]
fn mutators_take_any_bytes() {
    let mut random = Generator::new(31);
    for target in TARGETS {
        for seed in seeds::committed(target) {
            let (part, seed) = target.part(&seed);
            // Several changes of the same input, after a blind one and a cut.
            let mut input = seed[..random.next_below(seed.len() + 1)].to_vec();
            for _ in 0..100 {
                alter(&mut input, &mut random);
                if !target.parts[part].change(&mut input, &mut random) {
                    break;
                }
                input.truncate(target.parts[part].max_len);
            }
        }
    }
}

#[test]
fn mutators_keep_the_structure_of_what_they_change() {
    // Of 200 changes of each seed, at least this part is read to its end, where a blind change would leave almost none.
    let cases: [(&str, IsRight, usize); 5] = [
        ("gzip", unpacks, 3),
        ("zstd", unpacks, 6),
        ("lc0_archive", has_right_checksums, 2),
        ("lc0_records", |bytes| Reader::new(bytes).all(|record| record.is_ok()), 2),
        ("binpack", binpack_lengths, 2),
    ];
    for (name, is_right, times) in cases {
        let part = parts().find(|part| part.name == name).expect("a part");
        let (mut right, mut all, mut changed) = (0, 0, 0);
        let mut random = Generator::new(29);
        let made = part.made().into_iter().chain(seeds::of_directory("seeds", name));
        for seed in made.filter(|seed| is_right(seed)) {
            for _ in 0..200 {
                let mut input = seed.clone();
                part.change(&mut input, &mut random);
                all += 1;
                changed += usize::from(input != seed);
                right += usize::from(is_right(&input));
            }
        }
        assert!(all <= times * right, "{name}: {right} of {all}");
        assert!(all / 2 < changed, "{name}: {changed} of {all} are other bytes");
    }
}

/// Returns `true` if an input has the structure of its format.
type IsRight = fn(&[u8]) -> bool;

fn unpacks(bytes: &[u8]) -> bool {
    decompress(bytes).and_then(|stream| stream.take(1 << 20).read_to_end(&mut vec![])).is_ok()
}

fn has_right_checksums(bytes: &[u8]) -> bool {
    let headers = bytes.chunks_exact(512).filter(|block| block[257..262] == *b"ustar");
    let sum = |block: &[u8]| block.iter().map(|&byte| u32::from(byte)).sum::<u32>();
    let stated = |block: &[u8]| u32::from_str_radix(str::from_utf8(&block[148..154]).unwrap_or_default(), 8).ok();
    headers.fold(0, |wrong, block| {
        let computed = sum(block) - sum(&block[148..156]) + 8 * u32::from(b' ');
        wrong + u32::from(stated(block) != Some(computed))
    }) == 0
        && bytes.len().is_multiple_of(512)
}

fn binpack_lengths(mut bytes: &[u8]) -> bool {
    while let Some((head, rest)) = bytes.split_first_chunk::<8>() {
        let length = u32::from_le_bytes([head[4], head[5], head[6], head[7]]) as usize;
        if !head.starts_with(b"BINP") || rest.len() < length {
            return false;
        }
        bytes = &rest[length..];
    }
    bytes.is_empty()
}
