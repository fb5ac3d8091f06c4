//! What a visitor is told has an order, whatever stands in the input, whatever it skips, and however the input arrives.
#![cfg(feature = "std")]

mod common;

use gardez_notation::pgn::{
    Answer, GameResult, Interest, Limits, Nag, Played, Problem, ProblemKind, Reader, Tag, Text, TextVisitor, Visitor,
};
use gardez_position::Board;

use common::{Chance, Drops, PGNS, rounds};

/// Where in a game a visitor stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Stage {
    Outside,
    Remarks,
    Tags,
    Moves,
    Result,
}

/// Checks the order of calls, skips by chance, and notes what it is told.
struct Witness {
    chance: Chance,
    stage: Stage,
    depth: usize,
    skips_tags: bool,
    /// One of so many things is skipped.
    skips: usize,
    log: Vec<String>,
}

impl Witness {
    fn new(seed: u64, skips: usize) -> Self {
        Self { chance: Chance::new(seed), stage: Stage::Outside, depth: 0, skips_tags: false, skips, log: Vec::new() }
    }

    fn is_taken(&mut self) -> bool {
        self.chance.below(self.skips) != 0
    }

    fn interest(&mut self) -> Interest {
        if self.is_taken() { Interest::Take } else { Interest::Skip }
    }

    fn enter(&mut self, from: &[Stage], to: Stage) {
        assert!(from.contains(&self.stage), "from {:?} to {to:?}: {:?}", self.stage, self.log);
        self.log.push(format!("{to:?}"));
        self.stage = to;
    }

    fn is_in(&mut self, stages: &[Stage], line: String) {
        assert!(stages.contains(&self.stage), "{line} in {:?}: {:?}", self.stage, self.log);
        self.log.push(line);
    }

    fn game(&mut self) -> Interest {
        self.enter(&[Stage::Outside], Stage::Remarks);
        let interest = self.interest();
        if interest == Interest::Skip {
            self.stage = Stage::Outside;
        }
        interest
    }

    fn tags(&mut self) -> Interest {
        self.enter(&[Stage::Remarks], Stage::Tags);
        let interest = self.interest();
        self.skips_tags = interest == Interest::Skip;
        interest
    }

    fn is_told_of(&mut self, tag: &Tag<'_>) {
        assert!(!self.skips_tags, "{tag:?}");
        self.is_in(&[Stage::Tags], format!("{tag:?}"));
    }

    fn variation(&mut self) -> bool {
        self.is_in(&[Stage::Moves], "(".into());
        let is_taken = self.is_taken();
        self.depth += usize::from(is_taken);
        is_taken
    }

    fn variation_ends(&mut self) {
        self.is_in(&[Stage::Moves], ")".into());
        assert_ne!(self.depth, 0, "{:?}", self.log);
        self.depth -= 1;
    }

    fn ends(&mut self, has_begun: &[Stage]) {
        assert_eq!(self.depth, 0, "{:?}", self.log);
        self.enter(has_begun, Stage::Outside);
    }

    fn complains(&mut self, problem: &Problem) {
        assert!(self.stage != Stage::Outside, "{problem}: {:?}", self.log);
        self.log.push(format!("{problem} at {}", problem.offset));
    }
}

impl Visitor for Witness {
    fn begin_game(&mut self) -> Interest {
        self.game()
    }
    fn begin_tags(&mut self) -> Interest {
        self.tags()
    }
    fn tag(&mut self, tag: Tag<'_>) {
        self.is_told_of(&tag);
    }
    fn begin_moves(&mut self, _: &Board) -> Interest {
        self.enter(&[Stage::Tags], Stage::Moves);
        self.interest()
    }
    fn play(&mut self, played: &Played<'_>) {
        assert!(played.mv.is_none_or(|m| played.before.is_legal(m)));
        self.is_in(&[Stage::Moves], played.text.to_string());
    }
    fn nag(&mut self, nag: Nag) {
        // Where the tags set up no position, what stands before the first move is told all the same.
        self.is_in(&[Stage::Tags, Stage::Moves], nag.to_string());
    }
    fn comment(&mut self, comment: Text<'_>) {
        self.is_in(&[Stage::Remarks, Stage::Tags, Stage::Moves], format!("{{{comment}}}"));
    }
    fn begin_variation(&mut self, _: &Board) -> Interest {
        if self.variation() { Interest::Take } else { Interest::Skip }
    }
    fn end_variation(&mut self) {
        self.variation_ends();
    }
    fn result(&mut self, result: GameResult) {
        self.log.push(result.to_string());
        self.enter(&[Stage::Tags, Stage::Moves], Stage::Result);
    }
    fn end_game(&mut self) {
        self.ends(&[Stage::Tags, Stage::Moves, Stage::Result]);
    }
    fn problem(&mut self, problem: &Problem) {
        self.complains(problem);
    }
}

/// The same without boards.
struct TextWitness(Witness);

impl TextVisitor for TextWitness {
    fn begin_game(&mut self) -> Interest {
        self.0.game()
    }
    fn begin_tags(&mut self) -> Interest {
        self.0.tags()
    }
    fn tag(&mut self, tag: Tag<'_>) {
        self.0.is_told_of(&tag);
    }
    fn begin_moves(&mut self) -> Answer {
        self.0.enter(&[Stage::Tags], Stage::Moves);
        self.answer()
    }
    fn san(&mut self, text: Text<'_>) -> Answer {
        self.0.is_in(&[Stage::Moves], text.to_string());
        self.answer()
    }
    fn nag(&mut self, nag: Nag) {
        self.0.is_in(&[Stage::Moves], nag.to_string());
    }
    fn comment(&mut self, comment: Text<'_>) {
        self.0.is_in(&[Stage::Remarks, Stage::Moves], format!("{{{comment}}}"));
    }
    fn begin_variation(&mut self) -> Answer {
        if self.0.variation() { Answer::Take } else { Answer::refused(ProblemKind::EmptyVariation) }
    }
    fn end_variation(&mut self) -> Answer {
        self.0.variation_ends();
        Answer::noted(ProblemKind::EmptyVariation)
    }
    fn result(&mut self, result: GameResult) {
        self.0.log.push(result.to_string());
        self.0.enter(&[Stage::Moves], Stage::Result);
    }
    fn end_game(&mut self) {
        self.0.ends(&[Stage::Moves, Stage::Result]);
    }
    fn problem(&mut self, problem: &Problem) {
        self.0.complains(problem);
    }
}

impl TextWitness {
    fn answer(&mut self) -> Answer {
        match self.0.chance.below(4 * self.0.skips) {
            0 => Answer::Skip,
            1 => Answer::noted(ProblemKind::EmptyVariation),
            2 => Answer::refused(ProblemKind::EmptyVariation),
            _ => Answer::Take,
        }
    }
}

#[test]
fn calls_come_in_order_and_a_stream_makes_the_same_ones_as_a_slice() {
    let mut chance = Chance::new(5);
    let lots = ["\u{a0}", "…", "½-½", " 1/2-1/2 {a\nb} ", "(", ")", "[", "{", ";", "\r\r", "[A \"b\"]\n", "1. e4 "];
    for round in 0..rounds(50_000) {
        let mut text = chance.mutate(PGNS[round % PGNS.len()].as_bytes());
        for _ in 0..chance.below(4) {
            // Pieces longer than what is at hand of a stream in any case, so that its window ends within them.
            let piece = lots[chance.below(lots.len())].repeat(1 + chance.below(2) * chance.below(700));
            let at = chance.below(text.len() + 1);
            text.splice(at..at, piece.into_bytes());
        }
        let mut limit = || [30, 600, 1 << 20][chance.below(3)];
        let (line, comment, tag, game) = (limit() as u64, limit(), limit(), limit() as u64);
        let limits = Limits { line, comment, tag, depth: 1 + chance.below(4), game };
        let (seed, skips) = (chance.number(), 2 + chance.below(20));
        let step = [1, 5, 61, 511, 512, 4096][chance.below(6)];

        let (mut whole, mut parts) = (Witness::new(seed, skips), Witness::new(seed, skips));
        let mut slice = Reader::from_bytes(&text).with_limits(limits);
        while slice.read(&mut whole).expect("a slice does not fail") {}
        let mut stream = Reader::new(Drops(&text, step)).with_limits(limits);
        while stream.read(&mut parts).expect("this stream does not fail") {}
        assert_eq!(parts.log, whole.log, "{step} {limits:?} {:?}", String::from_utf8_lossy(&text));

        let [mut whole, mut parts] = [(); 2].map(|()| TextWitness(Witness::new(seed, skips)));
        let mut slice = Reader::from_bytes(&text).with_limits(limits);
        while slice.read_text(&mut whole).expect("a slice does not fail") {}
        let mut stream = Reader::new(Drops(&text, step)).with_limits(limits);
        while stream.read_text(&mut parts).expect("this stream does not fail") {}
        assert_eq!(parts.0.log, whole.0.log, "{step} {limits:?} {:?}", String::from_utf8_lossy(&text));
        assert_eq!(slice.offset(), text.len() as u64);
    }
}
