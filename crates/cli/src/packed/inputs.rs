//! How inputs are read: their formats, and a reader for each.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use clap::Args;
use gardez::data::Filter;
use gardez::data::MissingScore;
use gardez_formats::AnyReader;
use gardez_formats::{Format, Stream, Strictness};
use gardez_io::Input as _;

use crate::input;
use crate::packed::chunks::Chunk;
use crate::packed::games::Games;
use crate::packed::places::{Place, places};
use crate::packed::report::Report;
use crate::packed::{format, from_path};
use crate::progress::Progress;
use crate::stop::Stop;

/// The first bytes of an input, by which some formats are recognized.
const FRONT: usize = 4096;

/// How inputs are read.
#[derive(Args, Debug)]
pub(crate) struct Inputs {
    /// Input format [default: by extension or content]
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    from: Option<Format>,

    /// Accept odd values whose meaning is clear
    ///
    /// They are values that no writer writes; otherwise they are damage.
    #[arg(long)]
    lenient: bool,

    /// Score, seen by White, where there is no value
    ///
    /// Without this option, such positions of a PGN and of lc0's records are
    /// left out. In records that are written, their value is the result.
    #[arg(long, value_name = "SCORE", allow_negative_numbers = true, verbatim_doc_comment)]
    missing_score: Option<i16>,

    /// Show no progress and no summary
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// An input that is open.
pub(crate) struct Input {
    pub(crate) name: String,
    pub(crate) reader: AnyReader<'static>,
    /// What was left out of a PGN or a chunk.
    pub(super) report: Option<Report>,
}

impl Inputs {
    /// Returns what is done with values that no writer writes.
    pub(crate) const fn strictness(&self) -> Strictness {
        if self.lenient { Strictness::Lenient } else { Strictness::Strict }
    }

    /// Returns what positions without a score get.
    pub(crate) fn missing(&self) -> MissingScore {
        self.missing_score.map_or(MissingScore::Skip, MissingScore::Set)
    }

    /// Returns the inputs that these paths name. Directories and tars name the chunks in them.
    ///
    /// Checks that the files are there and that their formats are known, without keeping any of them open: they are read
    /// one after the other, perhaps hours later. What is not a file, such as a pipe, is opened only once. The formats must
    /// have what the filter asks for.
    pub(crate) fn places(&self, paths: &[PathBuf], filter: &Filter) -> Result<Vec<Place>, Stop> {
        let places = places(paths)?;
        for place in &places {
            let Place::File(path) = place else { continue };
            if input::is_standard(path) {
                continue;
            }
            let metadata = fs::metadata(path).map_err(|error| Stop::unreadable(&input::name(path), error))?;
            if metadata.is_file() {
                let (format, _) = self.detect(place, &Progress::none())?;
                check(filter, place, format)?;
            }
        }
        Ok(places)
    }

    /// Opens an input whose entries are filtered.
    pub(crate) fn open_filtered(&self, place: &Place, filter: &Filter, progress: &Progress) -> Result<Input, Stop> {
        let input = self.open(place, progress)?;
        check(filter, place, input.reader.format())?;
        Ok(input)
    }

    /// Opens an input.
    pub(crate) fn open(&self, place: &Place, progress: &Progress) -> Result<Input, Stop> {
        let (format, stream) = self.detect(place, progress)?;
        self.read(place.to_string(), format, stream, self.missing())
    }

    /// Returns the entries in a stream of this format.
    pub(crate) fn read(
        &self,
        name: String,
        format: Format,
        stream: Box<dyn Read>,
        missing: MissingScore,
    ) -> Result<Input, Stop> {
        if format == Format::Pgn {
            let (games, report) = Games::new(stream, missing);
            return Ok(Input { name, reader: AnyReader::White(Box::new(games)), report: Some(report) });
        }
        if matches!(format, Format::Lc0V6 | Format::Lc0V7) {
            let (chunk, report) = Chunk::new(stream, self.strictness(), missing);
            return Ok(Input { name, reader: AnyReader::White(Box::new(chunk)), report: Some(report) });
        }
        match AnyReader::new(format, Stream::new(stream), self.strictness()) {
            Some(reader) => Ok(Input { name, reader, report: None }),
            None => Err(Stop::Failed(format!("{name}: {format} cannot be read as entries"))),
        }
    }

    /// Returns the format that an input has by its name, if it is not given.
    pub(super) fn named_format(&self, path: &Path) -> Option<Format> {
        self.from.or_else(|| from_path(path))
    }

    /// Opens an input. Returns its format and its bytes.
    pub(crate) fn detect(&self, place: &Place, progress: &Progress) -> Result<(Format, Box<dyn Read>), Stop> {
        let path = match place {
            Place::File(path) => path,
            Place::Member(member) => return Ok((Format::Lc0V6, member.open()?)),
            Place::Lost(lost) => return Err(Stop::unreadable(&place.to_string(), lost.reason)),
        };
        let name = input::name(path);
        let stream = input::open(path, progress)?;
        if let Some(format) = self.named_format(path) {
            return Ok((format, stream));
        }
        let mut stream = Stream::new(stream);
        match Format::detect(stream.front(FRONT)) {
            Some(format) => Ok((format, Box::new(stream))),
            None => Err(match stream.end() {
                Err(error) if stream.buffered().is_empty() => Stop::unreadable(&name, error),
                _ => Stop::Failed(format!("the format of {name} is unknown; --from says what it is")),
            }),
        }
    }
}

/// Checks that the entries of an input have what the filter asks for.
fn check(filter: &Filter, place: &Place, format: Format) -> Result<(), Stop> {
    filter.check(format).map_err(|error| Stop::Failed(format!("{place}: {error}")))
}
