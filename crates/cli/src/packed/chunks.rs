//! Training records of lc0 as entries.

use std::io::{self, BufReader, Read};

use gardez::convert::MissingScore;
use gardez::convert::chunk::{ChunkEntries, ChunkGames};
use gardez::lc0::training::Reader;
use gardez_formats::{Entry, Format, ReadEntries, ReadError, SideToMove, Strictness};

use crate::packed::inputs::Member;
use crate::packed::report::{NOTHING, Report};
use crate::stop::Stop;

/// The stream of a chunk. Records are read in two parts, so it is buffered.
pub(crate) type Records = BufReader<Box<dyn Read>>;

/// The games in a stream of training records.
pub(crate) fn games(stream: Box<dyn Read>, strictness: Strictness) -> ChunkGames<Records> {
    ChunkGames::new(Reader::new(BufReader::with_capacity(1 << 16, stream))).with_strictness(strictness)
}

/// The entries of a chunk. Its report can be read by others.
pub(super) struct Chunk {
    state: State,
    strictness: Strictness,
    missing: MissingScore,
    report: Report,
    entry: Option<Entry<SideToMove>>,
}

enum State {
    /// The chunk is opened when its first entry is wanted.
    Waiting(Member),
    Open(Box<ChunkEntries<Records>>),
    Over,
}

impl Chunk {
    /// The chunk in a stream, and where it reports what is left out. Positions without a value get the `missing` score.
    pub(super) fn new(stream: Box<dyn Read>, strictness: Strictness, missing: MissingScore) -> (Self, Report) {
        let entries = ChunkEntries::new(games(stream, strictness), missing);
        Self::in_state(State::Open(Box::new(entries)), strictness, missing)
    }

    /// A chunk of a directory or a tar, which is opened later.
    pub(super) fn later(member: Member, strictness: Strictness, missing: MissingScore) -> (Self, Report) {
        Self::in_state(State::Waiting(member), strictness, missing)
    }

    fn in_state(state: State, strictness: Strictness, missing: MissingScore) -> (Self, Report) {
        let report = Report::default();
        (Self { state, strictness, missing, report: Report::clone(&report), entry: None }, report)
    }

    fn open(&mut self) -> Result<(), ReadError> {
        let State::Waiting(member) = &self.state else { return Ok(()) };
        let opened = member.open();
        self.state = State::Over;
        match opened {
            Ok(stream) => {
                let entries = ChunkEntries::new(games(stream, self.strictness), self.missing);
                self.state = State::Open(Box::new(entries));
                Ok(())
            }
            Err(Stop::Input(message) | Stop::Failed(message)) => {
                let error = io::Error::other(message);
                Err(ReadError::Stream { format: Format::Lc0V6, offset: 0, error })
            }
            Err(Stop::Output(error)) => Err(ReadError::Stream { format: Format::Lc0V6, offset: 0, error }),
        }
    }
}

impl ReadEntries for Chunk {
    type View = SideToMove;

    fn format(&self) -> Format {
        Format::Lc0V6
    }

    fn next_entry(&mut self) -> Result<Option<&Entry<SideToMove>>, ReadError> {
        self.open()?;
        let State::Open(entries) = &mut self.state else { return Ok(None) };
        let next = entries.next_entry().map(Option::<&_>::copied);
        self.report.set([("without a value", entries.without_score()), NOTHING, NOTHING]);
        if !matches!(next, Ok(Some(_))) {
            // A directory has more files than can be open.
            self.state = State::Over;
        }
        self.entry = next?;
        Ok(self.entry.as_ref())
    }
}
