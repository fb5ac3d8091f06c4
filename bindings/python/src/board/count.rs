//! Perft, and what exchanges of pieces are worth.

use gardez_count::{Counter, Table};
use gardez_position::Board as CoreBoard;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::board::Board;
use crate::error;
use crate::moves::Move;

/// No count of this depth ends in a lifetime, unless almost all moves are forced.
const MAX_DEPTH: u32 = 64;

/// A count of this depth takes milliseconds, so it is made in one piece.
const PIECE: u32 = 5;

/// The depth from which a table of counts pays.
const TABLE_DEPTH: u32 = 6;

/// The size of the table, in mebibytes.
const TABLE_SIZE: usize = 64;

/// Counts, and looks at the signals of Python between the pieces.
struct Interruptible {
    counter: Counter,
    table: Option<Table>,
}

impl Interruptible {
    fn new(depth: u32) -> Self {
        let table = if depth < TABLE_DEPTH { None } else { Table::new(TABLE_SIZE).ok() };
        Self { counter: Counter::new(), table }
    }

    fn count(&mut self, board: &CoreBoard, depth: u32) -> PyResult<u128> {
        if depth <= PIECE {
            return Ok(match &mut self.table {
                Some(table) => self.counter.count_with(board, depth, table),
                None => self.counter.count(board, depth),
            });
        }
        Python::attach(|py| py.check_signals())?;
        board.legal_moves().into_iter().map(|m| self.count(&board.after(m), depth - 1)).sum()
    }
}

/// Returns a depth from `least` on.
fn depth(number: i64, least: u32) -> PyResult<u32> {
    let depth = u32::try_from(number).ok().filter(|depth| (least..=MAX_DEPTH).contains(depth));
    depth.ok_or_else(|| error::value(format_args!("a depth is from {least} to {MAX_DEPTH}, not {number}")))
}

#[pymethods]
impl Board {
    /// Returns the number of sequences of `depth` legal moves, with a depth from 0 to 64.
    ///
    /// Other threads run meanwhile, and Ctrl-C stops the count. Raises ValueError for another depth.
    ///
    /// >>> import gardez
    /// >>> gardez.Board().perft(5)
    /// 4865609
    #[pyo3(signature = (depth))]
    fn perft(&self, py: Python<'_>, depth: i64) -> PyResult<u128> {
        let depth = self::depth(depth, 0)?;
        let game = self.game();
        py.detach(|| Interruptible::new(depth).count(game.position.board(), depth))
    }

    /// Returns the number of sequences of `depth` legal moves after each first move, as a dict; the depth is from 1 to
    /// 64.
    ///
    /// >>> import gardez
    /// >>> gardez.Board().divide(3)[gardez.Move.from_uci("e2e4")]
    /// 600
    #[pyo3(signature = (depth))]
    fn divide<'py>(&self, py: Python<'py>, depth: i64) -> PyResult<Bound<'py, PyDict>> {
        let depth = self::depth(depth, 1)?;
        let game = self.game();
        let board = game.position.board();
        let moves = board.legal_moves();
        let counts = py.detach(|| {
            let mut counter = Interruptible::new(depth);
            let counts = moves.iter().map(|&m| counter.count(&board.after(m), depth - 1));
            counts.collect::<PyResult<Vec<_>>>()
        })?;
        let divided = PyDict::new(py);
        for (&m, count) in moves.iter().zip(counts) {
            divided.set_item(Move::of(m, game.mode()).object(py)?, count)?;
        }
        Ok(divided)
    }

    /// Returns what a legal move wins by the exchange of pieces on its target, in Stockfish's units: a pawn is 208, a
    /// queen 2538.
    ///
    /// Both sides capture as long as it pays. Raises IllegalMoveError if the move is not legal.
    ///
    /// >>> import gardez
    /// >>> board = gardez.Board("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
    /// >>> board.see(gardez.Move.from_uci("e4d5"))
    /// 208
    #[pyo3(signature = (r#move))]
    fn see(&self, r#move: &Move) -> PyResult<i32> {
        let game = self.game();
        Ok(game.position.see(game.resolve(r#move)?))
    }
}
