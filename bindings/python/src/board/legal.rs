//! Lists and views of legal moves.

use gardez_notation::san::San;
use gardez_types::CastlingSide;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList};

use crate::args::MaskArg;
use crate::board::Board;
use crate::board::pseudo::{among, generators, is_en_passant};
use crate::moves::Move;

/// The legal moves of a board, at the time of each question: a view, not a copy.
///
/// >>> import gardez
/// >>> board = gardez.Board()
/// >>> moves = board.legal_moves
/// >>> len(moves), gardez.Move.from_uci("e2e4") in moves
/// (20, True)
/// >>> board.push_san("e4")
/// Move.from_uci('e2e4')
/// >>> gardez.Move.from_uci("e2e4") in moves
/// False
#[pyclass(module = "gardez", frozen)]
#[derive(Debug)]
pub(crate) struct LegalMoves {
    board: Py<Board>,
}

#[pymethods]
impl LegalMoves {
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.board.get().legal_move_list(py)?.try_iter()
    }

    fn __len__(&self) -> usize {
        self.board.get().legal_count()
    }

    fn __bool__(&self) -> bool {
        self.board.get().game().position.has_legal_moves()
    }

    fn __contains__(&self, r#move: &Bound<'_, PyAny>) -> bool {
        r#move.cast::<Move>().is_ok_and(|m| self.board.get().game().legal_as_written(m.get()).is_some())
    }

    fn __getitem__(&self, py: Python<'_>, index: isize) -> PyResult<Py<Move>> {
        let game = self.board.get().game();
        let moves = game.position.legal_moves();
        let from_start = if index < 0 { moves.len().checked_sub(index.unsigned_abs()) } else { Some(index as usize) };
        let found = from_start.and_then(|index| moves.get(index));
        let &m = found.ok_or_else(|| PyIndexError::new_err("index out of range"))?;
        Move::of(m, game.mode()).object(py)
    }

    /// Returns the number of legal moves.
    fn count(&self) -> usize {
        self.__len__()
    }

    fn __repr__(&self) -> String {
        let game = self.board.get().game();
        let texts: Vec<_> = game.position.legal_moves().iter().map(|&m| San::new(&game.position, m)).collect();
        let texts: Vec<&str> = texts.iter().map(|text| text.as_str()).collect();
        format!("<LegalMoves ({})>", texts.join(", "))
    }
}

#[pymethods]
impl Board {
    /// Returns the legal moves, as a live view: it can be iterated and indexed, and has `len`, `in` and `count()`.
    ///
    /// Iterating takes the moves of the moment at which it begins. `legal_move_list` is faster for one list, and
    /// `legal_count` for the number.
    ///
    /// >>> import gardez
    /// >>> [move.uci() for move in gardez.Board("k7/8/8/8/8/8/8/K7 w - - 0 1").legal_moves]
    /// ['a1b1', 'a1a2', 'a1b2']
    #[getter]
    fn legal_moves(slf: Py<Self>) -> LegalMoves {
        LegalMoves { board: slf }
    }

    /// Returns the legal moves, as a list.
    ///
    /// >>> import gardez
    /// >>> len(gardez.Board().legal_move_list())
    /// 20
    fn legal_move_list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let game = self.game();
        Move::list(py, &game.position.legal_moves(), game.mode())
    }

    /// Returns the number of legal moves.
    ///
    /// >>> import gardez
    /// >>> gardez.Board().legal_count()
    /// 20
    fn legal_count(&self) -> usize {
        self.game().position.legal_move_count()
    }

    /// Returns True if the move is legal. The null move is not.
    ///
    /// A board of Chess960 knows castling only as king takes own rook here, as in its list of moves.
    ///
    /// >>> import gardez
    /// >>> gardez.Board().is_legal(gardez.Move.from_uci("e2e5"))
    /// False
    #[pyo3(signature = (r#move))]
    fn is_legal(&self, r#move: &Move) -> bool {
        self.game().legal_as_written(r#move).is_some()
    }
}

generators! {
    /// Returns the legal moves from one set of squares to another, as an iterator.
    ///
    /// Castling goes to the square of its rook.
    ///
    /// >>> import gardez
    /// >>> [move.uci() for move in gardez.Board().generate_legal_moves(gardez.BB_A2)]
    /// ['a2a3', 'a2a4']
    generate_legal_moves: |position| position.legal_moves();
    /// Returns the legal captures from one set of squares to another, as an iterator.
    generate_legal_captures: |position| position.legal_moves().into_iter().filter(|&m| position.is_capture(m));
    /// Returns the legal en passant captures from one set of squares to another, as an iterator.
    generate_legal_ep: |position| position.legal_moves().into_iter().filter(is_en_passant);
    /// Returns the legal castling moves of kings and rooks in two sets of squares, as an iterator.
    generate_castling_moves: |position| CastlingSide::ALL.into_iter().filter_map(|side| position.legal_castling(side));
}
