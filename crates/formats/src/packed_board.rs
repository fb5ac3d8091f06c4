//! Rows of [`PackedBoard`]s: the canonical 24 bytes of Gardez, one board after the other.
//!
//! A packed board has the pieces, the side to move, the castling rights and the legal en passant capture. The reader yields
//! the score 0, a draw and no move. The bytes sort in the order of the boards, so a sorted file is a set of positions.
//!
//! ```
//! use gardez_formats::{Entry, ReadEntries, Wdl, WriteEntries, packed_board};
//! use gardez_position::Board;
//!
//! let mut writer = packed_board::Writer::new(Vec::new());
//! writer.write_entry(&Entry::new(Board::start(), None, 31, Wdl::Win))?;
//! let bytes = writer.finish()?;
//! assert_eq!(bytes.len(), 24);
//! let entry = packed_board::Reader::new(&bytes[..]).entries().next().transpose()?;
//! assert_eq!(entry, Some(Entry::new(Board::start(), None, 0, Wdl::Draw)));
//! # Ok::<_, Box<dyn core::error::Error>>(())
//! ```

use gardez_position::{Board, PackError, PackedBoard};

use crate::entry::Entry;
use crate::error::{Fault, FormatErrorKind};
use crate::format::{AnyReader, AnyWriter, Division, Format, FormatRow};
use crate::read::Strictness;
use crate::records::{Layout, RecordReader, RecordWriter};
use crate::unrepresentable::{Lossy, Unrepresentable};
use crate::view::{Wdl, White};

/// The layout of a packed board.
#[derive(Clone, Copy, Debug)]
pub enum Canonical {}

/// The number of bytes of a board.
pub const SIZE: usize = PackedBoard::SIZE;

/// A reader of packed boards.
pub type Reader<S> = RecordReader<S, Canonical, SIZE>;

/// A writer of packed boards.
pub type Writer<W> = RecordWriter<W, Canonical, SIZE>;

/// Packed boards.
pub const FORMAT: Format = Format::new(&ROW);

static ROW: FormatRow = FormatRow {
    division: Division::Records(SIZE),
    typical_entry_size: 24,
    read: Some(|source, options| AnyReader::white(Reader::new(source).with_strictness(options.strictness))),
    write: Some(|target, options| AnyWriter::white(Writer::new(target).with_lossy(options.lossy), options)),
    ..FormatRow::new("packed boards", &["packed"], "packed boards, 24 bytes: boards only")
};

const CODES: usize = 8;

impl Layout<SIZE> for Canonical {
    type View = White;

    const FORMAT: Format = FORMAT;

    fn decode(bytes: &[u8; SIZE], _: Strictness, entry: &mut Entry<White>) -> Result<(), Fault> {
        let board = Board::try_from(&PackedBoard::from_bytes(*bytes)).map_err(fault)?;
        *entry = Entry::new(board, None, 0, Wdl::Draw);
        Ok(())
    }

    fn encode(entry: &Entry<White>, _: Lossy) -> Result<[u8; SIZE], Unrepresentable> {
        let packed = entry.board.packed().map_err(|_| Unrepresentable::Pieces(entry.board.occupied().len()))?;
        Ok(packed.to_bytes())
    }
}

fn fault(error: PackError) -> Fault {
    match error {
        PackError::TooManyPieces { pieces } => Fault::new(FormatErrorKind::TooManyPieces { found: pieces }, 0),
        PackError::UnusedCode { index } => Fault::new(FormatErrorKind::UnusedCode { index }, CODES + index / 2),
        PackError::EnPassantPawn(square) => Fault::new(FormatErrorKind::EnPassantMark { square }, CODES),
        PackError::Board(error) => Fault::new(FormatErrorKind::Board(error), 0),
        // Every error of a packed board is one of these.
        _ => Fault::new(FormatErrorKind::NotEmpty { bytes: SIZE as u32 }, 0),
    }
}
