//! Clock, evaluation and time of a move, read from comments and written into them.

use alloc::format;
use alloc::string::ToString;
use core::time::Duration;

use crate::pgn::annotation::{Annotation, CommentPart, CommentParts, Score, comment_parts};
use crate::pgn::text::Text;
use crate::pgn::tree::Node;

/// The evaluation of a move by a program: the command `%eval`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MoveEvaluation {
    /// The score, from white's point of view.
    pub score: Score,
    /// The depth of the search in plies, if it is given.
    pub depth: Option<u32>,
}

impl From<Score> for MoveEvaluation {
    /// Returns an evaluation without a depth.
    fn from(score: Score) -> Self {
        Self { score, depth: None }
    }
}

fn clock(command: Annotation<'_>) -> Option<Duration> {
    if let Annotation::Clock(left) = command { Some(left) } else { None }
}

fn move_time(command: Annotation<'_>) -> Option<Duration> {
    if let Annotation::MoveTime(taken) = command { Some(taken) } else { None }
}

fn evaluation(command: Annotation<'_>) -> Option<MoveEvaluation> {
    if let Annotation::Evaluation { score, depth } = command { Some(MoveEvaluation { score, depth }) } else { None }
}

impl CommentParts<'_> {
    fn first<T>(self, read: impl Fn(Annotation<'_>) -> Option<T>) -> Option<T> {
        self.filter_map(|part| if let CommentPart::Command(command) = part { read(command) } else { None }).next()
    }
}

/// # Commands
///
/// These methods find the first [command](comment_parts) of a kind whose value is understood, such as `[%clk 0:05:00]`.
///
/// ```
/// use std::convert::Infallible;
/// use std::ops::ControlFlow;
/// use std::time::Duration;
///
/// use gardez_notation::pgn::{Reader, Text, Visitor};
///
/// #[derive(Default)]
/// struct Clocks(Vec<Option<Duration>>);
///
/// impl Visitor for Clocks {
///     type Break = Infallible;
///
///     fn comment(&mut self, comment: Text<'_>) -> ControlFlow<Infallible> {
///         self.0.push(comment.clock());
///         ControlFlow::Continue(())
///     }
/// }
///
/// let mut clocks = Clocks::default();
/// Reader::from_bytes(b"1. e4 {[%eval 0.3] [%clk 0:05:00]} e5 {solid} *").read(&mut clocks)?;
/// assert_eq!(clocks.0, [Some(Duration::from_secs(300)), None]);
/// # Ok::<_, gardez_notation::pgn::ReadError<Infallible, Infallible>>(())
/// ```
impl Text<'_> {
    /// Returns the time left to the player who has moved (`%clk`).
    pub fn clock(self) -> Option<Duration> {
        comment_parts(&self.to_str()).first(clock)
    }

    /// Returns the time that the move took (`%emt`).
    pub fn move_time(self) -> Option<Duration> {
        comment_parts(&self.to_str()).first(move_time)
    }

    /// Returns the evaluation of the position by a program (`%eval`).
    pub fn evaluation(self) -> Option<MoveEvaluation> {
        comment_parts(&self.to_str()).first(evaluation)
    }
}

/// # Commands
///
/// The reading methods find the first [command](comment_parts) of a kind whose value is understood.
///
/// ```
/// use std::time::Duration;
///
/// use gardez_notation::pgn::{Annotation, Game, MoveEvaluation, Score};
///
/// let mut game: Game = "1. e4 { best [%eval 0.3,18] } *".parse()?;
/// let e4 = game.main_line().next().expect("there is a move");
/// let node = game.node_mut(e4);
/// assert_eq!(node.evaluation(), Some(MoveEvaluation { score: Score::Centipawns(30), depth: Some(18) }));
///
/// node.add_command(Annotation::Clock(Duration::from_millis(5_025_600)));
/// assert_eq!(node.comments, ["best [%eval 0.3,18] [%clk 1:23:45.6]"]);
/// # Ok::<_, gardez_notation::pgn::GameError>(())
/// ```
impl Node {
    /// Returns the time left to the player who has moved (`%clk`).
    pub fn clock(&self) -> Option<Duration> {
        self.command(clock)
    }

    /// Returns the time that the move took (`%emt`).
    pub fn move_time(&self) -> Option<Duration> {
        self.command(move_time)
    }

    /// Returns the evaluation of the position by a program (`%eval`).
    pub fn evaluation(&self) -> Option<MoveEvaluation> {
        self.command(evaluation)
    }

    /// Adds a command at the end of the last comment, or as a comment of its own if the last one has a `[%` without its
    /// `]`.
    pub fn add_command(&mut self, command: Annotation<'_>) {
        match self.comments.last_mut() {
            Some(last) if !has_open_command(last) => {
                let is_apart = last.is_empty() || last.ends_with(|c: char| c.is_ascii_whitespace());
                *last += &format!("{}{command}", if is_apart { "" } else { " " });
            }
            _ => self.comments.push(command.to_string()),
        }
    }

    fn command<T>(&self, read: impl Fn(Annotation<'_>) -> Option<T>) -> Option<T> {
        self.comments.iter().find_map(|comment| comment_parts(comment).first(&read))
    }
}

/// Returns `true` if the comment ends inside a command.
fn has_open_command(comment: &str) -> bool {
    matches!(comment_parts(comment).last(), Some(CommentPart::Text(text)) if text.contains("[%"))
}
