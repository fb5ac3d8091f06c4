//! ChessBench's records, in files that end with an index.

use std::io;

use gardez_formats::{
    AnyReader, Division, Fact, Format, FormatError, FormatErrorKind, FormatRow, ReadError, Source, Strictness,
};
use gardez_io::{Compression, DecompressLimits, Input, Section, Stream, decompress_into};
use gardez_position::Board;

use super::row::Row;
use super::{Context, Problem, ReadRows, Rows};
use crate::evaluation::Evaluation;

/// The records of ChessBench.
pub const BAG: Format = Format::new(&FormatRow {
    facts: &[Fact::Score, Fact::Move, Fact::Ply, Fact::Result],
    division: Division::Indexed,
    typical_entry_size: 80,
    // The text of a position, whose length precedes it.
    fits: |bytes| nested(bytes).is_ok_and(|(fen, _)| fen.parse::<Board>().is_ok()),
    read: Some(|source, options| AnyReader::side_to_move(Rows::new(BagReader::new(source), options))),
    ..FormatRow::new("ChessBench", &["bag", "bagz"], "ChessBench: state values, action values, moves of Stockfish")
});

/// The longest record, in bytes, packed or not. Records of ChessBench have about 70.
const MAX_RECORD: u64 = 1 << 16;

const NUMBER: u64 = 8;

/// A reader of the records of `.bag` and `.bagz`. Memory is needed for one record, of at most 64 kB.
///
/// The records follow each other. After them are their ends in the file, eight bytes each; the last one is also where this index
/// begins. In a `.bagz`, each record is a frame of Zstandard.
///
/// A record is a position with its win probability, with a move, or with a move and the win probability after it. The
/// probability is from the point of view of the side to move in the position.
///
/// ```
/// use gardez_data::Evaluation;
/// use gardez_data::columns::{BagReader, ReadRows};
/// use gardez_formats::Source;
///
/// let fen = "8/8/4k3/8/8/4K3/4P3/8 b - - 0 1";
/// let mut bag = [&[fen.len() as u8], fen.as_bytes(), &0.25_f64.to_be_bytes()].concat();
/// bag.extend((bag.len() as u64).to_le_bytes());
/// let row = BagReader::new(Source::from(&bag[..])).next_row()?.expect("there is a record");
/// assert_eq!((row.board.to_string().as_str(), row.evaluation), (fen, Some(Evaluation::Centipawns(-298))));
/// # Ok::<_, gardez_formats::ReadError>(())
/// ```
#[derive(Debug)]
pub struct BagReader<'a> {
    records: Source<'a>,
    /// The ends of the next records, if the index has been found.
    index: Option<Stream<Section>>,
    /// The place of the index in the file, and of the next number.
    index_start: u64,
    next_number: u64,
    end: u64,
    start: u64,
    is_over: bool,
    strictness: Strictness,
    unpacked: Vec<u8>,
}

impl<'a> BagReader<'a> {
    /// Creates a strict reader of a slice, or of the source of a [file](Source::positioned).
    pub fn new(records: Source<'a>) -> Self {
        Self {
            records,
            index: None,
            index_start: 0,
            next_number: 0,
            end: 0,
            start: 0,
            is_over: false,
            strictness: Strictness::Strict,
            unpacked: Vec::new(),
        }
    }

    fn open(&mut self) -> Result<Stream<Section>, ReadError> {
        let stream = |error| stream_error(0, error);
        let none = || stream(io::Error::other("only a file can be read, because its last bytes are needed first"));
        let file = self.records.to_positioned().ok_or_else(none)?;
        self.end = file.length().map_err(stream)?;
        if self.end != 0 {
            let short = || error(FormatErrorKind::Incomplete { expected: NUMBER, found: self.end }, 0);
            let last = self.end.checked_sub(NUMBER).ok_or_else(short)?;
            let mut number = [0; NUMBER as usize];
            file.read_exact_at(last, &mut number).map_err(stream)?;
            self.index_start = u64::from_le_bytes(number);
            if last < self.index_start || (self.end - self.index_start) % NUMBER != 0 {
                return Err(expected("the place of an index of eight bytes for each record", NUMBER, last));
            }
        }
        self.next_number = self.index_start;
        Ok(Stream::new(Section::new(file, self.index_start, self.end - self.index_start)))
    }

    /// Returns the end of the next record, or `None` after the last one.
    fn next_end(&mut self) -> Result<Option<u64>, ReadError> {
        let mut index = match self.index.take() {
            Some(index) => index,
            None => self.open()?,
        };
        let at = self.next_number;
        let number = index.peek(NUMBER as usize).first_chunk().copied();
        let Some(number) = number else {
            index.end().map_err(|error| stream_error(at, error))?;
            return if at == self.end { Ok(None) } else { Err(expected("the end of a record", NUMBER, at)) };
        };
        index.consume(NUMBER as usize);
        self.index = Some(index);
        self.next_number += NUMBER;
        let end = u64::from_le_bytes(number);
        let is_after = (self.start..=self.index_start).contains(&end);
        if is_after { Ok(Some(end)) } else { Err(expected("an end after that of the record before", NUMBER, at)) }
    }

    /// Reads the record that ends at this place. The next one follows it, also after an error.
    fn read(&mut self, end: u64) -> Result<Row, ReadError> {
        let (start, length) = (self.start, end - self.start);
        self.start = end;
        if MAX_RECORD < length {
            let mut left = length;
            while left != 0 && !self.records.peek(1).is_empty() {
                let passed = (self.records.buffered().len() as u64).min(left);
                self.records.consume(passed as usize);
                left -= passed;
            }
            return Err(expected("a record of at most 65536 bytes", length, start));
        }
        let record = self.records.peek(length as usize);
        let found = record.len() as u64;
        let Some(record) = record.get(..length as usize) else {
            self.is_over = true;
            self.records.end().map_err(|error| stream_error(start, error))?;
            return Err(error(FormatErrorKind::Incomplete { expected: length, found }, start));
        };
        let row = if Compression::detect(record).is_some() {
            let limits = DecompressLimits::default().with_length(MAX_RECORD).with_window(MAX_RECORD);
            let unpacked = decompress_into(record, &mut self.unpacked, limits);
            unpacked
                .map_err(|error| stream_error(start, error))
                .and_then(|()| row(&self.unpacked, self.strictness).map_err(|Problem { kind, .. }| error(kind, start)))
        } else {
            row(record, self.strictness).map_err(|Problem { kind, at }| error(kind, start + at as u64))
        };
        self.records.consume(length as usize);
        row
    }
}

impl ReadRows for BagReader<'_> {
    fn format(&self) -> Format {
        BAG
    }

    fn with_strictness(mut self, strictness: Strictness) -> Self {
        self.strictness = strictness;
        self
    }

    /// Reads the next row, or `None` at the end and after an error of the index.
    fn next_row(&mut self) -> Result<Option<Row>, ReadError> {
        if self.is_over {
            return Ok(None);
        }
        let end = self.next_end();
        self.is_over = !matches!(end, Ok(Some(_)));
        end?.map(|end| self.read(end)).transpose()
    }

    fn goes_on(&self, _: &ReadError) -> bool {
        !self.is_over
    }
}

fn row(record: &[u8], strictness: Strictness) -> Result<Row, Problem> {
    let wrong = |expected, at| Problem { kind: FormatErrorKind::Text { expected, length: 1 }, at };
    let (fen, rest) = nested(record)?;
    let at = record.len() - rest.len();
    let mut row = Row::new(Context { line: fen, mark: at - fen.len(), strictness }.fen(fen)?);
    // The kinds of records differ in what follows the position, and by its length.
    let (mv, probability) = match rest.len() {
        4 | 5 => (rest, None),
        8 => (&rest[..0], rest.last_chunk()),
        13 | 14 if usize::from(rest[0]) == rest.len() - 9 => (&rest[1..rest.len() - 8], rest.last_chunk()),
        _ => return Err(wrong("a move, a win probability of 8 bytes, or both", at)),
    };
    if !mv.is_empty() {
        let mv = core::str::from_utf8(mv).ok().and_then(|mv| row.board.parse_uci(mv).ok());
        row.mv = Some(mv.ok_or_else(|| wrong("a legal move", at))?);
    }
    if let Some(&probability) = probability {
        row.evaluation = Some(match f64::from_be_bytes(probability) {
            decided @ (0.0 | 1.0) => Evaluation::Expected { q: 2.0 * decided as f32 - 1.0, d: 0.0 },
            p if (0.0..1.0).contains(&p) => {
                const SLOPE: f64 = 0.003_682_08;
                Evaluation::Centipawns((-(1.0 / p - 1.0).ln() / SLOPE).clamp(-20_000.0, 20_000.0).round() as i32)
            }
            _ => return Err(wrong("a win probability from 0 to 1", record.len() - 8)),
        });
    }
    Ok(row)
}

/// Returns the text at the beginning, whose length precedes it in groups of seven bits, and what follows.
fn nested(bytes: &[u8]) -> Result<(&str, &[u8]), Problem> {
    let mut length = 0;
    for (place, &byte) in bytes.iter().enumerate().take(3) {
        length |= usize::from(byte & 0x7f) << (7 * place);
        if byte < 0x80 {
            let text = bytes[place + 1..].split_at_checked(length);
            let text = text.and_then(|(text, rest)| Some((core::str::from_utf8(text).ok()?, rest)));
            let kind = FormatErrorKind::Text { expected: "a text of the stated length", length };
            return text.ok_or(Problem { kind, at: place + 1 });
        }
    }
    Err(Problem { kind: FormatErrorKind::Text { expected: "the length of a text", length: 1 }, at: 0 })
}

fn error(kind: FormatErrorKind, at: u64) -> ReadError {
    FormatError::new(BAG, kind, at).into()
}

fn expected(expected: &'static str, length: u64, at: u64) -> ReadError {
    error(FormatErrorKind::Text { expected, length: length as usize }, at)
}

const fn stream_error(offset: u64, error: io::Error) -> ReadError {
    ReadError::Stream { format: BAG, offset, error }
}
