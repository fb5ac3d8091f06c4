//! Training records of lc0: their versions and sizes are right, and their fields change.

use gardez_types::Generator;

use super::{alter, edge, once_in, rearrange};

/// The versions of records and their sizes. Version 5 is the first with a format of the input, which moves what follows.
const SIZES: [(u32, usize); 5] = [(3, 8276), (4, 8292), (5, 8308), (6, 8356), (7, 8396)];

/// The numbers of the formats of the input.
const FORMATS: [u32; 10] = [0, 1, 2, 3, 4, 5, 132, 133, 6, 131];

const PROBABILITIES: usize = 1858;
const PLANES: usize = 104;

/// Values of a probability, a value or a number of plies.
const FLOATS: [f32; 16] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    0.25,
    1.000_001,
    -1.000_001,
    2.0,
    1e-45,
    1e30,
    f32::NAN,
    f32::INFINITY,
    f32::NEG_INFINITY,
    100.0,
    f32::MIN_POSITIVE,
];

/// Changes a field of a record, its version and size, or the order of records.
pub fn chunk(bytes: &mut Vec<u8>, random: &mut Generator) {
    let mut records = split(bytes);
    if records.is_empty() {
        return;
    }
    if once_in(5, random) {
        rearrange(&mut records, random);
    } else {
        let (index, other) = (random.next_below(records.len()), random.next_below(records.len()));
        let donor = records[other].clone();
        change(&mut records[index], &donor, random);
    }
    *bytes = records.concat();
}

/// Changes records behind other bytes, the options of a loader.
pub fn after_options(bytes: &mut Vec<u8>, random: &mut Generator) {
    let mut records = bytes.split_off(12.min(bytes.len()));
    match random.next_below(3) {
        0 => alter(bytes, random),
        _ => chunk(&mut records, random),
    }
    bytes.extend(records);
}

fn split(mut bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut records = vec![];
    while let Some(version) = bytes.first() {
        let size = SIZES.iter().find(|size| size.0 == u32::from(*version)).map_or(usize::MAX, |size| size.1);
        let (record, rest) = bytes.split_at(size.min(bytes.len()));
        records.push(record.to_vec());
        bytes = rest;
    }
    records
}

fn change(record: &mut Vec<u8>, donor: &[u8], random: &mut Generator) {
    let first = if record.first().is_some_and(|&version| version < 5) { 4 } else { 8 };
    let (planes, tail) = (first + 4 * PROBABILITIES, first + 4 * PROBABILITIES + 8 * PLANES);
    if record.len() < tail + 12 {
        return alter(record, random);
    }
    let float = FLOATS[random.next_below(FLOATS.len())].to_le_bytes();
    match random.next_below(12) {
        0 => {
            let (version, size) = SIZES[random.next_below(SIZES.len())];
            record.resize(size, 0);
            record[..4].copy_from_slice(&version.to_le_bytes());
        }
        1 if first == 8 => record[4..8].copy_from_slice(&FORMATS[random.next_below(FORMATS.len())].to_le_bytes()),
        2 => {
            let at = first + 4 * random.next_below(PROBABILITIES);
            record[at..at + 4].copy_from_slice(&float);
        }
        // The probability of a legal move becomes that of another index.
        3 => {
            let at = first + 4 * random.next_below(PROBABILITIES);
            let to = first + 4 * random.next_below(PROBABILITIES);
            (0..4).for_each(|byte| record.swap(at + byte, to + byte));
        }
        4 => {
            let at = planes + 8 * random.next_below(PLANES) + random.next_below(8);
            record[at] ^= 1 << random.next_below(8);
        }
        5 => {
            let (at, to) = (planes + 8 * random.next_below(PLANES), planes + 8 * random.next_below(PLANES));
            record.copy_within(at..at + 8, to);
        }
        6 | 7 => alter(&mut record[tail..tail + 8], random),
        8 => {
            let at = tail + 8 + 4 * random.next_below((record.len() - tail - 8) / 4);
            record[at..at + 4].copy_from_slice(&float);
        }
        9 => {
            let at = tail + 8 + 4 * random.next_below((record.len() - tail - 8) / 4);
            record[at..at + 4].copy_from_slice(&(edge(random) as u32).to_le_bytes());
        }
        // Planes or what follows them are those of another record.
        10 if donor.len() == record.len() => {
            let range = if once_in(2, random) { planes..tail } else { tail..record.len() };
            record[range.clone()].copy_from_slice(&donor[range]);
        }
        _ => alter(&mut record[tail..], random),
    }
}
