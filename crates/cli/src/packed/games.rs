//! The games of a PGN as entries, and what is left out of them.

use std::io::Read;
use std::rc::Rc;

use gardez::data::{GameEntries, MissingScore, PgnGames};
use gardez::notation::pgn;
use gardez_formats::{Entry, Format, ReadEntries, ReadError, White};

use crate::packed::report::Report;

/// The entries of a PGN. Its report can be read by others.
pub(super) struct Games {
    entries: GameEntries<PgnGames<Box<dyn Read>>>,
    report: Report,
    entry: Option<Entry<White>>,
}

impl Games {
    /// Returns the games of a stream, and where they report what is left out. Positions without an evaluation get the
    /// `missing` score.
    pub(super) fn new(stream: Box<dyn Read>, missing: MissingScore) -> (Self, Report) {
        let report = Report::default();
        let entries = GameEntries::new(PgnGames::new(pgn::Reader::new(stream)), missing);
        (Self { entries, report: Rc::clone(&report), entry: None }, report)
    }
}

impl ReadEntries for Games {
    type View = White;

    fn format(&self) -> Format {
        Format::Pgn
    }

    fn next_entry(&mut self) -> Result<Option<&Entry<White>>, ReadError> {
        let next = self.entries.next_entry().map(Option::<&_>::copied);
        self.report.set(left_out(&self.entries));
        self.entry = next?;
        Ok(self.entry.as_ref())
    }
}

/// Returns what was left out, in a few words each, with its number.
fn left_out(entries: &GameEntries<PgnGames<Box<dyn Read>>>) -> [(&'static str, u64); 3] {
    [
        ("position without an evaluation", entries.without_score()),
        ("game without a result", entries.without_result()),
        ("rest of a game after an error", entries.games().report().damaged),
    ]
}
