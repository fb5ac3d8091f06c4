//! `gardez epd`: positions with operations, filtered, merged and written in other forms.

use std::collections::HashMap;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use gardez::Color;
use gardez::data::columns::{Layout, ReadRows, Reader, Row};
use gardez::data::{Evaluation, Filter};
use gardez::notation::epd::{self, Checker};
use gardez::notation::pgn::Severity;
use gardez_formats::{Entry, SideToMove, Wdl};

use crate::check::report::{Finding, MOST_SHOWN, Report};
use crate::check::text::each_position;
use crate::conditions::Conditions;
use crate::input::{self, or_standard};
use crate::output::{Output, Taken, Target};
use crate::progress::Progress;
use crate::stop::{EXIT_CODES, Stop, code, print_error};

const EXPLANATION: &str = "\
Examples:
  gardez epd suite.epd -o standard.epd
  gardez epd --merge one.epd two.epd -o both.epd
  gardez epd --to fen suite.epd > positions.txt
  gardez epd --to pgn --max-score 300 suite.epd -o suite.pgn

In standard form, operations are sorted, each opcode occurs once, moves are in
SAN, names and comments in quotes, and counters in hmvc and fmvn. `gardez check`
shows what is wrong; `gardez convert` makes training data of EPD. A position
without ce has the score 0 here, and without a result it is a draw.";

/// Filter and merge positions, and write them as EPD, FEN or PGN
///
/// Reads EPD and lists of FENs. Lines that cannot be read are printed with
/// their places, and are left out; then the exit code is 1.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment, after_help = format!("{EXPLANATION}\n\n{EXIT_CODES}"))]
pub(crate) struct Epd {
    /// Files of positions, packed or not [default: standard input]
    #[arg(value_name = "FILE")]
    paths: Vec<PathBuf>,

    #[command(flatten)]
    target: Target,

    /// The output: epd, fen or pgn
    #[arg(long, value_name = "FORM", default_value = "epd", hide_possible_values = true)]
    to: Form,

    /// Write each position once, with all operations
    ///
    /// Moves of bm and am are added; of other operations, the first counts.
    /// All positions are kept in memory.
    #[arg(long, verbatim_doc_comment)]
    merge: bool,

    #[command(flatten)]
    conditions: Conditions,
}

#[derive(Clone, Copy, PartialEq, Debug, ValueEnum)]
enum Form {
    Epd,
    Fen,
    Pgn,
}

impl Form {
    /// Returns the text of a position, with its line end.
    fn text(self, epd: &epd::Epd) -> String {
        match self {
            Self::Epd => format!("{epd}\n"),
            Self::Fen => format!("{}\n", row(epd).map_or(epd.board, |row| row.board)),
            Self::Pgn => format!("{}\n", epd.to_game()),
        }
    }
}

impl Epd {
    pub(crate) fn run(self) -> Result<ExitCode, Stop> {
        let paths = or_standard(&self.paths)?;
        let mut output = self.target.open(&Taken::new(&paths))?;
        let filter = self.conditions.filter(0);
        // The positions that are merged, and their places by key.
        let (mut merged, mut known) = (Vec::<epd::Epd>::new(), HashMap::<u64, usize>::new());
        let (mut is_complete, mut is_sound, mut written) = (true, true, 0_u64);
        for path in &paths {
            let mut report = Report::new(input::name(path), "epd", "positions (EPD)", MOST_SHOWN);
            let text = input::open(path, &Progress::none())?;
            let read = each_position(text, |line, number, start| {
                let found = |problem: epd::EpdProblem| {
                    if problem.kind.severity() == Severity::Error {
                        let line = Some((number, problem.span.start as u64 + 1, String::new(), 0..0));
                        report.findings.add(Finding { line, ..Finding::from(problem).after(start) });
                    }
                };
                let Some(mut epd) = Checker::default().check(line, number, found).filter(|epd| is_kept(&filter, epd))
                else {
                    return Ok(());
                };
                epd.standardize();
                let place = if self.merge { *known.entry(epd.board.key()).or_insert(merged.len()) } else { 0 };
                match merged.get_mut(place).filter(|_| self.merge) {
                    Some(first) => first.merge(&epd),
                    None if self.merge => merged.push(epd),
                    None => {
                        written += 1;
                        self.write(&mut output, &epd)?;
                    }
                }
                Ok(())
            });
            match read {
                Err(Stop::Input(message)) => {
                    print_error(&format!("cannot read {}: {message}", input::name(path)));
                    is_complete = false;
                }
                read => read?,
            }
            if !report.is_sound() {
                gardez_io::output::write_error(format_args!("{}", report.text()));
                is_sound = false;
            }
        }
        written += merged.len() as u64;
        merged.iter().try_for_each(|epd| self.write(&mut output, epd))?;
        output.finish()?;
        Ok(code(is_complete, is_sound && written != 0))
    }

    fn write(&self, output: &mut Output, epd: &epd::Epd) -> Result<(), Stop> {
        output.write(self.to.text(epd).as_bytes())
    }
}

/// Returns what the operations say: of an operation that cannot be read, nothing.
fn row(epd: &epd::Epd) -> Option<Row> {
    let line = epd.to_string();
    Reader::new(line.as_bytes(), Layout::Operations).next_row().ok().flatten()
}

/// Returns `true` if the filter keeps a position.
fn is_kept(filter: &Filter, epd: &epd::Epd) -> bool {
    let row = row(epd);
    let board = row.map_or(epd.board, |row| row.board);
    let score = row.and_then(|row| row.evaluation).map_or(0, Evaluation::to_score);
    let result = row.and_then(|row| row.result).unwrap_or(Wdl::Draw);
    let result = if board.side_to_move() == Color::White { result } else { result.reversed() };
    filter.rejects(&Entry::<SideToMove>::new(board, row.and_then(|row| row.mv), score, result)).is_none()
}
