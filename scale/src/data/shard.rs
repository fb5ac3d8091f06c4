//! A shard: a slice of a PGN file, read once and checked against the plan.

use std::cell::Cell;
use std::io::{self, Cursor, Read};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use gardez::data::game_start;
use gardez_formats::GAME_CONTEXT;
use gardez_io::{Compression, decompress};
use gardez_notation::pgn::{DecompressError, ReadError, Reader};
use gardez_position::PackedBoard;

use super::game::{self, Counts, Game};
use super::slices::HEAD;
use crate::digest::Digest;
use crate::error::{Error, Refusal, Result};
use crate::plan::{InputFile, Shard};
use crate::store::{self, Content, Part};

/// The bytes of a far file that are read at once.
const AHEAD: usize = 8 << 20;

/// The largest number of a game in its shard, which has 40 bits.
const MOST_GAMES: u64 = 1 << 40;

/// Returns the number of a game: unique in all shards of a plan, ascending in the order of the shards and their games.
pub(super) fn game_number(shard: u32, game: u64) -> u64 {
    u64::from(shard) << 40 | game
}

/// Reads the games of a shard. `each` receives the game, its number, the byte of the text of the file at which it begins
/// if that is known, and the bytes read so far. Returns the counts, and
/// the digest of the bytes of the slice.
pub(super) fn read_shard(
    dir: &Path,
    input: &InputFile,
    slice: &Shard,
    shard: u32,
    mut each: impl FnMut(&Game, u64, Option<u64>, u64) -> Result<()>,
) -> Result<(Counts, Digest)> {
    let (mut file, path) = SliceReader::open(dir, input, slice)?;
    let counts = read_games(&mut file, &path, slice, |game, number, offset, bytes| {
        if MOST_GAMES <= number {
            return Err(Error::refused(path.display(), Refusal::TooLarge("there are 2^40 games".to_owned())));
        }
        each(game, game_number(shard, number), offset, bytes)?;
        Ok(true)
    })?;
    // What was not read belongs to the digest, too.
    io::copy(&mut file, &mut io::sink()).map_err(Error::io(&path))?;
    Ok((counts, Digest::from_hasher(&file.hasher)))
}

/// Adds positions from the beginning of a shard, at most this number and one game's.
pub(super) fn sample_shard(
    input: &InputFile,
    slice: &Shard,
    most: usize,
    plies: &RangeInclusive<u16>,
    boards: &mut Vec<PackedBoard>,
) -> Result<()> {
    let (mut file, path) = SliceReader::open(Path::new(""), input, slice)?;
    let most = boards.len() + most;
    read_games(&mut file, &path, slice, |game, _, _, _| {
        boards.extend(game.kept.rows.iter().filter(|row| plies.contains(&row.ply)).map(|row| row.board));
        Ok(boards.len() < most)
    })
    .map(drop)
}

/// Refuses a stream that cannot be unpacked; a disk may be read later.
fn unreadable(path: &Path, error: io::Error) -> Error {
    if error.get_ref().is_some_and(|inner| inner.is::<DecompressError>()) || error.kind() == io::ErrorKind::InvalidData
    {
        return Error::malformed(path.display(), error);
    }
    Error::io(path)(error)
}

fn read_games(
    file: &mut SliceReader,
    path: &Path,
    slice: &Shard,
    mut each: impl FnMut(&Game, u64, Option<u64>, u64) -> Result<bool>,
) -> Result<Counts> {
    let (content, is_last, position) = (Arc::clone(&file.content), file.is_last, Rc::clone(&file.position));
    let (text, first) = text(&content, file, slice, is_last).map_err(|error| unreadable(path, error))?;
    let (mut game, mut counts) = (Game::default(), Counts::default());
    let mut reader = Reader::new(text);
    loop {
        match reader.read(&mut game) {
            Ok(true) => {}
            Ok(false) => return Ok(counts),
            Err(ReadError::Source(error)) => return Err(unreadable(path, error)),
            Err(ReadError::Stopped(never)) => match never {},
        }
        game.finish();
        let number = counts.games;
        counts = counts.plus(&game::counts(&game));
        let offset = first.map(|first| first + reader.game_start());
        if !each(&game, number, offset, position.get())? {
            return Ok(counts);
        }
    }
}

/// Returns the text of the games that begin in a slice, and at which byte of the text of the file it begins. That is not
/// known of a packed file that was cut.
fn text<'a>(
    content: &Arc<dyn Content>,
    mut bytes: impl Read + 'a,
    slice: &Shard,
    is_last: bool,
) -> io::Result<(Box<dyn Read + 'a>, Option<u64>)> {
    let mut magic = Vec::new();
    bytes.by_ref().take(4).read_to_end(&mut magic)?;
    let is_plain = Compression::detect(&magic).is_none();
    let mut text = decompress(Cursor::new(magic).chain(bytes))?;
    let (mut start, mut skipped) = (Vec::new(), 0);
    if slice.start != 0 {
        start = first_game(&mut text, |line| skipped += line.len() as u64)?;
        if start.is_empty() {
            // A game of an earlier slice goes on to the end of this one.
            return Ok((Box::new(io::empty()), None));
        }
    }
    let first = (is_plain || slice.start == 0).then_some(slice.start + skipped);
    let text = Cursor::new(start).chain(text);
    if is_last {
        return Ok((Box::new(text), first));
    }
    // The last game ends in the next slice.
    let rest = Part::new(Arc::clone(content), slice.end..content.bytes());
    let rest = Lazy::Unread(Box::new(move || {
        let (mut more, mut next) = (decompress(rest)?, Vec::new());
        first_game(&mut more, |line| next.extend(line))?;
        Ok(next)
    }));
    Ok((Box::new(text.chain(rest)), first))
}

/// The most bytes of the end of a game in the next slice.
const MOST: u64 = 64 << 20;

/// Reads up to the start of a game, passes on the bytes before, and returns the others; none at the end of the text.
fn first_game(text: &mut impl Read, mut pass: impl FnMut(&[u8])) -> io::Result<Vec<u8>> {
    let (mut bytes, mut from, mut passed) = (Vec::new(), 0, 0);
    loop {
        let count = text.by_ref().take(GAME_CONTEXT as u64).read_to_end(&mut bytes)?;
        let start = game_start(&bytes, from);
        if start.is_some() || count == 0 {
            let rest = bytes.split_off(start.unwrap_or(bytes.len()));
            pass(&bytes);
            return Ok(rest);
        }
        passed += count as u64;
        if MOST <= passed {
            let what = "no game begins within 64 MiB of text, so the file cannot be cut: plan with a larger --slice";
            return Err(io::Error::new(io::ErrorKind::InvalidData, what));
        }
        // A beginning that the end cuts is found when more was read.
        let kept = bytes.len().saturating_sub(2 * GAME_CONTEXT);
        pass(&bytes[..kept]);
        bytes.drain(..kept);
        from = bytes.len().saturating_sub(GAME_CONTEXT / 2);
    }
}

/// Bytes that are read when the first of them is needed.
enum Lazy<'a> {
    Unread(Box<dyn FnOnce() -> io::Result<Vec<u8>> + 'a>),
    Read(Cursor<Vec<u8>>),
}

impl Read for Lazy<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Self::Unread(_) = self
            && let Self::Unread(read) = std::mem::replace(self, Self::Read(Cursor::default()))
        {
            *self = Self::Read(Cursor::new(read()?));
        }
        match self {
            Self::Read(bytes) => bytes.read(buffer),
            Self::Unread(_) => Ok(0),
        }
    }
}

/// A slice of a file of the plan, whose digest is computed while it is read.
struct SliceReader {
    content: Arc<dyn Content>,
    bytes: Part,
    hasher: blake3::Hasher,
    is_last: bool,
    /// The number of bytes that were read.
    position: Rc<Cell<u64>>,
}

impl SliceReader {
    /// Opens the file, and compares its size and the beginning of the slice with the plan. Also returns where the file is.
    fn open(dir: &Path, input: &InputFile, slice: &Shard) -> Result<(Self, PathBuf)> {
        store::twice(|| {
            let (store, name) = store::of_file(dir, &input.path)?;
            let path = store.place(&name);
            let content = store.open(&name, AHEAD)?;
            let actual = content.as_ref().map(|content| content.bytes());
            let content = content.filter(|content| content.bytes() == input.bytes && slice.end <= input.bytes);
            let Some(content) = content else {
                return Err(Error::refused(path.display(), Refusal::Size { recorded: input.bytes, actual }));
            };
            let mut head = vec![0; (slice.end - slice.start).min(HEAD) as usize];
            content.read_exact_at(slice.start, &mut head).map_err(Error::io(&path))?;
            let (recorded, actual) = (slice.head, Digest::of(&head));
            if actual != recorded {
                let remedy = "it has changed since the plan was made".to_owned();
                return Err(Error::refused(path.display(), Refusal::Content { recorded, actual, remedy }));
            }
            let (content, is_last) = (Arc::<dyn Content>::from(content), slice.end == input.bytes);
            let bytes = Part::new(Arc::clone(&content), slice.start..slice.end);
            Ok((Self { content, bytes, hasher: blake3::Hasher::new(), is_last, position: Rc::default() }, path))
        })
    }
}

impl Read for SliceReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.bytes.read(buffer)?;
        self.hasher.update(&buffer[..count]);
        self.position.set(self.position.get() + count as u64);
        Ok(count)
    }
}
