//! Training records of lc0 as entries.

use std::io::Read;

use gardez::data::chunk::ChunkGames;
use gardez::data::{GameEntries, MissingScore};
use gardez::lc0::training::Reader;
use gardez_formats::{Entry, Format, ReadEntries, ReadError, Strictness, White};

use crate::packed::report::{NOTHING, Report};

/// The stream of a chunk.
pub(crate) type Records = Box<dyn Read>;

/// Returns the games in a stream of training records.
pub(crate) fn games(stream: Box<dyn Read>, strictness: Strictness) -> ChunkGames<Records> {
    ChunkGames::new(Reader::new(stream)).with_strictness(strictness)
}

/// The entries of a chunk. Its report can be read by others.
pub(super) struct Chunk {
    entries: GameEntries<ChunkGames<Records>>,
    report: Report,
    entry: Option<Entry<White>>,
}

impl Chunk {
    /// Returns the chunk in a stream, and where it reports what is left out. Positions without a value get the
    /// `missing` score.
    pub(super) fn new(stream: Box<dyn Read>, strictness: Strictness, missing: MissingScore) -> (Self, Report) {
        let entries = GameEntries::new(games(stream, strictness), missing);
        let report = Report::default();
        (Self { entries, report: Report::clone(&report), entry: None }, report)
    }
}

impl ReadEntries for Chunk {
    type View = White;

    fn format(&self) -> Format {
        Format::Lc0V6
    }

    fn next_entry(&mut self) -> Result<Option<&Entry<White>>, ReadError> {
        let next = self.entries.next_entry().map(Option::<&_>::copied);
        self.report.set([("position without a value", self.entries.without_score()), NOTHING, NOTHING]);
        self.entry = next?;
        Ok(self.entry.as_ref())
    }
}
