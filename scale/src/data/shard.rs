//! A shard: a PGN file, read once from its beginning to its end and checked against the plan.

use std::fs::File;
use std::io::{self, Read};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use gardez_notation::pgn::{DecompressError, ReadError, Reader, StreamSource};
use gardez_position::PackedBoard;

use super::game::{self, Counts, Game};
use crate::digest::Digest;
use crate::error::{Error, Refusal, Result};
use crate::plan::InputFile;

/// The largest number of a game in its shard, which has 40 bits.
const MOST_GAMES: u64 = 1 << 40;

/// Returns the number of a game: unique in all shards of a plan, ascending in the order of the shards and their games.
pub(super) fn game_number(shard: u32, game: u64) -> u64 {
    u64::from(shard) << 40 | game
}

/// Reads the games of a shard. `each` receives the game, its number, and the bytes read so far.
///
/// # Errors
///
/// Returns a refusal if the file is not the plan's, or if it cannot be unpacked, or the first error of `each`.
pub(super) fn read_shard(
    dir: &Path,
    input: &InputFile,
    shard: u32,
    mut each: impl FnMut(&Game, u64, u64) -> Result<()>,
) -> Result<Counts> {
    let mut file = InputReader::open(dir, input)?;
    let result = read_games(&mut file, |game, number, bytes| {
        if MOST_GAMES <= number {
            return Err(Error::refused(input.path.display(), Refusal::TooLarge("there are 2^40 games".to_owned())));
        }
        each(game, game_number(shard, number), bytes)
    });
    match result {
        // A file that was changed may also be damaged: the change is the reason.
        Ok(counts) => file.check().map(|()| counts),
        Err(Stop::Other(error)) => Err(error),
        Err(Stop::Stream(error)) => {
            file.check()?;
            Err(unreadable(file.path, error))
        }
    }
}

/// Adds positions from the beginning of a shard, at most this number and one game's. Nothing is checked.
///
/// # Errors
///
/// Returns an error if the file cannot be read, or a refusal if it cannot be unpacked.
pub(super) fn sample_shard(
    input: &InputFile,
    most: usize,
    plies: &RangeInclusive<u16>,
    boards: &mut Vec<PackedBoard>,
) -> Result<()> {
    let mut file = InputReader::open(Path::new(""), input)?;
    let most = boards.len() + most;
    let result = read_games(&mut file, |game, _, _| {
        boards.extend(game.kept.rows.iter().filter(|row| plies.contains(&row.ply)).map(|row| row.board));
        if boards.len() < most { Ok(()) } else { Err(Error::Usage("enough".to_owned())) }
    });
    match result {
        Err(Stop::Stream(error)) => Err(unreadable(file.path, error)),
        _ => Ok(()),
    }
}

/// Refuses a stream that cannot be unpacked; a disk may be read later.
fn unreadable(path: PathBuf, error: io::Error) -> Error {
    if error.get_ref().is_some_and(|inner| inner.is::<DecompressError>()) {
        return Error::malformed(path.display(), error);
    }
    Error::Io { path, error }
}

/// Why reading stops.
enum Stop {
    Stream(io::Error),
    Other(Error),
}

fn read_games(
    file: &mut InputReader,
    mut each: impl FnMut(&Game, u64, u64) -> Result<()>,
) -> std::result::Result<Counts, Stop> {
    let position = std::cell::Cell::new(0);
    let counted = Counted { file, position: &position };
    let mut reader: Reader<StreamSource<Box<dyn Read + '_>>> =
        Reader::from_compressed(counted).map_err(Stop::Stream)?;
    let (mut game, mut counts) = (Game::default(), Counts::default());
    loop {
        match reader.read(&mut game) {
            Ok(true) => {}
            Ok(false) => return Ok(counts),
            Err(ReadError::Source(error)) => return Err(Stop::Stream(error)),
            Err(ReadError::Stopped(never)) => match never {},
        }
        game.finish();
        let number = counts.games;
        counts = counts.plus(&game::counts(&game));
        each(&game, number, position.get()).map_err(Stop::Other)?;
    }
}

/// A reader that says how far it has read.
struct Counted<'a> {
    file: &'a mut InputReader,
    position: &'a std::cell::Cell<u64>,
}

impl Read for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(buffer)?;
        self.position.set(self.position.get() + count as u64);
        Ok(count)
    }
}

/// A file of the plan whose digest is computed while it is read.
struct InputReader {
    file: File,
    path: PathBuf,
    hasher: blake3::Hasher,
    recorded: Digest,
}

impl InputReader {
    fn open(dir: &Path, input: &InputFile) -> Result<Self> {
        let path = dir.join(&input.path);
        let open = || File::open(&path).and_then(|file| file.metadata().map(|metadata| (file, metadata.len())));
        let (file, actual) = match open() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(Error::refused(path.display(), Refusal::Size { recorded: input.bytes, actual: None }));
            }
            opened => opened.map_err(Error::io(&path))?,
        };
        if actual != input.bytes {
            let why = Refusal::Size { recorded: input.bytes, actual: Some(actual) };
            return Err(Error::refused(path.display(), why));
        }
        Ok(Self { file, path, hasher: blake3::Hasher::new(), recorded: input.blake3 })
    }

    /// Reads the rest, and checks the digest of the whole.
    fn check(&mut self) -> Result<()> {
        self.hasher.update_reader(&self.file).map_err(Error::io(&self.path))?;
        let actual = Digest::from_hasher(&self.hasher);
        if actual == self.recorded {
            return Ok(());
        }
        let remedy = "it has changed since the plan was made".to_owned();
        Err(Error::refused(self.path.display(), Refusal::Content { recorded: self.recorded, actual, remedy }))
    }
}

impl Read for InputReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(buffer)?;
        self.hasher.update(&buffer[..count]);
        Ok(count)
    }
}
