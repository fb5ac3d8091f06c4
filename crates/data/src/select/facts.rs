//! The facts in the tags and moves of a game.

use core::convert::Infallible;
use core::ops::ControlFlow;

use gardez_notation::pgn::{Boards, PgnBoard, Played, Problem, Severity, Skip, Tag, Verdict, Visitor, Word, Words};
use gardez_openings::{Eco, Opening};
use gardez_position::Board;
use gardez_types::GameResult;

/// The tags of a game and, if its moves are made on boards, what they show.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Facts {
    /// The tag pairs, in their order.
    pub tags: Vec<(String, String)>,
    /// The plies of the main line.
    pub plies: u32,
    /// The number of errors.
    pub errors: u32,
    /// The code of the last position with a name, if the game begins in the start position.
    pub eco: Option<Eco>,
    pub(super) end: Option<GameResult>,
    pub(super) is_usual: bool,
}

impl Facts {
    /// Returns the value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        // Where a name occurs twice, the reader uses the last value.
        self.tags.iter().rev().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Returns the result after the moves, or else the tag's.
    pub fn result(&self) -> GameResult {
        let tag = || self.tag("Result").and_then(|text| text.parse().ok());
        self.end.or_else(tag).unwrap_or(GameResult::Unknown)
    }

    /// Forgets everything, for the next game.
    pub(super) fn clear(&mut self) {
        *self = Self { tags: core::mem::take(&mut self.tags), ..Self::default() };
        self.tags.clear();
    }

    fn add_tag(&mut self, tag: Tag<'_>) -> ControlFlow<Infallible> {
        self.tags.push((tag.name().to_str().into_owned(), tag.value().into_owned()));
        ControlFlow::Continue(())
    }

    fn set_end(&mut self, result: GameResult) -> ControlFlow<Infallible> {
        self.end = Some(result);
        ControlFlow::Continue(())
    }
}

/// Facts with the moves made on boards.
impl<B: PgnBoard> Visitor<Boards<B>> for Facts {
    type Break = Infallible;

    fn tag(&mut self, tag: Tag<'_>) -> ControlFlow<Infallible> {
        self.add_tag(tag)
    }

    fn begin_moves(&mut self, start: &B) -> ControlFlow<Infallible, Skip> {
        self.is_usual = start.as_chess() == Some(&Board::start());
        ControlFlow::Continue(Skip(false))
    }

    fn play(&mut self, played: Played<'_, B>) -> ControlFlow<Infallible, Skip> {
        self.plies += 1;
        let after = played.after.as_chess().filter(|_| self.is_usual);
        self.eco = after.and_then(Opening::from_board).map(Opening::eco).or(self.eco);
        ControlFlow::Continue(Skip(false))
    }

    fn result(&mut self, result: GameResult) -> ControlFlow<Infallible> {
        self.set_end(result)
    }

    fn problem(&mut self, problem: &Problem) -> ControlFlow<Infallible> {
        self.errors += u32::from(problem.kind.severity() == Severity::Error);
        ControlFlow::Continue(())
    }
}

/// Facts without boards. Moves are only skipped.
impl Visitor<Words> for Facts {
    type Break = Infallible;

    fn tag(&mut self, tag: Tag<'_>) -> ControlFlow<Infallible> {
        self.add_tag(tag)
    }

    fn begin_moves(&mut self, (): ()) -> ControlFlow<Infallible, Verdict> {
        ControlFlow::Continue(Verdict::Skip)
    }

    fn play(&mut self, _: Word<'_>) -> ControlFlow<Infallible, Verdict> {
        ControlFlow::Continue(Verdict::Skip)
    }

    fn result(&mut self, result: GameResult) -> ControlFlow<Infallible> {
        self.set_end(result)
    }
}
