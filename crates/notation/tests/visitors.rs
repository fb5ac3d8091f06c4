//! The calls of a visitor are ordered, whatever the input contains, whatever is skipped, and however the input arrives.
#![cfg(feature = "std")]

mod common;

use gardez_notation::pgn::{
    Answer, GameResult, Interest, Limits, Nag, Played, Problem, ProblemKind, Reader, Tag, Text, TextVisitor, Visitor,
};
use gardez_position::Board;

use common::{Drops, PGNS, Random, rounds};

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

    fn interest(&mut self) -> Interest {
        if self.is_taken() { Interest::Take } else { Interest::Skip }
    }

    fn enter(&mut self, from: &[Stage], to: Stage) {
        assert!(from.contains(&self.stage), "from {:?} to {to:?}: {:?}", self.stage, self.log);
        self.log.push(format!("{to:?}"));
        self.stage = to;
    }

    fn log_in(&mut self, stages: &[Stage], line: String) {
        assert!(stages.contains(&self.stage), "{line} in {:?}: {:?}", self.stage, self.log);
        self.log.push(line);
    }

    fn game(&mut self) -> Interest {
        self.enter(&[Stage::Outside], Stage::Before);
        let interest = self.interest();
        if interest == Interest::Skip {
            self.stage = Stage::Outside;
        }
        interest
    }

    fn tags(&mut self) -> Interest {
        self.enter(&[Stage::Before], Stage::Tags);
        let interest = self.interest();
        self.skips_tags = interest == Interest::Skip;
        interest
    }

    fn sees_tag(&mut self, tag: &Tag<'_>) {
        assert!(!self.skips_tags, "{tag:?}");
        self.log_in(&[Stage::Tags], format!("{tag:?}"));
    }

    fn variation(&mut self) -> bool {
        self.log_in(&[Stage::Moves], "(".into());
        let is_taken = self.is_taken();
        self.depth += usize::from(is_taken);
        is_taken
    }

    fn end_of_variation(&mut self) {
        self.log_in(&[Stage::Moves], ")".into());
        assert_ne!(self.depth, 0, "{:?}", self.log);
        self.depth -= 1;
    }

    fn end(&mut self, has_begun: &[Stage]) {
        assert_eq!(self.depth, 0, "{:?}", self.log);
        self.enter(has_begun, Stage::Outside);
    }

    fn sees_problem(&mut self, problem: &Problem) {
        assert!(self.stage != Stage::Outside, "{problem}: {:?}", self.log);
        self.log.push(format!("{problem} at {:?}", problem.span()));
    }
}

impl Visitor for Checker {
    fn begin_game(&mut self) -> Interest {
        self.game()
    }
    fn begin_tags(&mut self) -> Interest {
        self.tags()
    }
    fn tag(&mut self, tag: Tag<'_>) {
        self.sees_tag(&tag);
    }
    fn begin_moves(&mut self, _: &Board) -> Interest {
        self.enter(&[Stage::Tags], Stage::Moves);
        self.interest()
    }
    fn play(&mut self, played: &Played<'_>) {
        assert!(played.mv.is_none_or(|m| played.before.is_legal(m)));
        self.log_in(&[Stage::Moves], played.text.to_string());
    }
    fn nag(&mut self, nag: Nag) {
        // If the tags set up no position, glyphs and comments before the first move are still reported.
        self.log_in(&[Stage::Tags, Stage::Moves], nag.to_string());
    }
    fn comment(&mut self, comment: Text<'_>) {
        self.log_in(&[Stage::Before, Stage::Tags, Stage::Moves], format!("{{{comment}}}"));
    }
    fn begin_variation(&mut self, _: &Board) -> Interest {
        if self.variation() { Interest::Take } else { Interest::Skip }
    }
    fn end_variation(&mut self) {
        self.end_of_variation();
    }
    fn result(&mut self, result: GameResult) {
        self.log.push(result.to_string());
        self.enter(&[Stage::Tags, Stage::Moves], Stage::Result);
    }
    fn end_game(&mut self) {
        self.end(&[Stage::Tags, Stage::Moves, Stage::Result]);
    }
    fn problem(&mut self, problem: &Problem) {
        self.sees_problem(problem);
    }
}

/// The same without boards.
struct TextChecker(Checker);

impl TextVisitor for TextChecker {
    fn begin_game(&mut self) -> Interest {
        self.0.game()
    }
    fn begin_tags(&mut self) -> Interest {
        self.0.tags()
    }
    fn tag(&mut self, tag: Tag<'_>) {
        self.0.sees_tag(&tag);
    }
    fn begin_moves(&mut self) -> Answer {
        self.0.enter(&[Stage::Tags], Stage::Moves);
        self.answer()
    }
    fn san(&mut self, text: Text<'_>) -> Answer {
        self.0.log_in(&[Stage::Moves], text.to_string());
        self.answer()
    }
    fn nag(&mut self, nag: Nag) {
        self.0.log_in(&[Stage::Moves], nag.to_string());
    }
    fn comment(&mut self, comment: Text<'_>) {
        self.0.log_in(&[Stage::Before, Stage::Moves], format!("{{{comment}}}"));
    }
    fn begin_variation(&mut self) -> Answer {
        if self.0.variation() { Answer::Take } else { Answer::refused(ProblemKind::EmptyVariation) }
    }
    fn end_variation(&mut self) -> Answer {
        self.0.end_of_variation();
        Answer::noted(ProblemKind::EmptyVariation)
    }
    fn result(&mut self, result: GameResult) {
        self.0.log.push(result.to_string());
        self.0.enter(&[Stage::Moves], Stage::Result);
    }
    fn end_game(&mut self) {
        self.0.end(&[Stage::Moves, Stage::Result]);
    }
    fn problem(&mut self, problem: &Problem) {
        self.0.sees_problem(problem);
    }
}

impl TextChecker {
    fn answer(&mut self) -> Answer {
        match self.0.random.below(4 * self.0.skips) {
            0 => Answer::Skip,
            1 => Answer::noted(ProblemKind::EmptyVariation),
            2 => Answer::refused(ProblemKind::EmptyVariation),
            _ => Answer::Take,
        }
    }
}

#[test]
fn calls_come_in_order_and_a_stream_makes_the_same_ones_as_a_slice() {
    let mut random = Random::new(5);
    let lots = ["\u{a0}", "…", "½-½", " 1/2-1/2 {a\nb} ", "(", ")", "[", "{", ";", "\r\r", "[A \"b\"]\n", "1. e4 "];
    for round in 0..rounds(50_000) {
        let mut text = random.mutate(PGNS[round % PGNS.len()].as_bytes());
        for _ in 0..random.below(4) {
            // Some pieces are longer than the least window of a stream, so that it ends inside them.
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
        let mut stream = Reader::new(Drops(&text, step)).with_limits(limits);
        while stream.read(&mut parts).expect("this stream does not fail") {}
        assert_eq!(parts.log, whole.log, "{step} {limits:?} {:?}", String::from_utf8_lossy(&text));

        // Without boards.
        let [mut whole, mut parts] = [(); 2].map(|()| TextChecker(Checker::new(seed, skips)));
        let mut slice = Reader::from_bytes(&text).with_limits(limits);
        while slice.read_text(&mut whole).expect("a slice does not fail") {}
        let mut stream = Reader::new(Drops(&text, step)).with_limits(limits);
        while stream.read_text(&mut parts).expect("this stream does not fail") {}
        assert_eq!(parts.0.log, whole.0.log, "{step} {limits:?} {:?}", String::from_utf8_lossy(&text));
        assert_eq!(slice.offset(), text.len() as u64);
    }
}
