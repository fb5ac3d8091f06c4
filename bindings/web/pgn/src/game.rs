//! The arrays of a game that is being read.

use std::convert::Infallible;
use std::ops::ControlFlow;

use gardez_notation::pgn::{Boards, Nag, Played, Problem, Skip, Tag, Text, Visitor};
use gardez_position::GameResult;

use crate::board::WebBoard;

/// The tags, the main line and the problems of a game, and its tree if it is asked for.
#[derive(Debug)]
pub(crate) struct Game<B> {
    /// Names and values, each followed by a separator.
    pub(crate) tags: String,
    pub(crate) start: Option<B>,
    pub(crate) moves: Vec<u16>,
    pub(crate) result: GameResult,
    /// The first problems.
    pub(crate) problems: Vec<Problem>,
    pub(crate) tree: Option<Tree>,
}

impl<B> Default for Game<B> {
    fn default() -> Self {
        let (tags, moves, problems) = (String::new(), Vec::new(), Vec::new());
        Self { tags, start: None, moves, result: GameResult::Unknown, problems, tree: None }
    }
}

/// The most problems of a game that are kept.
const MAX_PROBLEMS: usize = 1000;

/// Follows each part of a text that has several.
pub(crate) const SEPARATOR: char = '\u{1f}';

type Flow<T> = ControlFlow<Infallible, T>;

impl<B: WebBoard> Visitor<Boards<B>> for Game<B> {
    type Break = Infallible;

    fn begin_game(&mut self) -> Flow<Skip> {
        self.tags.clear();
        self.moves.clear();
        self.problems.clear();
        self.result = GameResult::Unknown;
        self.start = None;
        if let Some(tree) = &mut self.tree {
            tree.clear();
        }
        ControlFlow::Continue(Skip(false))
    }

    fn tag(&mut self, tag: Tag<'_>) -> Flow<()> {
        for text in [tag.name().to_str(), tag.value()] {
            push_without_separators(&mut self.tags, &text);
            self.tags.push(SEPARATOR);
        }
        ControlFlow::Continue(())
    }

    fn begin_moves(&mut self, start: &B) -> Flow<Skip> {
        self.start = Some(*start);
        ControlFlow::Continue(Skip(false))
    }

    fn play(&mut self, played: Played<'_, B>) -> Flow<Skip> {
        if played.depth == 0 {
            self.moves.push(played.mv.map_or(0, B::raw));
        }
        if let Some(tree) = &mut self.tree {
            tree.add(&played);
        }
        ControlFlow::Continue(Skip(false))
    }

    fn nag(&mut self, nag: Nag) -> Flow<()> {
        if let Some(tree) = &mut self.tree {
            tree.note(NAG, nag.raw().into());
        }
        ControlFlow::Continue(())
    }

    fn comment(&mut self, comment: Text<'_>) -> Flow<()> {
        if let Some(tree) = &mut self.tree {
            tree.comment(comment);
        }
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &B, _: usize) -> Flow<Skip> {
        if let Some(tree) = &mut self.tree {
            tree.branch();
        }
        // Without a tree, too: the problems of a variation are problems of the game.
        ControlFlow::Continue(Skip(false))
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

/// The moves of a game with their variations. It keeps its memory for the next game.
#[derive(Debug)]
pub(crate) struct Tree {
    /// The place of the parent and the move of each node.
    nodes: Vec<[u32; 2]>,
    /// The texts of the moves in UTF-8, each followed by a space.
    sans: Vec<u8>,
    /// The notes of nodes, in the order of the text: four times the place of the node plus the kind, and a value.
    notes: Vec<[u32; 2]>,
    /// The comments among the notes in UTF-8, each after a separator.
    comments: Vec<u8>,
    /// The last node of the line that is read.
    current: usize,
    /// The last nodes of the lines around it.
    outer: Vec<usize>,
    /// The start of the notes before the first move of a variation.
    fresh: Option<usize>,
}

/// The kinds of notes: a glyph, whose number is the value; a comment after a move; a comment before a move.
const NAG: u32 = 0;
const AFTER: u32 = 1;
const BEFORE: u32 = 2;

impl Default for Tree {
    fn default() -> Self {
        let [sans, comments] = [Vec::new(), Vec::new()];
        Self { nodes: vec![[0; 2]], sans, notes: Vec::new(), comments, current: 0, outer: Vec::new(), fresh: None }
    }
}

impl Tree {
    fn clear(&mut self) {
        self.nodes.truncate(1);
        self.sans.clear();
        self.notes.clear();
        self.comments.clear();
        self.outer.clear();
        (self.current, self.fresh) = (0, None);
    }

    fn add<B: WebBoard>(&mut self, played: &Played<'_, B>) {
        let text = played.text.as_bytes();
        let is_read_strictly = played.repairs.is_empty() && played.before.as_chess().is_some();
        match played.mv {
            // A text without repairs is standard notation, but it may name a rank where a file is enough.
            Some(_) if is_read_strictly && !names_rank(text) => self.sans.extend_from_slice(text),
            Some(m) => self.sans.extend_from_slice(played.before.san(m).as_bytes()),
            None => self.sans.extend_from_slice(b"--"),
        }
        self.sans.push(b' ');
        self.nodes.push([self.current as u32, u32::from(played.mv.map_or(0, B::raw))]);
        self.current = self.nodes.len() - 1;
        self.fresh = None;
    }

    fn note(&mut self, kind: u32, value: u32) {
        let node = if self.fresh.is_some() { self.nodes.len() } else { self.current };
        self.notes.push([4 * node as u32 + kind, value]);
    }

    fn comment(&mut self, comment: Text<'_>) {
        self.note(if self.fresh.is_some() { BEFORE } else { AFTER }, 0);
        self.comments.push(SEPARATOR as u8);
        let text = comment.as_bytes().trim_ascii();
        if text.iter().any(u8::is_ascii_control) {
            self.comments.extend(comment.normalized().bytes().filter(|&byte| byte != SEPARATOR as u8));
        } else {
            self.comments.extend_from_slice(text);
        }
    }

    fn branch(&mut self) {
        self.outer.push(self.current);
        self.current = self.nodes[self.current][0] as usize;
        self.fresh = Some(self.notes.len());
    }

    fn return_to_line(&mut self) {
        self.current = self.outer.pop().unwrap_or_default();
        // A variation without a move may have comments and glyphs.
        for [note, _] in self.notes.iter_mut().skip(self.fresh.take().unwrap_or(usize::MAX)) {
            *note = 4 * self.current as u32 + if *note % 4 == NAG { NAG } else { AFTER };
        }
    }

    /// Returns the number of nodes; the place of the parent and the move of each node, whose parent is before it; and
    /// the notes: four times the place of the node and a kind, and a value. The first node has no move.
    pub(crate) fn numbers(&self) -> Vec<u32> {
        let count = [self.nodes.len() as u32];
        [&count, self.nodes.as_flattened(), self.notes.as_flattened()].concat()
    }

    /// Returns the texts of the moves, each followed by a space, and then all comments, each after a separator, in UTF-8.
    pub(crate) fn texts(&self) -> Vec<u8> {
        [&*self.sans, &*self.comments].concat()
    }
}

/// Appends a text without what separates texts, which hardly any has.
fn push_without_separators(all: &mut String, text: &str) {
    if text.as_bytes().contains(&(SEPARATOR as u8)) {
        all.extend(text.split(SEPARATOR));
    } else {
        all.push_str(text);
    }
}

/// Returns `true` if a rank says where the piece comes from: `N1d2`.
fn names_rank(san: &[u8]) -> bool {
    matches!(san, [b'A'..=b'Z', b'1'..=b'8', ..])
}
