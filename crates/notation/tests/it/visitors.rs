//! The calls of a visitor are ordered, whatever the input contains, whatever is skipped, and however the input arrives.

use std::convert::Infallible;
use std::ops::ControlFlow;

use gardez_notation::pgn::{
    GameResult, Limits, Nag, Played, Problem, ProblemKind, ReadError, Reader, Skip, Tag, Text, Verdict, Visitor, Word,
    Words,
};
use gardez_position::Board;

use crate::common::{PGNS, Random, SmallReads, rounds};

/// The part of a game that a visitor is in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Stage {
    Outside,
    Before,
    Tags,
    Moves,
    Result,
}

/// Checks the order of calls, skips parts at random, and logs the calls.
struct Checker {
    random: Random,
    stage: Stage,
    depth: usize,
    skips_tags: bool,
    /// One part out of this number is skipped.
    skips: usize,
    log: Vec<String>,
}

impl Checker {
    fn new(seed: u64, skips: usize) -> Self {
        Self { random: Random::new(seed), stage: Stage::Outside, depth: 0, skips_tags: false, skips, log: Vec::new() }
    }

    fn is_taken(&mut self) -> bool {
        self.random.below(self.skips) != 0
    }

    fn interest(&mut self) -> Skip {
        if self.is_taken() { Skip(false) } else { Skip(true) }
    }

    fn enter(&mut self, from: &[Stage], to: Stage) {
        assert!(from.contains(&self.stage), "from {:?} to {to:?}: {:?}", self.stage, self.log);
        self.log.push(format!("{to:?}"));
        self.stage = to;
    }

    fn log_in(&mut self, stages: &[Stage], line: String) -> Next {
        assert!(stages.contains(&self.stage), "{line} in {:?}: {:?}", self.stage, self.log);
        self.log.push(line);
        ControlFlow::Continue(())
    }

    fn game(&mut self) -> Skip {
        self.enter(&[Stage::Outside], Stage::Before);
        let interest = self.interest();
        if interest == Skip(true) {
            self.stage = Stage::Outside;
        }
        interest
    }

    fn tags(&mut self) -> Skip {
        self.enter(&[Stage::Before], Stage::Tags);
        let interest = self.interest();
        self.skips_tags = interest == Skip(true);
        interest
    }

    fn sees_tag(&mut self, tag: &Tag<'_>) -> Next {
        assert!(!self.skips_tags, "{tag:?}");
        self.log_in(&[Stage::Tags], format!("{tag:?}"))
    }

    /// A move at this depth.
    fn moves(&mut self, text: Text<'_>, depth: usize) {
        assert_eq!(depth, self.depth, "{text} in {:?}", self.log);
        let _ = self.log_in(&[Stage::Moves], text.to_string());
    }

    fn variation(&mut self, depth: usize) -> bool {
        let _ = self.log_in(&[Stage::Moves], "(".into());
        assert_eq!(depth, self.depth + 1, "{:?}", self.log);
        let is_taken = self.is_taken();
        self.depth += usize::from(is_taken);
        is_taken
    }

    fn end_of_variation(&mut self) -> Next {
        assert_ne!(self.depth, 0, "{:?}", self.log);
        self.depth -= 1;
        self.log_in(&[Stage::Moves], ")".into())
    }

    fn end(&mut self, has_begun: &[Stage]) -> Next {
        assert_eq!(self.depth, 0, "{:?}", self.log);
        self.enter(has_begun, Stage::Outside);
        ControlFlow::Continue(())
    }

    fn sees_problem(&mut self, problem: &Problem) -> Next {
        assert!(self.stage != Stage::Outside, "{problem}: {:?}", self.log);
        self.log.push(format!("{problem} at {:?}", problem.span()));
        ControlFlow::Continue(())
    }
}

/// What a method returns that does not stop the reader.
type Next<T = ()> = ControlFlow<Infallible, T>;

impl Visitor for Checker {
    type Break = Infallible;

    fn begin_game(&mut self) -> Next<Skip> {
        ControlFlow::Continue(self.game())
    }
    fn begin_tags(&mut self) -> Next<Skip> {
        ControlFlow::Continue(self.tags())
    }
    fn tag(&mut self, tag: Tag<'_>) -> Next {
        self.sees_tag(&tag)
    }
    fn begin_moves(&mut self, _: &Board) -> Next<Skip> {
        self.enter(&[Stage::Tags], Stage::Moves);
        ControlFlow::Continue(self.interest())
    }
    fn play(&mut self, played: Played<'_>) -> Next<Skip> {
        assert!(played.mv.is_none_or(|m| played.before.is_legal(m)));
        self.moves(played.text, played.depth);
        ControlFlow::Continue(self.interest())
    }
    fn nag(&mut self, nag: Nag) -> Next {
        // If the tags set up no position, glyphs and comments before the first move are still reported.
        self.log_in(&[Stage::Tags, Stage::Moves], nag.to_string())
    }
    fn comment(&mut self, comment: Text<'_>) -> Next {
        self.log_in(&[Stage::Before, Stage::Tags, Stage::Moves], format!("{{{comment}}}"))
    }
    fn begin_variation(&mut self, _: &Board, depth: usize) -> Next<Skip> {
        ControlFlow::Continue(if self.variation(depth) { Skip(false) } else { Skip(true) })
    }
    fn end_variation(&mut self) -> Next {
        self.end_of_variation()
    }
    fn result(&mut self, result: GameResult) -> Next {
        self.log.push(result.to_string());
        self.enter(&[Stage::Tags, Stage::Moves], Stage::Result);
        ControlFlow::Continue(())
    }
    fn end_game(&mut self) -> Next {
        self.end(&[Stage::Tags, Stage::Moves, Stage::Result])
    }
    fn problem(&mut self, problem: &Problem) -> Next {
        self.sees_problem(problem)
    }
}

/// The same without boards.
struct TextChecker(Checker);

impl Visitor<Words> for TextChecker {
    type Break = Infallible;

    fn begin_game(&mut self) -> Next<Skip> {
        ControlFlow::Continue(self.0.game())
    }
    fn begin_tags(&mut self) -> Next<Skip> {
        ControlFlow::Continue(self.0.tags())
    }
    fn tag(&mut self, tag: Tag<'_>) -> Next {
        self.0.sees_tag(&tag)
    }
    fn begin_moves(&mut self, (): ()) -> Next<Verdict> {
        self.0.enter(&[Stage::Tags], Stage::Moves);
        self.answer()
    }
    fn play(&mut self, word: Word<'_>) -> Next<Verdict> {
        self.0.moves(word.text, word.depth);
        self.answer()
    }
    fn nag(&mut self, nag: Nag) -> Next {
        self.0.log_in(&[Stage::Moves], nag.to_string())
    }
    fn comment(&mut self, comment: Text<'_>) -> Next {
        self.0.log_in(&[Stage::Before, Stage::Tags, Stage::Moves], format!("{{{comment}}}"))
    }
    fn begin_variation(&mut self, (): (), depth: usize) -> Next<Verdict> {
        let is_taken = self.0.variation(depth);
        ControlFlow::Continue(if is_taken { Verdict::Take } else { Verdict::refused(ProblemKind::EmptyVariation) })
    }
    fn end_variation(&mut self) -> Next {
        self.0.end_of_variation()
    }
    fn result(&mut self, result: GameResult) -> Next {
        self.0.log.push(result.to_string());
        self.0.enter(&[Stage::Moves], Stage::Result);
        ControlFlow::Continue(())
    }
    fn end_game(&mut self) -> Next {
        self.0.end(&[Stage::Moves, Stage::Result])
    }
    fn problem(&mut self, problem: &Problem) -> Next {
        self.0.sees_problem(problem)
    }
}

impl TextChecker {
    fn answer(&mut self) -> Next<Verdict> {
        ControlFlow::Continue(match self.0.random.below(4 * self.0.skips) {
            0 => Verdict::Skip,
            1 => Verdict::noted(ProblemKind::EmptyVariation),
            2 => Verdict::refused(ProblemKind::EmptyVariation),
            _ => Verdict::Take,
        })
    }
}

#[test]
fn calls_come_in_order_and_a_stream_makes_the_same_ones_as_a_slice() {
    let mut random = Random::new(5);
    let lots = ["\u{a0}", "…", "½-½", " 1/2-1/2 {a\nb} ", "(", ")", "[", "{", ";", "\r\r", "[A \"b\"]\n", "1. e4 "];
    for round in 0..rounds(50_000) {
        let mut text = random.mutate(PGNS[round % PGNS.len()].as_bytes());
        for _ in 0..random.below(4) {
            // Some insertions are longer than the least window of a stream, so that it ends inside them.
            let piece = lots[random.below(lots.len())].repeat(1 + random.below(2) * random.below(700));
            let at = random.below(text.len() + 1);
            text.splice(at..at, piece.into_bytes());
        }
        let mut limit = || [30, 600, 1 << 20][random.below(3)];
        let (line, comment, tag, game) = (limit() as u64, limit(), limit(), limit() as u64);
        let limits = Limits::default().with_line(line).with_comment(comment).with_tag(tag).with_game(game);
        let limits = limits.with_depth(1 + random.below(4));
        let (seed, skips) = (random.number(), 2 + random.below(20));
        let step = [1, 5, 61, 511, 512, 4096][random.below(6)];

        // With boards.
        let (mut whole, mut parts) = (Checker::new(seed, skips), Checker::new(seed, skips));
        let mut slice = Reader::from_bytes(&text).with_limits(limits);
        while slice.read(&mut whole).expect("a slice does not fail") {}
        let mut stream = Reader::new(SmallReads(&text, step)).with_limits(limits);
        while stream.read(&mut parts).expect("this stream does not fail") {}
        assert_eq!(parts.log, whole.log, "{step} {limits:?} {:?}", String::from_utf8_lossy(&text));

        // Without boards.
        let [mut whole, mut parts] = [(); 2].map(|()| TextChecker(Checker::new(seed, skips)));
        let mut slice = Reader::from_bytes(&text).with_limits(limits);
        while slice.read_text(&mut whole).expect("a slice does not fail") {}
        let mut stream = Reader::new(SmallReads(&text, step)).with_limits(limits);
        while stream.read_text(&mut parts).expect("this stream does not fail") {}
        assert_eq!(parts.0.log, whole.0.log, "{step} {limits:?} {:?}", String::from_utf8_lossy(&text));
        assert_eq!(slice.offset(), text.len() as u64);
    }
}

/// Counts captures, without a word about variations.
#[derive(Default)]
struct Captures(u32);

impl Visitor for Captures {
    type Break = Infallible;

    fn play(&mut self, played: Played<'_>) -> Next<Skip> {
        self.0 += u32::from(played.mv.is_some_and(|m| played.before.is_capture(m)));
        ControlFlow::Continue(Skip(false))
    }
}

#[test]
fn variations_are_skipped_unless_a_visitor_takes_them() {
    let pgn = b"1. e4 (1. d4 d5 2. c4 dxc4) 1... d5 2. exd5";
    let mut captures = Captures::default();
    assert_eq!(Reader::from_bytes(pgn).read(&mut captures), Ok(true));
    assert_eq!(captures.0, 1);

    #[derive(Default)]
    struct Texts(Vec<String>);
    impl Visitor<Words> for Texts {
        type Break = Infallible;

        fn play(&mut self, word: Word<'_>) -> Next<Verdict> {
            self.0.push(word.text.to_string());
            ControlFlow::Continue(Verdict::Take)
        }
    }
    let mut texts = Texts::default();
    assert_eq!(Reader::from_bytes(pgn).read_text(&mut texts), Ok(true));
    assert_eq!(texts.0, ["e4", "d5", "exd5"]);
}

/// Skips the moves of every game, and logs what it receives after that.
#[derive(Default)]
struct SkipsMoves(Vec<String>);

impl Visitor for SkipsMoves {
    type Break = Infallible;

    fn begin_moves(&mut self, _: &Board) -> ControlFlow<Infallible, Skip> {
        ControlFlow::Continue(Skip(true))
    }
    fn comment(&mut self, comment: Text<'_>) -> ControlFlow<Infallible> {
        self.0.push(comment.to_string());
        ControlFlow::Continue(())
    }
    fn problem(&mut self, problem: &Problem) -> ControlFlow<Infallible> {
        self.0.push(problem.to_string());
        ControlFlow::Continue(())
    }
}

#[test]
fn skipped_moves_have_no_comments_even_if_there_is_a_problem_with_the_fen() {
    let fen = "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n";
    for (tags, problems) in [("[Event \"?\"]\n", 0), (&*format!("{fen}[SetUp \"1\"]\n"), 0), (fen, 1)] {
        let text = format!("{tags}\n{{first}} 1. Kd2 {{second}} *\n");
        let mut visitor = SkipsMoves::default();
        Reader::new(text.as_bytes()).read(&mut visitor).expect("a slice has no read errors");
        assert_eq!(visitor.0.len(), problems, "{text}: {:?}", visitor.0);
    }
}

/// Takes everything, and stops at one of the calls.
struct Stops {
    log: Vec<String>,
    /// The number of calls before the one that stops the reader.
    after: usize,
}

impl Stops {
    fn new(after: usize) -> Self {
        Self { log: Vec::new(), after }
    }

    fn call(&mut self, line: String) -> ControlFlow<usize> {
        self.log.push(line);
        if self.log.len() == self.after + 1 { ControlFlow::Break(self.after) } else { ControlFlow::Continue(()) }
    }

    fn take(&mut self, line: String) -> ControlFlow<usize, Skip> {
        self.call(line)?;
        ControlFlow::Continue(Skip(false))
    }
}

impl Visitor for Stops {
    type Break = usize;

    fn begin_game(&mut self) -> ControlFlow<usize, Skip> {
        self.take("game".into())
    }
    fn begin_tags(&mut self) -> ControlFlow<usize, Skip> {
        self.take("tags".into())
    }
    fn tag(&mut self, tag: Tag<'_>) -> ControlFlow<usize> {
        self.call(format!("{tag:?}"))
    }
    fn begin_moves(&mut self, _: &Board) -> ControlFlow<usize, Skip> {
        self.take("moves".into())
    }
    fn play(&mut self, played: Played<'_>) -> ControlFlow<usize, Skip> {
        self.take(played.text.to_string())
    }
    fn nag(&mut self, nag: Nag) -> ControlFlow<usize> {
        self.call(nag.to_string())
    }
    fn comment(&mut self, comment: Text<'_>) -> ControlFlow<usize> {
        self.call(format!("{{{comment}}}"))
    }
    fn begin_variation(&mut self, _: &Board, _: usize) -> ControlFlow<usize, Skip> {
        self.take("(".into())
    }
    fn end_variation(&mut self) -> ControlFlow<usize> {
        self.call(")".into())
    }
    fn result(&mut self, result: GameResult) -> ControlFlow<usize> {
        self.call(result.to_string())
    }
    fn end_game(&mut self) -> ControlFlow<usize> {
        self.call("end".into())
    }
    fn problem(&mut self, problem: &Problem) -> ControlFlow<usize> {
        self.call(problem.to_string())
    }
}

#[test]
fn after_a_visitor_stops_no_call_follows_for_its_game_and_the_next_game_is_read() {
    let mut random = Random::new(7);
    for round in 0..rounds(2000) {
        let mut text = random.mutate(PGNS[round % PGNS.len()].as_bytes());
        // Stopping in a comment that is cut, and after a result, must not change where the game ends.
        let piece =
            ["{1-0 [%clk 0:01] 1. e4 *}", " 1-0 {*\n\n1. d4}\n{a} 1. d4 d5 *\n", ";* 1. e4 e5 *"][random.below(3)];
        let at = random.below(text.len() + 1);
        text.splice(at..at, piece.bytes());
        let limits = Limits::default().with_comment([5, 1 << 20][random.below(2)]);
        let reader = || Reader::new(SmallReads(&text, 512)).with_limits(limits);

        // The calls without a stop, and the number of them up to the end of each game.
        let (mut all, mut ends, mut whole) = (Stops::new(usize::MAX - 1), Vec::new(), reader());
        while whole.read(&mut all).expect("neither the stream fails nor the visitor stops") {
            ends.push(all.log.len());
        }
        for after in 0..all.log.len() {
            let (mut stops, mut reader) = (Stops::new(after), reader());
            let stopped = loop {
                match reader.read(&mut stops) {
                    Ok(goes_on) => assert!(goes_on, "the visitor stops"),
                    Err(ReadError::Stopped(stopped)) => break stopped,
                    Err(ReadError::Source(error)) => panic!("this stream does not fail: {error}"),
                }
            };
            assert_eq!((stopped, stops.log.len()), (after, after + 1));
            while reader.read(&mut stops).expect("the visitor stops only once") {}
            let next = ends.iter().find(|&&end| after < end).copied().unwrap_or(all.log.len());
            let expected = [&all.log[..=after], &all.log[next..]].concat();
            assert_eq!(stops.log, expected, "{after} {limits:?} {:?}", String::from_utf8_lossy(&text));
            assert_eq!((reader.offset(), reader.game_count()), (whole.offset(), whole.game_count()));
        }
    }
}
