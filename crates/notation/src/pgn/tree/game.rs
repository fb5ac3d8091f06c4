//! A game as a tree of moves.

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use gardez_position::{Board, IllegalMoveError, Position};
use gardez_types::{GameResult, Move};

use crate::pgn::board::PgnBoard;
use crate::pgn::nag::Nag;
use crate::pgn::tree::tags::{ROSTER, Tags};

/// A game with its variations, comments and glyphs: a tree of moves below its start position.
///
/// The nodes are numbered by [`NodeId`]. The first child of a node is its main continuation, the others are variations:
///
/// ```text
/// 1. e4 e5 (1... c5 2. Nf3) 2. Nc3        root ── e4 ─┬─ e5 ── Nc3      main line
///                                                     └─ c5 ── Nf3      variation
/// ```
///
/// Two games are equal if their start positions, trees, results and tags are, whatever [`Node::given`] returns. A
/// missing tag of the seven tag roster equals its value in the export format, such as `?`, and the order of the roster
/// does not matter. A method panics if the number of a node is from another game and too large.
///
/// ```
/// use gardez_notation::pgn::Game;
///
/// let mut game = Game::new();
/// let start = game.start().clone();
/// let e4 = game.add(game.root(), Some(start.parse_uci("e2e4")?))?;
/// let d4 = game.add(game.root(), Some(start.parse_uci("d2d4")?))?;
/// game.node_mut(d4).comments.push("Queen's pawn".into());
/// assert_eq!(game.main_line().collect::<Vec<_>>(), [e4]);
/// assert!(game.to_string().ends_with("1. e4 (1. d4 { Queen's pawn }) *\n"));
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Game<B: PgnBoard = Board> {
    /// The tag pairs.
    pub tags: Tags,
    /// The result after the moves.
    pub result: GameResult,
    start: B,
    nodes: Vec<Node<B::Move>>,
    /// `true` if nodes have been removed from the tree.
    has_removed: bool,
}

/// The number of a node of a [`Game`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

/// A move of a game with its annotations. The root has no move.
#[derive(Clone, Debug)]
pub struct Node<M = Move> {
    /// The comments after the move; at the root, those before the first move.
    pub comments: Vec<String>,
    /// The glyphs of the move.
    pub nags: Vec<Nag>,
    /// Comments and glyphs between the start of a variation and the move.
    pub before: Option<Box<Before>>,
    m: Option<M>,
    parent: Option<NodeId>,
    children: Vec<NodeId>,
    given: Option<Box<str>>,
}

/// Comments and glyphs before a move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Before {
    /// The comments.
    pub comments: Vec<String>,
    /// The glyphs.
    pub nags: Vec<Nag>,
}

impl<M> Default for Node<M> {
    fn default() -> Self {
        Self {
            comments: Vec::new(),
            nags: Vec::new(),
            before: None,
            m: None,
            parent: None,
            children: Vec::new(),
            given: None,
        }
    }
}

impl<M: Copy> Node<M> {
    /// Returns the move, or `None` for a null move and at the root.
    pub const fn mv(&self) -> Option<M> {
        self.m
    }

    /// Returns the node of the move before, or `None` at the root and for a move that was [removed](Game::remove).
    pub const fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// Returns the moves that follow, the main continuation first.
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }

    /// Returns the text of a move that was read in another form, with [`Keep::Text`](crate::pgn::Keep::Text).
    pub fn given(&self) -> Option<&str> {
        self.given.as_deref()
    }

    pub(super) fn keep_text(&mut self, text: &str) {
        self.given = Some(text.into());
    }
}

impl Default for Game {
    fn default() -> Self {
        Self::new()
    }
}

impl Game {
    /// Creates a game without moves and tags, from the start position.
    pub fn new() -> Self {
        Self::empty()
    }

    /// Returns the position after the move of a node, with its history, by making all moves that lead there.
    pub fn position(&self, id: NodeId) -> Position {
        let mut position = Position::from(self.start);
        for m in self.path(id) {
            make(&mut position, m);
        }
        position
    }

    /// Adds a move or a null move (`None`) after a node, as the main continuation if it is the first. Makes all moves before.
    ///
    /// # Errors
    ///
    /// Returns an error if the move is not legal there. A null move is not legal for a side in check.
    pub fn add(&mut self, parent: NodeId, m: Option<Move>) -> Result<NodeId, IllegalMoveError> {
        let mut position = self.position(parent);
        match m {
            Some(m) => position.play(m)?,
            None => position.pass()?,
        }
        Ok(self.push(parent, m))
    }
}

impl<B: PgnBoard> Game<B> {
    /// Creates a game without moves and tags, from the start position.
    pub(super) fn empty() -> Self {
        Self {
            tags: Tags::default(),
            result: GameResult::Unknown,
            start: B::usual(),
            nodes: alloc::vec![Node::default()],
            has_removed: false,
        }
    }

    /// Creates a game without moves from any position, with the tags `FEN`, `SetUp` and `Variant` that it needs.
    pub fn from_board(start: B) -> Self {
        let mut game = Self::empty();
        // A game whose clocks do not begin at 0 and 1, or whose castling is that of Chess960, needs its FEN as well.
        for (name, value) in start.start_tags() {
            game.tags.set(name, value);
        }
        game.start = start;
        game
    }

    /// Returns the board after the move of a node, by making all moves that lead there.
    pub fn board(&self, id: NodeId) -> B {
        self.path(id).into_iter().fold(self.start, |board, m| board.after(m))
    }

    fn path(&self, id: NodeId) -> Vec<Option<B::Move>> {
        let ancestors = core::iter::successors(Some(id), |&id| self.node(id).parent);
        let mut path: Vec<_> = ancestors.filter(|&id| id != self.root()).map(|id| self.node(id).m).collect();
        path.reverse();
        path
    }

    pub(super) fn set_start(&mut self, start: B) {
        self.start = start;
    }

    /// Returns the board on which the game begins.
    pub const fn start(&self) -> &B {
        &self.start
    }

    /// Returns the root.
    pub const fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// Returns the node with this number.
    pub fn node(&self, id: NodeId) -> &Node<B::Move> {
        &self.nodes[id.0 as usize]
    }

    /// Returns the node with this number, to change its annotations.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node<B::Move> {
        &mut self.nodes[id.0 as usize]
    }

    /// Returns the number of moves with variations, in constant time until a move is [removed](Game::remove).
    pub fn len(&self) -> usize {
        if !self.has_removed {
            return self.nodes.len() - 1;
        }
        let (mut count, mut open) = (0, alloc::vec![self.root()]);
        while let Some(id) = open.pop() {
            let children = self.node(id).children();
            count += children.len();
            open.extend(children);
        }
        count
    }

    /// Returns `true` if there are no moves.
    pub fn is_empty(&self) -> bool {
        self.node(self.root()).children.is_empty()
    }

    /// Returns the nodes of the main line, without the root.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        core::iter::successors(Some(self.root()), |&id| self.node(id).children.first().copied()).skip(1)
    }

    /// Adds a legal move, or a null move (`None`), after a node, without a check and in constant time.
    ///
    /// After a move that is not legal, methods that make the moves of the game may panic or return meaningless positions.
    ///
    /// ```
    /// use gardez_notation::pgn::Game;
    /// use gardez_position::Position;
    ///
    /// let (mut game, mut position) = (Game::new(), Position::start());
    /// let mut node = game.root();
    /// for text in ["e2e4", "e7e5", "g1f3"] {
    ///     let m = position.parse_uci(text)?;
    ///     position.play(m)?;
    ///     node = game.push(node, Some(m));
    /// }
    /// assert!(game.to_string().ends_with("1. e4 e5 2. Nf3 *\n"));
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn push(&mut self, parent: NodeId, m: Option<B::Move>) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("a game has fewer than four billion moves"));
        self.nodes.push(Node { m, parent: Some(parent), ..Node::default() });
        self.node_mut(parent).children.push(id);
        id
    }

    /// Moves a variation one place towards the main continuation. Returns `false` if there is no such place.
    pub fn promote(&mut self, id: NodeId) -> bool {
        let Some(parent) = self.node(id).parent else { return false };
        let children = &mut self.node_mut(parent).children;
        match children.iter().position(|&child| child == id) {
            Some(index @ 1..) => {
                children.swap(index - 1, index);
                true
            }
            _ => false,
        }
    }

    /// Removes a move and all moves after it. Returns `false` for the root and for a move that is removed already.
    pub fn remove(&mut self, id: NodeId) -> bool {
        let Some(parent) = self.node_mut(id).parent.take() else { return false };
        self.node_mut(parent).children.retain(|&child| child != id);
        self.has_removed = true;
        true
    }
}

pub(crate) fn make(position: &mut Position, m: Option<Move>) {
    match m {
        Some(m) => position.do_move(m),
        None => position.do_null_move(),
    }
}

impl<B: PgnBoard> PartialEq for Game<B> {
    fn eq(&self, other: &Self) -> bool {
        let roster = |game: &Self| ROSTER.map(|name| game.tags.roster(name, game.result).to_string());
        if !self.start.same_state(&other.start)
            || self.result != other.result
            || roster(self) != roster(other)
            || !self.tags.others().eq(other.tags.others())
        {
            return false;
        }
        let mut pairs = alloc::vec![(self.root(), other.root())];
        while let Some((ours, theirs)) = pairs.pop() {
            let (ours, theirs) = (self.node(ours), other.node(theirs));
            let before =
                |node: &Node<B::Move>| node.before.as_deref().filter(|before| **before != Before::default()).cloned();
            if ours.m != theirs.m
                || ours.comments != theirs.comments
                || ours.nags != theirs.nags
                || before(ours) != before(theirs)
                || ours.children.len() != theirs.children.len()
            {
                return false;
            }
            pairs.extend(ours.children.iter().copied().zip(theirs.children.iter().copied()));
        }
        true
    }
}

impl<B: PgnBoard> Eq for Game<B> {}

impl<B: PgnBoard> fmt::Debug for Game<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
