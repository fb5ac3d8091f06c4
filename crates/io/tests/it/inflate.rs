//! Deflated blocks compared with flate2: sound streams give the same bytes, and what it refuses is refused.

use std::io::{Read, Write};

use flate2::bufread::MultiGzDecoder;
use flate2::write::GzEncoder;
use flate2::{Compression, Crc};
use gardez_io::{DecompressLimits, decompress, decompress_into};

use crate::common::{Random, SmallReads, rounds};

/// The bytes of a header without a name.
const HEADER: usize = 10;

/// Bytes with runs of a few bytes at all distances, repeats of what is long past, numbers and text.
fn content(random: &mut Random) -> Vec<u8> {
    let mut bytes = Vec::new();
    let length = [50, 2_000, 70_000][random.below(3)];
    while bytes.len() < length {
        let count = 1 + random.below(600);
        match random.below(5) {
            0 => bytes.extend((0..count % 40).map(|_| random.below(256) as u8)),
            1 => bytes.extend((0..count).map(|_| b"KQRBNabcdefgh12345678x+ "[random.below(24)])),
            // What has no moves in a policy is -1.0.
            2 => (0..count).for_each(|_| bytes.extend((-1.0_f32).to_le_bytes())),
            _ if bytes.is_empty() => bytes.push(0),
            kind => {
                let farthest = if kind == 3 { 40 } else { 40_000 };
                let distance = 1 + random.below(farthest.min(bytes.len()));
                (0..count).for_each(|_| bytes.push(bytes[bytes.len() - distance]));
            }
        }
    }
    bytes
}

fn packed(bytes: &[u8], level: u32) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::new(level));
    packer.write_all(bytes).expect("memory takes it");
    packer.finish().expect("memory takes it")
}

/// All bytes before the end or an error, and whether there was an error.
fn read(mut reader: impl Read) -> (Vec<u8>, bool) {
    let mut bytes = Vec::new();
    let failed = reader.read_to_end(&mut bytes).is_err();
    (bytes, failed)
}

/// A stream as if its blocks were undamaged: the checksum fits what they contain.
fn with_checksum(mut stream: Vec<u8>, content: &[u8]) -> Vec<u8> {
    let mut crc = Crc::new();
    crc.update(content);
    let end = stream.len() - 8;
    stream.truncate(end);
    stream.extend(crc.sum().to_le_bytes());
    stream.extend(crc.amount().to_le_bytes());
    stream
}

#[test]
fn blocks_are_unpacked_as_by_flate2_and_nothing_is_accepted_that_it_refuses() {
    let mut random = Random::new(1951);
    let (mut sound, mut refused) = (0, 0);
    for number in 0..rounds(100_000) / 25 {
        let content = content(&mut random);
        let intact = packed(&content, random.below(10) as u32);
        for damage in 0..25 {
            let mut stream = intact.clone();
            // The blocks are damaged here and there, most often where their codes are described, or cut.
            for _ in 0..damage.min(1 + random.below(3)) {
                let end = if random.below(2) == 0 { stream.len().min(HEADER + 90) } else { stream.len() };
                let place = HEADER + random.below(end - HEADER);
                stream[place] ^= 1 << random.below(8);
            }
            if damage == 24 {
                stream.truncate(HEADER + random.below(stream.len() - HEADER));
            }
            let (mut expected, mut fails) = read(MultiGzDecoder::new(&stream[..]));
            if fails && 0 < damage && damage % 2 == 0 && damage < 24 {
                // Perhaps only the checksum is wrong: then the blocks are sound, and become a stream of their own.
                let (unpacked, _) = read(decompress(&stream[..]).expect("the header is intact"));
                stream = with_checksum(stream, &unpacked);
                (expected, fails) = read(MultiGzDecoder::new(&stream[..]));
            }
            let longest = [1, 7, 4_000, 200_000][random.below(4)];
            let step = 1 + random.below(longest);
            let (found, failed) = read(decompress(SmallReads(&stream, step)).expect("the header is intact"));
            // Nothing is accepted that flate2 refuses. It accepts matches from before the beginning, which zlib refuses.
            assert!(failed || !fails, "stream {number}, damage {damage}");
            assert!(!failed || 0 < damage, "stream {number} is sound");
            // So after damage it unpacks less, or more.
            let both = found.len().min(expected.len());
            assert!(found[..both] == expected[..both], "stream {number}, damage {damage}");
            assert!(failed || found.len() == expected.len(), "stream {number}, damage {damage}");
            let mut whole = Vec::new();
            let result = decompress_into(&stream, &mut whole, DecompressLimits::default());
            assert_eq!((result.is_err(), whole == found), (failed, true), "stream {number}, damage {damage}");
            if failed { refused += 1 } else { sound += 1 }
        }
    }
    assert!(rounds(100_000) / 25 <= sound && rounds(100_000) / 2 < refused, "{sound} sound, {refused} refused");
}

/// Returns a stream of one block with this number of lengths of distances, whose literal `a` is followed by the end of the
/// block, or by another literal if the block has no code for its end.
fn described(distances: u32, has_end: bool) -> Vec<u8> {
    let (mut bits, mut count) = (Vec::new(), 0);
    let mut push = |value: u32, length: u32| {
        for bit in 0..length {
            if count % 8 == 0 {
                bits.push(0);
            }
            *bits.last_mut().expect("a byte was pushed") |= ((value >> bit & 1) as u8) << (count % 8);
            count += 1;
        }
    };
    // The last block, with codes of its own: 257 literals, the distances, and 18 lengths of the codes of lengths.
    for (value, length) in [(0b101, 3), (0, 5), (distances - 1, 5), (14, 4)] {
        push(value, length);
    }
    // Many zeros have the code 0, a zero 10, a length of 1 bit has 11; the first bit of a code comes first.
    (0..18)
        .for_each(|place| push([0, 0, 1, 2].get(place).map_or(if place == 17 { 2 } else { 0 }, |&length| length), 3));
    let zeros = |count: u32| (count - 11) << 1;
    let end = if has_end {
        [(zeros(138), 8), (zeros(20), 8), (0b11, 2)]
    } else {
        [(0b11, 2), (zeros(138), 8), (zeros(20), 8)]
    };
    for (value, length) in [(zeros(97), 8), (0b11, 2)].into_iter().chain(end) {
        push(value, length);
    }
    (0..distances).for_each(|distance| push(if distance == 0 { 0b11 } else { 0b01 }, 2));
    push(0b10, 2);
    with_checksum([&packed(b"", 6)[..HEADER], &bits, &[0; 8]].concat(), b"a")
}

#[test]
fn a_block_without_an_end_or_with_more_than_30_distances_is_refused() {
    let unpacked = |stream: &[u8]| read(decompress(stream).expect("the header is intact"));
    for distances in [1, 30] {
        assert_eq!(unpacked(&described(distances, true)), (b"a".to_vec(), false), "{distances}");
    }
    for (distances, has_end) in [(31, true), (32, true), (1, false), (30, false)] {
        assert_eq!(unpacked(&described(distances, has_end)), (vec![], true), "{distances} {has_end}");
    }
}
