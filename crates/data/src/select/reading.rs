//! The visitor that reads the facts of a game.

use core::convert::Infallible;
use core::ops::ControlFlow::{self, Continue};

use gardez_notation::pgn::{
    Boards, PgnBoard, Played, Problem, Severity, Skip, Tag, Text, Verdict, Visitor, Word, Words,
};
use gardez_openings::Opening;
use gardez_position::Board;
use gardez_types::GameResult;

use super::facts::Facts;
use super::line_pattern::{LinePattern, Progress};
use super::{Condition, Selection, Unique};

pub(super) struct Reading<'a> {
    facts: &'a mut Facts,
    selection: &'a Selection,
    needs_opening: bool,
    needs_whole_game: bool,
    is_usual: bool,
    hash: u128,
}

impl<'a> Reading<'a> {
    pub(super) fn new(selection: &'a Selection, facts: &'a mut Facts) -> Self {
        facts.clear();
        facts.lines.extend(selection.lines().map(|_| Progress::Open(0)));
        let any = |needs: fn(&Condition) -> bool| selection.conditions.iter().any(needs);
        Self {
            needs_opening: any(Condition::needs_opening),
            needs_whole_game: any(Condition::needs_whole_game) || selection.unique.is_some(),
            facts,
            selection,
            is_usual: false,
            hash: 0,
        }
    }

    pub(super) fn finish(self) {
        let Self { facts, selection, mut hash, .. } = self;
        if selection.unique == Some(Unique::PlayersAndMoves) {
            for name in ["White", "Black"] {
                let player = facts.tag(name).unwrap_or_default().trim().to_lowercase();
                player.bytes().chain([0]).for_each(|byte| hash = mixed(hash, byte.into()));
            }
        }
        facts.fingerprint = (selection.unique.is_some() && facts.errors == 0).then_some(hash);
    }

    fn each_line(&mut self, mut each: impl FnMut(&LinePattern, u32, &mut Progress)) {
        let ply = self.facts.plies;
        self.selection.lines().zip(&mut self.facts.lines).for_each(|(line, progress)| each(line, ply, progress));
    }

    fn skip(&self) -> Skip {
        let lines = &self.facts.lines;
        // An inverted selection takes the games that fail, and needs all of their moves if they are to be unique.
        let ends = self.selection.unique.is_none() || !self.selection.is_inverted;
        let is_met = || !self.needs_whole_game && lines.iter().all(|&progress| progress == Progress::Met);
        Skip(!lines.is_empty() && (ends && lines.contains(&Progress::Failed) || is_met()))
    }

    /// Returns `true` if the tags alone decide that the game does not meet all conditions.
    fn fails_by_tags(&self) -> bool {
        let mut conditions = self.selection.conditions.iter().filter(|condition| condition.is_about_tags());
        conditions.any(|condition| !condition.is_met(self.facts)) && !self.selection.is_inverted
    }

    fn skips_comments(&self) -> bool {
        self.facts.comments != 0 || !self.selection.conditions.contains(&Condition::Commented)
    }

    fn skips_variations(&self) -> bool {
        self.skips_comments() && !self.selection.conditions.contains(&Condition::Sound)
    }
}

/// Continues a hash, as FNV-1a does with 128 bits.
const fn mixed(hash: u128, word: u64) -> u128 {
    (hash ^ word as u128).wrapping_mul(0x0100_0000_0000_0000_0000_013b)
}

/// Facts with the moves made on boards.
impl<B: PgnBoard> Visitor<Boards<B>> for Reading<'_> {
    type Break = Infallible;

    fn tag(&mut self, tag: Tag<'_>) -> ControlFlow<Infallible> {
        self.facts.add_tag(tag);
        Continue(())
    }

    fn begin_moves(&mut self, start: &B) -> ControlFlow<Infallible, Skip> {
        if self.fails_by_tags() {
            return Continue(Skip(true));
        }
        let chess = start.as_chess();
        self.is_usual = chess == Some(&Board::start());
        self.hash = 1;
        if self.selection.unique.is_some() && !self.is_usual {
            let tags = start.start_tags();
            tags.iter().flat_map(|(_, value)| value.bytes()).for_each(|byte| self.hash = mixed(self.hash, byte.into()));
        }
        match chess {
            Some(board) => self.each_line(|line, ply, progress| line.position(ply, board, progress)),
            None => self.each_line(|_, _, progress| *progress = Progress::Failed),
        }
        Continue(self.skip())
    }

    fn play(&mut self, played: Played<'_, B>) -> ControlFlow<Infallible, Skip> {
        if played.depth != 0 {
            return Continue(Skip(false));
        }
        self.facts.plies += 1;
        let chess = played.after.as_chess();
        if self.needs_opening && self.is_usual {
            self.facts.opening = chess.and_then(Opening::from_board).or(self.facts.opening);
        }
        if self.selection.unique.is_some() {
            match (chess, played.mv) {
                (None, Some(m)) => {
                    played.before.san(m).bytes().for_each(|byte| self.hash = mixed(self.hash, byte.into()));
                }
                _ => self.hash = mixed(self.hash, chess.map_or(0, Board::raw_key)),
            }
        }
        if let Some(board) = chess {
            self.each_line(|line, ply, progress| {
                line.play(ply, &played, progress);
                line.position(ply, board, progress);
            });
        }
        Continue(self.skip())
    }

    fn comment(&mut self, _: Text<'_>) -> ControlFlow<Infallible> {
        self.facts.comments += 1;
        Continue(())
    }

    fn begin_variation(&mut self, _: &B, _: usize) -> ControlFlow<Infallible, Skip> {
        Continue(Skip(self.skips_variations()))
    }

    fn result(&mut self, result: GameResult) -> ControlFlow<Infallible> {
        self.facts.end = Some(result);
        Continue(())
    }

    fn problem(&mut self, problem: &Problem) -> ControlFlow<Infallible> {
        self.facts.errors += u32::from(problem.kind.severity() == Severity::Error);
        Continue(())
    }
}

/// Facts without boards. Moves are only skipped, unless there can be comments after them.
impl Visitor<Words> for Reading<'_> {
    type Break = Infallible;

    fn tag(&mut self, tag: Tag<'_>) -> ControlFlow<Infallible> {
        self.facts.add_tag(tag);
        Continue(())
    }

    fn begin_moves(&mut self, (): ()) -> ControlFlow<Infallible, Verdict> {
        Continue(Skip(self.skips_comments() || self.fails_by_tags()).into())
    }

    fn play(&mut self, _: Word<'_>) -> ControlFlow<Infallible, Verdict> {
        Continue(Skip(self.skips_comments()).into())
    }

    fn comment(&mut self, _: Text<'_>) -> ControlFlow<Infallible> {
        self.facts.comments += 1;
        Continue(())
    }

    fn begin_variation(&mut self, (): (), _: usize) -> ControlFlow<Infallible, Verdict> {
        Continue(Skip(self.skips_comments()).into())
    }

    fn result(&mut self, result: GameResult) -> ControlFlow<Infallible> {
        self.facts.end = Some(result);
        Continue(())
    }
}
