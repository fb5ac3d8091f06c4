//! The main line of a game in a PGN: its moves, what comments say of its positions, and its result.

use core::convert::Infallible;
use core::ops::ControlFlow;

use gardez_notation::pgn::{MoveEvaluation, Played, Problem, Score, Severity, Skip, Tag, Text, Visitor};
use gardez_position::Board;
use gardez_types::{Color, GameResult, Move};

use crate::comment::Comment;
use crate::game::MOST_PLIES;

/// The parts of a main line that are kept. Positions are counted from 0, the one before the first move.
pub trait KeepLine: Default {
    /// Forgets the game before.
    fn clear(&mut self) {
        *self = Self::default();
    }

    /// Receives a tag pair. Does nothing by default.
    fn tag(&mut self, _: Tag<'_>) {}

    /// Receives a comment of the main line, after the moves before it. Does nothing by default.
    fn comment(&mut self, _: Text<'_>) {}

    /// Begins the moves. Returns `false` to skip them.
    fn begin(&mut self, start: &Board) -> bool;

    /// Adds a move and the position after it.
    fn play(&mut self, mv: Move, after: &Board);

    /// Returns `true` if the position has an evaluation, or if there is no such position.
    fn is_evaluated(&mut self, position: usize) -> bool;

    /// Sets the evaluation of a position, from White's point of view. `color` is the side to move.
    fn evaluate(&mut self, position: usize, color: Color, evaluation: MoveEvaluation);

    /// Receives the value of a command `%policy` about the last position. Does nothing by default.
    fn policy(&mut self, _: &str) {}
}

/// A visitor of [`gardez_notation::pgn`] that reads main lines and what comments say of their positions.
///
/// [`Comment`] lists the comments. Of several about a position, the command `%eval` counts, then what the player of the
/// move said, then the profile of ChessBase.
///
/// [`PgnGames`](crate::PgnGames) reads [`Game`](crate::Game)s with it.
#[derive(Clone, Debug, Default)]
pub struct MainLine<K> {
    /// The value that was kept.
    pub kept: K,
    /// `true` if the line ends at an error, such as an illegal move, or at a null move.
    pub is_damaged: bool,
    /// `true` if the game has more than [`MOST_PLIES`] plies. The rest is left out.
    pub is_too_long: bool,
    plies: usize,
    begins_black: bool,
    /// Evaluations by the numbers of their positions, from White's point of view.
    profile: Vec<(usize, Score)>,
    tag: Option<GameResult>,
    end: Option<GameResult>,
}

impl<K: KeepLine> MainLine<K> {
    /// Returns the result at the end of the moves, or else the tag `Result`.
    pub fn result(&self) -> GameResult {
        let known = |result: &GameResult| *result != GameResult::Unknown;
        self.end.filter(known).or(self.tag).unwrap_or_default()
    }

    /// Evaluates what follows from the whole game: the positions of a profile that have no other evaluation.
    pub fn finish(&mut self) {
        for (position, score) in core::mem::take(&mut self.profile) {
            self.evaluate(position, score.into());
        }
    }

    fn evaluate(&mut self, position: usize, evaluation: MoveEvaluation) {
        if !self.kept.is_evaluated(position) {
            self.kept.evaluate(position, self.color(position), evaluation);
        }
    }

    fn color(&self, position: usize) -> Color {
        if (position % 2 == 1) == self.begins_black { Color::White } else { Color::Black }
    }
}

impl<K: KeepLine> Visitor for MainLine<K> {
    type Break = Infallible;

    fn begin_game(&mut self) -> ControlFlow<Infallible, Skip> {
        let mut kept = core::mem::take(&mut self.kept);
        kept.clear();
        *self = Self { kept, ..Self::default() };
        ControlFlow::Continue(Skip(false))
    }

    fn tag(&mut self, tag: Tag<'_>) -> ControlFlow<Infallible> {
        if tag.name().as_bytes() == b"Result" {
            self.tag = tag.value().parse().ok();
        }
        self.kept.tag(tag);
        ControlFlow::Continue(())
    }

    fn begin_moves(&mut self, start: &Board) -> ControlFlow<Infallible, Skip> {
        self.begins_black = start.side_to_move() == Color::Black;
        ControlFlow::Continue(if self.kept.begin(start) { Skip(false) } else { Skip(true) })
    }

    fn play(&mut self, played: Played<'_>) -> ControlFlow<Infallible, Skip> {
        // The moves after a null move were not played.
        self.is_damaged |= played.mv.is_none();
        self.is_too_long |= self.plies == MOST_PLIES;
        let (Some(mv), false) = (played.mv, self.is_too_long) else {
            return ControlFlow::Continue(Skip(true));
        };
        self.plies += 1;
        self.kept.play(mv, played.after);
        ControlFlow::Continue(Skip(false))
    }

    fn comment(&mut self, comment: Text<'_>) -> ControlFlow<Infallible> {
        self.kept.comment(comment);
        let (text, color) = (comment.to_str(), self.color(self.plies));
        let read = Comment::read(&text, !color);
        if let (Some(found), Some(position)) = (read.before, self.plies.checked_sub(1)) {
            // An `%eval` of the position is already there.
            self.evaluate(position, found);
        }
        if let Some(found) = read.after {
            self.kept.evaluate(self.plies, color, found);
        }
        self.profile.extend(read.profile_items());
        if let Some(value) = read.policy {
            self.kept.policy(value);
        }
        ControlFlow::Continue(())
    }

    fn result(&mut self, result: GameResult) -> ControlFlow<Infallible> {
        self.end = Some(result);
        ControlFlow::Continue(())
    }

    fn problem(&mut self, problem: &Problem) -> ControlFlow<Infallible> {
        self.is_damaged |= problem.kind.severity() == Severity::Error;
        ControlFlow::Continue(())
    }
}
