//! Several files, read as one.

use std::collections::VecDeque;
use std::fmt;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::Args;
use gardez::convert::MissingScore;
use gardez_formats::convert::AnyReader;
use gardez_formats::{Entry, Format, ReadEntries, ReadError, SideToMove, Stream, Strictness, View, White};

use crate::input;
use crate::packed::chunks::Chunk;
use crate::packed::games::Games;
use crate::packed::inputs::{Named, named};
use crate::packed::report::{Report, sums};
use crate::packed::{format, from_path};
use crate::progress::Progress;
use crate::stop::Stop;

/// The first bytes of an input, by which some formats are recognized.
const FRONT: u64 = 4096;

/// How inputs are read.
#[derive(Args, Debug)]
pub(crate) struct Inputs {
    /// Format of the inputs [default: by extension or first bytes]
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    from: Option<Format>,

    /// Accept values that no writer writes, where the meaning is clear
    #[arg(long)]
    lenient: bool,

    /// Score for positions without an evaluation, as White sees it
    ///
    /// Without this option, such positions of a PGN and of lc0's records are
    /// left out. In records that are written, their value is the result.
    #[arg(long, value_name = "SCORE", allow_negative_numbers = true, verbatim_doc_comment)]
    missing_score: Option<i16>,

    /// Show no progress and no summary
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// A reader in the view `V`.
type Boxed<V> = Box<dyn ReadEntries<View = V>>;

/// The files, in the view of the first of them.
pub(crate) enum Opened {
    White(Files<White>),
    SideToMove(Files<SideToMove>),
}

/// The entries of several files. A file that is damaged gives the entries up to the damage; then the next file follows.
pub(crate) struct Files<V> {
    format: Format,
    waiting: VecDeque<(String, Boxed<V>)>,
    /// What was left out of each PGN and each chunk.
    reports: Vec<Report>,
    /// The number of entries of the current file so far, and of all files.
    of_file: u64,
    total: u64,
    /// The files that were read to their end or their damage.
    finished: Vec<Damage>,
    /// The entry that is lent, which is a copy: a loop cannot lend what it has borrowed from a reader.
    entry: Option<Entry<V>>,
}

/// What became of a file.
pub(crate) struct Damage {
    pub(crate) name: String,
    /// The number of entries before the end or the damage.
    pub(crate) entries: u64,
    pub(crate) error: Option<ReadError>,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.error {
            Some(error) => write!(f, "{}: {error}, after {}", self.name, entries(self.entries)),
            None => write!(f, "{}: {}", self.name, entries(self.entries)),
        }
    }
}

/// A number of entries in words.
fn entries(count: u64) -> String {
    if count == 1 { "1 entry".to_owned() } else { format!("{count} entries") }
}

impl Inputs {
    /// What is done with values that no writer writes.
    pub(crate) const fn strictness(&self) -> Strictness {
        if self.lenient { Strictness::Lenient } else { Strictness::Strict }
    }

    /// What positions without a score get.
    pub(crate) fn missing(&self) -> MissingScore {
        self.missing_score.map_or(MissingScore::Skip, MissingScore::Set)
    }

    /// Opens one file. The options, its name or its first bytes say which format it has.
    pub(crate) fn open_one(&self, path: &Path, progress: &Progress) -> Result<(Format, Box<dyn Read>), Stop> {
        let name = input::name(path);
        let mut stream = input::open(path, progress)?;
        let mut format = self.from.or_else(|| from_path(path));
        if format.is_none() {
            (format, stream) = detect(stream).map_err(|error| Stop::unreadable(&name, error))?;
        }
        let unknown = || Stop::Failed(format!("the format of {name} is unknown; --from says what it is"));
        Ok((format.ok_or_else(unknown)?, stream))
    }

    /// Opens the files. Those in directories and tars are opened when they are read.
    pub(crate) fn open(&self, paths: &[PathBuf], progress: &Progress) -> Result<Opened, Stop> {
        let (mut readers, mut reports) = (Vec::new(), Vec::new());
        let (strictness, missing) = (self.strictness(), self.missing());
        for input in named(paths)? {
            let mut with_report = |(reader, report)| {
                reports.push(report);
                reader
            };
            let path = match input {
                Named::File(path) => path,
                Named::Member(member) => {
                    let name = member.to_string();
                    let (chunk, report) = Chunk::later(member, strictness, missing);
                    readers.push((name, with_report((AnyReader::SideToMove(Box::new(chunk)), report))));
                    continue;
                }
            };
            let name = input::name(&path);
            let (format, stream) = self.open_one(&path, progress)?;
            let reader = match format {
                Format::Pgn => {
                    let (games, report) = Games::new(stream, missing);
                    Some(with_report((AnyReader::White(Box::new(games)), report)))
                }
                Format::Lc0V6 | Format::Lc0V7 => {
                    let (chunk, report) = Chunk::new(stream, strictness, missing);
                    Some(with_report((AnyReader::SideToMove(Box::new(chunk)), report)))
                }
                format => AnyReader::new(format, Stream::new(stream), strictness),
            };
            let unreadable = || Stop::Failed(format!("the format of {name} is unknown; --from says what it is"));
            readers.push((name.clone(), reader.ok_or_else(unreadable)?));
        }
        let Some((_, first)) = readers.first() else { return Err(Stop::Failed("there is no input".to_owned())) };
        Ok(match first {
            AnyReader::White(_) => Opened::White(Files::new(readers, reports, |reader| match reader {
                AnyReader::White(reader) => reader,
                other => Box::new(other.in_view::<White>()),
            })),
            AnyReader::SideToMove(_) => Opened::SideToMove(Files::new(readers, reports, |reader| match reader {
                AnyReader::SideToMove(reader) => reader,
                other => Box::new(other.in_view::<SideToMove>()),
            })),
        })
    }
}

/// The format that an input looks like, and the whole input.
fn detect(mut stream: Box<dyn Read>) -> io::Result<(Option<Format>, Box<dyn Read>)> {
    let mut front = Vec::new();
    stream.by_ref().take(FRONT).read_to_end(&mut front)?;
    let format = Format::detect(&front);
    Ok((format, Box::new(io::Cursor::new(front).chain(stream))))
}

impl<V: View> Files<V> {
    fn new(
        readers: Vec<(String, AnyReader<'static>)>,
        reports: Vec<Report>,
        seen: impl Fn(AnyReader<'static>) -> Boxed<V>,
    ) -> Self {
        let waiting: VecDeque<_> = readers.into_iter().map(|(name, reader)| (name, seen(reader))).collect();
        let format = waiting[0].1.format();
        Self { format, waiting, reports, of_file: 0, total: 0, finished: Vec::new(), entry: None }
    }

    /// What was left out, in a few words each, with its number.
    pub(crate) fn left_out(&self) -> Vec<(&'static str, u64)> {
        sums(&self.reports)
    }

    /// The number of entries so far.
    pub(crate) const fn total(&self) -> u64 {
        self.total
    }

    /// What became of each file that was read.
    pub(crate) fn finished(&self) -> &[Damage] {
        &self.finished
    }

    /// What became of each file.
    pub(crate) fn into_finished(self) -> Vec<Damage> {
        self.finished
    }

    /// The name of the file that is read.
    pub(crate) fn current(&self) -> &str {
        self.waiting.front().map_or("the input", |(name, _)| name)
    }

    fn finish(&mut self, error: Option<ReadError>) {
        if let Some((name, _)) = self.waiting.pop_front() {
            self.finished.push(Damage { name, entries: std::mem::take(&mut self.of_file), error });
        }
    }
}

impl<V: View> ReadEntries for Files<V> {
    type View = V;

    fn format(&self) -> Format {
        self.format
    }

    fn next_entry(&mut self) -> Result<Option<&Entry<V>>, ReadError> {
        while let Some((_, reader)) = self.waiting.front_mut() {
            match reader.next_entry().map(Option::<&_>::copied) {
                Ok(Some(entry)) => {
                    self.of_file += 1;
                    self.total += 1;
                    return Ok(Some(self.entry.insert(entry)));
                }
                Ok(None) => self.finish(None),
                Err(error) => self.finish(Some(error)),
            }
        }
        Ok(None)
    }
}
