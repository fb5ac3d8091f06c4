//! The games of a PGN, each with its text.

mod tape;

use core::convert::Infallible;
use std::fmt;
use std::io::{self, Read};
use std::vec::Vec;

use gardez_notation::pgn::{Limits, ReadGame, Reader, StreamSource, Visitor, Words};

use self::tape::{Recorder, Tape, record};

/// What the reader may have read beyond the end of a game: the longest comment and its buffer.
const AHEAD: usize = 4 << 20;

/// A reader of a PGN that keeps the text of the game that was read last, so that it can be written exactly as it is.
///
/// A game is limited to [`GameTexts::MOST_BYTES`], and the memory to about 64 MiB.
///
/// ```
/// use gardez_data::GameTexts;
///
/// let mut games = GameTexts::new(&b"1.e4 e5 1-0\n\n1. d4  {best} *\n"[..]);
/// let mut texts = Vec::new();
/// while games.read_game()?.is_some() {
///     texts.push(games.text().expect("it is small"));
/// }
/// assert_eq!(texts, [&b"1.e4 e5 1-0"[..], b"1. d4  {best} *"]);
/// # Ok::<_, std::io::Error>(())
/// ```
pub struct GameTexts<R> {
    reader: Reader<StreamSource<Recorder<R>>>,
    tape: Tape,
}

impl<R> fmt::Debug for GameTexts<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GameTexts").finish_non_exhaustive()
    }
}

impl<R: Read> GameTexts<R> {
    /// The largest game, in bytes.
    pub const MOST_BYTES: usize = 16 << 20;

    /// Creates a reader of the games of a stream.
    pub fn new(stream: R) -> Self {
        let (recorder, tape) = record(stream, Self::MOST_BYTES + AHEAD);
        let limits = Limits::default().with_game(Self::MOST_BYTES as u64);
        Self { reader: Reader::new(recorder).with_limits(limits), tape }
    }

    /// Reads the next game with its moves on boards. Returns whether there is one.
    ///
    /// # Errors
    ///
    /// Returns the error of the stream.
    pub fn read<V: Visitor<Break = Infallible>>(&mut self, visitor: &mut V) -> io::Result<bool> {
        self.tape.release(self.reader.offset());
        self.reader.read(visitor).map_err(io::Error::from)
    }

    /// Reads the next game without boards. Returns whether there is one.
    ///
    /// # Errors
    ///
    /// Returns the error of the stream.
    pub fn read_text<V: Visitor<Words, Break = Infallible>>(&mut self, visitor: &mut V) -> io::Result<bool> {
        self.tape.release(self.reader.offset());
        self.reader.read_text(visitor).map_err(io::Error::from)
    }

    /// Reads the next game as a tree.
    ///
    /// # Errors
    ///
    /// Returns the error of the stream.
    pub fn read_game(&mut self) -> io::Result<Option<ReadGame>> {
        self.tape.release(self.reader.offset());
        self.reader.read_game()
    }

    /// Returns the text of the last game, without blanks around it. It is `None` for a game above the limit.
    pub fn text(&self) -> Option<Vec<u8>> {
        let range = self.reader.game_start()..self.reader.offset();
        if (Self::MOST_BYTES + AHEAD) as u64 <= range.end - range.start {
            return None;
        }
        self.tape.with(range, |bytes| bytes.trim_ascii().to_vec())
    }
}
