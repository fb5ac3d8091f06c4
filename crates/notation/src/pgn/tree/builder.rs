//! Builds trees from the calls of a reader.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::convert::Infallible;
use core::ops::{ControlFlow, Range};
use core::str::FromStr;

use gardez_position::Board;
use gardez_types::{GameResult, errors};

use crate::pgn::board::PgnBoard;
use crate::pgn::nag::Nag;
use crate::pgn::parse::ReadError;
use crate::pgn::reader::Reader;
use crate::pgn::report::{Problem, Severity};
use crate::pgn::scan::Source;
use crate::pgn::text::{Tag, Text};
use crate::pgn::tree::game::{Before, Game, NodeId};
use crate::pgn::tree::keep::Keep;
use crate::pgn::verdict::Skip;
use crate::pgn::visitor::{Boards, Played, Visitor};

/// A game with its problems.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ReadGame<B: PgnBoard = Board> {
    /// The game, as far as it could be read.
    pub game: Game<B>,
    /// The first 1,000 problems.
    pub problems: Vec<Problem>,
    /// The number of all problems.
    pub problem_count: u64,
}

/// The greatest number of problems that are kept.
const MAX_PROBLEMS: usize = 1000;

/// From this number of tags on, a map finds tag names.
const MANY_TAGS: usize = 32;

/// The visitor that builds a tree.
#[derive(Debug)]
struct Builder<B: PgnBoard = Board> {
    keep: Keep,
    read: ReadGame<B>,
    /// The last move of the line, or the move before the line.
    current: NodeId,
    /// `true` before the first move of a variation.
    is_fresh: bool,
    /// The last moves of the lines around the current one.
    outer: Vec<NodeId>,
    pending: Before,
    /// The places of tags by name, once there are many.
    tags: BTreeMap<String, usize>,
    first_error: Option<Problem>,
}

impl<B: PgnBoard> Builder<B> {
    fn new(keep: Keep) -> Self {
        let game = Game::empty();
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

impl<B: PgnBoard> Visitor<Boards<B>> for Builder<B> {
    type Break = Infallible;

    fn tag(&mut self, tag: Tag<'_>) -> ControlFlow<Infallible> {
        let tags = &mut self.read.game.tags;
        let (name, value) = (tag.name.to_str(), tag.value());
        if tags.len() < MANY_TAGS {
            tags.set(name, value);
            return ControlFlow::Continue(());
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
        ControlFlow::Continue(())
    }

    fn begin_moves(&mut self, start: &B) -> ControlFlow<Infallible, Skip> {
        self.read.game.set_start(*start);
        ControlFlow::Continue(Skip(false))
    }

    fn play(&mut self, played: Played<'_, B>) -> ControlFlow<Infallible, Skip> {
        self.current = self.read.game.push(self.current, played.mv);
        self.is_fresh = false;
        let node = self.read.game.node_mut(self.current);
        if self.pending != Before::default() {
            node.before = Some(core::mem::take(&mut self.pending).into());
        }
        if self.keep == Keep::Text && !played.repairs.is_empty() {
            node.keep_text(&played.text.to_str());
        }
        ControlFlow::Continue(Skip(false))
    }

    fn nag(&mut self, nag: Nag) -> ControlFlow<Infallible> {
        match self.is_fresh {
            true => self.pending.nags.push(nag),
            false => self.read.game.node_mut(self.current).nags.push(nag),
        }
        ControlFlow::Continue(())
    }

    fn comment(&mut self, comment: Text<'_>) -> ControlFlow<Infallible> {
        let comment = match self.keep {
            Keep::Normalized => comment.normalized().into_owned(),
            Keep::Text => comment.to_str().into_owned(),
        };
        match self.is_fresh {
            true => self.pending.comments.push(comment),
            false => self.read.game.node_mut(self.current).comments.push(comment),
        }
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &B, _: usize) -> ControlFlow<Infallible, Skip> {
        self.outer.push(self.current);
        self.current = self.read.game.node(self.current).parent().unwrap_or(self.current);
        self.is_fresh = true;
        ControlFlow::Continue(Skip(false))
    }

    fn end_variation(&mut self) -> ControlFlow<Infallible> {
        if let Some(outer) = self.outer.pop() {
            self.current = outer;
        }
        self.is_fresh = false;
        // What is in a variation without moves belongs to the move before it.
        let pending = core::mem::take(&mut self.pending);
        let node = self.read.game.node_mut(self.current);
        node.comments.extend(pending.comments);
        node.nags.extend(pending.nags);
        ControlFlow::Continue(())
    }

    fn result(&mut self, result: GameResult) -> ControlFlow<Infallible> {
        self.read.game.result = result;
        ControlFlow::Continue(())
    }

    fn problem(&mut self, problem: &Problem) -> ControlFlow<Infallible> {
        self.read.problem_count += 1;
        if self.first_error.is_none() && problem.kind.severity() == Severity::Error {
            self.first_error = Some(problem.clone());
        }
        if self.read.problems.len() < MAX_PROBLEMS {
            self.read.problems.push(problem.clone());
        }
        ControlFlow::Continue(())
    }
}

impl<S: Source> Reader<S> {
    /// Reads the next game as a tree. A slice that is not a PGN is a game without moves, whose problem says so, and
    /// which [`Reader::game_count`] does not count.
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
    /// Returns the error of the stream.
    pub fn read_game(&mut self) -> Result<Option<ReadGame>, S::Error> {
        self.read_game_keeping(Keep::Normalized)
    }

    /// Reads the next game as a tree with this much of its text.
    ///
    /// # Errors
    ///
    /// Returns the error of the stream.
    pub fn read_game_keeping(&mut self, keep: Keep) -> Result<Option<ReadGame>, S::Error> {
        self.read_game_on(keep)
    }

    /// Reads the next game on boards of another kind.
    ///
    /// # Errors
    ///
    /// Returns the error of the stream.
    pub fn read_game_on<B: PgnBoard>(&mut self, keep: Keep) -> Result<Option<ReadGame<B>>, S::Error> {
        let mut builder = Builder::new(keep);
        match self.read_on(&mut builder) {
            // A problem of the whole input comes with a game without moves.
            Ok(has_game) => Ok((has_game || builder.read.problem_count != 0).then_some(builder.read)),
            Err(ReadError::Source(error)) => Err(error),
        }
    }

    /// Iterates over the remaining games, as [`Reader::read_game`] reads them.
    ///
    /// ```
    /// use gardez_notation::pgn::Reader;
    ///
    /// let mut reader = Reader::from_bytes(b"1. e4 e5 *\n\n1. d4 *");
    /// let plies: Vec<_> = reader.games().map(|read| read.map(|read| read.game.len())).collect::<Result<_, _>>()?;
    /// assert_eq!(plies, [2, 1]);
    /// # Ok::<_, core::convert::Infallible>(())
    /// ```
    pub fn games(&mut self) -> impl Iterator<Item = Result<ReadGame, S::Error>> + '_ {
        core::iter::from_fn(|| self.read_game().transpose())
    }
}

errors! {
    /// The reason a text is not exactly one game.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum GameError {
        Empty = "empty", "expected a game, found none";
        /// `span` is from the second game to the end of the text.
        Several { span: Range<usize> } = "several",
            "expected one game, found another at byte {}", span.start => span span.clone();
        /// The first problem that is an [error](Severity::Error).
        Problem(problem: Problem) = (problem.kind.name()), "{problem}"
            => span usize::try_from(problem.span().start).ok()?..usize::try_from(problem.span().end).ok()?;
    }
}

impl FromStr for Game {
    type Err = GameError;

    /// Reads exactly one game. [Notes](crate::pgn::Severity::Note) are ignored.
    ///
    /// # Errors
    ///
    /// Returns an error if the text contains no game or several, or a problem that is an
    /// [error](crate::pgn::Severity::Error).
    fn from_str(text: &str) -> Result<Self, GameError> {
        let mut reader = Reader::from_bytes(text.as_bytes());
        let mut builder = Builder::<Board>::new(Keep::Normalized);
        let Ok(has_game) = reader.read(&mut builder);
        if let Some(problem) = builder.first_error {
            return Err(GameError::Problem(problem));
        }
        if !has_game {
            return Err(GameError::Empty);
        }
        match reader.read_game() {
            Ok(None) => Ok(builder.read.game),
            Ok(Some(_)) => Err(GameError::Several { span: reader.game_start() as usize..text.len() }),
        }
    }
}
