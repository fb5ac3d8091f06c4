//! Files of packed entries or of a PGN. A *block* is a part of a file that can be read by itself: 16,384 records of one
//! size, a chunk of `.binpack`, about a mebibyte of a PGN, or a whole file.

use std::fmt;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gardez_formats::{
    AnyReader, CHUNK_HEAD, Division, Entry, Format, GAME_CONTEXT, ReadEntries, ReadError, ReadOptions, Source,
    Strictness, View, Wdl,
};
use gardez_io::{DecompressLimits, Positioned, Section, Unpacked, open_regular};
use gardez_position::Board;
use gardez_types::{Color, Move, errors};

use crate::filter::Filter;
use crate::split::Continuity;
use crate::table;

const RECORDS: u64 = 1 << 14;

/// The bytes of a file of games after which the next game begins a block.
const GAMES: u64 = 1 << 20;

const FRONT: u64 = 1 << 16;

/// A file, or bytes in memory, whose entries a [`Loader`](super::Loader) reads.
///
/// ```
/// use gardez_data::loader::EntryFile;
/// use gardez_formats::{Strictness, bullet_text};
///
/// let text = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | 120 | 1.0\n";
/// let file = EntryFile::from_bytes("one.bullet.txt", text.as_bytes(), Some(bullet_text::FORMAT))?;
/// let mut entries = file.entries(Strictness::Strict)?;
/// assert_eq!(entries.next_seen(true)?.map(|entry| (entry.score, entry.result)), Some((120, 1)));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct EntryFile {
    path: Arc<PathBuf>,
    format: Format,
    size: u64,
    is_packed: bool,
    data: Option<Arc<dyn AsRef<[u8]> + Send + Sync>>,
    missing: (Option<i16>, Option<Wdl>),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    pub(super) file: u32,
    pub(super) number: u32,
    pub(super) start: u64,
    pub(super) size: u64,
    /// If a file has no blocks, several shards read the same bytes and use different entries: part `.0` of `.1`.
    pub(super) part: (u32, u32),
}

errors! {
    /// The reason a file cannot be an [`EntryFile`].
    #[derive(Debug)]
    pub enum EntryFileError {
        /// The file cannot be opened or read.
        File(error: io::Error) = "file", "{error}" => source error;
        /// Files of the format are not rows of entries.
        Format(format: Format) = "format", "{format} is not read here";
        Unclear = "unclear-format", "the format is not clear, so `format` must name it";
    }
}

impl EntryFile {
    /// Opens a file, which may be compressed. Without a format, the name or the first bytes show it.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, or if its format is not clear.
    pub fn open(path: impl Into<PathBuf>, format: Option<Format>) -> Result<Self, EntryFileError> {
        let path = path.into();
        let (size, is_packed, front) = front(&path).map_err(EntryFileError::File)?;
        let named = || table::of_path(&path).map(|format| table::by_content(format, &front));
        let format = known(format.or_else(named), &front)?;
        Ok(Self { path: Arc::new(path), format, size, is_packed, data: None, missing: (None, None) })
    }

    /// Reads uncompressed bytes in memory.
    ///
    /// # Errors
    ///
    /// Returns an error if the format is not clear.
    pub fn from_bytes(
        name: impl Into<PathBuf>,
        data: impl AsRef<[u8]> + Send + Sync + 'static,
        format: Option<Format>,
    ) -> Result<Self, EntryFileError> {
        let bytes = data.as_ref();
        let format = known(format, &bytes[..bytes.len().min(FRONT as usize)])?;
        let (path, size) = (Arc::new(name.into()), bytes.len() as u64);
        Ok(Self { path, format, size, is_packed: false, data: Some(Arc::new(data)), missing: (None, None) })
    }

    /// Sets the score (White's view) of positions without one, such as moves of a PGN without an evaluation. By default,
    /// they are left out.
    #[must_use]
    pub const fn with_missing_score(mut self, score: Option<i16>) -> Self {
        self.missing.0 = score;
        self
    }

    /// Sets the result, from White's point of view, of positions that have none, such as evaluations of Lichess. By default,
    /// they are left out.
    #[must_use]
    pub const fn with_missing_result(mut self, result: Option<Wdl>) -> Self {
        self.missing.1 = result;
        self
    }

    /// Returns the path of the file, or the name of the bytes.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the format.
    pub const fn format(&self) -> Format {
        self.format
    }

    pub(super) const fn missing(&self) -> (Option<i16>, Option<Wdl>) {
        self.missing
    }

    /// Returns a reader of all entries.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be opened again.
    pub fn entries(&self, strictness: Strictness) -> io::Result<EntryReader> {
        self.part(0, u64::MAX, strictness)
    }

    pub(super) fn part(&self, start: u64, size: u64, strictness: Strictness) -> io::Result<EntryReader> {
        let bytes = self.bytes()?;
        let section = Section::new(Arc::clone(&bytes), start, size);
        let source = match (self.is_packed, self.format.row().division) {
            (_, Division::Indexed) => Source::positioned(section, bytes),
            (true, _) => Source::stream(Unpacked::new(section, DecompressLimits::default())?),
            (false, _) => Source::stream(section),
        };
        let options = ReadOptions {
            strictness,
            missing_score: self.missing.0,
            missing_result: self.missing.1,
            ..ReadOptions::default()
        };
        let reader = self.format.reader(source, options);
        let reader = reader.ok_or_else(|| io::Error::other(EntryFileError::Format(self.format)))?;
        Ok(EntryReader { reader, continuity: None })
    }

    /// Replaces the buffer by the first bytes, at most this many, and returns the size of the file.
    pub(super) fn beginning(&self, most: usize, buffer: &mut Vec<u8>) -> io::Result<u64> {
        buffer.clear();
        Section::new(self.bytes()?, 0, most as u64).read_to_end(buffer)?;
        Ok(self.size)
    }

    /// Adds the blocks of this file. A file without blocks is added once for each shard.
    pub(super) fn add_blocks(&self, file: u32, shards: u32, blocks: &mut Vec<Block>) -> io::Result<()> {
        let first = blocks.len();
        let mut add = |start, end: u64, part| {
            let number = (blocks.len() - first) as u32;
            blocks.push(Block { file, number, start, size: end - start, part });
        };
        let division = self.format.row().division;
        if self.is_packed || matches!(division, Division::Whole | Division::Indexed) {
            (0..shards).for_each(|part| add(0, u64::MAX, (part, shards)));
            return Ok(());
        }
        let (bytes, mut start) = (self.bytes()?, 0);
        while start < self.size {
            let next = match division {
                Division::Whole | Division::Indexed => None,
                // The last block has the incomplete record, if there is one, which is an error.
                Division::Records(size) => Some(start + RECORDS * size as u64),
                Division::Chunks(size_of) => next_chunk(&bytes, start, size_of),
                Division::Games(game_start) => next_game(&bytes, start, self.size, game_start)?,
            };
            let end = next.filter(|&end| end <= self.size).unwrap_or(self.size);
            add(start, end, (0, 1));
            start = end;
        }
        Ok(())
    }

    /// Reads are at places, because a forked process shares the file's own place with its parent.
    fn bytes(&self) -> io::Result<Arc<Positioned>> {
        Ok(Arc::new(match &self.data {
            Some(data) => Positioned::from_memory(Arc::clone(data)),
            None => Positioned::new(open_regular(&*self.path)?),
        }))
    }
}

impl fmt::Debug for EntryFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EntryFile").field("path", &self.path).field("format", &self.format).finish_non_exhaustive()
    }
}

fn known(format: Option<Format>, front: &[u8]) -> Result<Format, EntryFileError> {
    let format = format.or_else(|| table::detect(front)).ok_or(EntryFileError::Unclear)?;
    if format.row().read.is_some() { Ok(format) } else { Err(EntryFileError::Format(format)) }
}

/// Returns the size of a file, whether it is compressed, and its first bytes, unpacked.
fn front(path: &Path) -> io::Result<(u64, bool, Vec<u8>)> {
    if path.is_dir() {
        return Err(io::Error::from_raw_os_error(21));
    }
    // Files are opened more than once.
    let file = open_regular(path)?;
    let size = file.metadata()?.len();
    let stream = Unpacked::new(file, DecompressLimits::default())?;
    let is_packed = stream.compression().is_some();
    let mut front = Vec::new();
    // Damage is found where the file is read.
    let _ = stream.take(FRONT).read_to_end(&mut front);
    Ok((size, is_packed, front))
}

/// Returns the end of the chunk that begins here, or `None` if it is not a chunk: its reader says what is wrong.
fn next_chunk(bytes: &Arc<Positioned>, start: u64, size_of: fn(&[u8; CHUNK_HEAD]) -> Option<u64>) -> Option<u64> {
    let mut head = [0; CHUNK_HEAD];
    bytes.read_exact_at(start, &mut head).ok()?;
    size_of(&head).map(|size| start.saturating_add(size))
}

/// Returns the start of the first game that is a block's length away.
fn next_game(
    bytes: &Arc<Positioned>,
    start: u64,
    end: u64,
    game_start: fn(&[u8], usize) -> Option<usize>,
) -> io::Result<Option<u64>> {
    const CONTEXT: u64 = GAME_CONTEXT as u64;
    let mut place = start.saturating_add(GAMES);
    let mut window = Vec::new();
    while place < end {
        window.clear();
        Section::new(Arc::clone(bytes), place - CONTEXT, 2 * CONTEXT).read_to_end(&mut window)?;
        if let Some(at) = game_start(&window, GAME_CONTEXT) {
            return Ok(Some(place - CONTEXT + at as u64));
        }
        // A beginning that the window cuts is found in the next one.
        place += CONTEXT / 2;
    }
    Ok(None)
}

/// A reader of the entries of an [`EntryFile`].
pub struct EntryReader {
    reader: AnyReader<'static>,
    /// The starts of games, if wanted. Boxed, because boards are aligned more than readers have to be.
    continuity: Option<Box<Continuity>>,
}

impl EntryReader {
    pub(super) fn find_games(&mut self) {
        self.continuity = Some(Box::default());
    }

    /// Returns the next entry from White's or the side to move's point of view, or `None` at the end. A score of -32768
    /// whose sign changes becomes 32767.
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes are not what the format says, or cannot be read.
    pub fn next_seen(&mut self, by_white: bool) -> Result<Option<SeenEntry<'_>>, ReadError> {
        let Self { reader, continuity } = self;
        Ok(match reader {
            AnyReader::White(reader) => reader.next_entry()?.map(|entry| seen(entry, by_white, continuity)),
            AnyReader::SideToMove(reader) => reader.next_entry()?.map(|entry| seen(entry, by_white, continuity)),
        })
    }
}

impl fmt::Debug for EntryReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EntryReader").finish_non_exhaustive()
    }
}

/// An entry in the view of the caller.
#[derive(Clone, Copy, Debug)]
pub struct SeenEntry<'a> {
    /// The position.
    pub board: &'a Board,
    /// The move.
    pub mv: Option<Move>,
    /// The plies since the start of the game.
    pub ply: u32,
    /// The score.
    pub score: i16,
    /// 1 for a win, 0 for a draw, -1 for a loss.
    pub result: i8,
    pub(super) begins_game: bool,
    /// Score and result from the side to move's point of view.
    pub(super) mover: (i16, Wdl),
}

impl SeenEntry<'_> {
    pub(super) fn is_rejected(&self, filter: &Filter) -> bool {
        let (score, result) = self.mover;
        filter.rejects_parts(self.board, self.mv, self.ply, score, result).is_some()
    }
}

fn seen<'a, V: View>(entry: &'a Entry<V>, by_white: bool, continuity: &mut Option<Box<Continuity>>) -> SeenEntry<'a> {
    let is_turned = V::IS_WHITE != by_white && entry.board.side_to_move() == Color::Black;
    let (score, result) = (entry.score, entry.result.sign());
    SeenEntry {
        board: &entry.board,
        mv: entry.mv,
        ply: entry.ply,
        score: if is_turned { score.saturating_neg() } else { score },
        result: if is_turned { -result } else { result },
        begins_game: continuity.as_mut().is_some_and(|continuity| continuity.begins_game(entry)),
        mover: entry.seen_by_mover(),
    }
}
