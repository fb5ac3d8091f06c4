//! Every reader of outside input keeps the law of readers (`law.rs`), for sound files, for files that are cut, and for
//! files whose bytes were altered; and none panics, whatever is in a file.

mod law;
mod loaders;
mod seeds;
mod table;

use std::fs;
use std::io;
use std::path::Path;

use gardez::data::FORMATS;
use gardez::data::chunk::GameFormat;
use gardez_formats::{Division, Format, Source, bin, binpack, bullet, chess_library, marlin, monty, viri};
use gardez_io::{DecompressLimits, Unpacked, decompress_into};
use gardez_lc0::training::{self, Archive, ArchiveOptions};
use gardez_syzygy::{Access, Tablebase};
use gardez_types::Generator;

use law::{Found, Law, alter};
use table::{CHUNKS, COMPRESSED_PGN, ENTRIES_IN_PIECES, GAMES, LOOKED_AT, PGN, RECORDS, UCI, UNPACKED, entries};

fn sample(name: &str) -> Vec<u8> {
    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(name)).expect("the sample is there")
}

#[test]
fn unpackers_keep_the_law() {
    let text = [sample("pgn/nikolic_arsovic_1989.pgn"), vec![b' '; 3000], vec![9; 5]].concat();
    let mut noise = Generator::new(1);
    let noise: Vec<_> = (0..2000).map(|_| noise.next_u64() as u8).collect();
    let packed = [&text, &noise].map(|bytes| (0..10).map(|level| seeds::gzip(bytes, level)).collect::<Vec<_>>());
    let [texts, noises] = packed;
    UNPACKED.check(&[texts[0].clone(), texts[1].clone(), texts[6].clone(), texts[9].clone(), noises[6].clone()]);
    UNPACKED.check(&[
        [&*texts[6], &texts[1]].concat(),
        seeds::gzip(b"", 6),
        seeds::gzip(b"1. e4 *", 6),
        sample("lc0/v7/g02_v6.gz"),
    ]);
    let frames = [&text, &noise].map(|bytes| seeds::zstd(bytes));
    UNPACKED.check(&[frames.concat(), frames[0].clone(), include_bytes!("../../../fuzz/seeds/zstd/games").to_vec()]);
    UNPACKED.check(&[text]);
    // Limits are errors at the same byte, too.
    for (limit, seed) in [(1000, &texts[6]), (3000, &frames[0])] {
        let limits = DecompressLimits::default().with_length(limit);
        let found = |step| Found::bytes(Unpacked::new(&seed[..], limits), step);
        assert!(law::STEPS.iter().all(|&step| found(step) == found(1) && found(step).error.is_some()));
    }
}

#[test]
fn a_stream_that_was_looked_at_keeps_the_law() {
    LOOKED_AT.check(&[sample("pgn/threefold_repetition.pgn"), b"1. e4 *".to_vec()]);
}

#[test]
fn readers_of_pgn_keep_the_law() {
    let tricky = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/pgn/tricky");
    let mut files: Vec<_> = fs::read_dir(tricky).expect("samples").map(|file| file.expect("a file").path()).collect();
    files.sort();
    let mut seeds: Vec<_> = files.iter().map(|path| fs::read(path).expect("a sample")).collect();
    let games = sample("pgn/lichess_sample.pgn");
    seeds.push(sample("pgn/threefold_repetition.pgn"));
    seeds.push(games[..5000].to_vec());
    let text = "\u{feff}[White \"Müller 𝄞\"]\n\n1. e4 {Übung} e5 1-0\n\n1. d4 *\n";
    seeds.push(text.encode_utf16().flat_map(u16::to_le_bytes).collect());
    seeds.push(text.encode_utf16().flat_map(u16::to_be_bytes).collect());
    seeds.push(b"[White \"M\xc3\xbcller \xe9\x92\"]\n\n1. e4 {caf\xe9} e5 *".to_vec());
    PGN.iter().for_each(|law| law.check(&seeds));
}

#[test]
fn readers_of_compressed_pgn_keep_the_law() {
    let games = &sample("pgn/lichess_sample.pgn")[..8000];
    COMPRESSED_PGN.check(&[seeds::gzip(games, 6), seeds::gzip(games, 0), seeds::zstd(games)]);
}

#[test]
fn readers_of_packed_positions_keep_the_law() {
    // Nothing is known of a file whose index is cut.
    let is_stream = |format: Format| !matches!(format.row().division, Division::Indexed);
    let packed = FORMATS.iter().filter(|&&format| GameFormat::of(format).is_none() && is_stream(format));
    for &format in packed {
        let law = Law {
            name: format.name(),
            stream: |pieces, _| entries(format, Source::stream(pieces)),
            slice: Some(|bytes: &[u8]| entries(format, bytes)),
        };
        let is_chunked = matches!(format.row().division, Division::Chunks(_));
        law.check_repaired(&seeds::packed(format), if is_chunked { with_chunk_size } else { |_| () });
    }
}

/// Writes the size of the only chunk.
fn with_chunk_size(bytes: &mut [u8]) {
    let size = bytes.len().saturating_sub(8) as u32;
    bytes.iter_mut().skip(4).zip(size.to_le_bytes()).for_each(|(old, new)| *old = new);
}

#[test]
fn packed_positions_in_pieces_keep_the_law() {
    let formats = [binpack::FORMAT, bin::FORMAT, bullet::FORMAT, chess_library::FORMAT, marlin::FORMAT];
    for (law, format) in ENTRIES_IN_PIECES.iter().zip(formats) {
        law.check(&seeds::packed(format));
    }
}

#[test]
fn readers_of_packed_games_keep_the_law() {
    let formats = [viri::FORMAT, monty::FORMAT, binpack::FORMAT, monty::POLICY_FORMAT];
    for (law, format) in GAMES.iter().zip(formats) {
        law.check(&seeds::packed(format));
    }
}

#[test]
fn readers_of_records_keep_the_law() {
    let seeds: Vec<_> =
        ["lc0/training/old_v3_1.gz", "lc0/training/old_v5_1.gz", "lc0/v7/g02_v6.gz", "lc0/v7/g02_v7.gz"]
            .map(|name| {
                let mut bytes = vec![];
                decompress_into(&sample(name), &mut bytes, DecompressLimits::default()).expect("a sample");
                let version = u32::from_le_bytes(*bytes.first_chunk().expect("a record"));
                bytes.truncate(3 * training::RecordRef::size_of_version(version).expect("a version"));
                bytes
            })
            .into();
    RECORDS.iter().for_each(|law| law.check(&seeds));
}

#[test]
fn archives_of_chunks_keep_the_law() {
    let tar = seeds::tar(&["lc0/validate/d00.gz", "lc0/validate/d08.gz", "lc0/validate/d34.gz"].map(sample));
    CHUNKS.check_repaired(std::slice::from_ref(&tar), seeds::with_checksums);
    CHUNKS.check(&[seeds::gzip(&tar, 6), seeds::zstd(&tar), sample("lc0/validate/d00.gz")]);
    // The chunks of an archive, read at once and as streams.
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readers.tar");
    let mut random = Generator::new(1);
    for _ in 0..100 {
        fs::write(&path, alter(&tar, &mut random)).expect("written");
        let archive = Archive::open_all([&path], ArchiveOptions::default()).expect("a tar");
        for chunk in archive.chunks() {
            let mut bytes = vec![7; 3000];
            let result = chunk.read_into(&mut bytes);
            for size in law::STEPS {
                let found = Found::bytes(chunk.source().map_err(io::Error::other), size);
                assert_eq!((found.bytes.len(), found.error.is_some()), (bytes.len(), result.is_err()), "{result:?}");
                assert!(found.bytes == bytes);
            }
        }
    }
}

#[test]
fn lines_of_the_uci_protocol_keep_the_law() {
    UCI.check(&[
        b"uci\r\nposition startpos moves e2e4 e7e5\n\nposition fen 8/8/8/8/8/8/8/k1K5 w - - 0 1\nquit\n".to_vec()
    ]);
}

#[test]
fn endgame_tables_keep_the_law_however_they_are_read() {
    let tables = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/syzygy/tests/tables");
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readers-tables");
    fs::create_dir_all(&directory).expect("a directory");
    let fens = ["8/8/8/8/2k5/8/1K1P4/8 w - - 0 1", "8/8/8/3P4/2k5/8/1K6/8 b - - 0 1", "8/P7/8/8/2k5/8/1K6/8 w - - 0 1"];
    let boards = fens.map(|fen| fen.parse::<gardez_position::Board>().expect("a FEN"));
    let (wdl, dtz) = (["KPvK.rtbw", "KPvK.rtbz"].map(|name| fs::read(tables.join(name)).expect("a table"))).into();
    let mut random = Generator::new(1);
    for round in 0..300 {
        let altered: [Vec<u8>; 2] =
            [&wdl, &dtz].map(|table: &Vec<u8>| if round == 0 { table.clone() } else { alter(table, &mut random) });
        let mut in_memory = Tablebase::new();
        for (name, table) in ["KPvK.rtbw", "KPvK.rtbz"].iter().zip(&altered) {
            fs::write(directory.join(name), table).expect("written");
            // A table whose length is wrong is refused at once; a file is refused when it is probed.
            let _ = in_memory.add_bytes(name, table.clone());
        }
        let results = |tables: &Tablebase| {
            boards.each_ref().map(|board| (tables.probe_wdl(board).ok(), tables.probe_dtz(board).ok()))
        };
        let expected = results(&in_memory);
        let open = |access| Tablebase::open_with([&directory], access).expect("a directory");
        assert_eq!(results(&open(Access::Loaded)), expected);
        assert_eq!(results(&open(Access::Positioned)), expected);
        assert_eq!(results(&open(Access::Positioned).with_cache(0)), expected);
    }
}
