//! Time and memory stay in bounds, whatever the input contains.

use std::convert::Infallible;
use std::env;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use gardez_notation::epd::Epd;
use gardez_notation::pgn::{Limits, Played, ProblemKind, Reader, Severity, Skip, Text, Visitor, comment_parts};
use gardez_position::Board;

use crate::common::{PGNS, SmallReads};

/// The time of the fastest of three runs.
fn time(text: &str) -> Duration {
    let run = || {
        let start = Instant::now();
        let mut reader = Reader::from_bytes(text.as_bytes());
        while let Some(read) = reader.read_game().expect("a slice does not fail") {
            let mut text = read.game.to_string();
            text.push('x');
            for part in comment_parts(&text).take(100_000) {
                let _ = part;
            }
        }
        start.elapsed()
    };
    (0..3).map(|_| run()).min().unwrap_or_default()
}

#[test]
fn time_is_linear_in_the_input_whatever_it_repeats() {
    // Eight times the input must take far less than 64 times as long, which quadratic work would take.
    let shapes: [(&str, &str, &str); 27] = [
        ("1. e4 {", "comment ", "} e5 *"),
        ("1. e4 {", "[%clk 0:00:01] ", "} *"),
        ("1. e4 {", "[%clk ", ""),
        ("1. e4 ", "(1. d4 ", "*"),
        ("1. e4 ", "(", ""),
        ("1. e4 ", ")", ""),
        ("1. e4 ", "(1. d4) ", "*"),
        ("", "{\n[A \"b\"]\n", ""),
        ("", "{a\n", ""),
        ("", "[A \"b\"]", "*"),
        ("", "[A \"", ""),
        ("[A \"", "\\\"", "\"]"),
        ("[A \"", "\" ", ""),
        ("[A \"", "\\", ""),
        ("1. e4 ", "$1 ", "*"),
        ("1. e4 ", "!", "*"),
        ("1. e4 ", "<", ""),
        ("1. e4 ", "[", ""),
        ("1. e4 ", "[\n", ""),
        ("1. e4 ", "\u{a0}", ""),
        ("1. e4 ", "abcdefgh", ""),
        ("1. e4 ", "1", ""),
        ("", "1. Nf3 Nf6 2. Ng1 Ng8 ", "*"),
        ("", "1-0 ", ""),
        ("1. e4 ", " ", "*"),
        ("1. e4 ", "\n;}", "\n*"),
        ("1. e4 {", "\n\n}{", "} *"),
    ];
    for (front, middle, back) in shapes {
        let text = |bytes: usize| format!("{front}{}{back}", middle.repeat(bytes / middle.len()));
        let (short, long) = (time(&text(250_000)), time(&text(2_000_000)));
        let bound = short.max(Duration::from_millis(4)) * 30;
        assert!(long < bound, "{front}{middle}…: {short:?}, then {long:?}");
    }
    // The same for operations of an EPD.
    for middle in ["a b;", "a \"b\";", "a \"\\\\", ";", "a ", "\""] {
        let text = |bytes: usize| format!("4k3/8/8/8/8/8/8/4K3 w - - {}", middle.repeat(bytes / middle.len()));
        let time = |text: &str| {
            let start = Instant::now();
            let _ = text.parse::<Epd>().map(|epd| epd.to_string());
            start.elapsed()
        };
        let (short, long) = (time(&text(250_000)), time(&text(2_000_000)));
        assert!(long < short.max(Duration::from_millis(4)) * 30, "{middle}…: {short:?}, then {long:?}");
    }
}

#[test]
fn time_is_linear_in_the_number_of_tags() {
    let time = |count: usize| time(&(0..count).map(|number| format!("[Tag{number} \"a\"]\n")).collect::<String>());
    let (short, long) = (time(10_000), time(80_000));
    assert!(long < short.max(Duration::from_millis(4)) * 30, "{short:?}, then {long:?}");
}

#[test]
fn time_is_linear_for_a_stream_that_yields_a_byte_at_a_time() {
    for (front, back) in [("[A \"", "\"]\n*"), ("1. e4 ;", "\n*"), ("1. e4 {", "} *")] {
        let time = |length: usize| {
            let text = format!("{front}{}{back}", "x".repeat(length));
            let start = Instant::now();
            let limits = Limits::default().with_tag(1 << 20);
            let mut reader = Reader::new(SmallReads(text.as_bytes(), 1)).with_limits(limits);
            let read = reader.read_game().expect("this stream does not fail").expect("a game");
            assert_eq!(read.problem_count, 0);
            start.elapsed()
        };
        // A busy machine may stop one of them for a while.
        let (short, long) = (time(50_000), time(400_000).min(time(400_000)));
        assert!(long < short.max(Duration::from_millis(4)) * 30, "{front}: {short:?}, then {long:?}");
    }
}

#[test]
fn a_long_comment_a_long_line_and_deep_parentheses_are_read() {
    let comment = "word ".repeat(14_000);
    let read =
        Reader::new(format!("1. e4 {{{comment}}} e5 *").as_bytes()).read_game().expect("no error").expect("a game");
    assert_eq!((read.problem_count, read.game.len()), (0, 2));
    let first = read.game.main_line().next().expect("a move");
    assert_eq!(read.game.node(first).comments[0], comment.trim_end());

    let line = format!("1. e4 {{{}}} e5 {{{}}} 2. Nf3 ", "a".repeat(991), "b".repeat(1000));
    let line = line + &"$1 ".repeat((10 << 20) / 3) + "Nc6 *";
    let read = Reader::new(line.as_bytes()).read_game().expect("no error").expect("a game");
    assert_eq!((read.problem_count, read.game.len()), (0, 4));

    let deep = format!("1. e4 {}{} e5 2. Nf3 *", "(1. d4 ".repeat(100_000), ")".repeat(100_000));
    let read = Reader::new(deep.as_bytes()).read_game().expect("no error").expect("a game");
    assert_eq!(read.game.main_line().count(), 3);
    assert_eq!(read.game.len(), 3 + Limits::default().depth);
    assert_eq!(read.problems.iter().map(|problem| &problem.kind).collect::<Vec<_>>(), [&ProblemKind::DepthLimit]);

    // A tree may be deeper than the default limit; it is written, compared and dropped without recursion.
    let limits = Limits::default().with_depth(usize::MAX);
    let read = Reader::new(deep.as_bytes()).with_limits(limits).read_game().expect("no error").expect("a game");
    assert_eq!((read.problem_count, read.game.len()), (0, 100_003));
    let written = read.game.to_string();
    let again = Reader::new(written.as_bytes()).with_limits(limits).read_game().expect("no error").expect("a game");
    assert!(again.game == read.game);
}

/// Counts the parts of games, and keeps nothing.
#[derive(Default)]
struct Count {
    games: u64,
    plies: u64,
    comments: u64,
    errors: u64,
}

impl Visitor for Count {
    type Break = Infallible;

    fn begin_game(&mut self) -> ControlFlow<Infallible, Skip> {
        self.games += 1;
        ControlFlow::Continue(Skip(false))
    }
    fn play(&mut self, _: Played<'_>) -> ControlFlow<Infallible, Skip> {
        self.plies += 1;
        ControlFlow::Continue(Skip(false))
    }
    fn begin_variation(&mut self, _: &Board, _: usize) -> ControlFlow<Infallible, Skip> {
        ControlFlow::Continue(Skip(false))
    }
    fn comment(&mut self, _: Text<'_>) -> ControlFlow<Infallible> {
        self.comments += 1;
        ControlFlow::Continue(())
    }
    fn problem(&mut self, problem: &gardez_notation::pgn::Problem) -> ControlFlow<Infallible> {
        self.errors += u64::from(problem.kind.severity() == Severity::Error);
        ControlFlow::Continue(())
    }
}

/// A stream that repeats a game up to some length.
struct Endless {
    game: &'static [u8],
    at: usize,
    left: u64,
}

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut length = 0;
        while length < buffer.len() && self.left != 0 {
            let room = usize::try_from(self.left).unwrap_or(usize::MAX).min(buffer.len() - length);
            let piece = &self.game[self.at..self.game.len().min(self.at + room)];
            buffer[length..length + piece.len()].copy_from_slice(piece);
            length += piece.len();
            self.at = (self.at + piece.len()) % self.game.len();
            self.left -= piece.len() as u64;
        }
        Ok(length)
    }
}

/// The peak memory of this process in KiB, if the system reports it.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

/// Does nothing unless `memory_does_not_grow_with_the_file` runs it in a process of its own.
#[test]
fn endless_stream() {
    let Some(bytes) = env::var("GARDEZ_ENDLESS").ok().and_then(|bytes| bytes.parse::<u64>().ok()) else { return };
    let game = PGNS[0].split("\n\n[Event \"B\"]").next().expect("a game");
    let game: &'static str = String::leak(format!("{game}\n\n"));
    let mut count = Count::default();
    let stream = Endless { game: game.as_bytes(), at: 0, left: bytes / game.len() as u64 * game.len() as u64 };
    let mut reader = Reader::new(stream);
    while reader.read(&mut count).expect("this stream does not fail") {}
    assert_eq!(count.games, bytes / game.len() as u64);
    assert_eq!((count.plies, count.comments, count.errors), (15 * count.games, 2 * count.games, 0));
    if let Some(peak) = peak_memory() {
        println!("peak {peak} KiB");
        assert!(peak < 16 << 10, "{peak} KiB");
    }
}

#[test]
fn memory_does_not_grow_with_the_file() {
    let bytes: u64 = if env::var_os("GARDEZ_SLOW").is_some() { 1 << 30 } else { 8 << 20 };
    let program = env::current_exe().expect("this program");
    let run = std::process::Command::new(program)
        .args(["--exact", "bounds::endless_stream", "--test-threads=1", "--nocapture"])
        .env("GARDEZ_ENDLESS", bytes.to_string())
        .output()
        .expect("it runs");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stdout));
}
