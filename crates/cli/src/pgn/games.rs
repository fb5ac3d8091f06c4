//! The games of a file, each with its text.

use std::convert::Infallible;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use gardez::notation::pgn::{Limits, ReadGame, Reader, StreamSource, Visitor, Words};

use crate::input;
use crate::output::Output;
use crate::pgn::tape::{Recorder, Tape, record};
use crate::progress::Progress;
use crate::stop::Stop;

/// The largest game, in bytes.
const MAX_GAME: usize = 16 << 20;

/// What the reader may have read beyond the end of a game: the longest comment and its buffer.
const AHEAD: usize = 4 << 20;

/// Calls `f` for each file, until it breaks. A file that cannot be read to its end is reported, and the next one follows;
/// returns true if there is none of these.
pub(super) fn each_file(
    paths: &[PathBuf],
    progress: &Progress,
    mut f: impl FnMut(&mut Games) -> Result<ControlFlow<()>, Stop>,
) -> Result<bool, Stop> {
    let mut is_complete = true;
    for path in paths {
        match Games::open(path, progress).and_then(|mut games| f(&mut games)) {
            Ok(ControlFlow::Continue(())) => {}
            Ok(ControlFlow::Break(())) => break,
            Err(Stop::Input(message)) => {
                progress.line(&format!("error: {message}"));
                is_complete = false;
            }
            Err(stop) => {
                progress.end();
                return Err(stop);
            }
        }
    }
    progress.end();
    Ok(is_complete)
}

/// The games of a file.
pub(crate) struct Games {
    name: String,
    reader: Reader<StreamSource<Recorder<Box<dyn Read>>>>,
    tape: Tape,
}

impl Games {
    /// Opens a file, which may be packed. A game is limited to 16 MiB, and the memory to about 64 MiB.
    pub(super) fn open(path: &Path, progress: &Progress) -> Result<Self, Stop> {
        Ok(Self::new(input::name(path), input::open(path, progress)?))
    }

    /// The games of a stream.
    pub(crate) fn new(name: String, stream: Box<dyn Read>) -> Self {
        let (recorder, tape) = record(stream, MAX_GAME + AHEAD);
        let limits = Limits::default().with_game(MAX_GAME as u64);
        Self { name, reader: Reader::new(recorder).with_limits(limits), tape }
    }

    /// The name of the file in messages.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Reads the next game with its moves on boards; returns false if there is none.
    pub(super) fn read<V: Visitor<Break = Infallible>>(&mut self, visitor: &mut V) -> Result<bool, Stop> {
        self.tape.release(self.reader.offset());
        self.reader.read(visitor).map_err(|error| Stop::unreadable(&self.name, io::Error::from(error)))
    }

    /// Reads the next game without boards; returns false if there is none.
    pub(super) fn read_text<V: Visitor<Words, Break = Infallible>>(&mut self, visitor: &mut V) -> Result<bool, Stop> {
        self.tape.release(self.reader.offset());
        self.reader.read_text(visitor).map_err(|error| Stop::unreadable(&self.name, io::Error::from(error)))
    }

    /// Reads the next game as a tree; returns `None` if there is none.
    pub(super) fn read_tree(&mut self) -> Result<Option<ReadGame>, Stop> {
        self.tape.release(self.reader.offset());
        self.reader.read_game().map_err(|error| Stop::unreadable(&self.name, error))
    }

    /// The text of the last game, without blanks around it. It is `None` for a game above the limit.
    pub(super) fn text(&self) -> Option<Vec<u8>> {
        let range = self.reader.game_start()..self.reader.offset();
        if MAX_GAME as u64 + AHEAD as u64 <= range.end - range.start {
            return None;
        }
        self.tape.with(range, |bytes| bytes.trim_ascii().to_vec())
    }

    /// Writes the last game as it is in the file, and an empty line.
    pub(super) fn write_to(&self, output: &mut Output) -> Result<(), Stop> {
        match self.text() {
            Some(text) => output.write(&text).and_then(|()| output.write(after(&text))),
            None => Err(self.too_large()),
        }
    }

    /// The error of a game that is too large to be kept.
    pub(super) fn too_large(&self) -> Stop {
        Stop::unreadable(&self.name, "a game is larger than 16 MiB")
    }
}

/// The line ends after a game: an empty line, of the kind that the game has.
pub(super) fn after(text: &[u8]) -> &'static [u8] {
    let end = text.iter().position(|&byte| byte == b'\n').unwrap_or(0);
    if end != 0 && text[end - 1] == b'\r' { b"\r\n\r\n" } else { b"\n\n" }
}
