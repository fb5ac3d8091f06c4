//! How inputs are read: their formats, and a reader for each.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::Args;
use gardez_formats::convert::AnyReader;
use gardez_formats::{Format, Stream, Strictness};

use crate::input;
use crate::packed::games::{Games, Report};
use crate::packed::{format, from_path};
use crate::progress::Progress;
use crate::stop::Stop;

/// The first bytes of an input, by which some formats are recognized.
const FRONT: u64 = 4096;

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

    /// Score, seen by White, where a PGN has no [%eval]
    ///
    /// Without this option, such positions are left out.
    #[arg(long, value_name = "SCORE", allow_negative_numbers = true)]
    missing_score: Option<i16>,

    /// Show no progress and no summary
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// An input that is open.
pub(crate) struct Input {
    pub(crate) name: String,
    pub(crate) reader: AnyReader<'static>,
    /// What was left out of a PGN.
    pub(super) report: Option<Report>,
}

impl Inputs {
    /// Checks that the files are there and that their formats are known, without keeping any of them open.
    ///
    /// They are read one after the other, perhaps hours later. What is not a file, such as a pipe, is opened only once.
    pub(crate) fn check(&self, paths: &[PathBuf]) -> Result<(), Stop> {
        for path in paths.iter().filter(|path| !input::is_standard(path)) {
            let metadata = fs::metadata(path).map_err(|error| Stop::unreadable(&input::name(path), error))?;
            if metadata.is_file() || metadata.is_dir() {
                self.detect(path, &Progress::none())?;
            }
        }
        Ok(())
    }

    /// Opens an input.
    pub(crate) fn open(&self, path: &Path, progress: &Progress) -> Result<Input, Stop> {
        let name = input::name(path);
        let (format, stream) = self.detect(path, progress)?;
        if format == Format::Pgn {
            let (games, report) = Games::new(stream, self.missing_score);
            return Ok(Input { name, reader: AnyReader::White(Box::new(games)), report: Some(report) });
        }
        let strictness = if self.lenient { Strictness::Lenient } else { Strictness::Strict };
        match AnyReader::new(format, Stream::new(stream), strictness) {
            Some(reader) => Ok(Input { name, reader, report: None }),
            None => Err(Stop::Failed(format!("{name}: {format} cannot be read as entries"))),
        }
    }

    /// The format that an input has by its name, if it is not given.
    pub(super) fn named_format(&self, path: &Path) -> Option<Format> {
        self.from.or_else(|| from_path(path))
    }

    /// Opens an input. Returns its format and its bytes.
    fn detect(&self, path: &Path, progress: &Progress) -> Result<(Format, Box<dyn Read>), Stop> {
        let name = input::name(path);
        let mut stream = input::open(path, progress)?;
        if let Some(format) = self.named_format(path) {
            return Ok((format, stream));
        }
        let mut front = Vec::new();
        stream.by_ref().take(FRONT).read_to_end(&mut front).map_err(|error| Stop::unreadable(&name, error))?;
        match Format::detect(&front) {
            Some(format) => Ok((format, Box::new(io::Cursor::new(front).chain(stream)))),
            None => Err(Stop::Failed(format!("the format of {name} is unknown; --from says what it is"))),
        }
    }
}
