//! Parquet files, which are read as the text of a table or of a PGN that has the same columns.

use std::cell::Cell;
use std::fmt::Write as _;
use std::io::{self, BufReader, Read};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;

use bytes::Bytes;
use gardez::data::table::{self, CSV, PGN};
use gardez_formats::{AnyReader, Division, Fact, Format, FormatRow, ReadOptions, Source};
use gardez_io::{Positioned, Section};
use parquet::errors::Result as ParquetResult;
use parquet::file::reader::{ChunkReader, FileReader, Length, SerializedFileReader};
use parquet::record::Field;
use parquet::record::reader::RowIter;
use parquet::schema::types::Type;

/// The columns of positions that mean something; see `gardez::data::columns`.
const COLUMNS: [&str; 9] = ["fen", "line", "depth", "cp", "mate", "move", "moves", "evaluation", "result"];

/// The columns of games that mean something for their positions.
const GAME_COLUMNS: [&str; 2] = ["result", "movetext"];

static ROW: FormatRow = FormatRow {
    facts: &[Fact::Score, Fact::Move, Fact::Ply, Fact::Result],
    division: Division::Indexed,
    typical_entry_size: 40,
    fits: |bytes| bytes.starts_with(b"PAR1"),
    read: Some(|source, options| match guarded(|| Text::open(&source)) {
        Ok(text) => text.reader(options),
        Err(error) => reader(CSV, Failing(Some(error)), options),
    }),
    ..FormatRow::new("Parquet", &["parquet"], "Parquet: evaluations, puzzles and games of Lichess")
};

/// Adds the format to the table.
pub(crate) fn register() {
    table::register(&ROW).expect("no other format has its extension");
    let hook = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if !IN_LIBRARY.get() {
            hook(info);
        }
    }));
}

thread_local! {
    static IN_LIBRARY: Cell<bool> = const { Cell::new(false) };
}

/// Calls the library of Parquet, which panics at some damage.
fn guarded<T>(call: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    IN_LIBRARY.set(true);
    let result = panic::catch_unwind(AssertUnwindSafe(call));
    IN_LIBRARY.set(false);
    result.unwrap_or_else(|_| Err(io::Error::other("the file is damaged")))
}

/// Returns the rows of a Parquet file as the text of a table that begins with the names of its columns, or of a PGN.
///
/// # Errors
///
/// Returns an error if the file is damaged, or if no column is called `fen` or `movetext`.
pub fn text(bytes: &[u8]) -> io::Result<impl Read> {
    guarded(|| Text::open(&Source::from(bytes)))
}

/// The rows of a file as text: a line of a table, or a game, for each.
struct Text {
    /// Nothing after an error.
    rows: Option<RowIter<'static>>,
    text: String,
    /// The number of bytes of the text that were read.
    read: usize,
    are_games: bool,
}

impl Text {
    fn open(source: &Source<'_>) -> io::Result<Self> {
        let none = || io::Error::other("only a file can be read, because its last bytes are needed first");
        let file = SerializedFileReader::new(File(source.to_positioned().ok_or_else(none)?))?;
        let schema = file.metadata().file_metadata().schema();
        let fields = || schema.get_fields().iter().filter(|field| field.is_primitive());
        let is_called = |field: &Type, name: &str| field.name().eq_ignore_ascii_case(name);
        let are_games = fields().any(|field| is_called(field, "movetext"));
        let wanted: &[&str] = if are_games { &GAME_COLUMNS } else { &COLUMNS };
        let chosen: Vec<_> =
            fields().filter(|field| wanted.iter().any(|name| is_called(field, name))).cloned().collect();
        if !are_games && !chosen.iter().any(|field| is_called(field, "fen")) {
            return Err(io::Error::other("no column is called fen or movetext"));
        }
        let header: Vec<_> = chosen.iter().map(|field| field.name()).collect();
        let text = if are_games { String::new() } else { header.join(",") + "\n" };
        let projection = Type::group_type_builder(schema.name()).with_fields(chosen).build()?;
        let rows = RowIter::from_file_into(Box::new(file)).project(Some(projection))?;
        Ok(Self { rows: Some(rows), text, read: 0, are_games })
    }

    fn reader<'a>(self, options: ReadOptions) -> AnyReader<'a> {
        reader(if self.are_games { PGN } else { CSV }, self, options)
    }

    /// Writes the next row. Returns `false` at the end.
    fn advance(&mut self) -> io::Result<bool> {
        let Some(mut rows) = self.rows.take() else { return Ok(false) };
        let Some(row) = guarded(|| Ok(rows.next().transpose()?))? else { return Ok(false) };
        self.rows = Some(rows);
        (self.read, self.text) = (0, String::new());
        if self.are_games {
            for (name, field) in row.get_column_iter() {
                let Field::Str(value) = field else { continue };
                if name.eq_ignore_ascii_case("movetext") {
                    // A line break could begin another game.
                    self.text += "\n";
                    self.text.extend(value.chars().map(|c| if c.is_control() { ' ' } else { c }));
                    self.text += "\n\n";
                } else if ["1-0", "0-1", "1/2-1/2"].contains(&value.as_str()) {
                    let _ = writeln!(self.text, "[Result \"{value}\"]");
                }
            }
        } else {
            for (place, (_, field)) in row.get_column_iter().enumerate() {
                self.text += if place == 0 { "" } else { "," };
                match field {
                    Field::Null => {}
                    Field::Str(value) => {
                        let value = value.replace('"', "\"\"").replace(['\r', '\n'], " ");
                        let _ = write!(self.text, "\"{value}\"");
                    }
                    number => {
                        let _ = write!(self.text, "{number}");
                    }
                }
            }
            self.text += "\n";
        }
        Ok(true)
    }
}

impl Read for Text {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.read == self.text.len() {
            if !self.advance()? {
                return Ok(0);
            }
        }
        let count = (&self.text.as_bytes()[self.read..]).read(buffer)?;
        self.read += count;
        Ok(count)
    }
}

/// A stream that only has an error.
struct Failing(Option<io::Error>);

impl Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// Reads the text of a Parquet file in this format. A line is a row, except the line that names the columns.
fn reader<'a>(format: Format, text: impl Read + Send + 'a, options: ReadOptions) -> AnyReader<'a> {
    format.reader(Source::stream(text), options).expect("the format has entries").as_text_of(Format::new(&ROW), 1)
}

struct File(Arc<Positioned>);

impl Length for File {
    fn len(&self) -> u64 {
        self.0.length().unwrap_or_default()
    }
}

impl ChunkReader for File {
    type T = BufReader<Section>;

    fn get_read(&self, start: u64) -> ParquetResult<Self::T> {
        Ok(BufReader::new(Section::new(Arc::clone(&self.0), start, u64::MAX)))
    }

    fn get_bytes(&self, start: u64, length: usize) -> ParquetResult<Bytes> {
        // A length that the file cannot have allocates nothing.
        if self.len().saturating_sub(start) < length as u64 {
            return Err(io::Error::from(io::ErrorKind::UnexpectedEof).into());
        }
        let mut bytes = vec![0; length];
        self.0.read_exact_at(start, &mut bytes)?;
        Ok(bytes.into())
    }
}
