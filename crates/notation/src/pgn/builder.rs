//! From what a visitor is told to a tree.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use gardez_position::Board;

use super::game::{Before, NodeId};
use super::source::Source;
use super::{Game, GameResult, Interest, Nag, Played, Problem, Reader, Severity, Tag, Text, Visitor};

/// A game with the problems that were met in it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ReadGame {
    /// The game, as far as it could be read.
    pub game: Game,
    /// The problems, the first thousand of them.
    pub problems: Vec<Problem>,
    /// How many problems there were.
    pub problem_count: u64,
}

/// How many problems of a game are kept.
const MAX_PROBLEMS: usize = 1000;

/// As many tags as this are gone through one by one when another is met.
const MANY_TAGS: usize = 32;

/// How much of a text is kept in a tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Keep {
    /// Comments without blanks at their ends and with a blank for each line end (an empty line stays); moves as moves.
    #[default]
    Sense,
    /// Comments to the letter, and the text of moves that are not in standard form.
    Text,
}

/// Builds trees from what it is told.
#[derive(Debug)]
pub(super) struct Builder {
    keep: Keep,
    read: ReadGame,
    /// The last move of the current line; at its beginning the move before it.
    current: NodeId,
    /// True before the first move of a variation.
    is_fresh: bool,
    /// The last moves of the lines around the current one.
    outer: Vec<NodeId>,
    pending: Before,
    /// The places of the tags, once there are many.
    tags: BTreeMap<String, usize>,
    first_error: Option<Problem>,
}

impl Builder {
    pub(super) fn new(keep: Keep) -> Self {
        let game = Game::new();
        Self {
            keep,
            current: game.root(),
            read: ReadGame { game, problems: Vec::new(), problem_count: 0 },
            is_fresh: false,
            outer: Vec::new(),
            pending: Before::default(),
            tags: BTreeMap::new(),
            first_error: None,
        }
    }
}

impl Visitor for Builder {
    fn tag(&mut self, tag: Tag<'_>) {
        let tags = &mut self.read.game.tags;
        let (name, value) = (tag.name.to_str(), tag.value());
        if tags.len() < MANY_TAGS {
            tags.set(name, value);
            return;
        }
        if self.tags.is_empty() {
            self.tags = tags.iter().enumerate().map(|(place, (name, _))| (name.into(), place)).collect();
        }
        match self.tags.get(&*name) {
            Some(&place) => tags.set_at(place, value.into_owned()),
            None => {
                self.tags.insert(name.clone().into_owned(), tags.len());
                tags.push(name.into_owned(), value.into_owned());
            }
        }
    }

    fn begin_moves(&mut self, start: &Board) -> Interest {
        self.read.game.set_start(*start);
        Interest::Take
    }

    fn play(&mut self, played: &Played<'_>) {
        self.current = self.read.game.push(self.current, played.mv);
        self.is_fresh = false;
        let node = self.read.game.node_mut(self.current);
        if self.pending != Before::default() {
            node.before = Some(core::mem::take(&mut self.pending).into());
        }
        if self.keep == Keep::Text && !played.repairs.is_empty() {
            node.keep_text(&played.text.to_str());
        }
    }

    fn nag(&mut self, nag: Nag) {
        match self.is_fresh {
            true => self.pending.nags.push(nag),
            false => self.read.game.node_mut(self.current).nags.push(nag),
        }
    }

    fn comment(&mut self, comment: Text<'_>) {
        let comment = match self.keep {
            Keep::Sense => tidy(&comment.to_str()).into_owned(),
            Keep::Text => comment.to_str().into_owned(),
        };
        match self.is_fresh {
            true => self.pending.comments.push(comment),
            false => self.read.game.node_mut(self.current).comments.push(comment),
        }
    }

    fn begin_variation(&mut self, _start: &Board) -> Interest {
        self.outer.push(self.current);
        self.current = self.read.game.node(self.current).parent().unwrap_or(self.current);
        self.is_fresh = true;
        Interest::Take
    }

    fn end_variation(&mut self) {
        if let Some(outer) = self.outer.pop() {
            self.current = outer;
        }
        self.is_fresh = false;
        // What was said in a variation without moves is said of the move that it stands behind.
        let pending = core::mem::take(&mut self.pending);
        let node = self.read.game.node_mut(self.current);
        node.comments.extend(pending.comments);
        node.nags.extend(pending.nags);
    }

    fn result(&mut self, result: GameResult) {
        self.read.game.result = result;
    }

    fn problem(&mut self, problem: &Problem) {
        self.read.problem_count += 1;
        if self.first_error.is_none() && problem.kind.severity() == Severity::Error {
            self.first_error = Some(problem.clone());
        }
        if self.read.problems.len() < MAX_PROBLEMS {
            self.read.problems.push(problem.clone());
        }
    }
}

impl<S: Source> Reader<S> {
    /// Reads the next game as a tree.
    ///
    /// ```
    /// use gardez_notation::pgn::Reader;
    ///
    /// let mut reader = Reader::from_bytes(b"1. e4 e5 (1... c5 {Sicilian}) 2. Nf3 1/2");
    /// let read = reader.read_game()?.expect("there is a game");
    /// assert_eq!((read.game.len(), read.problems.len()), (4, 1));
    /// assert_eq!(read.problems[0].to_string(),
    ///     "game 1, line 1, column 38: result in another form than 1-0, 0-1, 1/2-1/2, *");
    /// # Ok::<_, core::convert::Infallible>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the stream fails. What is wrong with the PGN itself stands in the result.
    pub fn read_game(&mut self) -> Result<Option<ReadGame>, S::Error> {
        self.read_game_keeping(Keep::Sense)
    }

    /// Reads the next game as a tree that keeps as much of its text as is asked for.
    ///
    /// # Errors
    ///
    /// As [`Reader::read_game`].
    pub fn read_game_keeping(&mut self, keep: Keep) -> Result<Option<ReadGame>, S::Error> {
        let mut builder = Builder::new(keep);
        Ok(self.read(&mut builder)?.then_some(builder.read))
    }

    /// The games that are left, as trees.
    pub fn games(&mut self) -> impl Iterator<Item = Result<ReadGame, S::Error>> + '_ {
        core::iter::from_fn(|| self.read_game().transpose())
    }
}

/// Why a text is not one game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum GameError {
    /// There is no game.
    Empty,
    /// There is a second game.
    Several,
    /// Something could not be read.
    Problem(Problem),
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("there is no game"),
            Self::Several => f.write_str("there is more than one game"),
            Self::Problem(problem) => problem.fmt(f),
        }
    }
}

impl core::error::Error for GameError {}

impl FromStr for Game {
    type Err = GameError;

    /// Reads the only game of a text, if all of it can be understood; [notes](super::Severity::Note) do not matter.
    fn from_str(text: &str) -> Result<Self, GameError> {
        let mut reader = Reader::from_bytes(text.as_bytes());
        let mut builder = Builder::new(Keep::Sense);
        let Ok(has_game) = reader.read(&mut builder);
        if !has_game {
            return Err(GameError::Empty);
        }
        if let Some(problem) = builder.first_error {
            return Err(GameError::Problem(problem));
        }
        match reader.read_game() {
            Ok(None) => Ok(builder.read.game),
            Ok(Some(_)) => Err(GameError::Several),
        }
    }
}

/// A comment without blanks at its ends, with a blank for each line end, and an empty line for several. Tabs become blanks.
pub(super) fn tidy(comment: &str) -> Cow<'_, str> {
    let trimmed = comment.trim_matches(|c: char| c.is_ascii_whitespace());
    if !trimmed.bytes().any(|byte| byte.is_ascii_control()) {
        return Cow::Borrowed(trimmed);
    }
    let mut text = String::with_capacity(trimmed.len());
    let mut rest = trimmed;
    while let Some(at) = rest.find(|c: char| c.is_ascii_whitespace()) {
        let (word, tail) = rest.split_at(at);
        text.push_str(word);
        let length = tail.find(|c: char| !c.is_ascii_whitespace()).unwrap_or(tail.len());
        let (space, tail) = tail.split_at(length);
        let count = |c: char| space.matches(c).count();
        match count('\n').max(count('\r')) {
            0 => text.extend(space.chars().map(|_| ' ')),
            1 => text.push(' '),
            _ => text.push_str("\n\n"),
        }
        rest = tail;
    }
    text.push_str(rest);
    Cow::Owned(text)
}
