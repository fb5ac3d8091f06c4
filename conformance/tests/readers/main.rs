//! Every reader of outside input keeps the law of readers (`law.rs`), for sound files, for files that are cut, and for
//! files whose bytes were altered; and none panics, whatever is in a file.

mod law;
mod seeds;

use std::convert::Infallible;
use std::fs;
use std::io::{self, Read};
use std::path::Path;

use gardez::data::chunk::{ChunkGames, ChunkOptions, GameFormat, PgnChunks};
use gardez::data::{EntryGames, FORMATS, GameEntries, MissingScore, PgnGames};
use gardez_formats::{
    AnyReader, Division, Format, Input, ReadEntries, ReadGames, ReadOptions, Source, Stream, Strictness, bin, binpack,
    bullet, chess_library, marlin, monty, viri,
};
use gardez_io::{DecompressLimits, Feed, Unpacked, decompress_into};
use gardez_lc0::training::{self, Archive, ArchiveOptions, Chunks, V6, V7};
use gardez_lc0::{Rule50Scale, decode_board};
use gardez_notation::pgn;
use gardez_syzygy::{Access, Tablebase};
use gardez_types::Generator;

use law::{Found, Law, Pieces, alter};

fn sample(name: &str) -> Vec<u8> {
    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(name)).expect("the sample is there")
}

#[test]
fn unpackers_keep_the_law() {
    let in_memory = |bytes: &[u8]| {
        let mut found = Found { bytes: vec![7; bytes.len() % 5000], ..Found::default() };
        let result = decompress_into(bytes, &mut found.bytes, DecompressLimits::default());
        Found { error: result.err().map(|error| error.to_string()), ..found }
    };
    let law: Law = Law {
        name: "gzip, Zstandard and plain bytes",
        stream: |pieces, size| Found::bytes(Unpacked::new(pieces, DecompressLimits::default()), size),
        slice: Some(in_memory),
    };
    let text = [sample("pgn/nikolic_arsovic_1989.pgn"), vec![b' '; 3000], vec![9; 5]].concat();
    let mut noise = Generator::new(1);
    let noise: Vec<_> = (0..2000).map(|_| noise.next_u64() as u8).collect();
    let packed = [&text, &noise].map(|bytes| (0..10).map(|level| seeds::gzip(bytes, level)).collect::<Vec<_>>());
    let [texts, noises] = packed;
    law.check(&[texts[0].clone(), texts[1].clone(), texts[6].clone(), texts[9].clone(), noises[6].clone()]);
    law.check(&[
        [&*texts[6], &texts[1]].concat(),
        seeds::gzip(b"", 6),
        seeds::gzip(b"1. e4 *", 6),
        sample("lc0/v7/g02_v6.gz"),
    ]);
    let frames = [&text, &noise].map(|bytes| seeds::zstd(bytes));
    law.check(&[frames.concat(), frames[0].clone(), include_bytes!("../../../fuzz/seeds/zstd/games").to_vec()]);
    law.check(&[text]);
    // Limits are errors at the same byte, too.
    for (limit, seed) in [(1000, &texts[6]), (3000, &frames[0])] {
        let limits = DecompressLimits::default().with_length(limit);
        let found = |step| Found::bytes(Unpacked::new(&seed[..], limits), step);
        assert!(law::STEPS.iter().all(|&step| found(step) == found(1) && found(step).error.is_some()));
    }
}

#[test]
fn a_stream_that_was_looked_at_keeps_the_law() {
    let law: Law = Law {
        name: "a stream that was looked at",
        stream: |pieces, size| {
            let mut stream = Stream::new(pieces);
            stream.peek(10);
            stream.peek(100);
            Found::bytes(Ok(stream), size)
        },
        slice: Some(|bytes| Found::bytes(Ok(bytes), 4096)),
    };
    law.check(&[sample("pgn/threefold_repetition.pgn"), b"1. e4 *".to_vec()]);
}

/// Laws of readers of PGN.
const PGN: [Law; 4] = [
    Law {
        name: "games of a PGN",
        stream: |pieces, _| {
            let mut reader = pgn::Reader::new(pieces);
            Found::items(|| reader.read_game(), |game| format!("{game:?}"))
        },
        slice: Some(|bytes| {
            let mut reader = pgn::Reader::from_bytes(bytes);
            Found::items(|| reader.read_game(), |game| format!("{game:?}"))
        }),
    },
    Law {
        name: "entries of a PGN",
        stream: |pieces, _| {
            let mut reader = GameEntries::new(PgnGames::new(pgn::Reader::new(pieces)), MissingScore::Set(0));
            Found::items(|| reader.next_entry().map(Option::<&_>::cloned), |entry| format!("{entry:?}"))
        },
        slice: None,
    },
    Law {
        name: "valued games of a PGN",
        stream: |pieces, _| {
            let mut reader = PgnGames::new(pgn::Reader::new(pieces));
            Found::items(|| reader.next_game(), |game| format!("{game:?}"))
        },
        slice: None,
    },
    Law {
        name: "chunks of a PGN",
        stream: |pieces, _| {
            let mut reader = PgnChunks::new(pgn::Reader::new(pieces), ChunkOptions::default());
            Found::items(|| reader.next().transpose(), |chunk| format!("{:?}", chunk.records.len()))
        },
        slice: None,
    },
];

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
    let law = Law {
        name: "games of a PGN in pieces",
        stream: |pieces, _| {
            let feed = |(decoder, is_over): &mut (pgn::Decoder, bool), piece: Option<&[u8]>| match piece {
                Some(piece) => decoder.feed(piece),
                None => {
                    decoder.finish();
                    *is_over = true;
                }
            };
            let next = |(decoder, is_over): &mut (pgn::Decoder, bool)| {
                let game = decoder.next_game();
                (game.is_some() || *is_over).then_some(Ok::<_, Infallible>(game))
            };
            Found::fed(pieces, (pgn::Decoder::new(), false), feed, next, |game| format!("{game:?}"))
        },
        slice: PGN[0].slice,
    };
    law.check(&seeds);
}

#[test]
fn readers_of_compressed_pgn_keep_the_law() {
    let law: Law = Law {
        name: "games of a compressed PGN",
        stream: |pieces, _| match pgn::Reader::from_compressed(pieces) {
            Ok(mut reader) => Found::items(|| reader.read_game(), |game| format!("{game:?}")),
            Err(error) => Found { error: Some(error.to_string()), ..Found::default() },
        },
        slice: None,
    };
    let games = &sample("pgn/lichess_sample.pgn")[..8000];
    law.check(&[seeds::gzip(games, 6), seeds::gzip(games, 0), seeds::zstd(games)]);
}

/// The entries of a file of this format.
fn entries<'a>(format: Format, source: impl Into<Source<'a>>) -> Found {
    macro_rules! found {
        ($reader:expr) => {{
            let mut reader = $reader;
            Found::items(|| reader.next_entry().map(Option::<&_>::cloned), |entry| format!("{entry:?}"))
        }};
    }
    match format.reader(source, ReadOptions::default()).expect("a format of entries") {
        AnyReader::White(reader) => found!(reader),
        AnyReader::SideToMove(reader) => found!(reader),
    }
}

#[test]
fn readers_of_packed_positions_keep_the_law() {
    let packed = FORMATS.iter().filter(|&&format| GameFormat::of(format).is_none());
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

/// The law of the entries of a format that come in pieces.
macro_rules! pieces {
    ($($reader:path),*) => {
        [$(Law {
            name: stringify!($reader),
            stream: |pieces, _| {
                use $reader as Reader;
                let feed = |reader: &mut Reader<Feed>, piece: Option<&[u8]>| match piece {
                    Some(piece) => reader.source_mut().feed(piece),
                    None => reader.source_mut().finish(),
                };
                let next = |reader: &mut Reader<Feed>| match reader.next_entry().map(Option::<&_>::cloned) {
                    Err(error) if error.would_block() => None,
                    result => Some(result),
                };
                Found::fed(pieces, Reader::new(Feed::new()), feed, next, |entry| format!("{entry:?}"))
            },
            slice: Some(|bytes| {
                use $reader as Reader;
                let mut reader = Reader::new(bytes);
                Found::items(|| reader.next_entry().map(Option::<&_>::cloned), |entry| format!("{entry:?}"))
            }),
        }),*]
    };
}

#[test]
fn packed_positions_in_pieces_keep_the_law() {
    let laws: [Law; 5] = pieces!(binpack::Reader, bin::Reader, bullet::Reader, chess_library::Reader, marlin::Reader);
    let formats = [binpack::FORMAT, bin::FORMAT, bullet::FORMAT, chess_library::FORMAT, marlin::FORMAT];
    for (law, format) in laws.iter().zip(formats) {
        law.check(&seeds::packed(format));
    }
}

/// The law of the games of a format.
macro_rules! games {
    ($($reader:path),*) => {
        [$(Law {
            name: stringify!($reader),
            stream: |pieces, _| {
                use $reader as Reader;
                let mut reader = Reader::new(Stream::new(pieces)).with_strictness(Strictness::Lenient);
                Found::items(|| reader.next_game().map(Option::<&_>::cloned), |game| format!("{game:?}"))
            },
            slice: Some(|bytes| {
                use $reader as Reader;
                let mut reader = Reader::new(bytes).with_strictness(Strictness::Lenient);
                Found::items(|| reader.next_game().map(Option::<&_>::cloned), |game| format!("{game:?}"))
            }),
        }),*]
    };
}

#[test]
fn readers_of_packed_games_keep_the_law() {
    let laws: [Law; 4] = games!(viri::Reader, monty::Reader, binpack::Reader, monty::PolicyReader);
    let formats = [viri::FORMAT, monty::FORMAT, binpack::FORMAT, monty::POLICY_FORMAT];
    for (law, format) in laws.iter().zip(formats) {
        law.check(&seeds::packed(format));
    }
}

/// The games of records. Those of old versions have values that lc0's rescorer refuses.
fn games_of(pieces: Pieces) -> ChunkGames<Pieces> {
    ChunkGames::new(training::Reader::new(pieces)).with_strictness(Strictness::Lenient)
}

/// A record, with the board of its planes and the verdict on it.
fn described(record: &V6) -> String {
    let planes = record.planes(Rule50Scale::Engine).ok();
    let board = planes.zip(record.format().ok()).map(|((planes, transform), format)| {
        let read = decode_board(format, &planes.untransformed(transform));
        read.map(|read| record.indexing(&read.board.legal_moves()).is_some())
    });
    let checked = training::check_game(&[*record], training::Strictness::Strict).is_ok();
    let newer = V7::from_game(&[*record], V7::DEFAULT_THETA).len();
    format!("{record:?}, {board:?}, {checked}, {newer}")
}

/// Laws of readers of lc0's records.
const RECORDS: [Law; 4] = [
    Law {
        name: "records",
        stream: |pieces, _| {
            let mut reader = training::Reader::new(pieces);
            Found::items(|| reader.next().transpose(), |record| described(&record.into_v6()))
        },
        slice: None,
    },
    Law {
        name: "games of records",
        stream: |pieces, _| {
            let mut games = games_of(pieces).with_policies(true);
            Found::items(|| games.next_game(), |game| format!("{game:?}"))
        },
        slice: None,
    },
    Law {
        name: "entries of records",
        stream: |pieces, _| {
            let mut reader = GameEntries::new(games_of(pieces), MissingScore::Set(0));
            Found::items(|| reader.next_entry().map(Option::<&_>::cloned), |entry| format!("{entry:?}"))
        },
        slice: None,
    },
    Law {
        name: "games of entries of records",
        stream: |pieces, _| {
            let mut games = EntryGames::new(GameEntries::new(games_of(pieces), MissingScore::Set(0)));
            Found::items(|| games.next_game(), |game| format!("{game:?}"))
        },
        slice: None,
    },
];

#[test]
fn readers_of_records_keep_the_law() {
    let seeds: Vec<_> =
        ["lc0/training/old_v3_1.gz", "lc0/training/old_v5_1.gz", "lc0/v7/g02_v6.gz", "lc0/v7/g02_v7.gz"]
            .map(|name| {
                let mut bytes = vec![];
                decompress_into(&sample(name), &mut bytes, DecompressLimits::default()).expect("a sample");
                let version = u32::from_le_bytes(*bytes.first_chunk().expect("a record"));
                bytes.truncate(3 * training::Record::size_of_version(version).expect("a version"));
                bytes
            })
            .into();
    RECORDS.iter().for_each(|law| law.check(&seeds));
}

/// Everything that chunks contain, and their errors in order.
fn chunks(stream: impl Read + Send + 'static, size: usize) -> Found {
    let mut found = Found::default();
    let mut errors = vec![];
    match Chunks::from_stream(stream) {
        Err(error) => errors.push(error.to_string()),
        Ok(mut chunks) => {
            while let Some(chunk) = chunks.next_chunk() {
                match chunk {
                    Ok(chunk) => {
                        let name = chunk.name().to_owned();
                        let Found { bytes, error, .. } = Found::bytes(Ok(chunk), size);
                        found.items.push(format!("{name}: {bytes:?}"));
                        errors.extend(error);
                    }
                    Err(error) => errors.push(error.to_string()),
                }
            }
            errors.extend(chunks.skipped().iter().map(ToString::to_string));
        }
    }
    Found { error: (!errors.is_empty()).then(|| errors.join("; ")), ..found }
}

#[test]
fn archives_of_chunks_keep_the_law() {
    let law: Law = Law { name: "a stream of chunks", stream: chunks, slice: None };
    let tar = seeds::tar(&["lc0/validate/d00.gz", "lc0/validate/d08.gz", "lc0/validate/d34.gz"].map(sample));
    law.check_repaired(std::slice::from_ref(&tar), seeds::with_checksums);
    law.check(&[seeds::gzip(&tar, 6), seeds::zstd(&tar), sample("lc0/validate/d00.gz")]);
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

/// A server that notes the positions that it is sent.
struct Noting(Vec<String>);

impl gardez_uci::server::Server for Noting {
    fn name(&self) -> String {
        String::new()
    }

    fn author(&self) -> String {
        String::new()
    }

    fn set_position(&mut self, position: &gardez_uci::SetPosition) -> Result<(), String> {
        self.0.push(format!("{position:?}"));
        Ok(())
    }

    fn search(&mut self, _: &gardez_uci::Go, _: &gardez_uci::server::Search<'_>) -> gardez_uci::BestMove {
        gardez_uci::BestMove::new("e2e4".parse().expect("a move"))
    }
}

/// The positions that a server is sent. The protocol has no errors of streams.
fn commands(pieces: Pieces) -> Found {
    let (mut server, is_broken) = (Noting(vec![]), pieces.fails());
    gardez_uci::server::serve(&mut server, pieces, io::sink());
    Found { items: server.0, error: is_broken.then(String::new), ..Found::default() }
}

#[test]
fn lines_of_the_uci_protocol_keep_the_law() {
    let law: Law = Law { name: "lines of UCI", stream: |pieces, _| commands(pieces), slice: None };
    law.check(&[
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
