//! A fast mutator. It changes bytes, words and numbers, and knows no format.
//!
//! A target of a format with lengths or checksums has a function that keeps them right; half of the changes are left to
//! it.
//!
//! Words are what is between the separators of a target: the fields of a FEN and its ranks, the moves and tags of a
//! PGN, the words of a line of UCI. Words of one input replace words of another, so that changed inputs stay close to
//! what the parser accepts.

use std::mem;

use gardez_types::Generator;

use crate::seeds::words;
use crate::target::{Part, Target};

/// Numbers at which parsers differ.
const NUMBERS: [&[u8]; 16] = [
    b"0",
    b"1",
    b"-1",
    b"00",
    b"9",
    b"63",
    b"64",
    b"99",
    b"100",
    b"255",
    b"256",
    b"65535",
    b"65536",
    b"2147483648",
    b"4294967296",
    b"18446744073709551616",
];

/// Mutates the inputs of one target. Each of its parts gets the same number of inputs.
pub struct Mutator {
    target: &'static Target,
    parts: Vec<PartMutator>,
}

/// Mutates the inputs of one part.
struct PartMutator {
    part: &'static Part,
    seeds: Vec<Vec<u8>>,
    words: Vec<Vec<u8>>,
}

impl Mutator {
    /// Returns a mutator of the inputs of a target. A part without seeds begins with nothing.
    pub fn new(target: &'static Target, seeds: Vec<Vec<u8>>) -> Self {
        let part = |part| PartMutator { part, seeds: vec![], words: words(part) };
        let mut parts: Vec<_> = target.parts.iter().map(part).collect();
        for seed in seeds {
            let (part, seed) = target.part(&seed);
            let PartMutator { part, seeds, .. } = &mut parts[part];
            seeds.push(seed[..seed.len().min(part.max_len)].to_vec());
        }
        parts.iter_mut().filter(|part| part.seeds.is_empty()).for_each(|part| part.seeds.push(vec![]));
        Self { target, parts }
    }

    /// Replaces `input` by a changed seed, or sometimes by the seed itself.
    pub fn next(&self, random: &mut Generator, input: &mut Vec<u8>) {
        let part = if self.parts.len() == 1 { 0 } else { random.next_below(self.parts.len()) };
        self.parts[part].next(random, input);
        *input = self.target.input(part, mem::take(input));
    }
}

impl PartMutator {
    fn next(&self, random: &mut Generator, input: &mut Vec<u8>) {
        input.clear();
        input.extend_from_slice(self.seed(random));
        // One change is the most frequent number, and 0 the least.
        let changes = (random.next_u64() | 1 << 5).trailing_zeros() + u32::from(random.next_below(16) > 0);
        for _ in 0..changes {
            if random.next_below(2) != 0 || !self.part.change(input, random) {
                self.change(random, input);
            }
            input.truncate(self.part.max_len);
        }
    }

    fn seed(&self, random: &mut Generator) -> &[u8] {
        &self.seeds[random.next_below(self.seeds.len())]
    }

    fn change(&self, random: &mut Generator, input: &mut Vec<u8>) {
        let length = input.len();
        let at = random.next_below(length + 1);
        let near = |random: &mut Generator| (at + 1 + random.next_below(16)).min(length);
        match random.next_below(16) {
            0 if at < length => input[at] ^= 1 << random.next_below(8),
            1 if at < length => input[at] = random.next_u64() as u8,
            2 if at < length => input[at] = input[random.next_below(length)],
            3 if at < length => input[at] = input[at].wrapping_add_signed(random.next_below(9) as i8 - 4),
            4 if at < length => drop(input.drain(at..near(random))),
            5 => input.truncate(at),
            6 => {
                // A part of this input once more.
                let part = input[at..near(random)].to_vec();
                let to = random.next_below(length + 1);
                input.splice(to..to, part);
            }
            7 => {
                // The end of another input.
                let other = self.seed(random);
                input.truncate(at);
                input.extend_from_slice(&other[random.next_below(other.len() + 1)..]);
            }
            8 if !self.words.is_empty() => {
                let word = &self.words[random.next_below(self.words.len())];
                let end = if random.next_below(2) == 0 { at } else { (at + word.len()).min(length) };
                input.splice(at..end, word.iter().copied());
            }
            9 => input.insert(at, random.next_u64() as u8),
            10 => self.change_number(random, input, at),
            11 if length > 1 => input.swap(at % length, random.next_below(length)),
            _ if self.part.separators.is_empty() => {
                if at < length {
                    input[at] = random.next_u64() as u8;
                }
            }
            12 => {
                let (from, to) = self.word(input, at);
                let word = input[from..to].to_vec();
                let place = random.next_below(length + 1);
                let place = self.word(input, place).0;
                input.splice(place..place, word);
            }
            13 => {
                let (from, to) = self.word(input, at);
                input.drain(from..to);
            }
            _ => {
                // A word of another input.
                let other = self.seed(random);
                let (first, last) = self.word(other, random.next_below(other.len() + 1));
                let (from, to) = self.word(input, at);
                input.splice(from..to, other[first..last].iter().copied());
            }
        }
    }

    /// Returns the ends of the word around a byte.
    fn word(&self, input: &[u8], at: usize) -> (usize, usize) {
        let is_separator = |byte: &u8| self.part.separators.contains(byte);
        let from = input[..at].iter().rposition(is_separator).map_or(0, |place| place + 1);
        let to = input[at..].iter().position(is_separator).map_or(input.len(), |place| at + place);
        (from, to)
    }

    /// Replaces the next number, or inserts one.
    fn change_number(&self, random: &mut Generator, input: &mut Vec<u8>, at: usize) {
        let number = NUMBERS[random.next_below(NUMBERS.len())];
        let first = input[at..].iter().position(u8::is_ascii_digit).map_or(at, |place| at + place);
        let digits = input[first..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        input.splice(first..first + digits, number.iter().copied());
    }
}
