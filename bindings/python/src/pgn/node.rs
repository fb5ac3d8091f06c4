//! `GameNode`: a move of a game with what is written about it.

use std::sync::{Arc, Mutex, PoisonError};

use gardez_notation::pgn::{Node, NodeId};
use gardez_notation::san::{San, parse_lenient};
use gardez_types::{Color, Move as CoreMove};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::chess::Board;
use crate::error;
use crate::moves::{self, Move, MoveObject};
use crate::pgn::shared::Shared;
use crate::pgn::tree::{Removed, Tree};
use crate::resolve::resolve;

/// A move of a game, with its comments, glyphs and variations. The root is the only node without a move.
///
/// >>> from gardez import pgn
/// >>> game = pgn.Game.from_pgn("1. e4 {[%clk 0:05:00] best} (1. d4 d5) 1... e5 *")
/// >>> e4, d4 = game.variations
/// >>> e4.san(), e4.comment, e4.clock(), e4.next().san()
/// ('e4', '[%clk 0:05:00] best', 300.0, 'e5')
/// >>> [node.san() for node in d4.mainline()]
/// ['d5']
#[pyclass(module = "gardez.pgn", frozen, weakref)]
pub(crate) struct GameNode {
    shared: Arc<Shared>,
    /// The `Game` of Python.
    game: Py<PyAny>,
    id: NodeId,
}

impl GameNode {
    pub(super) fn new(shared: Arc<Shared>, game: Py<PyAny>, id: NodeId) -> Self {
        Self { shared, game, id }
    }

    fn with<R>(&self, call: impl FnOnce(&mut Tree) -> R) -> R {
        self.shared.with_tree(call)
    }

    /// Reads something of the node.
    pub(super) fn node<R>(&self, call: impl FnOnce(&Node) -> R) -> R {
        self.with(|tree| call(tree.game.node(self.id)))
    }

    /// Changes something of the node.
    pub(super) fn change(&self, call: impl FnOnce(&mut Node)) {
        self.with(|tree| call(tree.game.node_mut(self.id)));
    }

    fn sibling(&self, py: Python<'_>, id: NodeId) -> Self {
        Self::new(self.shared.clone(), self.game.clone_ref(py), id)
    }

    /// Returns the move, and the board before it.
    fn move_on<R>(&self, call: impl FnOnce(Option<CoreMove>, &gardez_position::Board) -> R) -> PyResult<R> {
        let found = self.with(|tree| {
            let node = tree.game.node(self.id);
            let (mv, parent) = (node.mv(), node.parent());
            match parent {
                Some(parent) => tree.position(parent).map(|position| call(mv, position.board())),
                None => Err(Removed),
            }
        });
        match found {
            Ok(found) => Ok(found),
            Err(Removed) if self.is_root() => Err(PyValueError::new_err("the root of a game has no move")),
            Err(error) => Err(removed(error)),
        }
    }

    fn is_root(&self) -> bool {
        self.with(|tree| tree.game.root() == self.id)
    }

    /// Returns the legal move that a move or a text of Python means after this node.
    fn legal(&self, m: &Bound<'_, PyAny>) -> PyResult<Option<CoreMove>> {
        let position = self.with(|tree| tree.position(self.id).map(|position| position.recent(0))).map_err(removed)?;
        let mode = position.castling_mode();
        let legal = if let Ok(text) = m.cast::<PyString>() {
            let read = parse_lenient(&position, text.to_str()?);
            read.map_err(|error| moves::san_error(m.py(), mode, &error))?.mv
        } else if let Ok(m) = m.extract::<Move>() {
            if m.is_null() { None } else { Some(resolve(position.board(), m)?) }
        } else {
            return Err(PyTypeError::new_err("expected a Move or the text of a move"));
        };
        if legal.is_none() {
            { position }.pass().map_err(error::illegal)?;
        }
        Ok(legal)
    }
}

/// Returns the exception for a node that was removed.
fn removed(_: Removed) -> PyErr {
    PyValueError::new_err("the move was removed from its game")
}

#[pymethods]
impl GameNode {
    /// Returns the game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<PyAny> {
        self.game.clone_ref(py)
    }

    /// Returns the move; None at the root, Move.null() for a null move.
    #[getter]
    fn r#move(&self, py: Python<'_>) -> PyResult<Option<Py<MoveObject>>> {
        if self.is_root() {
            return Ok(None);
        }
        let (mv, mode) = (self.node(Node::mv), self.shared.mode());
        Move::of_played(mv, mode).object(py).map(Some)
    }

    /// Returns the move in standard algebraic notation; "--" for a null move. Raises ValueError at the root.
    fn san(&self) -> PyResult<String> {
        self.move_on(|mv, board| mv.map_or_else(|| "--".into(), |m| San::new(board, m).to_string()))
    }

    /// Returns the move in UCI notation; "0000" for a null move. Raises ValueError at the root.
    fn uci(&self) -> PyResult<String> {
        self.move_on(|mv, board| mv.map_or_else(|| "0000".into(), |m| m.uci(board.castling_mode()).to_string()))
    }

    /// Returns the board after the move, with the moves that lead there.
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, Board>> {
        // It raises where the headers do not set up a position.
        if self.is_root() {
            return self.shared.board(py, 0);
        }
        let (start, moves) = self.with(|tree| tree.line(self.id)).map_err(removed)?;
        Board::played(py, &start, &moves)
    }

    /// Returns the number of plies from the root to the position after the move.
    fn ply(&self) -> PyResult<usize> {
        self.with(|tree| tree.path(self.id).map(|path| path.len())).map_err(removed)
    }

    /// Returns the side to move after the move: True for white.
    fn turn(&self) -> PyResult<bool> {
        self.with(|tree| tree.position(self.id).map(|position| position.side_to_move() == Color::White))
            .map_err(removed)
    }

    /// Returns the node of the move before; None at the root, and after the move was removed.
    #[getter]
    fn parent(&self, py: Python<'_>) -> Option<Self> {
        self.node(Node::parent).map(|id| self.sibling(py, id))
    }

    /// Returns the moves that follow: that of the main line, then its alternatives.
    #[getter]
    pub(super) fn variations(&self, py: Python<'_>) -> PyResult<Vec<Self>> {
        let ids = self.node(|node| node.children().to_vec());
        Ok(ids.into_iter().map(|id| self.sibling(py, id)).collect())
    }

    /// Returns the move that follows in the main line; None at the end.
    fn next(&self, py: Python<'_>) -> Option<Self> {
        self.node(|node| node.children().first().copied()).map(|id| self.sibling(py, id))
    }

    /// Iterates over the nodes of the line that follows.
    fn mainline(&self, py: Python<'_>) -> Line {
        Line::new(self.sibling(py, self.id))
    }

    /// Returns True if the node is on the main line of the game.
    fn is_mainline(&self) -> PyResult<bool> {
        let is_first = |tree: &Tree, id: NodeId| {
            let parent = tree.game.node(id).parent();
            parent.is_some_and(|parent| tree.game.node(parent).children().first() == Some(&id))
        };
        self.with(|tree| tree.path(self.id).map(|path| path.iter().all(|&id| is_first(tree, id)))).map_err(removed)
    }

    /// Adds a move after this node, as the main line if there is none, else as a variation, and returns its node.
    ///
    /// The move is a Move, or its text in SAN or UCI. Raises IllegalMoveError if it is not legal there.
    ///
    /// >>> from gardez import pgn
    /// >>> game = pgn.Game()
    /// >>> _ = game.root.add_variation("e4", comment="best").add_variation("e5", nags=[1])
    /// >>> _ = game.root.add_variation("d4")
    /// >>> print(str(game).splitlines()[-1])
    /// 1. e4 { best } (1. d4) 1... e5 $1 *
    #[pyo3(signature = (r#move, *, comment = "", nags = None))]
    fn add_variation(
        &self,
        py: Python<'_>,
        r#move: &Bound<'_, PyAny>,
        comment: &str,
        nags: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let legal = self.legal(r#move)?;
        let id = self.with(|tree| tree.game.push(self.id, legal));
        let node = self.sibling(py, id);
        node.set_comment(comment);
        match nags.map_or(Ok(()), |nags| node.set_nags(nags)) {
            Ok(()) => Ok(node),
            Err(error) => {
                self.with(|tree| tree.remove(id));
                Err(error)
            }
        }
    }

    /// Adds moves one after the other, as add_variation does, and returns the node of the last one.
    fn add_line(&self, py: Python<'_>, moves: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut node = self.sibling(py, self.id);
        for m in moves.try_iter()? {
            node = node.add_variation(py, &m?, "", None)?;
        }
        Ok(node)
    }

    /// Moves the variation one place towards the main line. Returns False if it is first already.
    fn promote(&self) -> bool {
        self.with(|tree| tree.game.promote(self.id))
    }

    /// Removes the move and all moves after it. Returns False at the root, and if it is removed already.
    fn remove(&self) -> bool {
        self.with(|tree| {
            let is_part = tree.game.node(self.id).parent().is_some();
            if is_part {
                tree.remove(self.id);
            }
            is_part
        })
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| self.game.is(&other.get().game) && self.id == other.get().id)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        (self.game.as_ptr() as usize, format!("{:?}", self.id)).into_pyobject(py)?.hash()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let mut path = self
            .with(|tree| {
                let (mut path, mut id) = (Vec::new(), self.id);
                while let Some(parent) = tree.game.node(id).parent() {
                    path.push(tree.game.node(parent).children().iter().position(|&child| child == id)?);
                    id = parent;
                }
                (id == tree.game.root()).then_some(path)
            })
            .ok_or_else(|| removed(Removed))?;
        path.reverse();
        let restore = py.import("gardez.pgn")?.getattr("_node")?;
        (restore, (&self.game, path)).into_pyobject(py)
    }

    /// Returns the position as a drawing, which notebooks show.
    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let board = slf.call_method0("board")?;
        slf.py().import("gardez.chess.svg")?.getattr("of_board")?.call1((board,))
    }

    fn __repr__(&self) -> String {
        match self.san() {
            Ok(san) => format!("<GameNode {san}>"),
            Err(_) if self.is_root() => "<GameNode root>".into(),
            Err(_) => "<GameNode removed>".into(),
        }
    }
}

/// Iterates over the nodes of a line.
#[pyclass(module = "gardez.pgn", frozen)]
pub(crate) struct Line(Mutex<GameNode>);

impl Line {
    /// Returns the nodes after this one.
    pub(super) fn new(node: GameNode) -> Self {
        Self(Mutex::new(node))
    }
}

#[pymethods]
impl Line {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> Option<GameNode> {
        let mut current = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let next = current.next(py)?;
        current.id = next.id;
        Some(next)
    }
}
