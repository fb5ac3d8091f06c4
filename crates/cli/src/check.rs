//! `gardez check`: what files are, how much is in them, and what is wrong.

mod binary;
mod kind;
pub(crate) mod report;
pub(crate) mod text;

use std::fs;
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};

use clap::Args;
use gardez::data::Filter;
use gardez::data::files::{Bytes, FileSummary, Place, Survey};
use gardez::data::table::{self, EPD, PGN};
use gardez::notation::pgn::Severity;
use gardez::variants::Variant;
use gardez_formats::{Format, FormatErrorKind, ReadError, Wdl};
use gardez_io::{Input, Stream};
use gardez_perft::program::fen_argument;

use self::kind::{FRONT, Kind};
use self::report::{Finding, MOST_SHOWN, Report};
use crate::input::{is_standard, or_standard};
use crate::output::{print, print_json};
use crate::packed::{Inputs, explanation_with};
use crate::progress::Progress;
use crate::stop::{FAILURE, FINDINGS, Stop, print_error};

const EXAMPLES: &str = "\
Examples:
  gardez check *
  gardez check --strict games.pgn && echo in standard form
  gardez check --json suite.epd book.bin KQvK.rtbw
  gardez check 'r3k2r/8/8/8/8/8/8/4K3 w KQkq - 0 1'";

const EXIT_CODES: &str = "\
Exit code:
  0  everything is sound, perhaps with notes
  1  there are notes, with --strict
  2  something is damaged, cannot be read, or is not checked; wrong arguments";

/// Say what files are, how much is in them, and what is wrong
///
/// Reads games (PGN), positions (EPD, FEN), perft suites, opening books,
/// packed positions, training records, networks, endgame tables, and
/// directories of them. The content shows what a file is; if several formats
/// fit, its name does. Every move is made on a board.
///
/// An error is damage: something cannot be read, or is wrong. A note is about
/// something that is read, but is not in standard form or looks odd.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment, after_help = explanation_with(EXAMPLES, EXIT_CODES))]
pub(crate) struct Check {
    /// Files, directories or FENs [default: standard input]
    #[arg(value_name = "FILE")]
    paths: Vec<PathBuf>,

    #[command(flatten)]
    inputs: Inputs,

    /// Read FENs as positions of this variant
    #[arg(long, value_name = "NAME")]
    variant: Option<Variant>,

    /// Search for the mates of games won on time
    ///
    /// If no legal moves lead to mate by the winner, the game is drawn, and a
    /// note says so. Without this option, only obvious cases are found.
    #[arg(long, verbatim_doc_comment)]
    flag_falls: bool,

    /// Findings of each kind that are shown
    #[arg(long, value_name = "N", default_value_t = MOST_SHOWN)]
    most: usize,

    /// End with code 1 if there are notes
    #[arg(long)]
    strict: bool,

    /// Print one line of JSON for each file
    #[arg(long)]
    json: bool,
}

/// The remedy for a file that ends too early.
const CUT: &str = "the end of the file is missing: copy it again";

/// The findings in all files so far.
#[derive(Default)]
struct Total {
    has_notes: bool,
    is_damaged: bool,
}

impl Check {
    pub(crate) fn run(mut self) -> Result<ExitCode, Stop> {
        // A position without a score or a result is sound.
        self.inputs.missing_score = Some(0);
        self.inputs.missing_result = Some(Wdl::Draw);
        let mut total = Total::default();
        for path in or_standard(&self.paths)? {
            match path.to_str().filter(|text| kind::is_position(&fen_argument(text)) && !path.exists()) {
                Some(fen) => self.report(&mut total, &self.fen(fen))?,
                None => self.check_path(&path, &mut total)?,
            }
        }
        Ok(match total {
            Total { is_damaged: true, .. } => ExitCode::from(FAILURE),
            Total { has_notes: true, .. } if self.strict => ExitCode::from(FINDINGS),
            _ => ExitCode::SUCCESS,
        })
    }

    /// Checks a file, or the files of a directory and below it.
    fn check_path(&self, path: &Path, total: &mut Total) -> Result<(), Stop> {
        if path.is_dir() {
            let read =
                fs::read_dir(path).and_then(|files| files.map(|file| Ok(file?.path())).collect::<io::Result<Vec<_>>>());
            let mut paths = read.map_err(|error| Stop::unreadable(&path.display().to_string(), error))?;
            paths.sort();
            // A link to a directory may lead back.
            paths.retain(|path| !(path.is_symlink() && path.is_dir()));
            return paths.iter().try_for_each(|path| self.check_path(path, total));
        }
        let progress = Progress::of(&[path.to_owned()], self.inputs.quiet, false);
        let place = if is_standard(path) { Place::StandardInput } else { Place::File(path.to_owned()) };
        let checked = self.check(&place, &progress, &mut |report| {
            progress.end();
            self.report(total, &report)
        });
        progress.end();
        match checked {
            Err(Stop::Input(message)) => {
                print_error(&message);
                total.is_damaged = true;
                Ok(())
            }
            checked => checked,
        }
    }

    /// Checks a file, and passes what is found on: in a tar, for each of its chunks.
    fn check(
        &self,
        place: &Place,
        progress: &Progress,
        found: &mut dyn FnMut(Report) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let opener = self.inputs.opener(progress);
        let kept = Arc::new(Mutex::new(Vec::new()));
        let mut stream = Stream::new(Box::new(Kept { stream: opener.bytes(place)?, kept: Arc::clone(&kept) }) as Bytes);
        let front = stream.front(FRONT);
        let kind = match self.inputs.from() {
            Some(_) if front.is_empty() => Kind::Empty,
            Some(format) => Kind::Format(format),
            None => kind::detect(place, front, front.len() < FRONT),
        };
        let is_empty = front.is_empty();
        if is_empty {
            stream.end().map_err(|error| Stop::unreadable(&place.to_string(), error))?;
        }
        let bytes: Bytes = Box::new(stream);
        let mut report = Report::new(place.to_string(), "empty", "an empty file", self.most);
        match kind {
            Kind::Empty => {}
            Kind::Format(format) if format == PGN => self.games(&mut report, bytes),
            Kind::Format(format) if format == EPD => self.positions(&mut report, bytes, false),
            Kind::Remarks => self.positions(&mut report, bytes, true),
            Kind::Format(format) => {
                let mut survey = Survey::new(Filter::ALL, self.inputs.threads()).reading_only();
                survey.read_open(&opener, place, (format, bytes), |file| {
                    Self::entries(&mut report, format, file);
                    Ok::<_, Stop>(())
                })?;
            }
            Kind::Suite => Self::suite(&mut report, bytes)?,
            Kind::Book => Self::book(&mut report, bytes)?,
            Kind::Network => Self::network(&mut report, place, bytes)?,
            Kind::Table => Self::table(&mut report, place, bytes)?,
            Kind::Tar => return self.tar(report, place, bytes, progress, found),
            Kind::Other(kind, what, remark) => {
                (report.kind, report.what, report.remark) = (kind, what.to_owned(), remark);
                report.is_checked = false;
            }
        }
        let is_text = match kind {
            Kind::Format(format) => format.is_text(),
            kind => matches!(kind, Kind::Suite | Kind::Remarks),
        };
        if is_text && report.findings.kept().next().is_some() {
            let again: Bytes = match place {
                Place::StandardInput => {
                    Box::new(Cursor::new(std::mem::take(&mut *kept.lock().unwrap_or_else(PoisonError::into_inner))))
                }
                place => opener.bytes(place)?,
            };
            report.findings.show_lines(again);
        }
        if let (Kind::Format(format), Some(named)) = (kind, place.path().and_then(|path| table::of_path(&path)))
            && format != named
            && self.inputs.from().is_none()
        {
            let text = format!("by its name, the file would be {named}");
            report.findings.add(Finding::new(Severity::Note, "name", &text));
        }
        found(report)
    }

    /// Adds the outcome of reading packed positions.
    fn entries(report: &mut Report, format: Format, file: FileSummary) {
        (report.kind, report.what) = (format.extension(), format.name().to_owned());
        report.name = file.name;
        report.counts = vec![("entry", file.entries)];
        let finding = match file.error {
            None if file.entries == 0 => Finding::of_error(&FormatErrorKind::NoEntry, &FormatErrorKind::NoEntry),
            None => return,
            Some(ReadError::Format(error)) => Finding::of_error(&error, &error.kind),
            Some(ReadError::Stream { error, .. }) if error.kind() == io::ErrorKind::UnexpectedEof => {
                Finding::new(Severity::Error, "stream", &error).with_help(CUT)
            }
            Some(error) => Finding::new(Severity::Error, "stream", &error),
        };
        report.findings.add(match finding.kind {
            "castling-right" | "stale-en-passant-square" => {
                finding.with_help("--lenient reads the position without it")
            }
            "incomplete" => finding.with_help(CUT),
            "text" if finding.text == "expected JSON" => finding.with_help("the line is cut, or is not a JSON object"),
            _ => finding,
        });
    }

    fn report(&self, total: &mut Total, report: &Report) -> Result<(), Stop> {
        total.is_damaged |= report.is_damaged();
        let is_noted = report.findings.count(Severity::Note) != 0;
        total.has_notes |= is_noted;
        if self.json {
            print_json(&report.json())
        } else if self.inputs.quiet && !report.is_damaged() && !(is_noted && self.strict) {
            Ok(())
        } else {
            print(format_args!("{}", report.text()))
        }
    }
}

/// The most bytes that are read as a whole.
const MOST_BYTES: u64 = 1 << 32;

/// Returns all bytes of a file.
fn whole(report: &Report, mut bytes: Bytes) -> Result<Vec<u8>, Stop> {
    let mut all = Vec::new();
    let read = (&mut bytes).take(MOST_BYTES).read_to_end(&mut all);
    match read.map_err(|error| Stop::unreadable(&report.name, error))? as u64 {
        MOST_BYTES => Err(Stop::unreadable(&report.name, "it is larger than 4 GiB")),
        _ => Ok(all),
    }
}

/// A stream whose first bytes are kept, to show lines of standard input.
struct Kept {
    stream: Bytes,
    kept: Arc<Mutex<Vec<u8>>>,
}

impl Kept {
    /// The most bytes that are kept.
    const MOST: usize = 1 << 22;
}

impl Read for Kept {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.stream.read(buffer)?;
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let room = Self::MOST - kept.len();
        kept.extend_from_slice(&buffer[..count.min(room)]);
        Ok(count)
    }
}
