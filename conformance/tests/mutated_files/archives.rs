//! Training records of lc0, compressed streams, and tars.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;

use flate2::write::GzEncoder;
use gardez::data::chunk::{ChunkGames, ChunkOptions};
use gardez::data::{GameEntries, MissingScore, PgnGames, PolicyComments};
use gardez_formats::{ReadEntries, Strictness};
use gardez_lc0::training::{self, Archive, ArchiveOptions, Chunks, Reader, Record, V6, V7};
use gardez_lc0::{InputFormat, Rule50Scale, decode_board};
use gardez_notation::pgn::{self, decompress};
use tempfile::TempDir;

use crate::changes::Shape;
use crate::mutate;
use crate::packed::writer;

/// Games as records in each input format.
fn games() -> Vec<Vec<V6>> {
    let pgns = [
        "1. e4 { [%eval 0.36] } e5 2. Qh5 { [%policy e8e7 3,b8c6 1] } Nf6 3. Qxe5+ 1-0",
        "[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 96 90\"]\n\n90. O-O { [%eval 0.0] } O-O-O 91. Rf8 1/2-1/2",
        "[FEN \"2k5/P6P/8/1Pp5/8/8/p6p/2K5 w - c6 0 40\"]\n\n40. bxc6 a1=Q+ 41. Kd2 h1=N 42. a8=R# 0-1",
    ];
    let records = |(number, format): (usize, InputFormat)| {
        let mut games = PgnGames::new(pgn::Reader::new(pgns[number % pgns.len()].as_bytes()));
        let game = games.next_game().expect("a slice has no errors").expect("a game").clone();
        game.records(&ChunkOptions::new(format)).expect("the game has records").collect()
    };
    InputFormat::ALL.into_iter().enumerate().map(records).collect()
}

/// The bytes of the records of a game in a version.
fn bytes(game: &[V6], version: u32) -> Vec<u8> {
    let size = Record::size_of_version(version).expect("a version");
    let old = |record: &V6| {
        let mut bytes = record.bytes().to_vec();
        if version < 5 {
            // They have no input format.
            bytes.drain(4..8);
        }
        bytes[0] = version as u8;
        bytes.truncate(size);
        bytes
    };
    match version {
        7 => V7::from_game(game, V7::DEFAULT_THETA).iter().flat_map(|record| record.bytes().to_vec()).collect(),
        _ => game.iter().flat_map(old).collect(),
    }
}

fn read_records(bytes: &[u8], random: &mut gardez_types::Generator) {
    let mut records = Vec::new();
    for record in Reader::new(bytes).take(8) {
        let Ok(record) = record else { continue };
        let record = record.into_v6();
        for strictness in [training::Strictness::Strict, training::Strictness::Lc0] {
            let _ = record.check(strictness);
        }
        if let (Ok(format), Ok((planes, transform))) = (record.format(), record.planes(Rule50Scale::Engine)) {
            let _ = decode_board(format, &planes.untransformed(transform));
        }
        records.push(*record);
    }
    let _ = training::check_game(&records, training::Strictness::Strict);
    V7::from_game(&records, V7::DEFAULT_THETA);
    let strictness = [Strictness::Strict, Strictness::Lenient][random.next_below(2)];
    let mut games = ChunkGames::new(Reader::new(bytes)).with_policies(true).with_strictness(strictness);
    while let Ok(Some(game)) = games.next_game() {
        let _ = game.to_pgn(PolicyComments::Write);
    }
    let mut entries = GameEntries::new(ChunkGames::new(Reader::new(bytes)), MissingScore::Set(-1));
    let mut writer = writer(random);
    while let Ok(Some(entry)) = entries.next_entry() {
        let _ = writer.write(entry);
    }
}

/// The test of a version. Most changes are beside the probabilities, which are alike.
macro_rules! versions {
    ($($test:ident: $version:literal;)+) => {$(
        #[test]
        fn $test() {
            let files: Vec<Vec<u8>> = games().iter().map(|game| bytes(game, $version)).collect();
            let size = Record::size_of_version($version).expect("a version");
            let shape = Shape::records(size).with_hot(7432..size);
            mutate(concat!("lc0's records of version ", $version), &files, &shape, read_records);
        }
    )+};
}

versions! {
    no_record_of_version_3_makes_a_reader_panic: 3;
    no_record_of_version_4_makes_a_reader_panic: 4;
    no_record_of_version_5_makes_a_reader_panic: 5;
    no_record_of_version_6_makes_a_reader_panic: 6;
    no_record_of_version_7_makes_a_reader_panic: 7;
}

fn gzip(bytes: &[u8], level: u32) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), flate2::Compression::new(level));
    encoder.write_all(bytes).expect("a Vec takes all bytes");
    encoder.finish().expect("a Vec takes all bytes")
}

/// Unpacks a stream that may be damaged, with buffers of changing sizes.
fn unpack(bytes: &[u8], size: usize) {
    let Ok(mut stream) = decompress(bytes) else { return };
    let mut buffer = vec![0; size];
    let mut rest = 1 << 16;
    while let Ok(count @ 1..) = stream.read(&mut buffer) {
        rest -= count.min(rest);
        if rest == 0 {
            return;
        }
    }
}

const TEXT: &[u8] =
    b"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O { a comment } *\n";

#[test]
fn no_gzip_makes_a_reader_panic() {
    let texts = [vec![], TEXT.to_vec(), TEXT.repeat(9), bytes(&games()[0], 6)];
    let mut files: Vec<Vec<u8>> = texts
        .iter()
        .flat_map(|text| [0, 1, 6, 9].map(|level| gzip(text, level)))
        .filter(|file| file.len() < 5000)
        .collect();
    files.push([gzip(TEXT, 6), gzip(TEXT, 9)].concat());
    let shape =
        Shape::records(1).with_repair(|bytes| bytes.iter_mut().zip([0x1f, 0x8b, 8]).for_each(|(to, byte)| *to = byte));
    mutate("gzip", &files, &shape, |bytes, random| unpack(bytes, [1, 7, 512, 1 << 15][random.next_below(4)]));
}

#[test]
fn no_zstandard_makes_a_reader_panic() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/io/tests/zstd");
    let names = ["fast", "level-1", "level-3", "level-9", "level-22", "stream"];
    let files: Vec<Vec<u8>> = names
        .iter()
        .map(|name| fs::read(folder.join(name).with_extension("zst")).expect("the file is there"))
        .collect();
    let repair = |bytes: &mut [u8]| bytes.iter_mut().zip([0x28, 0xb5, 0x2f, 0xfd]).for_each(|(to, byte)| *to = byte);
    // The headers are at the beginning.
    let shape = Shape::records(1).with_repair(repair);
    mutate("Zstandard", &files, &shape, |bytes, random| unpack(bytes, [1, 7, 512, 1 << 15][random.next_below(4)]));
}

const BLOCK: usize = 512;

fn member(name: &str, kind: u8, content: &[u8]) -> Vec<u8> {
    let mut block = vec![0; BLOCK];
    block[..name.len()].copy_from_slice(name.as_bytes());
    block[124..136].copy_from_slice(format!("{:011o}\0", content.len()).as_bytes());
    block[156] = kind;
    block[257..265].copy_from_slice(b"ustar\x0000");
    let mut member = [block, content.to_vec()].concat();
    member.resize(member.len().next_multiple_of(BLOCK), 0);
    with_checksums(&mut member);
    member
}

/// Returns a folder for files that are written again each time: in memory if there is such a place, because a disk is
/// waited for.
fn folder() -> TempDir {
    let memory = Path::new("/dev/shm");
    let place = if memory.is_dir() { memory } else { Path::new(env!("CARGO_TARGET_TMPDIR")) };
    tempfile::tempdir_in(place).expect("a folder can be made")
}

/// Writes the checksum of each block that is a header.
fn with_checksums(bytes: &mut [u8]) {
    for block in bytes.chunks_exact_mut(BLOCK).filter(|block| block[257..262] == *b"ustar") {
        block[148..156].fill(b' ');
        let sum: u32 = block.iter().map(|&byte| u32::from(byte)).sum();
        block[148..155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
    }
}

#[test]
fn no_tar_makes_a_reader_panic() {
    let chunk = gzip(&bytes(&games()[0][..1], 6), 6);
    let first = member("a/game_000001.gz", b'0', &chunk);
    let parts = [
        vec![],
        [member("a/", b'5', b""), member("LICENSE", b'0', b"text")].concat(),
        [member("././@LongLink", b'L', &[b'n'; 200]), member("nnn", b'0', &gzip(b"text", 6))].concat(),
        [member("x", b'x', b"13 size=0040\n30 path=b/game_000002.gz\n"), member("b.gz", b'0', &chunk)].concat(),
        [member("g", b'g', b"19 comment=nothing\n"), member("raw", b'0', &bytes(&games()[0][..1], 6))].concat(),
    ];
    let files: Vec<Vec<u8>> = parts.iter().map(|part| [&first, &part[..], &first, &[0; 1024]].concat()).collect();
    let folder = folder();
    let path = folder.path().join("mutated.tar");
    let options = ArchiveOptions::default().with_longest_chunk(1 << 16);
    let shape = Shape::records(BLOCK).with_hot(100..346).with_repair(with_checksums);
    mutate("tar", &files, &shape, |bytes, _| {
        fs::write(&path, bytes).expect("the file can be written");
        if let Ok(archive) = Archive::open_all([&path], options) {
            let mut unpacked = Vec::new();
            archive.chunks().for_each(|chunk| drop(chunk.read_into(&mut unpacked)));
        }
        if let Ok(mut chunks) = Chunks::open_with(&path, options) {
            while let Some(chunk) = chunks.next_chunk() {
                let _ = chunk.map(|chunk| std::io::copy(&mut chunk.take(1 << 16), &mut std::io::sink()));
            }
        }
    });
}
