//! Perft, what exchanges of pieces are worth, keys and packed boards.

use gardez_bitboard::Bitboard;
use gardez_count::{Counter, Table};
use gardez_types::{CastlingMode, CastlingSide, Color, PieceType};
use gardez_variants::{FreeBoard as Sketch, Variant};
use gardez_zobrist::polyglot;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyType};

use super::board::{Board, sketch};
use super::fields::rights;
use crate::batch::perft::{Depth, in_pieces};
use crate::error;
use crate::moves::Move;
use crate::position::{PositionArg, board_of};
use crate::resolve::resolve;

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

    /// Counts the moves of a board, by the rules of its variant.
    fn count(&mut self, sketch: &Sketch, depth: u32) -> PyResult<u128> {
        match sketch.to_board() {
            Ok(board) if sketch.variant == Variant::Chess => {
                in_pieces(&board, depth, &check_signals, &mut |board, depth| match &mut self.table {
                    Some(table) => self.counter.count_with(board, depth, table),
                    None => self.counter.count(board, depth),
                })
            }
            _ => self.count_sketch(sketch, depth),
        }
    }

    fn count_sketch(&mut self, sketch: &Sketch, depth: u32) -> PyResult<u128> {
        match depth {
            0 => return Ok(1),
            1 => return Ok(sketch.legal_move_count() as u128),
            2 => {}
            _ => check_signals()?,
        }
        let each = |m| {
            let mut after = *sketch;
            after.play(m);
            self.count_sketch(&after, depth - 1)
        };
        sketch.legal_moves(Bitboard::FULL, Bitboard::FULL).into_iter().map(each).sum()
    }
}

fn check_signals() -> PyResult<()> {
    Python::attach(|py| py.check_signals())
}

#[pymethods]
impl Board {
    /// Returns the number of legal moves.
    ///
    /// >>> import gardez
    /// >>> gardez.Board().legal_count()
    /// 20
    fn legal_count(slf: &Bound<'_, Self>) -> usize {
        sketch(slf).legal_move_count()
    }

    /// Returns the number of sequences of `depth` legal moves, with a depth from 0 to 64.
    ///
    /// Other threads run meanwhile, and Ctrl-C stops the count. Raises ValueError for another depth.
    ///
    /// >>> import gardez
    /// >>> gardez.Board().perft(5)
    /// 4865609
    #[pyo3(signature = (depth))]
    fn perft(slf: &Bound<'_, Self>, depth: Depth) -> PyResult<u128> {
        let (py, sketch, depth) = (slf.py(), sketch(slf), depth.0);
        py.detach(|| Interruptible::new(depth).count(&sketch, depth))
    }

    /// Returns the number of sequences of `depth` legal moves after each first move, as a dict; the depth is from 1 to
    /// 64.
    ///
    /// >>> import gardez
    /// >>> gardez.Board().divide(3)[gardez.Move.from_uci("e2e4")]
    /// 600
    #[pyo3(signature = (depth))]
    fn divide<'py>(slf: &Bound<'py, Self>, depth: Depth) -> PyResult<Bound<'py, PyDict>> {
        let (py, sketch) = (slf.py(), sketch(slf));
        let depth = depth.0.checked_sub(1).ok_or_else(|| error::value("depth: expected 1 to 64, found 0"))?;
        let counts = py.detach(|| {
            let mut counter = Interruptible::new(depth + 1);
            let each = |m| {
                let mut after = sketch;
                after.play(m);
                Ok((Move::from(m), counter.count(&after, depth)?))
            };
            sketch.legal_moves(Bitboard::FULL, Bitboard::FULL).into_iter().map(each).collect::<PyResult<Vec<_>>>()
        })?;
        let divided = PyDict::new(py);
        for (m, count) in counts {
            divided.set_item(m.object(py)?, count)?;
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
    fn see(slf: &Bound<'_, Self>, r#move: Move) -> PyResult<i32> {
        let board = board_of(slf)?;
        Ok(board.see(resolve(&board, r#move)?))
    }

    /// Returns the key of the position, 64 bits, as Stockfish computes it. From a halfmove clock of 14 on it depends on
    /// the clock.
    ///
    /// A board has no hash because it changes; the key serves in its place.
    ///
    /// >>> import gardez
    /// >>> gardez.Board().key == gardez.Board().key
    /// True
    #[getter]
    fn key(slf: &Bound<'_, Self>) -> PyResult<u64> {
        board_of(slf).map(|board| board.key())
    }

    /// Returns the key of the position in a Polyglot book, 64 bits.
    ///
    /// >>> import gardez
    /// >>> hex(gardez.Board().polyglot_key)
    /// '0x463b96181691fc9c'
    #[getter]
    fn polyglot_key(slf: &Bound<'_, Self>) -> u64 {
        let sketch = sketch(slf);
        let mut key = 0;
        for square in sketch.occupied() {
            key ^= sketch.piece_on(square).map_or(0, |piece| polyglot::piece(piece, square));
        }
        for color in Color::ALL {
            for (side, is_queenside) in [(CastlingSide::KingSide, false), (CastlingSide::QueenSide, true)] {
                if rights(&sketch, color, Some(is_queenside)) {
                    key ^= polyglot::castling(color, side);
                }
            }
        }
        // As the format says: if a pawn stands beside the one that moved, whether or not it can capture.
        if let Some(ep) = sketch.ep_square {
            let beside = sketch.attackers(sketch.side_to_move, ep, sketch.occupied());
            if !(beside & sketch.by_type(PieceType::Pawn)).is_empty() {
                key ^= polyglot::en_passant(ep.file());
            }
        }
        if sketch.side_to_move == Color::White {
            key ^= polyglot::white_to_move();
        }
        key
    }

    /// Returns the position in 24 bytes, as `batch.boards` packs it: without the counters.
    ///
    /// Raises FenError if the position cannot be played, ValueError if it has more than 32 pieces.
    ///
    /// >>> import gardez
    /// >>> board = gardez.Board("4k3/8/8/8/8/8/8/4K2R w K - 7 9")
    /// >>> len(board.packed()), gardez.Board.from_packed(board.packed()).fen()
    /// (24, '4k3/8/8/8/8/8/8/4K2R w K - 0 1')
    fn packed<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyBytes>> {
        let packed = board_of(slf)?.packed().map_err(error::value)?;
        Ok(PyBytes::new(slf.py(), packed.as_bytes()))
    }

    /// Returns the board of 24 bytes, or of a row of packed boards.
    #[classmethod]
    fn from_packed<'py>(cls: &Bound<'py, PyType>, packed: PositionArg) -> PyResult<Bound<'py, PyAny>> {
        let board = packed.0.board();
        let options = PyDict::new(cls.py());
        options.set_item(intern!(cls.py(), "chess960"), board.castling_mode() == CastlingMode::Chess960)?;
        cls.call((board.to_string(),), Some(&options))
    }
}
