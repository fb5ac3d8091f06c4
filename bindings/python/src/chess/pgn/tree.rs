//! A game as a compact tree.

use std::borrow::Cow;
use std::ops::Range;

use gardez_notation::pgn::{Problem, ProblemKind, Severity, Verdict};
use gardez_notation::san::{ParsedMove, Repairs, San, parse_lenient};
use gardez_position::Board as CoreBoard;
use gardez_variants::{FreeBoard as Sketch, Variant};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyList;

use super::events::Events;
use crate::chess::base::{start, wrong};
use crate::chess::text::parse_san;
use crate::moves::{Move, MoveObject};
use crate::position;

/// The signs of check and mate, which python-chess does not read.
pub(super) const MARKS: [char; 2] = ['+', '#'];

/// The most problems of a game that are kept.
const MAX_PROBLEMS: usize = 1000;

/// A move, with what is said about it.
#[derive(Clone, Debug, Default)]
struct Node {
    parent: usize,
    /// The index of its notes.
    notes: Option<usize>,
}

/// The parts of a comment, as places in the text of all comments. Nearly all comments have one.
#[derive(Clone, Debug, Default)]
struct Comment {
    first: Range<usize>,
    more: Vec<Range<usize>>,
}

/// Comments and glyphs.
#[derive(Clone, Debug, Default)]
struct Notes {
    starting_comment: Comment,
    comment: Comment,
    nags: Vec<u8>,
}

/// A game that was read, of which Python makes nodes when it asks for them.
#[pyclass(module = "gardez.chess.pgn", frozen)]
#[derive(Debug)]
pub(crate) struct Tree {
    headers: Vec<(String, String)>,
    moves: Vec<Move>,
    /// The nodes, of which the first has no move.
    nodes: Vec<Node>,
    notes: Vec<Notes>,
    comments: String,
    errors: Vec<PyErr>,
    problems: Vec<Problem>,
    /// The number of lines before the text of the game, which `problems` do not count.
    skipped: u64,
}

pub(super) struct Builder {
    tree: Tree,
    /// For each line that is open: its last node, and the position before and after that node's move.
    lines: Vec<Line>,
    /// What comes before the first move of a variation.
    starting_comment: Comment,
    in_variation: bool,
    /// The variant, and its start position unless that is the usual one.
    variant: Variant,
    start: Option<String>,
}

#[derive(Clone, Copy)]
struct Line {
    node: usize,
    before: At,
    after: At,
}

/// A position: one that can be played, whose moves are read faster, or any other.
#[derive(Clone, Copy)]
enum At {
    Board(CoreBoard),
    Free(Sketch),
}

impl At {
    fn new(sketch: Sketch) -> Self {
        match sketch.variant {
            Variant::Chess => sketch.to_board().map_or(Self::Free(sketch), Self::Board),
            _ => Self::Free(sketch),
        }
    }

    fn sketch(&self) -> Sketch {
        match self {
            Self::Board(board) => Sketch::from(board),
            Self::Free(sketch) => *sketch,
        }
    }
}

/// Returns `true` if the tag `Variant` names Chess960 or a shuffled start position.
fn is_chess960(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let wild = name.strip_prefix("wild/").unwrap_or_default();
    matches!(
        name.as_str(),
        "chess960" | "chess 960" | "fischerandom" | "fischerrandom" | "fischer random" | "freestyle"
    ) || matches!(wild.as_bytes(), [b'0'..=b'8'] | b"8a")
}

/// A move that was read, and the standard form of a text that python-chess does not read.
pub(super) struct Known {
    m: Move,
    pub(super) text: Option<String>,
    repairs: Repairs,
}

/// Reads a move in any form that the readers of the crates take.
///
/// # Errors
///
/// The refusal for the reader.
pub(super) fn lenient(py: Python<'_>, sketch: &Sketch, san: &str) -> Result<Known, Verdict> {
    if let Ok(m) = sketch.parse_san(san) {
        return Ok(Known { m: m.into(), text: None, repairs: Repairs::empty() });
    }
    let Ok(board) = position::board(py, sketch) else {
        return Err(Verdict::refused(ProblemKind::VariantMove(Box::new(san.into()))));
    };
    let read = parse_lenient(&board, san).map_err(|error| Verdict::refused(ProblemKind::Move(Box::new(error))))?;
    let text = read.mv.map_or_else(|| String::from("--"), |m| San::new(&board, m).to_string());
    Ok(Known { m: Move::of_played(read.mv, board.castling_mode()), text: Some(text), repairs: read.repairs })
}

impl Comment {
    /// Adds a text after a space. A comment that other comments have interrupted is not copied to its new part.
    fn add(&mut self, comments: &mut String, text: &str) {
        let (is_first, place) = (self.first.is_empty(), comments.len()..comments.len() + text.len());
        let last = self.more.last_mut().unwrap_or(&mut self.first);
        if is_first {
            self.first = place;
        } else if !text.is_empty() && last.end == comments.len() {
            comments.push(' ');
            last.end += 1 + text.len();
        } else if !text.is_empty() {
            self.more.push(place);
        }
        comments.push_str(text);
    }

    fn text<'a>(&self, comments: &'a str) -> Cow<'a, str> {
        let first = Cow::Borrowed(&comments[self.first.clone()]);
        self.more.iter().fold(first, |text, part| text + " " + &comments[part.clone()])
    }
}

impl Builder {
    pub(super) fn new() -> Self {
        let tree = Tree {
            headers: Vec::with_capacity(16),
            moves: vec![Move::NULL],
            nodes: vec![Node::default()],
            notes: Vec::new(),
            comments: String::new(),
            errors: Vec::new(),
            problems: Vec::new(),
            skipped: 0,
        };
        let (starting_comment, variant) = (Comment::default(), Variant::Chess);
        Self { tree, lines: Vec::new(), starting_comment, in_variation: false, variant, start: None }
    }

    pub(super) fn finish(self, skipped: u64) -> Tree {
        Tree { skipped, ..self.tree }
    }

    /// Returns the last of the headers with a name.
    fn value(&self, name: &str) -> Option<&str> {
        self.tree.headers.iter().rev().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    fn notes(&mut self, node: usize) -> &mut Notes {
        let Tree { nodes, notes, .. } = &mut self.tree;
        let at = *nodes[node].notes.get_or_insert_with(|| {
            notes.push(Notes::default());
            notes.len() - 1
        });
        &mut notes[at]
    }

    /// Returns the position of the headers.
    fn position(&self) -> PyResult<Sketch> {
        let chess960 = self.value("Variant").is_some_and(is_chess960);
        let Some(fen) = self.value("FEN").or(self.start.as_deref()) else {
            return Ok(Sketch { chess960, ..start() });
        };
        let mut sketch = Sketch { chess960, variant: self.variant, ..Sketch::EMPTY };
        sketch.set_fen(fen).map_err(wrong)?;
        sketch.chess960 |= sketch.has_chess960_castling();
        Ok(sketch)
    }

    fn line(&self) -> Line {
        let empty = At::Free(Sketch::EMPTY);
        self.lines.last().copied().unwrap_or(Line { node: 0, before: empty, after: empty })
    }
}

impl Events for Builder {
    fn header(&mut self, name: &str, value: &str) -> PyResult<()> {
        self.tree.headers.push((name.to_owned(), value.to_owned()));
        Ok(())
    }

    fn error(&mut self, error: String) -> PyResult<()> {
        self.tree.errors.push(PyValueError::new_err(error));
        Ok(())
    }

    fn end_headers(&mut self) -> PyResult<bool> {
        Ok(true)
    }

    fn start(&mut self) -> PyResult<bool> {
        if let Some(name) = self.value("Variant").filter(|name| !is_chess960(name)).map(str::to_owned) {
            let found = Python::attach(|py| {
                let class = py.import("gardez.chess.variant")?.getattr("find_variant")?.call1((name,))?;
                let (rules, start) = (class.getattr("_rules")?, class.getattr("starting_fen")?);
                Ok::<_, PyErr>((Variant::from_name(rules.extract()?), start.extract()?))
            });
            match found {
                Ok((variant, start)) => (self.variant, self.start) = (variant.unwrap_or(Variant::Chess), Some(start)),
                Err(error) => self.tree.errors.push(error),
            }
        }
        match self.position() {
            Ok(position) => {
                let position = At::new(position);
                self.lines.push(Line { node: 0, before: position, after: position });
            }
            Err(error) => {
                self.tree.errors.push(error);
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn san(&mut self, san: &str) -> PyResult<Verdict> {
        let Some(line) = self.lines.last_mut() else { return Ok(Verdict::Skip) };
        if let At::Board(board) = &line.after {
            if let Ok(ParsedMove { mv: Some(m), repairs, .. }) = parse_lenient(board, san) {
                let (mut after, m_object) = (*board, Move::of(m, board.castling_mode()));
                after.do_move(m);
                (line.before, line.after) = (line.after, At::Board(after));
                self.add(m_object);
                let kind = || ProblemKind::Repaired(repairs);
                return Ok(if repairs.is_empty() { Verdict::Take } else { Verdict::noted(kind()) });
            }
        }
        // What only python-chess reads, and moves on other boards.
        let (mut sketch, san) = (line.after.sketch(), san.trim_end_matches(MARKS));
        let read = Python::attach(|py| {
            lenient(py, &sketch, san).map_err(|refusal| (refusal, parse_san(py, &sketch, san).err()))
        });
        let known = match read {
            Ok(known) => known,
            Err((refusal, error)) => {
                self.tree.errors.extend(error);
                return Ok(refusal);
            }
        };
        sketch.play(known.m.sketch());
        (line.before, line.after) = (line.after, At::new(sketch));
        self.add(known.m);
        let is_noted = known.text.is_some();
        Ok(if is_noted { Verdict::noted(ProblemKind::Repaired(known.repairs)) } else { Verdict::Take })
    }

    fn has_moves(&self) -> bool {
        self.line().node != 0
    }

    fn begin_variation(&mut self) -> PyResult<bool> {
        let line = self.line();
        let parent = self.tree.nodes[line.node].parent;
        // The position before the parent's move is not needed, except by a variation at the very start of this one.
        let before = self.position_before(parent);
        self.lines.push(Line { node: parent, before, after: line.before });
        self.in_variation = false;
        Ok(true)
    }

    fn end_variation(&mut self) -> PyResult<()> {
        if self.lines.len() > 1 {
            self.lines.pop();
        }
        Ok(())
    }

    fn comment(&mut self, comment: &str) -> PyResult<()> {
        let node = self.line().node;
        if self.in_variation || self.tree.nodes.len() == 1 {
            let mut whole = std::mem::take(&mut self.notes(node).comment);
            whole.add(&mut self.tree.comments, comment);
            self.notes(node).comment = whole;
        } else {
            self.starting_comment.add(&mut self.tree.comments, comment);
        }
        Ok(())
    }

    fn nag(&mut self, nag: u8) -> PyResult<()> {
        let node = self.line().node;
        self.notes(node).nags.push(nag);
        Ok(())
    }

    fn result(&mut self, result: &str) -> PyResult<()> {
        if self.value("Result").is_none_or(|known| known == "*") {
            self.tree.headers.push((String::from("Result"), result.to_owned()));
        }
        Ok(())
    }

    fn problem(&mut self, problem: &Problem) {
        if self.tree.problems.len() < MAX_PROBLEMS {
            self.tree.problems.push(problem.clone());
        }
    }
}

impl Builder {
    /// Adds a move to the line that is open.
    fn add(&mut self, m: Move) {
        let Some(line) = self.lines.last_mut() else { return };
        let node = self.tree.nodes.len();
        let parent = std::mem::replace(&mut line.node, node);
        self.tree.moves.push(m);
        self.tree.nodes.push(Node { parent, notes: None });
        if !self.starting_comment.first.is_empty() {
            let comment = std::mem::take(&mut self.starting_comment);
            self.notes(node).starting_comment = comment;
        }
        self.in_variation = true;
    }

    /// Returns the position before the move of a node.
    fn position_before(&self, node: usize) -> At {
        // A line that is open has it, or it is replayed.
        if let Some(line) = self.lines.iter().find(|line| line.node == node) {
            return line.before;
        }
        let mut path = Vec::new();
        let mut at = self.tree.nodes[node].parent;
        while at != 0 {
            path.push(self.tree.moves[at]);
            at = self.tree.nodes[at].parent;
        }
        let mut position = self.position().unwrap_or(Sketch::EMPTY);
        for &m in path.iter().rev() {
            position.play(m.sketch());
        }
        At::new(position)
    }
}

#[pymethods]
impl Tree {
    /// Returns the headers as pairs, in the order of the text.
    #[getter]
    fn headers(&self) -> Vec<(String, String)> {
        self.headers.clone()
    }

    /// Returns the errors, as exceptions.
    #[getter]
    fn errors(&self, py: Python<'_>) -> Vec<Py<PyAny>> {
        self.errors.iter().map(|error| error.clone_ref(py).into_value(py).into_any()).collect()
    }

    /// Returns for each problem: its kind, what is wrong, whether something was lost, and its line and column.
    #[getter]
    fn problems(&self) -> Vec<(&'static str, String, &'static str, u64, u64)> {
        let problems = self.problems.iter().map(|problem| {
            let severity = if problem.kind.severity() == Severity::Error { "error" } else { "note" };
            let line = self.skipped + problem.line;
            (problem.kind.name(), problem.kind.to_string(), severity, line, problem.column)
        });
        problems.collect()
    }

    /// Returns the comment before the first move, and the glyphs there.
    #[getter]
    fn notes(&self) -> (Cow<'_, str>, Vec<u8>) {
        let notes = self.nodes[0].notes.map(|at| &self.notes[at]);
        notes.map_or_else(Default::default, |notes| (notes.comment.text(&self.comments), notes.nags.clone()))
    }

    /// Returns the moves of the main line.
    fn mainline<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        // The first node with a parent is its main continuation.
        let mut last = 0;
        let nodes = self.nodes.iter().enumerate().skip(1);
        let line = nodes.filter(|(at, node)| {
            let is_next = node.parent == last;
            last = if is_next { *at } else { last };
            is_next
        });
        Move::objects(py, line.map(|(at, _)| self.moves[at]))
    }

    /// Returns for each node but the first: the index of its parent, its move, and its comments and glyphs, if there
    /// are any. Parents come before their children, and variations are in order.
    #[allow(clippy::type_complexity)]
    fn nodes(
        &self,
        py: Python<'_>,
    ) -> PyResult<Vec<(usize, Py<MoveObject>, Option<(Cow<'_, str>, Cow<'_, str>, Vec<u8>)>)>> {
        let text = |comment: &Comment| comment.text(&self.comments);
        let nodes = self.nodes.iter().zip(&self.moves).skip(1);
        nodes
            .map(|(node, m)| {
                let notes = node.notes.map(|at| &self.notes[at]);
                let notes =
                    notes.map(|notes| (text(&notes.starting_comment), text(&notes.comment), notes.nags.clone()));
                Ok((node.parent, m.object(py)?, notes))
            })
            .collect()
    }

    /// Returns the number of moves in all lines.
    fn __len__(&self) -> usize {
        self.nodes.len() - 1
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyValueError::new_err("a tree is not pickled; its game is"))
    }
}
