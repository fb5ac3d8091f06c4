//! Deflated blocks compared with flate2: sound streams give the same bytes, and what it refuses is refused.
#![cfg(feature = "gzip")]

mod common;

use std::io::{Read, Write};

use flate2::bufread::MultiGzDecoder;
use flate2::write::GzEncoder;
use flate2::{Compression, Crc};
use gardez_io::{DecompressLimits, decompress, decompress_into};

use common::{Random, SmallReads, rounds};

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

/// A stream as if its blocks were undamaged: the checksum is that of what they contain.
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
