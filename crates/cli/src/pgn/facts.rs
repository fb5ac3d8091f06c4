//! What a filter wants to know about a game.

use std::convert::Infallible;
use std::ops::ControlFlow;

use gardez::Board;
use gardez::notation::pgn::{Answer, GameResult, Interest, Played, Problem, Severity, Tag, Visitor, Word, Words};
use gardez::openings::{Eco, Opening};

/// What was found out about a game.
#[derive(Debug, Default)]
pub(super) struct Facts {
    /// The tag pairs, in their order.
    pub(super) tags: Vec<(String, String)>,
    /// The plies of the main line.
    pub(super) plies: u32,
    /// The result after the moves.
    pub(super) result: Option<GameResult>,
    /// The number of errors.
    pub(super) errors: u32,
    /// The code of the last position with a name, if the game begins in the start position.
    pub(super) eco: Option<Eco>,
    is_usual: bool,
}

impl Facts {
    /// Returns the value of a tag.
    pub(super) fn tag(&self, name: &str) -> Option<&str> {
        // Where a name occurs twice, the reader uses the last value.
        self.tags.iter().rev().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Returns the result after the moves, or else the one in the tag.
    pub(super) fn result(&self) -> GameResult {
        let tag = || self.tag("Result").and_then(|text| text.parse().ok());
        self.result.or_else(tag).unwrap_or(GameResult::Unknown)
    }

    /// Forgets everything, for the next game.
    pub(super) fn clear(&mut self) {
        *self = Self { tags: std::mem::take(&mut self.tags), ..Self::default() };
        self.tags.clear();
    }

    fn add_tag(&mut self, tag: Tag<'_>) {
        self.tags.push((tag.name().to_str().into_owned(), tag.value().into_owned()));
    }

    fn add_problem(&mut self, problem: &Problem) {
        self.errors += u32::from(problem.kind.severity() == Severity::Error);
    }
}

/// Facts with the moves made on boards.
impl Visitor for Facts {
    type Break = Infallible;

    fn tag(&mut self, tag: Tag<'_>) -> ControlFlow<Infallible> {
        self.add_tag(tag);
        ControlFlow::Continue(())
    }

    fn begin_moves(&mut self, start: &Board) -> ControlFlow<Infallible, Interest> {
        self.is_usual = *start == Board::start();
        ControlFlow::Continue(Interest::Take)
    }

    fn play(&mut self, played: Played<'_>) -> ControlFlow<Infallible, Interest> {
        self.plies += 1;
        if self.is_usual
            && let Some(opening) = Opening::from_board(played.after)
        {
            self.eco = Some(opening.eco());
        }
        ControlFlow::Continue(Interest::Take)
    }

    fn result(&mut self, result: GameResult) -> ControlFlow<Infallible> {
        self.result = Some(result);
        ControlFlow::Continue(())
    }

    fn problem(&mut self, problem: &Problem) -> ControlFlow<Infallible> {
        self.add_problem(problem);
        ControlFlow::Continue(())
    }
}

/// Facts without boards: what the tags and the result say. Moves are only skipped.
impl Visitor<Words> for Facts {
    type Break = Infallible;

    fn tag(&mut self, tag: Tag<'_>) -> ControlFlow<Infallible> {
        self.add_tag(tag);
        ControlFlow::Continue(())
    }

    fn begin_moves(&mut self, (): ()) -> ControlFlow<Infallible, Answer> {
        ControlFlow::Continue(Answer::Skip)
    }

    fn play(&mut self, _: Word<'_>) -> ControlFlow<Infallible, Answer> {
        ControlFlow::Continue(Answer::Skip)
    }

    fn result(&mut self, result: GameResult) -> ControlFlow<Infallible> {
        self.result = Some(result);
        ControlFlow::Continue(())
    }
}
