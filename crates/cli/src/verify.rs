//! `gardez verify`: whether files of packed positions and of games are sound.

use std::io::{self, Read};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use gardez::ErrorInfo;
use gardez::data::files::{Bytes, FileSummary, GamePart, Place, Survey, read_games};
use gardez::data::table::PGN;
use gardez::data::{Filter, GameCounts, GameTextError};
use gardez::notation::pgn::Problem;
use gardez::variants::pgn::GameBoard;
use gardez_formats::{FormatError, FormatErrorKind, ReadError, Wdl};
use serde_json::{Value, json};

use crate::findings::{Findings, Problems};
use crate::input::or_standard;
use crate::output::{print, print_json};
use crate::packed::{Inputs, Line, explanation, places, told};
use crate::pgn::count_games;
use crate::progress::Progress;
use crate::stop::{Stop, code, print_error};

const EXAMPLES: &str = "\
Examples:
  gardez verify *.{1}
  gardez verify --from {7} --json games
  gardez verify --quiet *.{4}.zst && echo all are sound";

/// Check that files of packed positions can be read to their end
///
/// Every position and every move is checked. Prints the number of entries of
/// each file, and the reason and the place where a file is damaged. The
/// errors of a PGN are those of `gardez pgn count`. A file that is not empty
/// but has no entry or game is damaged.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment, after_help = explanation(EXAMPLES))]
pub(crate) struct Verify {
    /// Files, packed or not [default: standard input]
    #[arg(value_name = "FILE")]
    paths: Vec<PathBuf>,

    #[command(flatten)]
    inputs: Inputs,

    /// Print one line of JSON for each file
    #[arg(long)]
    json: bool,
}

/// The findings in a file.
struct Verdict {
    is_sound: bool,
    /// `true` if the file could not be read to its end, although its bytes may be right.
    is_cut: bool,
    text: String,
    json: Value,
}

impl From<FileSummary> for Verdict {
    fn from(file: FileSummary) -> Self {
        let json = serde_json::to_value(Line::from(&file)).expect("text and numbers can be written as JSON");
        Self { is_sound: file.error.is_none(), is_cut: file.is_of_stream(), text: told(&file), json }
    }
}

impl Verify {
    pub(crate) fn run(mut self) -> Result<ExitCode, Stop> {
        // A position without a score or a result is sound.
        self.inputs.missing_score = Some(0);
        self.inputs.missing_result = Some(Wdl::Draw);
        let paths = or_standard(&self.paths)?;
        let (mut is_complete, mut is_sound) = (true, true);
        let mut all = Vec::new();
        for path in paths {
            match places(&[path]) {
                Ok(named) => all.extend(named),
                Err(Stop::Input(message)) => {
                    print_error(&message);
                    is_complete = false;
                }
                Err(stop) => return Err(stop),
            }
        }
        // Chunks of directories and tars are read together, in several threads; other inputs one by one.
        for places in all.chunk_by(|one, next| one.is_in_archive() && next.is_in_archive()) {
            let mut paths: Vec<_> = places.iter().filter_map(Place::path).collect();
            paths.dedup();
            let progress = Progress::of(&paths, self.inputs.quiet, false);
            let mut found = |verdict: Result<Verdict, Stop>| match verdict {
                Ok(verdict) => {
                    is_sound &= verdict.is_sound;
                    is_complete &= !verdict.is_cut;
                    self.report(&verdict)
                }
                Err(Stop::Input(message)) => {
                    print_error(&message);
                    is_complete = false;
                    Ok(())
                }
                Err(stop) => Err(stop),
            };
            let read = self.read(places, &progress, &mut found);
            progress.end();
            read.or_else(|stop| found(Err(stop)))?;
        }
        Ok(code(is_complete, is_sound))
    }

    /// Reads inputs to their end or their damage.
    fn read(
        &self,
        places: &[Place],
        progress: &Progress,
        found: &mut dyn FnMut(Result<Verdict, Stop>) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let opener = self.inputs.opener(progress);
        let mut survey = Survey::new(Filter::ALL, self.inputs.threads()).reading_only();
        let [place] = places else {
            return survey.read(&opener, places, |file| match file.error {
                // A part of a tar or a directory that cannot be opened is not damaged itself.
                Some(ReadError::Stream { error, .. }) if file.entries == 0 => {
                    found(Err(Stop::Input(error.to_string())))
                }
                error => found(Ok(FileSummary { error, ..file }.into())),
            });
        };
        let (format, stream) = opener.detect(place)?;
        let has_bytes = Arc::new(AtomicBool::new(false));
        let stream: Bytes = Box::new(Watched { stream, has_bytes: Arc::clone(&has_bytes) });
        if format == PGN {
            return found(Ok(self.games((stream, &place.to_string()), &has_bytes, progress)));
        }
        survey.read_open(&opener, place, (format, stream), |mut file| {
            if file.entries == 0 && file.error.is_none() && has_bytes.load(Ordering::Relaxed) {
                file.error = Some(FormatError::new(format, FormatErrorKind::NoEntry, 0).into());
            }
            found(Ok(file.into()))
        })
    }

    /// Reads the games of a PGN as `gardez pgn count` does, and prints their errors.
    fn games(&self, pgn: (Bytes, &str), has_bytes: &AtomicBool, progress: &Progress) -> Verdict {
        let (mut numbers, mut findings, name) = (GameCounts::default(), Findings::default(), pgn.1);
        let take = |part: &GamePart, (counted, problems): (GameCounts, Problems)| {
            numbers += counted;
            findings.add(name, part, problems, progress);
            Ok(())
        };
        let threads = self.inputs.threads();
        let cut = read_games::<GameBoard, _, GameTextError>(
            pgn,
            threads,
            |games, emit| count_games(games, false, emit),
            take,
        );
        let cut = cut.err();
        let (GameCounts { games: read, plies, .. }, errors) = (numbers, findings.errors);
        let counted = |count: u64, name: &str| format!("{count} {name}{}", if count == 1 { "" } else { "s" });
        let mut text = format!("{name}: ");
        let mut error = Value::Null;
        if let Some(message) = &cut {
            text += &format!("{message}; ");
            error = json!({ "kind": "stream", "text": message.to_string() });
        } else if let Some(problem) = &findings.first {
            let Problem { kind, game, line, column, offset, .. } = problem;
            let place = format!("game {game}, line {line}, column {column}, byte {offset}");
            text += &format!("{}, first in {place}: {kind}; ", counted(errors, "error"));
            error = serde_json::to_value(problem).expect("text and numbers can be written as JSON");
        } else if read == 0 && has_bytes.load(Ordering::Relaxed) {
            let none = FormatErrorKind::NoEntry;
            text += &format!("{none}; ");
            error = json!({ "kind": none.kind_name(), "text": none.to_string() });
        }
        text += &format!("{} of {}", counted(plies, "ply").replace("plys", "plies"), counted(read, "game"));
        let json = json!({ "file": name, "entries": plies, "games": read, "errors": errors, "error": error });
        Verdict { is_sound: error.is_null(), is_cut: cut.is_some(), text, json }
    }

    fn report(&self, verdict: &Verdict) -> Result<(), Stop> {
        let Verdict { is_sound, text, json, .. } = verdict;
        match (self.json, is_sound) {
            (true, _) => print_json(json),
            (false, false) => print(format_args!("damaged: {text}\n")),
            (false, true) if self.inputs.quiet => Ok(()),
            (false, true) => print(format_args!("sound: {text}\n")),
        }
    }
}

/// A stream that knows whether it is empty.
struct Watched {
    stream: Bytes,
    has_bytes: Arc<AtomicBool>,
}

impl Read for Watched {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.stream.read(buffer)?;
        self.has_bytes.fetch_or(count != 0, Ordering::Relaxed);
        Ok(count)
    }
}
