//! Streams of PGN that are compressed with gzip and Zstandard.

use std::io::{self, Read, Write};

use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use gardez_io::{DecompressLimits, decompress, decompress_into};
use gardez_notation::pgn::Reader;

use crate::input::SmallReads;
use crate::structure::zstd::ends_with_checksum;

const GAMES: [&str; 3] = [
    "",
    "1. e4 e5 *\n",
    "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 {a comment, a comment, a comment} e5 2. Qh5 Ke7 3. Qxe5# 1-0\n\n1. d4 d5 *\n",
];

/// Returns a Zstandard frame in one block that is not compressed.
fn stored_frame(content: &[u8]) -> Vec<u8> {
    let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0x20, content.len() as u8];
    let header = (content.len() as u32) << 3 | 1;
    frame.extend_from_slice(&header.to_le_bytes()[..3]);
    frame.extend_from_slice(content);
    frame
}

/// Returns a Zstandard frame of one byte that is repeated.
fn repeated_frame(byte: u8, times: u32) -> Vec<u8> {
    let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58];
    frame.extend_from_slice(&(times << 3 | 3).to_le_bytes()[..3]);
    frame.push(byte);
    frame
}

pub(super) fn gzip(bytes: &[u8]) {
    let Some(bytes) = with_magic(bytes, &[0x1f, 0x8b]) else { return };
    let (unpacked, error) = run(&bytes);
    let (other, other_error) = unpack(Ok(MultiGzDecoder::new(&bytes[..])));
    if unpacked.len() as u64 == UNPACKED || error.is_none() && other.len() as u64 == UNPACKED {
        return assert!(unpacked == other, "both have as many bytes as were asked for");
    }
    match (&error, &other_error) {
        (None, _) => assert_eq!((&unpacked, None), (&other, other_error), "what is accepted here, flate2 accepts"),
        // flate2 takes what is before the beginning for zeros, or for bytes of the member before.
        (Some(error), None) => assert!(
            ["header", "more than"].iter().any(|word| error.contains(word))
                || other.contains(&0)
                || bytes[2..].windows(3).any(|window| window == [0x1f, 0x8b, 8]),
            "flate2 accepts it: {error}"
        ),
        // Both stop at the damage or a little before it.
        (Some(_), Some(_)) => assert!(other.starts_with(&unpacked) || unpacked.starts_with(&other)),
    }
}

pub(super) fn zstd(bytes: &[u8]) {
    let Some(mut bytes) = with_magic(bytes, &[0x28, 0xb5, 0x2f, 0xfd]) else { return };
    let (unpacked, error) = run(&bytes);
    if error.is_none() && (unpacked.len() as u64) < UNPACKED && ends_with_checksum(&bytes) {
        let last = bytes.len() - 1 - unpacked.len() % 4;
        bytes[last] ^= 1 << (unpacked.len() / 4 % 8);
        assert!(unpack(decompress(&bytes[..])).1.is_some(), "a checksum that is wrong is an error");
    }
}

/// The most bytes that are unpacked for the comparison.
const UNPACKED: u64 = 1 << 16;

/// Returns the bytes with this beginning, if there are as many.
fn with_magic(bytes: &[u8], magic: &[u8]) -> Option<Vec<u8>> {
    Some([magic, bytes.get(magic.len()..)?].concat())
}

/// Returns the first bytes of a stream, and the error that follows them.
fn unpack(stream: io::Result<impl Read>) -> (Vec<u8>, Option<String>) {
    let mut unpacked = vec![];
    let result = stream.and_then(|stream| stream.take(UNPACKED).read_to_end(&mut unpacked));
    (unpacked, result.err().map(|error| error.to_string()))
}

/// Compares a slice with a stream that is read in pieces, and its games with the games of what is in it.
fn run(bytes: &[u8]) -> (Vec<u8>, Option<String>) {
    let slice = unpack(decompress(bytes));
    let step = 1 + bytes.len() % 61;
    let pieces = unpack(decompress(SmallReads(bytes, step)));
    assert_eq!((slice.0.len(), &slice.1), (pieces.0.len(), &pieces.1), "pieces of {step} bytes");
    assert!(slice == pieces, "pieces of {step} bytes");
    let is_short = (slice.0.len() as u64) < UNPACKED;
    if is_short {
        // What the vector held does not matter.
        let mut whole = vec![7; step];
        let error =
            decompress_into(bytes, &mut whole, DecompressLimits::default()).err().map(|error| error.to_string());
        assert!(slice == (whole, error), "unpacked at once");
    }
    let Ok(mut packed) = Reader::from_compressed(bytes) else { return slice };
    let mut plain = Reader::from_bytes(&slice.0);
    // A stream that can be unpacked gives the games of what is in it.
    for _ in 0..64 {
        let found = packed.read_game();
        if slice.1.is_none() && is_short {
            assert_eq!(found.ok(), plain.read_game().ok(), "{:?}", String::from_utf8_lossy(&slice.0));
        } else if !matches!(found, Ok(Some(_))) {
            break;
        }
    }
    slice
}

pub(super) fn gzip_seeds() -> Vec<Vec<u8>> {
    let mut seeds = vec![];
    for (game, level) in GAMES.iter().zip([0, 6, 9]) {
        let mut encoder = GzEncoder::new(vec![], Compression::new(level));
        encoder.write_all(game.as_bytes()).expect("a vector takes any bytes");
        seeds.push(encoder.finish().expect("a vector takes any bytes"));
    }
    seeds.push([&*seeds[1], &seeds[2]].concat());
    seeds.push([&*seeds[2], b"garbage after the end"].concat());
    seeds
}

pub(super) fn zstd_seeds() -> Vec<Vec<u8>> {
    let mut seeds: Vec<_> = GAMES.iter().map(|game| stored_frame(game.as_bytes())).collect();
    // Made by the program `zstd`: the third text, with compressed literals and sequences.
    seeds.push(include_bytes!("../../seeds/games.pgn.zst").to_vec());
    seeds.push(repeated_frame(b' ', 100_000));
    seeds.push([&*seeds[1], &[0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3], &seeds[3]].concat());
    seeds
}
