//! The table of readers of outside input. The tests of the law, the changed files and a fuzz target use it.

use std::io::{self, Read};

use gardez::data::chunk::{ChunkGames, ChunkOptions};
use gardez::data::{EntryGames, Game, GameEntries, PgnGames};
use gardez_formats::{
    AnyReader, Format, Input, ReadEntries, ReadGames, ReadOptions, Source, Stream, Strictness, bin, binpack, bullet,
    chess_library, marlin, monty, viri,
};
use gardez_io::{DecompressLimits, Feed, Unpacked, decompress_into};
use gardez_lc0::training::{self, Chunks, V6, V7};
use gardez_lc0::{Rule50Scale, decode_board};
use gardez_notation::pgn;

use super::law::{Found, Law, Pieces};

/// Every reader of items. The readers of entries of a format are made by [`entries`] from its row.
#[allow(dead_code)] // the fuzz target uses it
pub(crate) fn all() -> impl Iterator<Item = &'static Law> {
    [&COMPRESSED_PGN, &CHUNKS, &UCI].into_iter().chain(&PGN).chain(&ENTRIES_IN_PIECES).chain(&GAMES).chain(&RECORDS)
}

/// The unpackers.
pub(crate) const UNPACKED: Law = Law {
    name: "gzip, Zstandard and plain bytes",
    stream: |pieces, size| Found::bytes(Unpacked::new(pieces, DecompressLimits::default()), size),
    slice: Some(|bytes| {
        // What the vector held does not matter.
        let mut found = Found { bytes: vec![7; bytes.len() % 5000], ..Found::default() };
        let result = decompress_into(bytes, &mut found.bytes, DecompressLimits::default());
        Found { error: result.err().map(|error| error.to_string()), ..found }
    }),
};

/// A stream of which the first bytes were looked at.
pub(crate) const LOOKED_AT: Law = Law {
    name: "a stream that was looked at",
    stream: |pieces, size| {
        let mut stream = Stream::new(pieces);
        stream.peek(10);
        stream.peek(100);
        Found::bytes(Ok(stream), size)
    },
    slice: Some(|bytes| Found::bytes(Ok(bytes), 4096)),
};

/// Laws of readers of PGN.
pub(crate) const PGN: [Law; 4] = [
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
            let mut reader = GameEntries::new(PgnGames::new(pgn::Reader::new(pieces)), Some(0));
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
            let mut reader = PgnGames::new(pgn::Reader::new(pieces));
            let records = |game: Game| game.records(&ChunkOptions::default()).map(|records| records.len());
            Found::items(|| reader.next_game(), |game| format!("{:?}", records(game)))
        },
        slice: None,
    },
];

/// A compressed PGN.
pub(crate) const COMPRESSED_PGN: Law = Law {
    name: "games of a compressed PGN",
    stream: |pieces, _| match pgn::Reader::from_compressed(pieces) {
        Ok(mut reader) => Found::items(|| reader.read_game(), |game| format!("{game:?}")),
        Err(error) => Found { error: Some(error.to_string()), ..Found::default() },
    },
    slice: None,
};

/// The entries of a file of this format.
pub(crate) fn entries<'a>(format: Format, source: impl Into<Source<'a>>) -> Found {
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

/// Readers of entries that arrive in pieces.
pub(crate) const ENTRIES_IN_PIECES: [Law; 5] =
    pieces!(binpack::Reader, bin::Reader, bullet::Reader, chess_library::Reader, marlin::Reader);

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

/// Readers of whole games.
pub(crate) const GAMES: [Law; 4] = games!(viri::Reader, monty::Reader, binpack::Reader, monty::PolicyReader);

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
pub(crate) const RECORDS: [Law; 4] = [
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
            let mut reader = GameEntries::new(games_of(pieces), Some(0));
            Found::items(|| reader.next_entry().map(Option::<&_>::cloned), |entry| format!("{entry:?}"))
        },
        slice: None,
    },
    Law {
        name: "games of entries of records",
        stream: |pieces, _| {
            let mut games = EntryGames::new(GameEntries::new(games_of(pieces), Some(0)));
            Found::items(|| games.next_game(), |game| format!("{game:?}"))
        },
        slice: None,
    },
];

/// Returns everything that chunks contain, and their errors in order.
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

/// A stream of chunks.
pub(crate) const CHUNKS: Law = Law { name: "a stream of chunks", stream: chunks, slice: None };

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

/// Lines of UCI.
pub(crate) const UCI: Law = Law { name: "lines of UCI", stream: |pieces, _| commands(pieces), slice: None };
