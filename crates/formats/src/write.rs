//! The common parts of all writers.

use crate::entry::Entry;
use crate::format::Format;
use crate::game::Game;
use crate::unrepresentable::WriteError;
use crate::view::View;

/// A writer of entries.
///
/// Writers also have a method `finish`, which flushes and returns the target.
pub trait WriteEntries {
    /// The perspective of the scores and results.
    type View: View;

    /// Returns the format that is written.
    fn format(&self) -> Format;

    /// Writes an entry.
    ///
    /// # Errors
    ///
    /// Returns an error if the format cannot hold the entry, of which nothing is written then, or if the stream reports one.
    fn write_entry(&mut self, entry: &Entry<Self::View>) -> Result<(), WriteError>;

    /// Writes what is held back, and flushes. A writer that is used after that continues its output.
    fn flush(&mut self) -> Result<(), WriteError>;
}

/// A writer of games.
pub trait WriteGames {
    /// The perspective of the scores.
    type View: View;

    /// Returns the format that is written.
    fn format(&self) -> Format;

    /// Writes a game.
    ///
    /// # Errors
    ///
    /// Returns an error if the format cannot hold the game, of which nothing is written then, or if the stream reports one.
    fn write_game(&mut self, game: &Game<Self::View>) -> Result<(), WriteError>;

    /// Writes what is held back, and flushes. A writer that is used after that continues its output.
    fn flush(&mut self) -> Result<(), WriteError>;
}
