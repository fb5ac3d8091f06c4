//! Streams of PGN that are compressed with gzip and Zstandard.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::write::GzEncoder;
use gardez_notation::pgn::{Reader, decompress};

const GAMES: [&str; 3] = [
    "",
    "1. e4 e5 *\n",
    "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 {a comment, a comment, a comment} e5 2. Qh5 Ke7 3. Qxe5# 1-0\n\n1. d4 d5 *\n",
];

/// A Zstandard frame in one block that is not compressed.
fn stored_frame(content: &[u8]) -> Vec<u8> {
    let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0x20, content.len() as u8];
    let header = (content.len() as u32) << 3 | 1;
    frame.extend_from_slice(&header.to_le_bytes()[..3]);
    frame.extend_from_slice(content);
    frame
}

/// A Zstandard frame of one byte that is repeated.
fn repeated_frame(byte: u8, times: u32) -> Vec<u8> {
    let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58];
    frame.extend_from_slice(&(times << 3 | 3).to_le_bytes()[..3]);
    frame.push(byte);
    frame
}

pub(super) fn gzip(bytes: &[u8]) {
    run(bytes, &[0x1f, 0x8b]);
}

pub(super) fn zstd(bytes: &[u8]) {
    run(bytes, &[0x28, 0xb5, 0x2f, 0xfd]);
}

/// The most bytes that are unpacked for the comparison.
const UNPACKED: u64 = 1 << 16;

fn run(bytes: &[u8], magic: &[u8]) {
    let mut bytes = bytes.to_vec();
    let front = magic.len().min(bytes.len());
    bytes[..front].copy_from_slice(&magic[..front]);

    let mut unpacked = vec![];
    let is_whole = decompress(&*bytes)
        .and_then(|stream| stream.take(UNPACKED).read_to_end(&mut unpacked))
        .is_ok_and(|length| (length as u64) < UNPACKED);
    let Ok(mut packed) = Reader::from_compressed(&*bytes) else { return };
    let mut plain = Reader::from_bytes(&unpacked);
    // A stream that can be unpacked gives the games of what is in it.
    for _ in 0..64 {
        let found = packed.read_game();
        if is_whole {
            assert_eq!(found.ok(), plain.read_game().ok(), "{:?}", String::from_utf8_lossy(&unpacked));
        } else if !matches!(found, Ok(Some(_))) {
            break;
        }
    }
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
