//! What is kept of a game while it is read.

use std::convert::Infallible;
use std::fmt::Write;
use std::ops::ControlFlow;

use gardez_notation::pgn::{Interest, Nag, Played, Problem, Tag, Text, Visitor};
use gardez_notation::san::San;
use gardez_position::{Board, GameResult};
use gardez_types::Move;

/// The tags, the main line and the problems of a game, and its tree if it is asked for.
#[derive(Debug, Default)]
pub(super) struct Game {
    /// Names and values, each followed by a separator.
    pub(super) tags: String,
    pub(super) start: Option<Board>,
    pub(super) has_usual_start: bool,
    pub(super) moves: Vec<u16>,
    pub(super) result: GameResult,
    /// Whether there are comments, glyphs or variations.
    pub(super) is_annotated: bool,
    /// The first problems.
    pub(super) problems: Vec<Problem>,
    pub(super) tree: Option<Tree>,
}

/// The most problems of a game that are kept.
const MAX_PROBLEMS: usize = 1000;

/// Separates the names and values of tags.
const SEPARATOR: char = '\u{1f}';

type Flow<T> = ControlFlow<Infallible, T>;

impl Visitor for Game {
    type Break = Infallible;

    fn begin_game(&mut self) -> Flow<Interest> {
        self.tags.clear();
        self.moves.clear();
        self.problems.clear();
        self.result = GameResult::Unknown;
        self.start = None;
        self.is_annotated = false;
        self.tree = self.tree.take().map(|_| Tree::default());
        ControlFlow::Continue(Interest::Take)
    }

    fn tag(&mut self, tag: Tag<'_>) -> Flow<()> {
        for text in [tag.name.to_str(), tag.value()] {
            self.tags.extend(text.chars().filter(|&c| c != SEPARATOR));
            self.tags.push(SEPARATOR);
        }
        ControlFlow::Continue(())
    }

    fn begin_moves(&mut self, start: &Board) -> Flow<Interest> {
        self.has_usual_start = start.same_state(&Board::start());
        self.start = Some(*start);
        ControlFlow::Continue(Interest::Take)
    }

    fn play(&mut self, played: Played<'_>) -> Flow<Interest> {
        if played.depth == 0 {
            self.moves.push(played.mv.map_or(0, Move::raw));
        }
        if let Some(tree) = &mut self.tree {
            tree.add(&played);
        }
        ControlFlow::Continue(Interest::Take)
    }

    fn nag(&mut self, nag: Nag) -> Flow<()> {
        self.is_annotated = true;
        if let Some(tree) = &mut self.tree {
            tree.latest().nags.push(nag.raw());
        }
        ControlFlow::Continue(())
    }

    fn comment(&mut self, comment: Text<'_>) -> Flow<()> {
        self.is_annotated = true;
        if let Some(tree) = &mut self.tree {
            tree.latest().comments.push(comment.to_str().into_owned());
        }
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &Board, _: usize) -> Flow<Interest> {
        self.is_annotated = true;
        if let Some(tree) = &mut self.tree {
            tree.branch();
        }
        // Without a tree, too: the problems of a variation are problems of the game.
        ControlFlow::Continue(Interest::Take)
    }

    fn end_variation(&mut self) -> Flow<()> {
        if let Some(tree) = &mut self.tree {
            tree.return_to_line();
        }
        ControlFlow::Continue(())
    }

    fn result(&mut self, result: GameResult) -> Flow<()> {
        self.result = result;
        ControlFlow::Continue(())
    }

    fn problem(&mut self, problem: &Problem) -> Flow<()> {
        if self.problems.len() < MAX_PROBLEMS {
            self.problems.push(problem.clone());
        }
        ControlFlow::Continue(())
    }
}

/// The moves of a game with their variations.
#[derive(Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    /// The texts of the moves, each followed by a space.
    sans: String,
    /// The last node of the line that is read.
    current: usize,
    /// The last nodes of the lines around it.
    outer: Vec<usize>,
    /// The glyphs and comments between the beginning of a variation and its first move.
    fresh: Option<Notes>,
}

#[derive(Debug, Default)]
struct Node {
    parent: usize,
    raw: u16,
    before: Vec<String>,
    notes: Notes,
}

#[derive(Debug, Default)]
struct Notes {
    nags: Vec<u8>,
    comments: Vec<String>,
}

impl Default for Tree {
    fn default() -> Self {
        Self { nodes: vec![Node::default()], sans: String::new(), current: 0, outer: Vec::new(), fresh: None }
    }
}

impl Tree {
    fn add(&mut self, played: &Played<'_>) {
        _ = match played.mv {
            Some(m) => write!(self.sans, "{} ", San::new(played.before, m)),
            None => self.sans.write_str("-- "),
        };
        let raw = played.mv.map_or(0, Move::raw);
        let Notes { nags, comments: before } = self.fresh.take().unwrap_or_default();
        let notes = Notes { nags, comments: Vec::new() };
        self.nodes.push(Node { parent: self.current, raw, before, notes });
        self.current = self.nodes.len() - 1;
    }

    /// The notes to which a glyph or a comment belongs.
    fn latest(&mut self) -> &mut Notes {
        match &mut self.fresh {
            Some(notes) => notes,
            None => &mut self.nodes[self.current].notes,
        }
    }

    /// The next move stands in the place of the last one.
    fn branch(&mut self) {
        self.outer.push(self.current);
        self.current = self.nodes[self.current].parent;
        self.fresh = Some(Notes::default());
    }

    fn return_to_line(&mut self) {
        self.current = self.outer.pop().unwrap_or_default();
        // A variation without a move may have comments and glyphs.
        if let Some(Notes { nags, comments }) = self.fresh.take() {
            self.latest().nags.extend(nags);
            self.latest().comments.extend(comments);
        }
    }

    /// The nodes as numbers, each after its parent and a main move before its alternatives: the place of the parent, the
    /// move, and 0 if nothing is said about it; else 1, the number of its glyphs, the glyphs, and the numbers of comments
    /// after and before it. The first node has no move.
    pub(super) fn numbers(&self) -> Vec<u32> {
        let mut numbers = Vec::with_capacity(3 * self.nodes.len());
        for Node { parent, raw, before, notes: Notes { nags, comments } } in &self.nodes {
            numbers.extend([*parent as u32, u32::from(*raw)]);
            if nags.is_empty() && comments.is_empty() && before.is_empty() {
                numbers.push(0);
                continue;
            }
            numbers.extend([1, nags.len() as u32]);
            numbers.extend(nags.iter().copied().map(u32::from));
            numbers.extend([comments.len() as u32, before.len() as u32]);
        }
        numbers
    }

    /// The texts of the moves, each followed by a space, and then all comments, each after a separator.
    pub(super) fn texts(&self) -> String {
        let mut texts = self.sans.clone();
        for node in &self.nodes {
            for comment in node.notes.comments.iter().chain(&node.before) {
                texts.push(SEPARATOR);
                texts.extend(comment.chars().filter(|&c| c != SEPARATOR));
            }
        }
        texts
    }
}
