//! Games as text: what is read, which problems are reported, and that written games are read again.

use std::convert::Infallible;
use std::io;
use std::ops::ControlFlow;

use gardez_notation::pgn::{
    ExportStyle, Game, GameResult, Keep, Nag, Played, Problem, ProblemKind, ReadError, ReadGame, Reader, Skip, Tag,
    Text, Visitor,
};
use gardez_position::Board;

use crate::common::SmallReads;

/// Every call that a visitor receives, one line each.
#[derive(Default, Debug, PartialEq)]
struct Log(Vec<String>);

impl Log {
    fn push<B>(&mut self, line: impl Into<String>) -> ControlFlow<B> {
        self.0.push(line.into());
        ControlFlow::Continue(())
    }

    fn take<B>(&mut self, line: impl Into<String>) -> ControlFlow<B, Skip> {
        self.0.push(line.into());
        ControlFlow::Continue(Skip(false))
    }
}

impl Visitor for Log {
    type Break = Infallible;

    fn begin_game(&mut self) -> ControlFlow<Infallible, Skip> {
        self.take("game")
    }
    fn tag(&mut self, tag: Tag<'_>) -> ControlFlow<Infallible> {
        self.push(format!("[{} {:?}]", tag.name(), tag.value()))
    }
    fn play(&mut self, played: Played<'_>) -> ControlFlow<Infallible, Skip> {
        self.take(format!("{} {:016x} {}", played.text, played.after.raw_key(), played.depth))
    }
    fn nag(&mut self, nag: Nag) -> ControlFlow<Infallible> {
        self.push(nag.to_string())
    }
    fn comment(&mut self, comment: Text<'_>) -> ControlFlow<Infallible> {
        self.push(format!("{{{comment}}}"))
    }
    fn begin_variation(&mut self, start: &Board, depth: usize) -> ControlFlow<Infallible, Skip> {
        self.take(format!("( {:016x} {depth}", start.raw_key()))
    }
    fn end_variation(&mut self) -> ControlFlow<Infallible> {
        self.push(")")
    }
    fn result(&mut self, result: GameResult) -> ControlFlow<Infallible> {
        self.push(result.as_str())
    }
    fn end_game(&mut self) -> ControlFlow<Infallible> {
        self.push("end")
    }
    fn problem(&mut self, problem: &Problem) -> ControlFlow<Infallible> {
        self.push(format!("{problem} at byte {}", problem.offset))
    }
}

fn log(bytes: &[u8]) -> Log {
    let mut log = Log::default();
    let mut reader = Reader::from_bytes(bytes);
    while reader.read(&mut log).expect("a slice does not fail") {}
    assert_eq!(reader.offset() as usize, bytes.len(), "everything has been read");
    log
}

fn log_of_stream(bytes: &[u8], step: usize) -> Log {
    let mut log = Log::default();
    let mut reader = Reader::new(SmallReads(bytes, step));
    while reader.read(&mut log).expect("this stream does not fail") {}
    log
}

fn games(text: &str) -> Vec<ReadGame> {
    Reader::from_bytes(text.as_bytes()).games().map(|read| read.expect("a slice does not fail")).collect()
}

fn problems(text: &str) -> Vec<String> {
    games(text).iter().flat_map(|read| &read.problems).map(ToString::to_string).collect()
}

/// Comments, glyphs, variations in variations, a position, Latin-1 and line ends of all kinds.
const ANNOTATED: &str = "; a remark\r\n[Event \"a \\\"b\\\" \\\\ c\"]\r\n[Result \"1-0\"]\r\n\r\n{first} 1. e4! {good} e5 $14 \
(1... c5 ({empty}) 2. Nf3 (2. c3?! d5) d6) ({before} 1... e6) 2. Nf3 ; to the line } end\r\n% escaped\r\nNc6 1-0\r\n\r\n\
[SetUp \"1\"]\n[FEN \"7k/P7/8/8/8/8/8/K7 w - - 0 31\"]\n\n31. a8=Q+ -- {passed} 32. Qa7 *\r\r\
[Variant \"chess 960\"]\r[FEN \"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1\"]\r[SetUp \"1\"]\r1. O-O 1/2-1/2\r";

#[test]
fn a_stream_makes_the_same_calls_as_a_slice_however_it_arrives() {
    let long = format!("{ANNOTATED}\n\n1. e4 {{{}}} e5 *", "long [comment] ".repeat(20_000));
    let broken = "[Event \"x]\n[]\n1. e4 e9 (1. d4) *\n\n1. e4 {unclosed\n\n[Event \"B\"]\n\n1. c4 (1. d4 e5 (2. Qh5\n\n[A \"b\"]\n(1. e4) 1. d4 ) ] } <a> $300 ?!? 1-0 2. c4 *";
    for text in [ANNOTATED, &long, broken] {
        let whole = log(text.as_bytes());
        for step in [1, 2, 3, 7, 511, 512, 513, 40_000] {
            if step < 10 && 100_000 < text.len() {
                continue;
            }
            assert_eq!(log_of_stream(text.as_bytes(), step), whole, "{step} bytes at a time");
        }
    }
}

/// A stream that fails before each successful read.
struct Fails<'a>(SmallReads<'a>, bool);

impl io::Read for Fails<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.1 = !self.1;
        if self.1 { Err(io::ErrorKind::TimedOut.into()) } else { self.0.read(buffer) }
    }
}

#[test]
fn reading_can_go_on_after_a_stream_fails_and_no_byte_is_lost() {
    let text = format!("{{a remark}}\n{}", "1. e4 {comment} e5 *\n\n".repeat(200));
    for step in [1, 100, 600, 5000] {
        let mut reader = Reader::new(Fails(SmallReads(text.as_bytes(), step), false));
        let (mut log, mut failures) = (Log::default(), 0);
        loop {
            match reader.read(&mut log) {
                Ok(true) => {}
                Ok(false) => break,
                Err(ReadError::Source(_)) => failures += 1,
            }
        }
        assert_eq!(failures, text.len().div_ceil(step) + 1);
        assert_eq!(reader.offset(), text.len() as u64);
        assert_eq!(log.0.iter().filter(|line| line.starts_with("e4 ")).count(), 200, "{step}");
    }
}

#[test]
fn written_games_are_read_again_in_either_style() {
    for read in games(ANNOTATED) {
        let text = read.game.to_string();
        let again: Game = text.parse().unwrap_or_else(|error| panic!("{error} in\n{text}"));
        assert_eq!(again, read.game, "{text}");
        assert_eq!(again.to_string(), text);
        assert!(text.lines().all(|line| line.starts_with('[') || line.len() < 80), "{text}");
    }
    let mut reader = Reader::from_bytes(ANNOTATED.as_bytes());
    while let Some(read) = reader.read_game_keeping(Keep::Text).expect("a slice does not fail") {
        let text = read.game.to_pgn(ExportStyle::AS_GIVEN);
        let again =
            Reader::from_bytes(text.as_bytes()).read_game_keeping(Keep::Text).expect("no error").expect("a game");
        assert_eq!(again.game, read.game, "{text}");
        assert_eq!(again.game.to_pgn(ExportStyle::AS_GIVEN), text);
    }
}

#[test]
fn a_tag_result_in_another_form_is_written_in_the_standard_form() {
    for (tag, moves, written) in
        [("1/2", "1/2-1/2", "1/2-1/2"), ("1:0", "1-0", "1-0"), ("0-0", "0-0", "0-0"), ("1/2", "1-0", "1/2")]
    {
        let game: Game = format!("[Result \"{tag}\"]\n\n1. e4 {moves}").parse().unwrap();
        assert!(game.to_string().contains(&format!("[Result \"{written}\"]")), "{game}");
        assert_eq!(game.to_string().parse(), Ok(game));
    }
}

#[test]
fn the_export_format_is_that_of_the_standard() {
    let read = &games(ANNOTATED)[0];
    assert_eq!(
        read.game.to_string(),
        "[Event \"a \\\"b\\\" \\\\ c\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n\
         [Result \"1-0\"]\n\n\
         { a remark } { first } 1. e4 $1 { good } 1... e5 $14 (1... c5 { empty } 2. Nf3\n\
         (2. c3 $6 d5) 2... d6) ({ before } 1... e6) 2. Nf3 ;to the line } end\n2... Nc6 1-0\n"
    );
}

#[test]
fn moves_are_written_as_given_if_their_text_is_kept() {
    let text = "[White \"A\"]\n[Event \"B\"]\n\n1. e2-e4! {  two  blanks\n} 1... e7e5?! 2. Ngf3 *\n";
    let mut reader = Reader::from_bytes(text.as_bytes());
    let read = reader.read_game_keeping(Keep::Text).expect("no error").expect("a game");
    assert_eq!(read.game.to_pgn(ExportStyle::AS_GIVEN), text);
}

#[test]
fn a_move_that_cannot_be_made_ends_only_its_line() {
    let read = games("1. e4 (1. d4 Ke3 2. c4 (2. Nf3) b6) e5 2. Ke3 Nf6 (3. d4) 1-0\n\n1. c4 *");
    assert_eq!(read.len(), 2);
    assert_eq!(read[0].game.len(), 3);
    assert_eq!(read[0].game.result, GameResult::WhiteWins);
    let places: Vec<_> = read[0].problems.iter().map(|problem| (problem.line, problem.column)).collect();
    assert_eq!(places, [(1, 14), (1, 43)]);
}

#[test]
fn each_problem_has_its_place() {
    for (text, expected) in [
        ("1. e4 e5", "game 1, line 1, column 9: no result after the moves"),
        ("\n\n 1. Nf4 *", "game 1, line 3, column 5: illegal move: no white knight can reach f4"),
        ("1. e4\r\n(1. d4\r\n*\r\n[A \"b\"]\r\n*", "game 1, line 3, column 1: result inside a variation"),
        ("1. e4 ) *", "game 1, line 1, column 7: closing parenthesis without a variation"),
        ("(1. d4) 1. e4 *", "game 1, line 1, column 1: variation without a move before it"),
        ("1. e4 d5 2. Bb5+ -- *", "game 1, line 1, column 18: null move of a side in check"),
        ("[A \"b\"]\n[A \"c\"]\n*", "game 1, line 2, column 1: tag name that occurs twice"),
        ("[FEN \"x\"]\n[A \"c\"]\n*", "game 1, line 1, column 1: FEN: "),
        ("[Variant \"Atomic\"]\n\n1. e4 *", "game 1, line 3, column 1: unknown variant"),
        ("[Result \"1-0\"]\n\n1. e4 *", "game 1, line 3, column 8: the tag Result is 1-0, but the moves end with *"),
        ("1. e4 $256 *", "game 1, line 1, column 7: glyph without a number from 0 to 255"),
        ("1. e4 [x] *", "game 1, line 1, column 7: expected a move or comment, found '['"),
        ("1. e4 +- *", "game 1, line 1, column 7: evaluation sign in place of a numeric glyph"),
        ("1. e4 ½-½", "game 1, line 1, column 7: result in another form"),
        ("[SetUp \"1\"]\n\n1. e4 *", "game 1, line 3, column 1: SetUp \"1\" without FEN"),
        ("[SetUp \"1\"]\n[Variant \"Chess960\"]\n\n1. e4 *", "game 1, line 4, column 1: SetUp \"1\" without FEN"),
        ("[Variant \"Chess960\"]\n\n1. e4 *", "game 1, line 3, column 1: Chess960 without FEN"),
        (
            "[SetUp \"1\"]\n[FEN \"8/8/8/8/8/1n2k3/2n5/K7 w K e6 0 1\"]\n\n1. Kb1 *",
            "game 1, line 2, column 1: position that no game leads to: castling rights, impossible check, stale en passant",
        ),
        (
            "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1\"]\n\n1. Kd1 *",
            "game 1, line 2, column 1: position that no game leads to: promoted surplus",
        ),
    ] {
        let found = problems(text);
        let fits = found.first().is_some_and(|problem| problem.starts_with(expected));
        assert!(fits, "{text:?}: {found:?}");
    }
    let bytes = b"[White \"M\xfcller\"]\n\n1. e4 {caf\xe9} *";
    let read = Reader::from_bytes(bytes).read_game().expect("no error").expect("a game");
    assert_eq!(read.game.tags.get("White"), Some("Müller"));
    assert_eq!(read.problems.len(), 2);
    assert!(read.problems.iter().all(|problem| problem.kind == ProblemKind::NotUtf8));
}

#[test]
fn games_end_where_their_writers_meant_it() {
    for (text, plies) in [
        ("1. e4 e5 2. Nf3 *\n\n1. d4 d5 *", vec![3, 2]),
        ("1. e4 *\n[Event \"B\"]\n\n1. d4 *", vec![1, 1]),
        ("[Event \"A\"]\n\n*\n\n[Event \"B\"]\n\n1. d4 *", vec![0, 1]),
        ("[Event \"A\"]\n\n[Event \"B\"]\n\n1. d4 *", vec![0, 1]),
        ("[Event \"A\"]\n\n[Site \"B\"]\n\n1. d4 *", vec![1]),
        ("1. e4 e5 1-0 2. Nf3 Nc6 0-1", vec![4]),
        ("1. e4 e5 1-0 1. d4 0-1", vec![2, 1]),
        ("1. e4 1-0 1... e5 1-0", vec![2]),
        ("1. e4 e5 1-0 {resigns} ; early\n1. d4 0-1", vec![2, 1]),
        ("1. e4 e5\n\n1. d4 d5", vec![2, 2]),
        ("1. e4\n\n1... e5\n\n2. Nf3 *", vec![3]),
        ("e4 e5 Nf3 Nc6 1-0\nd4 d5 0-1\n", vec![4, 2]),
        ("e4 e5 Nf3 ½-½\nd4 d5 ½\ne4 *", vec![3, 2, 1]),
        ("1. e4 e5 ½-½ 2. Nf3 ½-½", vec![3]),
        ("1. e4 e5 (1... c5 ½-½) 2. Nf3 ½-½", vec![4]),
        ("\u{feff}[Event \"A\"]\n\n1. e4 *\n\u{feff}1. d4 *", vec![1, 1]),
        ("% only\n% escapes\n", vec![]),
        ("1. e4 {never ends e5\n\n[Event \"B\"]\n\n1. c4 c5 *", vec![1, 2]),
    ] {
        let found: Vec<_> = games(text).iter().map(|read| read.game.len()).collect();
        assert_eq!(found, plies, "{text:?}");
    }
}

#[test]
fn a_problem_keeps_its_place_if_more_lines_are_read_before_it_is_reported() {
    let text = format!("\n1. e4 1-0 {{a\nb}} {{c\nd}} 1... e5 *\n{}", " ".repeat(1000));
    let place = "game 1, line 2, column 7: result with moves or another result after it at byte 7";
    assert!(log(text.as_bytes()).0.iter().any(|line| line == place));
    assert!(log_of_stream(text.as_bytes(), 1).0.iter().any(|line| line == place));
}

#[test]
fn all_kinds_of_line_ends_count_alike_and_columns_count_bytes() {
    for end in ["\n", "\r", "\r\n"] {
        let text = ["% Ä", "[A \"Ä\"]", "", "1. e4 {Ä", "Ä} e9 (1. d4) *"].join(end);
        assert_eq!(problems(&text), ["game 1, line 5, column 5: not a move: unexpected text at byte 1"], "{end:?}");
    }
}

#[test]
fn skipped_parts_are_not_reported() {
    #[derive(Default)]
    struct Sparse(Vec<String>, u32);
    impl Visitor for Sparse {
        type Break = Infallible;

        fn begin_game(&mut self) -> ControlFlow<Infallible, Skip> {
            self.1 += 1;
            ControlFlow::Continue(if self.1 == 1 { Skip(true) } else { Skip(false) })
        }
        fn begin_tags(&mut self) -> ControlFlow<Infallible, Skip> {
            ControlFlow::Continue(Skip(true))
        }
        fn tag(&mut self, tag: Tag<'_>) -> ControlFlow<Infallible> {
            self.0.push(tag.name().to_string());
            ControlFlow::Continue(())
        }
        fn end_variation(&mut self) -> ControlFlow<Infallible> {
            self.0.push(")".into());
            ControlFlow::Continue(())
        }
        fn play(&mut self, played: Played<'_>) -> ControlFlow<Infallible, Skip> {
            self.0.push(played.text.to_string());
            // The rest of this line is skipped.
            ControlFlow::Continue(if &played.text.to_string() == "Kg7" { Skip(true) } else { Skip(false) })
        }
        fn problem(&mut self, problem: &Problem) -> ControlFlow<Infallible> {
            self.0.push(problem.to_string());
            ControlFlow::Continue(())
        }
    }
    let text = "[A \"b\"]\n1. e9 *\n\n[FEN \"7k/P7/8/8/8/8/8/K7 w - - 0 1\"]\n[SetUp \"1\"]\n1. a8=Q+ (1. xx {c} (y) ) Kg7 (1... Kh7) 2. Kb1 e9 *";
    let mut sparse = Sparse::default();
    let mut reader = Reader::from_bytes(text.as_bytes());
    while reader.read(&mut sparse).expect("no error") {}
    assert_eq!(sparse.0, ["a8=Q+", "Kg7"]);
}

#[cfg(feature = "gzip")]
#[test]
fn compressed_games_are_read() {
    use std::io::Write;
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packer.write_all(ANNOTATED.as_bytes()).expect("memory takes it");
    let part = packer.finish().expect("memory takes it");
    let packed = [part.clone(), part].concat();
    let mut reader = Reader::from_compressed(SmallReads(&packed, 10)).expect("gzip is known");
    assert_eq!(reader.games().filter(|read| read.is_ok()).count(), 6);
}

#[cfg(feature = "zstd")]
#[test]
fn all_frames_of_a_zstandard_file_are_read() {
    let part = zstd::encode_all(ANNOTATED.as_bytes(), 1).expect("memory takes it");
    let skipped = [0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3];
    let packed = [&part[..], &skipped, &part].concat();
    let mut reader = Reader::from_compressed(SmallReads(&packed, 10)).expect("Zstandard is known");
    assert_eq!(reader.games().filter(|read| read.is_ok()).count(), 6);
    let cut = Reader::from_compressed(&packed[..packed.len() - 5])
        .expect("Zstandard is known")
        .games()
        .any(|read| read.is_err());
    assert!(cut, "a file that is cut is an error");
}

#[test]
fn a_tag_whose_name_cannot_be_written_is_omitted() {
    let mut game = Game::new();
    for name in ["", " []\"\t", "A b"] {
        game.tags.set(name, "1");
    }
    let text = game.to_string();
    assert!(text.contains("\n[Ab \"1\"]\n\n") && !text.contains("[ "), "{text}");
    let read = Reader::from_bytes(text.as_bytes()).read_game().expect("a slice").expect("a game");
    assert_eq!((read.problem_count, read.game.tags.get("Ab")), (0, Some("1")), "{text}");
}
