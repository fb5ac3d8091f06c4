//! A toy format: a letter, a packed board and a score. This file is all that a format needs.

use gardez_formats::gardez_position::{Board, PackedBoard};
use gardez_formats::{AnyReader, AnyWriter, Division, Entry, Fact, Fault, FormatErrorKind, FormatRow, Layout, Lossy};
use gardez_formats::{Format, RecordReader, RecordWriter, Strictness, Unrepresentable, Wdl, White};

/// The row.
pub(crate) static TOY: FormatRow = FormatRow {
    facts: &[Fact::Score],
    division: Division::Records(SIZE),
    fits: |bytes| bytes.len() % SIZE == 0 && bytes.chunks(SIZE).all(|record| record[0] == b'T') && !bytes.is_empty(),
    read: Some(|source, options| {
        AnyReader::white(RecordReader::<_, Toy, SIZE>::new(source).with_strictness(options.strictness))
    }),
    write: Some(|target, options| AnyWriter::white(RecordWriter::<_, Toy, SIZE>::new(target), options)),
    ..FormatRow::new("toy format", &["toy", "play"], "a toy: boards with scores")
};

/// The number of bytes of a record.
pub(crate) const SIZE: usize = 27;

/// The codec.
enum Toy {}

impl Layout<SIZE> for Toy {
    type View = White;

    const FORMAT: Format = Format::new(&TOY);

    fn decode(bytes: &[u8; SIZE], _: Strictness, entry: &mut Entry<White>) -> Result<(), Fault> {
        let [b'T', board @ .., low, high] = bytes else {
            return Err(Fault::new(FormatErrorKind::Text { expected: "T", length: 1 }, 0));
        };
        let unreadable = |_| Fault::new(FormatErrorKind::Record { reason: "the board" }, 1);
        let board = Board::try_from(&PackedBoard::from_bytes(*board)).map_err(unreadable)?;
        *entry = Entry::new(board, None, i16::from_le_bytes([*low, *high]), Wdl::Draw);
        Ok(())
    }

    fn encode(entry: &Entry<White>, _: Lossy) -> Result<[u8; SIZE], Unrepresentable> {
        let packed = entry.board.packed().map_err(|_| Unrepresentable::Pieces(entry.board.occupied().len()))?;
        let mut bytes = [b'T'; SIZE];
        bytes[1..25].copy_from_slice(&packed.to_bytes());
        bytes[25..].copy_from_slice(&entry.score.to_le_bytes());
        Ok(bytes)
    }
}
