//! A game as a compact tree.

use gardez_variants::{FreeBoard as Sketch, Variant};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyList;

use super::{Events, Header};
use crate::chess::base::{start, wrong};
use crate::chess::text::parse_san;
use crate::moves::{Move, MoveObject};

/// A move, with what is said about it.
#[derive(Clone, Debug, Default)]
struct Node {
    parent: usize,
    /// The next variation of the same parent, and the first move after this one; 0 for none.
    sibling: usize,
    child: usize,
    last_child: usize,
    notes: Option<Box<Notes>>,
}

#[derive(Clone, Debug, Default)]
struct Notes {
    starting_comment: String,
    comment: String,
    nags: Vec<u64>,
}

/// A game that was read, of which Python makes nodes when it asks for them.
#[pyclass(module = "gardez.chess.pgn", frozen)]
#[derive(Debug)]
pub(crate) struct Tree {
    headers: Vec<(String, String)>,
    moves: Vec<Move>,
    /// The nodes, of which the first has no move.
    nodes: Vec<Node>,
    errors: Vec<PyErr>,
}

/// The tree that is read.
pub(super) struct Builder {
    tree: Tree,
    /// For each line that is open: its last node, and the position before and after that node's move.
    lines: Vec<Line>,
    /// What comes before the first move of a variation.
    starting_comment: String,
    in_variation: bool,
    /// The variant, and its start position unless that is the usual one.
    variant: Variant,
    start: Option<String>,
}

#[derive(Clone, Copy)]
struct Line {
    node: usize,
    before: Sketch,
    after: Sketch,
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

/// Appends a comment after a space.
fn join(text: &mut String, more: &str) {
    if !text.is_empty() && !more.is_empty() {
        text.push(' ');
    }
    text.push_str(more);
}

impl Builder {
    pub(super) fn new() -> Self {
        let tree = Tree {
            headers: Vec::with_capacity(16),
            moves: vec![Move::NULL],
            nodes: vec![Node::default()],
            errors: Vec::new(),
        };
        let (starting_comment, variant) = (String::new(), Variant::Chess);
        Self { tree, lines: Vec::new(), starting_comment, in_variation: false, variant, start: None }
    }

    pub(super) fn finish(self) -> Tree {
        self.tree
    }

    /// Returns the last of the headers with a name.
    fn value(&self, name: &str) -> Option<&str> {
        self.tree.headers.iter().rev().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    fn notes(&mut self, node: usize) -> &mut Notes {
        self.tree.nodes[node].notes.get_or_insert_default()
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
        self.lines.last().copied().unwrap_or(Line { node: 0, before: Sketch::EMPTY, after: Sketch::EMPTY })
    }
}

impl Events for Builder {
    fn header(&mut self, line: &Header<'_, '_>) -> PyResult<()> {
        self.tree.headers.push((line.name().to_owned(), line.value().to_owned()));
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
            Ok(position) => self.lines.push(Line { node: 0, before: position, after: position }),
            Err(error) => {
                self.tree.errors.push(error);
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn san(&mut self, san: &str) -> PyResult<bool> {
        let Some(line) = self.lines.last_mut() else { return Ok(false) };
        let m = match line.after.parse_san(san) {
            Ok(m) => m,
            Err(_) => {
                let error = Python::attach(|py| parse_san(py, &line.after, san)).err();
                self.tree.errors.extend(error);
                return Ok(false);
            }
        };
        line.before = line.after;
        line.after.play(m);
        let (parent, node) = (line.node, self.tree.nodes.len());
        line.node = node;
        self.tree.moves.push(m.into());
        self.tree.nodes.push(Node { parent, ..Node::default() });
        let last = std::mem::replace(&mut self.tree.nodes[parent].last_child, node);
        if last == 0 {
            self.tree.nodes[parent].child = node;
        } else {
            self.tree.nodes[last].sibling = node;
        }
        if !self.starting_comment.is_empty() {
            let comment = std::mem::take(&mut self.starting_comment);
            self.notes(node).starting_comment = comment;
        }
        self.in_variation = true;
        Ok(true)
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
        if self.in_variation || node == 0 && self.tree.nodes[0].child == 0 {
            join(&mut self.notes(node).comment, comment);
        } else {
            join(&mut self.starting_comment, comment);
        }
        Ok(())
    }

    fn nag(&mut self, nag: u64) -> PyResult<()> {
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
}

impl Builder {
    /// Returns the position before the move of a node.
    fn position_before(&self, node: usize) -> Sketch {
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
        let mut position = self.lines.first().map_or(Sketch::EMPTY, |line| line.before);
        if let Ok(first) = self.position() {
            position = first;
        }
        for &m in path.iter().rev() {
            position.play(m.sketch());
        }
        position
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

    /// Returns the comment before the first move, and the glyphs there.
    #[getter]
    fn notes(&self) -> (String, Vec<u64>) {
        let notes = self.nodes[0].notes.as_deref();
        notes.map_or_else(Default::default, |notes| (notes.comment.clone(), notes.nags.clone()))
    }

    /// Returns the moves of the main line.
    fn mainline<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let mut moves = Vec::with_capacity(self.moves.len());
        let mut node = self.nodes[0].child;
        while node != 0 {
            moves.push(self.moves[node]);
            node = self.nodes[node].child;
        }
        Move::objects(py, moves)
    }

    /// Returns for each node but the first: the index of its parent, its move, and its comments and glyphs, if there
    /// are any. Parents come before their children, and variations are in order.
    #[allow(clippy::type_complexity)]
    fn nodes(&self, py: Python<'_>) -> PyResult<Vec<(usize, Py<MoveObject>, Option<(String, String, Vec<u64>)>)>> {
        let nodes = self.nodes.iter().zip(&self.moves).skip(1);
        nodes
            .map(|(node, m)| {
                let notes = node.notes.as_deref();
                let notes =
                    notes.map(|notes| (notes.starting_comment.clone(), notes.comment.clone(), notes.nags.clone()));
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
