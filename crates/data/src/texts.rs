//! The games of a PGN, each with its text.

use core::convert::Infallible;
use core::marker::PhantomData;
use std::cell::RefCell;
use std::fmt;
use std::io::{self, Read};
use std::ops::Range;
use std::rc::Rc;

use gardez_io::TextStream;
use gardez_notation::pgn::{Boards, Keep, Limits, PgnBoard, ReadGame, Reader, StreamSource, Visitor, Words};
use gardez_notation::san::Letters;
use gardez_position::Board;
use gardez_types::errors;

/// The most bytes that the reader may have read beyond the end of a game: the longest comment and its buffer.
const AHEAD: usize = 4 << 20;

/// A reader of a PGN that keeps the text of the last game, to write it exactly as it is (UTF-16 as UTF-8).
///
/// A game is limited to [`GameTexts::MOST_BYTES`], the memory to about 64 MiB.
///
/// ```
/// use gardez_data::GameTexts;
///
/// let mut games = GameTexts::new(&b"1.e4 e5 1-0\n\n1. d4  {best} *\n"[..]);
/// let mut texts = Vec::new();
/// while games.read_game()?.is_some() {
///     texts.push(games.text()?);
/// }
/// assert_eq!(texts, [&b"1.e4 e5 1-0"[..], b"1. d4  {best} *"]);
/// # Ok::<_, gardez_data::GameTextError>(())
/// ```
pub struct GameTexts<R, B = Board> {
    name: String,
    reader: Reader<StreamSource<Recorder<TextStream<R>>>>,
    recording: Recording,
    boards: PhantomData<B>,
}

errors! {
    /// An error that ends the games of a PGN, or their texts.
    #[derive(Debug)]
    pub enum GameTextError {
        Unreadable { name: String, error: io::Error } = "unreadable", "cannot read {name}: {error}" => source error;
        TooLarge { name: String } = "too-large",
            "cannot read {name}: a game is larger than {} MiB", GameTexts::<()>::MOST_BYTES >> 20;
    }
}

impl<R, B> fmt::Debug for GameTexts<R, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GameTexts").field("name", &self.name).finish_non_exhaustive()
    }
}

impl<R> GameTexts<R> {
    /// The largest game, in bytes.
    pub const MOST_BYTES: usize = 16 << 20;
}

impl<R: Read> GameTexts<R> {
    /// Creates a reader of the games of a stream.
    pub fn new(stream: R) -> Self {
        let (recorder, recording) = record(TextStream::new(stream), Self::MOST_BYTES + AHEAD);
        let limits = Limits::default().with_game(Self::MOST_BYTES as u64);
        Self {
            name: "the stream".to_owned(),
            reader: Reader::new(recorder).with_limits(limits),
            recording,
            boards: PhantomData,
        }
    }
}

impl<R: Read, B: PgnBoard> GameTexts<R, B> {
    /// Sets the name of the stream in errors.
    #[must_use]
    pub fn with_name(self, name: impl Into<String>) -> Self {
        Self { name: name.into(), ..self }
    }

    /// Makes the moves on boards of another kind, such as a variant's.
    #[must_use]
    pub fn with_boards<C: PgnBoard>(self) -> GameTexts<R, C> {
        let Self { name, reader, recording, .. } = self;
        GameTexts { name, reader, recording, boards: PhantomData }
    }

    /// Sets the letters of the pieces, as [`Reader::set_letters`] does.
    pub fn set_letters(&mut self, letters: Option<Letters>) {
        self.reader.set_letters(letters);
    }

    /// Returns the name of the stream.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the number of games that were read so far.
    pub fn count(&self) -> u64 {
        self.reader.game_count()
    }

    /// Reads the next game with its moves on boards. Returns `true` if there is one.
    ///
    /// # Errors
    ///
    /// Returns the error of the stream.
    pub fn read<V: Visitor<Boards<B>, Break = Infallible>>(&mut self, visitor: &mut V) -> Result<bool, GameTextError> {
        self.recording.release(self.reader.offset());
        self.reader.read_on(visitor).map_err(|error| self.unreadable(error))
    }

    /// Reads the next game without boards. Returns `true` if there is one.
    ///
    /// # Errors
    ///
    /// Returns the error of the stream.
    pub fn read_text<V: Visitor<Words, Break = Infallible>>(&mut self, visitor: &mut V) -> Result<bool, GameTextError> {
        self.recording.release(self.reader.offset());
        self.reader.read_text(visitor).map_err(|error| self.unreadable(error))
    }

    /// Reads the next game as a tree.
    ///
    /// # Errors
    ///
    /// Returns the error of the stream.
    pub fn read_game(&mut self) -> Result<Option<ReadGame<B>>, GameTextError> {
        self.recording.release(self.reader.offset());
        self.reader.read_game_on(Keep::Normalized).map_err(|error| self.unreadable(error))
    }

    /// Returns the text of the last game, without blanks around it.
    ///
    /// # Errors
    ///
    /// Returns an error if the game is larger than [`MOST_BYTES`](GameTexts::MOST_BYTES).
    pub fn text(&self) -> Result<Vec<u8>, GameTextError> {
        let range = self.reader.game_start()..self.reader.offset();
        let is_small = range.end - range.start < (GameTexts::<()>::MOST_BYTES + AHEAD) as u64;
        let text = if is_small { self.recording.with(range, |bytes| bytes.trim_ascii().to_vec()) } else { None };
        text.ok_or_else(|| GameTextError::TooLarge { name: self.name.clone() })
    }

    /// Returns the text of the last game and an empty line, with the game's kind of line ends.
    ///
    /// # Errors
    ///
    /// As [`text`](Self::text).
    pub fn paragraph(&self) -> Result<Vec<u8>, GameTextError> {
        let mut text = self.text()?;
        let first = text.split_inclusive(|&byte| byte == b'\n').next().unwrap_or_default();
        let end: &[u8] = if first.ends_with(b"\r\n") { b"\r\n\r\n" } else { b"\n\n" };
        text.extend(end);
        Ok(text)
    }

    fn unreadable(&self, error: impl Into<io::Error>) -> GameTextError {
        GameTextError::Unreadable { name: self.name.clone(), error: error.into() }
    }
}

/// The last bytes of a stream, shared with the [`Recorder`] that reads it.
#[derive(Clone, Debug)]
struct Recording(Rc<RefCell<Kept>>);

#[derive(Debug)]
struct Kept {
    bytes: Vec<u8>,
    start: u64,
    /// The number of bytes that are kept at least, if nothing is released before.
    capacity: usize,
}

/// A stream whose bytes are recorded as they are read.
struct Recorder<R> {
    reader: R,
    recording: Recording,
}

/// Returns a recording of at least the last `capacity` bytes, and at most twice as many and one chunk.
fn record<R: Read>(reader: R, capacity: usize) -> (Recorder<R>, Recording) {
    let recording = Recording(Rc::new(RefCell::new(Kept { bytes: Vec::new(), start: 0, capacity })));
    (Recorder { reader, recording: recording.clone() }, recording)
}

impl<R: Read> Read for Recorder<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        let mut kept = self.recording.0.borrow_mut();
        if 2 * kept.capacity < kept.bytes.len() {
            let surplus = kept.bytes.len() - kept.capacity;
            kept.drop_front(surplus);
        }
        kept.bytes.extend_from_slice(&buffer[..read]);
        Ok(read)
    }
}

impl Kept {
    fn drop_front(&mut self, count: usize) {
        self.bytes.drain(..count);
        self.start += count as u64;
    }

    fn index(&self, offset: u64) -> Option<usize> {
        usize::try_from(offset.checked_sub(self.start)?).ok().filter(|&index| index <= self.bytes.len())
    }
}

impl Recording {
    /// Calls `f` with these bytes of the stream, or returns `None` if some are no longer kept.
    fn with<T>(&self, range: Range<u64>, f: impl FnOnce(&[u8]) -> T) -> Option<T> {
        let kept = self.0.borrow();
        let range = kept.index(range.start)?..kept.index(range.end)?;
        Some(f(&kept.bytes[range]))
    }

    /// Releases the bytes before an offset. They are removed when they are more than half of all.
    fn release(&self, before: u64) {
        let mut kept = self.0.borrow_mut();
        if let Some(count) = kept.index(before).filter(|count| kept.bytes.len() < 2 * count) {
            kept.drop_front(count);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_found_by_their_offsets_until_they_are_released() {
        let (mut recorder, recording) = record(&b"0123456789"[..], 100);
        recorder.read_exact(&mut [0; 6]).expect("there are more");
        assert_eq!(recording.with(2..5, <[u8]>::to_vec), Some(b"234".to_vec()));
        assert_eq!(recording.with(4..7, <[u8]>::to_vec), None);
        recording.release(4);
        recorder.read_exact(&mut [0; 4]).expect("there are more");
        assert_eq!(recording.with(3..5, <[u8]>::to_vec), None);
        assert_eq!(recording.with(4..10, <[u8]>::to_vec), Some(b"456789".to_vec()));
    }

    #[test]
    fn an_endless_stream_does_not_fill_the_memory() {
        let (mut recorder, recording) = record(io::repeat(b'x'), 1000);
        for _ in 0..10_000 {
            recorder.read_exact(&mut [0; 10]).expect("it is endless");
        }
        assert!(recording.0.borrow().bytes.len() <= 2010);
        assert!(recording.with(99_000..100_000, |bytes| bytes.len() == 1000).is_some_and(|is_kept| is_kept));
    }
}
