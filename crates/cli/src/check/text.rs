//! Games, positions and perft suites.

use std::borrow::Cow;
use std::convert::Infallible;
use std::ops::ControlFlow;

use gardez::data::GameTextError;
use gardez::data::files::{Bytes, GamePart, read_games};
use gardez::notation::epd::{Checker, EpdProblem, EpdProblemKind};
use gardez::notation::pgn::{Boards, Played, Problem, ProblemKind, Severity, Skip, Tag, Visitor};
use gardez::variants::VariantBoard;
use gardez::variants::pgn::GameBoard;
use gardez::{Board, CanMate, Color, ErrorInfo, FenReader, GameResult};
use gardez_io::{Lines, Stream, TextStream};
use gardez_perft::Suite;
use gardez_perft::program::fen_argument;

use super::report::{Finding, Findings, MOST_LINE, Report, part};
use super::{Check, whole};
use crate::play::MOST_POSITIONS;
use crate::stop::Stop;

impl Check {
    pub(super) fn games(&self, report: &mut Report, pgn: Bytes) {
        let (mut games, mut plies) = (0, 0);
        let take = |part: &GamePart, read: Games| {
            games += read.games;
            plies += read.plies;
            report.findings.join(read.findings.moved(part));
            Ok(())
        };
        let read = read_games::<GameBoard, _, GameTextError>(
            (pgn, &report.name.clone()),
            self.inputs.threads(),
            |games, emit| {
                let mut found = Games::new(self);
                let read = loop {
                    match games.read(&mut found) {
                        Ok(true) => {}
                        end => break end.map(|_| ()),
                    }
                };
                emit(found)?;
                read
            },
            take,
        );
        (report.kind, report.what) = ("pgn", "PGN".to_owned());
        // A text without a game counts as one where it is read.
        let games = games.saturating_sub(report.findings.count_of(ProblemKind::NoGame.name()));
        report.counts = vec![("game", games), ("ply", plies)];
        if let Err(error) = read {
            report.findings.add(Finding::new(Severity::Error, "stream", &error));
        } else if games == 0 && report.findings.count(Severity::Error) == 0 {
            report.findings.add(Finding::new(Severity::Error, "no-game", &ProblemKind::NoGame));
        }
    }

    /// Reads lines of positions: EPD, lists of FENs, and FENs with remarks after a semicolon.
    pub(super) fn positions(&self, report: &mut Report, text: Bytes, has_remarks: bool) {
        let (mut checker, mut count, mut with_operations) = (Checker::default(), 0, 0);
        let read = each_position(text, |line, number, start| {
            count += 1;
            let line = if has_remarks { line.split(';').next().unwrap_or_default() } else { line };
            // Words after the position are operations, whether they can be read or not.
            with_operations += u64::from(line.contains(';') || 6 < line.split_ascii_whitespace().count());
            self.line(&mut checker, line, number, start, &mut report.findings);
            Ok(())
        });
        (report.kind, report.what) = ("epd", "positions (EPD)".to_owned());
        if has_remarks {
            (report.kind, report.what) = ("fen", "a list of positions (FEN) with remarks".to_owned());
            report.remark = "the text after the semicolons is not checked";
        } else if with_operations == 0 {
            (report.kind, report.what) = ("fen", "a list of positions (FEN)".to_owned());
        }
        report.counts = vec![("position", count)];
        if let Err(Stop::Input(error)) = read {
            report.findings.add(Finding::new(Severity::Error, "stream", &error));
        } else if count == 0 {
            report.findings.add(Finding::new(Severity::Error, "no-entry", &"there is no position"));
        }
    }

    fn line(&self, checker: &mut Checker, line: &str, number: u64, start: u64, findings: &mut Findings) {
        if let Some(variant) = self.variant {
            if let Err(error) = VariantBoard::from_fen_strict(variant, line) {
                findings.add(Finding::of_error(&error, &error.kind).after(start));
            }
            return;
        }
        checker.check(line, number, |problem| findings.add(Finding::from(problem).after(start)));
    }

    /// Checks a FEN that is an argument.
    pub(super) fn fen(&self, text: &str) -> Report {
        let fen = fen_argument(text);
        let mut report = Report::new(text, "fen", "a position", self.most);
        self.line(&mut Checker::default(), &fen, 1, 0, &mut report.findings);
        for finding in report.findings.kept() {
            let span = finding.span.clone().unwrap_or_default();
            let (shown, mark) = part(fen.as_bytes(), span.start as usize, (span.end - span.start) as usize);
            finding.line = Some((1, span.start + 1, shown, mark));
        }
        report
    }

    /// Checks the lines of a perft suite and its positions.
    pub(super) fn suite(report: &mut Report, text: Bytes) -> Result<(), Stop> {
        let text = whole(report, text)?;
        let (mut cases, mut counts) = (0, 0);
        for case in Suite::new(&text) {
            cases += 1;
            let error = match &case {
                Ok(case) => {
                    counts += case.counts.len() as u64;
                    let read = FenReader::new().with_mode(case.mode).read_board(&case.fen);
                    let Err(error) = read else { continue };
                    Finding::new(Severity::Error, error.kind_name(), &format_args!("line {}: {error}", case.line))
                }
                Err(error) => Finding::of_error(error, &error.kind),
            };
            report.findings.add(error);
        }
        (report.kind, report.what) = ("perft-suite", "a perft suite".to_owned());
        report.counts = vec![("position", cases), ("count", counts)];
        report.remark = "`gardez perft --suite FILE` compares its counts";
        Ok(())
    }
}

/// The findings in games.
struct Games {
    games: u64,
    plies: u64,
    findings: Findings,
    /// The most positions to search for a mate by the winner on time.
    most_positions: usize,
    /// The tags say that the game ended on time.
    is_on_time: bool,
    last: Option<Board>,
    result: GameResult,
}

impl Games {
    fn new(check: &Check) -> Self {
        let most_positions = if check.flag_falls { MOST_POSITIONS } else { 0 };
        let findings = Findings::new(check.most);
        Self {
            games: 0,
            plies: 0,
            findings,
            most_positions,
            is_on_time: false,
            last: None,
            result: GameResult::Unknown,
        }
    }

    fn note_board(&mut self, board: &GameBoard) {
        if self.is_on_time {
            self.last = if let GameBoard::Chess(board) = board { Some(**board) } else { None };
        }
    }
}

impl Visitor<Boards<GameBoard>> for Games {
    type Break = Infallible;

    fn begin_game(&mut self) -> ControlFlow<Infallible, Skip> {
        (self.is_on_time, self.last, self.result) = (false, None, GameResult::Unknown);
        ControlFlow::Continue(Skip(false))
    }

    fn tag(&mut self, tag: Tag<'_>) -> ControlFlow<Infallible> {
        // `time forfeit`, `Time forfeit`, `A won on time`.
        self.is_on_time |= tag.name() == "Termination" && tag.value().to_ascii_lowercase().contains("time");
        ControlFlow::Continue(())
    }

    fn begin_moves(&mut self, start: &GameBoard) -> ControlFlow<Infallible, Skip> {
        self.note_board(start);
        ControlFlow::Continue(Skip(false))
    }

    fn play(&mut self, played: Played<'_, GameBoard>) -> ControlFlow<Infallible, Skip> {
        if played.depth == 0 {
            self.plies += 1;
            self.note_board(played.after);
        }
        ControlFlow::Continue(Skip(false))
    }

    fn begin_variation(&mut self, _: &GameBoard, _: usize) -> ControlFlow<Infallible, Skip> {
        ControlFlow::Continue(Skip(false))
    }

    fn result(&mut self, result: GameResult) -> ControlFlow<Infallible> {
        self.result = result;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self) -> ControlFlow<Infallible> {
        self.games += 1;
        if let (Some(board), Some(winner)) = (self.last, self.result.winner())
            && board.can_mate(winner, self.most_positions) == CanMate::No
        {
            let winner = if winner == Color::White { "white" } else { "black" };
            let text = format!("{winner} wins on time, but no legal moves lead to mate by {winner}");
            let finding = Finding::new(Severity::Note, "flag-fall", &text);
            let finding = finding.with_help("the game is drawn by article 6.9 of the FIDE Laws of Chess");
            self.findings.add(Finding { game: self.games, ..finding });
        }
        ControlFlow::Continue(())
    }

    fn problem(&mut self, problem: &Problem) -> ControlFlow<Infallible> {
        self.findings.add(problem.into());
        ControlFlow::Continue(())
    }
}

/// Passes on the lines of a text that are not blank or remarks, each with its number and the byte at which it begins.
pub(crate) fn each_position(text: Bytes, mut each: impl FnMut(&str, u64, u64) -> Result<(), Stop>) -> Result<(), Stop> {
    let mut lines = Lines::new(Stream::new(TextStream::new(text)), MOST_LINE);
    let mut number = 0;
    while lines.advance().map_err(|error| Stop::Input(error.to_string()))? {
        number += 1;
        if lines.is_too_long() {
            return Err(Stop::Input(format!("line {number} is longer than {} MiB", MOST_LINE >> 20)));
        }
        let line = String::from_utf8_lossy(lines.bytes());
        let text = line.strip_prefix('\u{feff}').filter(|_| number == 1).unwrap_or(&line);
        let start = lines.start() + (line.len() - text.len()) as u64;
        // Some editors end lines with a NUL.
        let text = text.trim_end_matches('\0');
        if !(text.trim().is_empty() || text.starts_with(['#', '%']) || text.starts_with("//")) {
            each(text, number, start)?;
        }
    }
    Ok(())
}

impl From<EpdProblem> for Finding {
    fn from(EpdProblem { kind, span, .. }: EpdProblem) -> Self {
        let span = Some(span.start as u64..span.end as u64);
        let text = without_place(kind.to_string());
        let finding = Self { span, ..Self::new(kind.severity(), kind.kind_name(), &text) };
        match kind {
            EpdProblemKind::Unquoted { .. }
            | EpdProblemKind::MissingLastSemicolon
            | EpdProblemKind::RepeatedOpcode { .. } => finding.with_help("`gardez epd` writes the standard form"),
            _ => finding,
        }
    }
}

impl From<&Problem> for Finding {
    fn from(problem: &Problem) -> Self {
        let kind = &problem.kind;
        let finding = Self::new(kind.severity(), kind.name(), &without_place(kind.to_string()));
        let line = Some((problem.line, problem.column, String::new(), 0..0));
        Self { game: problem.game, span: Some(problem.span()), line, help: help(kind), ..finding }
    }
}

/// Returns a text without the byte that it ends with: a byte of a word says nothing where the line is shown.
fn without_place(mut text: String) -> String {
    if let Some((before, byte)) = text.rsplit_once(" at byte ")
        && byte.bytes().all(|byte| byte.is_ascii_digit())
    {
        text.truncate(before.len());
    }
    text
}

/// Returns what mends a problem of a PGN.
fn help(kind: &ProblemKind) -> Option<Cow<'static, str>> {
    Some(match kind {
        ProblemKind::Number { found, due, .. } if found > due => {
            let (first, last) = (due, found - 1);
            let missing =
                if first == &last { format!("move {first} is") } else { format!("moves {first} to {last} are") };
            Cow::Owned(format!("{missing} missing here, or the numbers are wrong"))
        }
        ProblemKind::Letters(found) | ProblemKind::AmbiguousLetters(found) => {
            let options = |name: &str| {
                let options: Vec<_> = found.iter().map(|letters| format!("--{name} {}", letters.code())).collect();
                options.join(" or ")
            };
            let (clean, read) = (options("read-as"), options("letters"));
            Cow::Owned(format!(
                "`gardez pgn clean {clean}` writes English; other `gardez pgn` commands read them with {read}"
            ))
        }
        ProblemKind::Move(error) if error.kind_name() == "piece-letter" => {
            Cow::Borrowed("letters are found in games without errors; `gardez pgn clean --read-as de` reads German")
        }
        ProblemKind::NotUtf8 | ProblemKind::Utf16 => Cow::Borrowed("`gardez pgn clean` writes UTF-8"),
        ProblemKind::Foreign(_) => Cow::Borrowed("unpack the file first, or save the games as PGN"),
        ProblemKind::GameLimit | ProblemKind::NoGame => return None,
        kind if kind.severity() == Severity::Note => Cow::Borrowed("`gardez pgn clean` writes the standard form"),
        _ => return None,
    })
}
