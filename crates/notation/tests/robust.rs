//! Whatever stands in the input, nothing panics, nothing hangs, and time and memory stay in bounds.
#![cfg(feature = "std")]

mod common;

use std::env;
use std::io::{self, Read};
use std::time::{Duration, Instant};

use gardez_notation::claims::every_ply;
use gardez_notation::epd::Epd;
use gardez_notation::pgn::{
    ExportStyle, Game, Interest, Keep, Limits, Played, ProblemKind, Reader, Severity, Text, Visitor, comment_parts,
};
use gardez_notation::polyglot::{Book, Entry};
use gardez_notation::san::{self, San};
use gardez_position::Position;

use common::Drops;

/// Numbers by chance, the same ones in every run (xorshift64*).
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % bound
    }

    /// Alters, inserts, removes, doubles and moves some bytes.
    fn mutate(&mut self, text: &[u8]) -> Vec<u8> {
        const LIKELY: &[u8] = b"{}()[]\";%$<>*!?.-+=#/\\ \n\r\tONBRQKx0123456789abcdefgh\xef\xbb\xbf\xe2\x99\x98\xbd\0";
        let mut text = text.to_vec();
        for _ in 0..=self.below(6) {
            let at = self.below(text.len() + 1);
            let byte = if self.below(4) == 0 { self.below(256) as u8 } else { LIKELY[self.below(LIKELY.len())] };
            match self.below(5) {
                0 if at < text.len() => text[at] = byte,
                1 if at < text.len() => {
                    text.remove(at);
                }
                2 => text.insert(at, byte),
                3 => {
                    let end = text.len().min(at + self.below(40));
                    let piece = text[at..end].to_vec();
                    let to = self.below(text.len() + 1);
                    text.splice(to..to, piece);
                }
                _ => text.truncate(text.len().saturating_sub(self.below(30))),
            }
            if text.is_empty() {
                text.push(byte);
            }
        }
        text
    }
}

/// How many inputs of each kind: all that were asked for, if `GARDEZ_SLOW` is set.
fn rounds(all: usize) -> usize {
    if env::var_os("GARDEZ_SLOW").is_some() { all } else { all / 10 }
}

const PGNS: [&str; 5] = [
    "[Event \"a \\\"b\\\"\"]\n[Result \"1-0\"]\n\n1. e4! {good [%clk 0:01:00]} e5 $14 (1... c5 2. Nf3 (2. c3 d5) d6) 2. Nf3 Nc6 ; line\n3. Bb5 a6 4. Bxc6 dxc6 5. O-O f6 1-0\n\n[Event \"B\"]\n\n1. d4 --  2. c4 *\n",
    "[SetUp \"1\"]\r\n[FEN \"4k3/P6p/8/3pP3/8/8/7P/R3K2R w KQ d6 0 31\"]\r\n\r\n31. exd6 e.p. h5 32. a8=Q+ Kf7 33. 0-0+ Kg7 (33... Kg6 34. Qg8+) 1/2-1/2\r\n",
    "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1\"]\n\n1. O-O O-O-O 2. f4 { unclosed ",
    "% escape\n\u{feff}1.e4 e5 2.♘f3 ({empty}) Nb8-c6 +- 3.Bf1b5?! <x> 0-1 4. a3\n1. d4 d5 1/2\n[A \"b\n[C d]\n[E]\n1. c4 (1. b4",
    "1. f3 e5 2. g4 Qh4# 0-1 {mate} 1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n\n\n[Event \"x\"]\n[Site \"y\"]\n\n*",
];

/// Reads a text in every way there is; what can be written must be read again as it was.
fn read_everything(text: &[u8]) {
    let mut slice = Reader::from_bytes(text);
    let mut stream = Reader::new(Drops(text, 61));
    loop {
        let read = slice.read_game().expect("a slice does not fail");
        let streamed = stream.read_game().expect("this stream does not fail");
        assert!(read == streamed, "{:?}", String::from_utf8_lossy(text));
        let Some(read) = read else { break };
        for problem in &read.problems {
            assert!(problem.line != 0 && problem.column != 0 && problem.offset <= text.len() as u64);
            assert!(!problem.to_string().is_empty());
        }
        let written = read.game.to_string();
        let again = Reader::from_bytes(written.as_bytes()).read_game().expect("no error").expect("a game");
        assert!(again.game == read.game, "{:?}\n{written}\n{}", String::from_utf8_lossy(text), again.game);
        let _ = every_ply(&read.game).count();
    }
    let mut kept = Reader::from_bytes(text);
    while let Some(read) = kept.read_game_keeping(Keep::Text).expect("a slice does not fail") {
        let written = read.game.to_pgn(ExportStyle::AS_GIVEN);
        let again = Reader::from_bytes(written.as_bytes()).read_game_keeping(Keep::Text).expect("no error");
        let again = again.map_or_else(Game::new, |again| again.game);
        assert!(again == read.game, "{:?}\n{written}", String::from_utf8_lossy(text));
    }
}

#[test]
fn mutated_games_are_read_written_and_read_again() {
    let mut chance = Chance(1);
    for round in 0..rounds(100_000) {
        let text = chance.mutate(PGNS[round % PGNS.len()].as_bytes());
        read_everything(&text);
    }
}

#[test]
fn mutated_moves_are_read_or_refused() {
    let mut chance = Chance(2);
    let fens = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "4k3/P6p/8/3pP3/8/8/7P/R3K2R w KQ d6 0 31",
        "1B6/5kP1/1B1B4/8/2R4B/2Q5/B3K3/6B1 w - - 14 68",
    ];
    let boards = fens.map(|fen| fen.parse::<Position>().expect("a position"));
    let texts =
        ["Nf3", "exd6e.p.", "O-O-O#", "a8=Q+", "Be7", "Qf3xf6", "a7-a8(Q)", "♗xa6!?", "0000", "e1g1", "R1a1d1++"];
    for round in 0..rounds(50_000) {
        let text = chance.mutate(texts[round % texts.len()].as_bytes());
        let text = String::from_utf8_lossy(&text);
        let board = boards[chance.below(boards.len())].board();
        match san::parse_lenient(board, &text) {
            Ok(read) => {
                let Some(m) = read.m else { continue };
                assert!(board.is_legal(m), "{text}");
                let is_standard = *San::new(board, m) == *text;
                assert_eq!(read.repairs.is_empty(), is_standard, "{text}: {}", read.repairs);
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

#[test]
fn mutated_epds_are_read_and_written_to_the_letter() {
    let mut chance = Chance(3);
    let texts = [
        r#"2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "WAC.001";"#,
        r#"1kr5/3n4/q3p2p/p2n2p1/PppB1P2/5BP1/1P2Q2P/3R2K1 w - - bm f5 Be5+; c0 "f5=10, Be5+=2"; ce -35; pv f5 Nc7 Bf2; acd 12;"#,
        r#"4k3/8/8/8/8/8/8/4K3 w - - 3 7 a "foo\"bar";; ; b "foo\\"; dm -3; c9 two words"#,
        "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - ce +M2; noop;",
    ];
    let mut read = 0;
    for round in 0..rounds(50_000) {
        let text = chance.mutate(texts[round % texts.len()].as_bytes());
        let text = String::from_utf8_lossy(&text);
        let Ok(epd) = text.parse::<Epd>() else { continue };
        read += 1;
        let written = epd.to_string();
        let again: Epd = written.parse().unwrap_or_else(|error| panic!("{text:?}: {written:?}: {error}"));
        assert!(again == epd, "{text:?}: {written:?}");
        assert_eq!(again.to_string(), written);
        for value in epd.values().flatten() {
            let mut set = epd.clone();
            set.set(value);
            assert!(set.to_string().parse::<Epd>().is_ok(), "{set}");
        }
    }
    assert_ne!(read, 0);
}

#[test]
fn any_bytes_are_a_book_or_none() {
    let mut chance = Chance(4);
    let board = Position::start();
    for _ in 0..rounds(20_000) {
        let mut bytes: Vec<_> = (0..chance.below(200)).map(|_| chance.below(256) as u8).collect();
        // Some of them speak of the start position.
        if Entry::SIZE <= bytes.len() && chance.below(2) == 0 {
            bytes[..8].copy_from_slice(&board.polyglot_key().to_be_bytes());
        }
        let Ok(book) = Book::new(bytes) else { continue };
        let _ = book.check();
        assert!(book.moves(&board).all(|found| board.is_legal(found.m)));
        let _ = (book.best(&board), book.pick(&board, chance.0));
    }
}

/// How long the fastest of three runs takes.
fn time(text: &str) -> Duration {
    let run = || {
        let start = Instant::now();
        let mut reader = Reader::new(text.as_bytes());
        while let Some(read) = reader.read_game().expect("memory does not fail") {
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
fn time_grows_as_the_input_does_whatever_it_repeats() {
    // Eight times the input must take far less than the 64 times of quadratic work.
    let shapes: [(&str, &str, &str); 24] = [
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
fn a_long_comment_a_long_line_and_deep_parentheses_are_read() {
    let comment = "word ".repeat(14_000);
    let read =
        Reader::new(format!("1. e4 {{{comment}}} e5 *").as_bytes()).read_game().expect("no error").expect("a game");
    assert_eq!((read.problem_count, read.game.len()), (0, 2));
    let first = read.game.main_line().next().expect("a move");
    assert_eq!(read.game.node(first).comments[0], comment.trim_end());

    let line =
        format!("1. e4 {{{}}} ", "a".repeat(991)).repeat(1) + &format!("e5 {{{}}} 2. Nf3 ", "b".repeat(1000)).repeat(1);
    let line = line + &"$1 ".repeat((10 << 20) / 3) + "Nc6 *";
    let read = Reader::new(line.as_bytes()).read_game().expect("no error").expect("a game");
    assert_eq!((read.problem_count, read.game.len()), (0, 4));

    let deep = format!("1. e4 {}{} e5 2. Nf3 *", "(1. d4 ".repeat(100_000), ")".repeat(100_000));
    let read = Reader::new(deep.as_bytes()).read_game().expect("no error").expect("a game");
    assert_eq!(read.game.main_line().count(), 3);
    assert_eq!(read.game.len(), 3 + Limits::default().depth);
    assert_eq!(read.problems.iter().map(|problem| &problem.kind).collect::<Vec<_>>(), [&ProblemKind::DepthLimit]);

    // A tree may be deeper than any reader goes, and is written, compared and dropped without recursion.
    let limits = Limits { depth: usize::MAX, ..Limits::default() };
    let read = Reader::new(deep.as_bytes()).with_limits(limits).read_game().expect("no error").expect("a game");
    assert_eq!((read.problem_count, read.game.len()), (0, 100_003));
    let written = read.game.to_string();
    let again = Reader::new(written.as_bytes()).with_limits(limits).read_game().expect("no error").expect("a game");
    assert!(again.game == read.game);
}

/// Counts, and keeps nothing.
#[derive(Default)]
struct Count {
    games: u64,
    plies: u64,
    comments: u64,
    errors: u64,
}

impl Visitor for Count {
    fn begin_game(&mut self) -> Interest {
        self.games += 1;
        Interest::Take
    }
    fn play(&mut self, _: &Played<'_>) {
        self.plies += 1;
    }
    fn comment(&mut self, _: Text<'_>) {
        self.comments += 1;
    }
    fn problem(&mut self, problem: &gardez_notation::pgn::Problem) {
        self.errors += u64::from(problem.kind.severity() == Severity::Error);
    }
}

/// A game over and over, up to some length.
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

/// The most memory that this process has used, in KiB, where the system tells.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

/// Run alone in a process of its own by `memory_does_not_grow_with_the_file`.
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
        .args(["--exact", "endless_stream", "--test-threads=1", "--nocapture"])
        .env("GARDEZ_ENDLESS", bytes.to_string())
        .output()
        .expect("it runs");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stdout));
}
