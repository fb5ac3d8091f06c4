//! Clock, evaluation and time of a move, read from comments and written into them.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;
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
    /// Returns the first result of `read`.
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
/// The setting methods replace the first command of the kind, and remove all others. If there is none, they add a
/// command at the end of the last comment, or as a comment of its own if the last one has a `[%` without its `]`.
/// `None` removes all commands of the kind, and comments that become empty. All other text stays, apart from a blank
/// next to a removed command; the comment becomes two if the text around the command would become a command.
///
/// ```
/// use std::time::Duration;
///
/// use gardez_notation::pgn::{Game, MoveEvaluation, Score};
///
/// let mut game: Game = "1. e4 { best [%eval 0.3,18] by test } *".parse()?;
/// let e4 = game.main_line().next().expect("there is a move");
/// let node = game.node_mut(e4);
/// assert_eq!(node.evaluation(), Some(MoveEvaluation { score: Score::Centipawns(30), depth: Some(18) }));
///
/// node.set_evaluation(Some(Score::Mate(-3).into()));
/// node.set_clock(Some(Duration::from_millis(5_025_600)));
/// assert_eq!(node.comments, ["best [%eval #-3] by test [%clk 1:23:45.6]"]);
/// node.set_evaluation(None);
/// assert_eq!(node.comments, ["best by test [%clk 1:23:45.6]"]);
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

    /// Sets the time left to the player who has moved, or removes it.
    pub fn set_clock(&mut self, left: Option<Duration>) {
        self.set_command("clk", left.map(Annotation::Clock));
    }

    /// Sets the time that the move took, or removes it.
    pub fn set_move_time(&mut self, taken: Option<Duration>) {
        self.set_command("emt", taken.map(Annotation::MoveTime));
    }

    /// Sets the evaluation of the position, or removes it.
    pub fn set_evaluation(&mut self, evaluation: Option<MoveEvaluation>) {
        let command = evaluation.map(|MoveEvaluation { score, depth }| Annotation::Evaluation { score, depth });
        self.set_command("eval", command);
    }

    fn command<T>(&self, read: impl Fn(Annotation<'_>) -> Option<T>) -> Option<T> {
        self.comments.iter().find_map(|comment| comment_parts(comment).first(&read))
    }

    fn set_command(&mut self, name: &str, command: Option<Annotation<'_>>) {
        let mut text = command.map(|command| command.to_string());
        let mut comments = Vec::with_capacity(self.comments.len());
        for comment in core::mem::take(&mut self.comments) {
            replace(comment, name, &mut text, &mut comments);
        }
        self.comments = comments;
        let Some(text) = text else { return };
        match self.comments.last_mut() {
            Some(last) if has_open_command(last) => self.comments.push(text),
            Some(last) if last.is_empty() || last.ends_with(|c: char| c.is_ascii_whitespace()) => last.push_str(&text),
            Some(last) => *last += &format!(" {text}"),
            None => self.comments.push(text),
        }
    }
}

/// Returns `true` if the comment ends inside a command.
fn has_open_command(comment: &str) -> bool {
    matches!(comment_parts(comment).last(), Some(CommentPart::Text(text)) if text.contains("[%"))
}

/// Replaces the first command with this name by the text, which is taken, and removes the others. Adds the comment to
/// the list unless it becomes empty.
fn replace(mut comment: String, name: &str, text: &mut Option<String>, comments: &mut Vec<String>) {
    let mut from = 0;
    let mut had_command = false;
    while let Some(place) = find(&comment, name, from) {
        had_command = true;
        match text.take() {
            Some(text) => {
                from = place.start + text.len();
                comment.replace_range(place, &text);
            }
            None => {
                let is_blank = |c: char| c.is_ascii_whitespace();
                // The blank before the command goes with it, else the one after it.
                let before = usize::from(comment[..place.start].ends_with(is_blank));
                let after = usize::from(before == 0 && comment[place.end..].starts_with(is_blank));
                from = place.start - before;
                comment.replace_range(from..place.end + after, "");
                // The texts on both sides can be a command together: `[[%clk 1]%eval 2]`.
                if is_open(&comment[..from], &comment[from..]) {
                    let rest = comment.split_off(from);
                    comments.push(core::mem::replace(&mut comment, rest));
                    from = 0;
                }
            }
        }
    }
    if !had_command || !comment.is_empty() {
        comments.push(comment);
    }
}

/// Returns `true` if a command can begin in the first text and end in the second.
fn is_open(front: &str, back: &str) -> bool {
    let open = &front[front.rfind(']').map_or(0, |end| end + 1)..];
    open.contains("[%") || (open.ends_with('[') && back.starts_with('%'))
}

/// Returns the place of the first command with this name at or after `from`.
fn find(comment: &str, name: &str, from: usize) -> Option<Range<usize>> {
    let mut parts = comment_parts(&comment[from..]);
    loop {
        let start = comment.len() - parts.rest().len();
        let part = parts.next()?;
        if matches!(part, CommentPart::Command(command) if command.name() == name) {
            return Some(start..comment.len() - parts.rest().len());
        }
    }
}
