//! The games of a file, each with its text.

use std::convert::Infallible;
use std::fmt::Display;
use std::io::Read;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use gardez::data::GameTexts;
use gardez::notation::pgn::{ReadGame, Visitor, Words};

use crate::input;
use crate::output::Output;
use crate::progress::Progress;
use crate::stop::Stop;

/// Calls `f` for each file, until it breaks. A file that cannot be read to its end is reported, and the next one
/// follows; returns `true` if there is none of these.
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
    texts: GameTexts<Box<dyn Read>>,
}

impl Games {
    /// Opens a file, which may be packed.
    pub(super) fn open(path: &Path, progress: &Progress) -> Result<Self, Stop> {
        Ok(Self::new(input::name(path), input::open(path, progress)?))
    }

    /// Creates a reader of the games of a stream.
    pub(crate) fn new(name: String, stream: Box<dyn Read>) -> Self {
        Self { name, texts: GameTexts::new(stream) }
    }

    /// Returns the name of the file in messages.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Reads the next game with its moves on boards; returns `false` if there is none.
    pub(super) fn read<V: Visitor<Break = Infallible>>(&mut self, visitor: &mut V) -> Result<bool, Stop> {
        self.texts.read(visitor).map_err(|error| self.unreadable(error))
    }

    /// Reads the next game without boards; returns `false` if there is none.
    pub(super) fn read_text<V: Visitor<Words, Break = Infallible>>(&mut self, visitor: &mut V) -> Result<bool, Stop> {
        self.texts.read_text(visitor).map_err(|error| self.unreadable(error))
    }

    /// Reads the next game as a tree; returns `None` if there is none.
    pub(super) fn read_tree(&mut self) -> Result<Option<ReadGame>, Stop> {
        self.texts.read_game().map_err(|error| self.unreadable(error))
    }

    /// Returns the text of the last game, without blanks around it.
    pub(super) fn text(&self) -> Result<Vec<u8>, Stop> {
        self.texts.text().ok_or_else(|| self.unreadable("a game is larger than 16 MiB"))
    }

    /// Writes the last game as it is in the file, and an empty line.
    pub(super) fn write_to(&self, output: &mut Output) -> Result<(), Stop> {
        let text = self.text()?;
        output.write(&text).and_then(|()| output.write(after(&text)))
    }

    fn unreadable(&self, why: impl Display) -> Stop {
        Stop::unreadable(&self.name, why)
    }
}

/// Returns the line ends after a game: an empty line, of the kind that the game has.
pub(super) fn after(text: &[u8]) -> &'static [u8] {
    let end = text.iter().position(|&byte| byte == b'\n').unwrap_or(0);
    if end != 0 && text[end - 1] == b'\r' { b"\r\n\r\n" } else { b"\n\n" }
}
