//! Stockfish's `.binpack`: chains of positions in chunks, about two and a half bytes an entry.
//!
//! A chain begins with a stem: a whole position, its move, score, ply and result, and the fifty-move counter. Each further
//! entry is a piece, a destination and the change of the score in a few bits. The move number follows from the ply.
//! Castling rights exist only for rooks in the corners. Scores and results are from the side to move's point of view.
//!
//! | loss | what the writer does |
//! |---|---|
//! | [`Lossy::RULE50_HIGH_BITS`](crate::Lossy::RULE50_HIGH_BITS) | keeps the low 8 bits of the counter |
//! | [`Lossy::CASTLING_RIGHTS`](crate::Lossy::CASTLING_RIGHTS) | leaves out rights of other rooks |
//! | [`Lossy::PLY`](crate::Lossy::PLY) | writes at most 16,383 |
//! | [`Lossy::FULLMOVE`](crate::Lossy::FULLMOVE) | leaves out a move number that does not follow from the ply |
//!
//! [`Reader`] yields entries ([`ReadEntries`](crate::ReadEntries)) or chains ([`ReadGames`](crate::ReadGames)).
//! [`Writer`] takes entries; [`ChainRule`] says when an entry continues a chain.
//!
//! In lenient mode, the reader leaves out castling rights of other rooks, impossible en passant squares, and illegal moves
//! at the end of a chain. It keeps the low 8 bits of a fifty-move counter.
//!
//! ```
//! use gardez_formats::{Entry, ReadEntries, Wdl, WriteEntries, binpack};
//! use gardez_position::Board;
//!
//! let mut writer = binpack::Writer::new(Vec::new());
//! let (mut board, mut result) = (Board::start(), Wdl::Win);
//! for (text, score) in [("e2e4", 30), ("e7e5", -28), ("g1f3", 35)] {
//!     let mv = board.parse_uci(text)?;
//!     writer.write_entry(&Entry::new(board, Some(mv), score, result))?;
//!     board.do_move(mv);
//!     result = result.reversed();
//! }
//! let bytes = writer.finish()?;
//! // The head of a chunk, a stem with its count, and two moves.
//! assert_eq!(bytes.len(), 8 + 34 + 3);
//!
//! let mut reader = binpack::Reader::new(&bytes[..]);
//! let mut scores = Vec::new();
//! while let Some(entry) = reader.next_entry()? {
//!     scores.push(entry.score);
//! }
//! assert_eq!(scores, [30, -28, 35]);
//! # Ok::<_, Box<dyn core::error::Error>>(())
//! ```

mod candidates;
mod reader;
mod stem;
mod step;
mod text;
mod writer;

use crate::format::Fact;
use crate::format::{AnyReader, AnyWriter, Division, Format, FormatRow};

pub use reader::Reader;
pub use writer::{ChainRule, Writer};

/// Stockfish's `.binpack`.
pub const FORMAT: Format = Format::new(&ROW);

static ROW: FormatRow = FormatRow {
    facts: &Fact::ALL,
    division: Division::Chunks(|head| {
        let size = u32::from_le_bytes([head[4], head[5], head[6], head[7]]);
        head.starts_with(&MAGIC).then_some(CHUNK_HEAD as u64 + u64::from(size))
    }),
    typical_entry_size: 3,
    fits: |bytes| bytes.starts_with(&MAGIC),
    read: Some(|source, options| AnyReader::side_to_move(Reader::new(source).with_strictness(options.strictness))),
    write: Some(|target, options| {
        AnyWriter::side_to_move(
            Writer::new(target).with_lossy(options.lossy).with_chain_rule(options.chain_rule),
            options,
        )
    }),
    ..FormatRow::new(".binpack", &["binpack"], "Stockfish's .binpack")
};

const MAGIC: [u8; 4] = *b"BINP";

/// The bytes before the chains of a chunk: the magic bytes and the size.
const CHUNK_HEAD: usize = crate::format::CHUNK_HEAD;

const MAX_CHUNK: u32 = 100 << 20;

const CHUNK: usize = 1 << 20;

const CHAIN_HEAD: usize = stem::SIZE + 2;
