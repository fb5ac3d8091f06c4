//! The definition of a format: the row that each codec has next to it.

mod any;

use alloc::boxed::Box;
use core::any::Any;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};

use gardez_io::Sink;

pub use any::{AnyReader, AnyWriter, InView, ReadOptions, Source, WriteOptions};

/// A format of positions or games: a reference to its row.
///
/// The module of each format has a constant, such as [`bin::FORMAT`](crate::bin::FORMAT); `gardez-data` lists all formats.
///
/// `Display` writes the [name](FormatRow::name). Two formats are equal if their usual extension is the same.
///
/// ```
/// use gardez_formats::{Fact, bin};
///
/// let format = bin::FORMAT;
/// assert_eq!((format.to_string().as_str(), format.extension()), (".bin", "bin"));
/// assert_eq!(format.record_size(), Some(40));
/// assert!(format.has(Fact::Move) && !format.is_text());
/// ```
#[derive(Clone, Copy)]
pub struct Format(&'static FormatRow);

/// Everything that programs know about a format: its names, its facts, and its codec.
///
/// ```
/// use gardez_formats::{AnyReader, Fact, Format, FormatRow, bullet_text};
///
/// // One FEN with a score and a result on each line, under another name.
/// static ROW: FormatRow = FormatRow {
///     facts: &[Fact::Score, Fact::Ply, Fact::Result],
///     is_text: true,
///     read: Some(|source, options| {
///         AnyReader::white(bullet_text::Reader::new(source).with_strictness(options.strictness))
///     }),
///     ..FormatRow::new("lines", &["lines"], "a position on each line")
/// };
/// assert_eq!(Format::new(&ROW).extensions(), ["lines"]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct FormatRow {
    /// The name of the format, as its users call it.
    pub name: &'static str,
    /// The extensions of file names that mean this format. The first one is its name on a command line.
    pub extensions: &'static [&'static str],
    /// The description in a list of formats: a line, or several without a line end after the last.
    pub about: &'static str,
    /// The facts that its entries have.
    pub facts: &'static [Fact],
    /// `true` if its files are text.
    pub is_text: bool,
    /// The way its files are divided into parts that can be read by themselves.
    pub division: Division,
    /// About how many bytes of a file an entry needs, to compare numbers of entries.
    pub typical_entry_size: usize,
    /// Returns `true` if the first bytes of an input, perhaps a few kilobytes, are probably this format.
    pub fits: fn(&[u8]) -> bool,
    /// Reads the entries of an input, if files of the format are rows of entries.
    pub read: Option<ReadFn>,
    /// Writes entries, if that can be done one by one.
    pub write: Option<WriteFn>,
    /// The part that a crate with more knowledge of games adds: for `gardez-data`, its `GameRow`.
    pub more: Option<&'static (dyn Any + Send + Sync)>,
}

/// A function that reads the entries of a format.
pub type ReadFn = for<'a> fn(Source<'a>, ReadOptions) -> AnyReader<'a>;

/// A function that writes entries in a format.
pub type WriteFn = for<'a> fn(Box<dyn Sink + 'a>, WriteOptions) -> AnyWriter<'a>;

/// The way files of a format are divided into parts that can be read by themselves.
#[derive(Clone, Copy, Debug)]
pub enum Division {
    /// A file can only be read as a whole.
    Whole,
    /// Every entry has this many bytes.
    Records(usize),
    /// A file is a row of chunks. The function returns the size of a chunk, given its first [`CHUNK_HEAD`] bytes, or
    /// `None` if they do not begin a chunk.
    Chunks(fn(&[u8; CHUNK_HEAD]) -> Option<u64>),
    /// Games follow each other. The function returns the start of the first game at or after a place in some bytes of a
    /// file. It works best with [`GAME_CONTEXT`] bytes before the place and after.
    Games(fn(&[u8], usize) -> Option<usize>),
    /// A file ends with an index, so it is not a stream: a reader needs a slice, or a source
    /// [of a file](Source::positioned).
    Indexed,
}

/// The number of bytes that show the size of a chunk; see [`Division::Chunks`].
pub const CHUNK_HEAD: usize = 8;

/// The number of bytes before and after a place that show whether a game begins there; see [`Division::Games`].
pub const GAME_CONTEXT: usize = 1 << 16;

impl FormatRow {
    /// Creates the row of a binary format without facts, which is not recognized, read or written.
    pub const fn new(name: &'static str, extensions: &'static [&'static str], about: &'static str) -> Self {
        Self {
            name,
            extensions,
            about,
            facts: &[],
            is_text: false,
            division: Division::Whole,
            typical_entry_size: 32,
            fits: |_| false,
            read: None,
            write: None,
            more: None,
        }
    }
}

impl Format {
    /// Creates the format of this row.
    pub const fn new(row: &'static FormatRow) -> Self {
        Self(row)
    }

    /// Returns the row.
    pub const fn row(self) -> &'static FormatRow {
        self.0
    }

    /// Returns the name of the format, as its users call it.
    pub const fn name(self) -> &'static str {
        self.0.name
    }

    /// Returns the extensions of file names that mean this format, the usual one first.
    pub const fn extensions(self) -> &'static [&'static str] {
        self.0.extensions
    }

    /// Returns the usual extension: the name of the format on a command line.
    ///
    /// # Panics
    ///
    /// Panics if the row has no extensions.
    pub const fn extension(self) -> &'static str {
        self.0.extensions[0]
    }

    /// Returns `true` if files of the format are text.
    pub const fn is_text(self) -> bool {
        self.0.is_text
    }

    /// Returns `true` if entries of the format have this fact.
    pub fn has(self, fact: Fact) -> bool {
        self.0.facts.contains(&fact)
    }

    /// Returns the number of bytes of an entry, if all entries have the same and can be read by themselves.
    pub const fn record_size(self) -> Option<usize> {
        match self.0.division {
            Division::Records(size) => Some(size),
            Division::Whole | Division::Chunks(_) | Division::Games(_) | Division::Indexed => None,
        }
    }

    /// Returns `true` if the name of a file has an extension of this format.
    pub fn has_name(self, file_name: &str) -> bool {
        let has = |extension| file_name.strip_suffix(extension).is_some_and(|stem| stem.ends_with('.'));
        self.0.extensions.iter().any(|&extension| has(extension))
    }

    /// Returns a reader of this format, or `None` if files of the format are not rows of entries.
    pub fn reader<'a>(self, source: impl Into<Source<'a>>, options: ReadOptions) -> Option<AnyReader<'a>> {
        Some(self.0.read?(source.into(), options))
    }

    /// Returns a writer of this format, or `None` if it cannot be written entry by entry. It does not buffer: write to a
    /// `std::io::BufWriter`.
    ///
    /// ```
    /// use gardez_formats::{Entry, Wdl, White, bullet};
    /// use gardez_position::Board;
    ///
    /// let mut bytes = Vec::new();
    /// let mut writer = bullet::FORMAT.writer(&mut bytes, Default::default()).expect("the format has entries");
    /// writer.write(&Entry::<White>::new(Board::start(), None, 31, Wdl::Draw))?;
    /// writer.finish()?;
    /// assert_eq!(bytes.len(), 32);
    /// # Ok::<_, gardez_formats::WriteError>(())
    /// ```
    pub fn writer<'a>(self, target: impl Sink + 'a, options: WriteOptions) -> Option<AnyWriter<'a>> {
        Some(self.0.write?(Box::new(target), options))
    }
}

impl PartialEq for Format {
    fn eq(&self, other: &Self) -> bool {
        self.extension() == other.extension()
    }
}

impl Eq for Format {}

impl PartialOrd for Format {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Format {
    fn cmp(&self, other: &Self) -> Ordering {
        self.extension().cmp(other.extension())
    }
}

impl Hash for Format {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.extension().hash(state);
    }
}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Format").field(&self.extension()).finish()
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A fact about a position. Readers of a format without it yield no move, the score 0, the ply 0, or a draw.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fact {
    /// The move that was played or found best.
    Move,
    /// The score.
    Score,
    /// The ply, or a move number from which it is counted.
    Ply,
    /// The result of the game.
    Result,
}

impl Fact {
    /// All facts.
    pub const ALL: [Self; 4] = [Self::Move, Self::Score, Self::Ply, Self::Result];

    /// Returns the plural of the fact in words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Move => "moves",
            Self::Score => "scores",
            Self::Ply => "plies",
            Self::Result => "results",
        }
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
