//! What a game and its nodes share.

use std::sync::{Mutex, MutexGuard, PoisonError};

use gardez_notation::pgn::Game as CoreGame;
use gardez_position::{Board as CoreBoard, GameResult};
use gardez_types::{CastlingMode, Move};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;

use crate::chess::Board;
use crate::pgn::record::{Collector, Record, Start};
use crate::pgn::tree::Tree;

/// A game as it was read, and what can change of it.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) record: Record,
    /// No code of Python runs while this is locked.
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// The tree, once it was asked for. Then it has the moves.
    tree: Option<Box<Tree>>,
    result: Option<GameResult>,
}

impl Shared {
    pub(super) fn from_record(record: Record) -> Self {
        Self { record, state: Mutex::default() }
    }

    pub(super) fn from_tree(tree: CoreGame) -> Self {
        let mut record = Collector::default().take(0);
        record.start = Start::Usual;
        let state = State { result: Some(tree.result), tree: Some(Tree::new(tree).into()) };
        Self { record, state: Mutex::new(state) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Calls a function with the tree, which is built first if it is missing. The function must not run code of Python.
    pub(super) fn with_tree<R>(&self, call: impl FnOnce(&mut Tree) -> R) -> R {
        let mut state = self.state();
        call(state.tree.get_or_insert_with(|| Tree::new(self.record.tree()).into()))
    }

    /// Returns the board before the first move.
    fn start(&self) -> Option<CoreBoard> {
        match &self.state().tree {
            Some(tree) if !matches!(self.record.start, Start::None) => Some(*tree.game.start()),
            _ => self.record.start_board(),
        }
    }

    pub(super) fn mode(&self) -> CastlingMode {
        self.start().map_or(CastlingMode::Standard, |start| start.castling_mode())
    }

    /// Returns the moves of the main line.
    pub(super) fn main_line(&self) -> Vec<Option<Move>> {
        match &self.state().tree {
            Some(tree) => tree.game.main_line().map(|id| tree.game.node(id).mv()).collect(),
            None => self.record.moves.iter().map(|&raw| Move::from_raw(raw)).collect(),
        }
    }

    pub(super) fn result(&self) -> GameResult {
        self.state().result.unwrap_or(self.record.result)
    }

    pub(super) fn set_result(&self, result: GameResult) {
        self.state().result = Some(result);
    }

    /// Returns the board after this number of plies, counted from the end if it is negative.
    pub(super) fn board<'py>(&self, py: Python<'py>, ply: isize) -> PyResult<Bound<'py, Board>> {
        let start = self.start().ok_or_else(|| PyValueError::new_err("the headers do not set up a position"))?;
        let mut moves = self.main_line();
        let last = moves.len();
        let index = if ply < 0 { (last + 1).checked_sub(ply.unsigned_abs()) } else { usize::try_from(ply).ok() };
        let Some(index) = index.filter(|&index| index <= last) else {
            return Err(PyIndexError::new_err(format!("the game has {last} plies, not {ply}")));
        };
        moves.truncate(index);
        Board::played(py, &start, &moves)
    }
}
