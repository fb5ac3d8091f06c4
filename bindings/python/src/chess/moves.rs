//! Lists of moves, and what a move does.

use gardez_position::{Bitboard, PieceType};
use gardez_variants::{FreeBoard as Sketch, FreeMove};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

use super::board::{Board, is_plain, sketch};
use crate::args::MaskArg;
use crate::moves::{Move, MoveObject};
use crate::square_set::SquareSet;

/// How moves between two sets of squares are listed.
type Generator = fn(&Sketch, Bitboard, Bitboard) -> Vec<FreeMove>;

fn iterator(py: Python<'_>, moves: Vec<FreeMove>) -> PyResult<Bound<'_, PyAny>> {
    Ok(Move::objects(py, moves.into_iter().map(Move::from))?.try_iter()?.into_any())
}

fn pseudo_legal_ep(sketch: &Sketch, from: Bitboard, to: Bitboard) -> Vec<FreeMove> {
    sketch.en_passant_captures().filter(|m| from.contains(m.from) && to.contains(m.to)).collect()
}

fn legal_ep(sketch: &Sketch, from: Bitboard, to: Bitboard) -> Vec<FreeMove> {
    pseudo_legal_ep(sketch, from, to).into_iter().filter(|&m| !sketch.is_into_check(m)).collect()
}

fn castling(sketch: &Sketch, from: Bitboard, to: Bitboard) -> Vec<FreeMove> {
    let moves = sketch.pseudo_legal_moves(from & sketch.by_type(PieceType::King), to);
    moves.into_iter().filter(|&m| sketch.is_castling(m)).collect()
}

fn captures(sketch: &Sketch, from: Bitboard, to: Bitboard, all: Generator, ep: Generator) -> Vec<FreeMove> {
    let mut moves = all(sketch, from, to & sketch.by_color(!sketch.side_to_move));
    moves.extend(ep(sketch, from, to));
    moves
}

/// Defines methods that return the moves between two sets of squares, each with its function.
macro_rules! generators {
    ($($(#[$doc:meta])* $name:ident: $list:expr;)+) => {
        #[pymethods]
        impl Board {$(
            $(#[$doc])*
            #[pyo3(signature = (from_mask = MaskArg::ALL, to_mask = MaskArg::ALL))]
            fn $name<'py>(slf: &Bound<'py, Self>, from_mask: MaskArg, to_mask: MaskArg) -> PyResult<Bound<'py, PyAny>> {
                let list: Generator = $list;
                iterator(slf.py(), list(&sketch(slf), from_mask.0, to_mask.0))
            }
        )+}
    };
}

generators! {
    /// Returns the legal moves between two sets of squares.
    generate_legal_moves: Sketch::legal_moves;
    /// Returns the pseudo-legal moves between two sets of squares.
    generate_pseudo_legal_moves: Sketch::pseudo_legal_moves;
    /// Returns the legal captures between two sets of squares.
    generate_legal_captures: |sketch, from, to| captures(sketch, from, to, Sketch::legal_moves, legal_ep);
    /// Returns the pseudo-legal captures between two sets of squares.
    generate_pseudo_legal_captures: |sketch, from, to| {
        captures(sketch, from, to, Sketch::pseudo_legal_moves, pseudo_legal_ep)
    };
    /// Returns the legal captures en passant.
    generate_legal_ep: legal_ep;
    /// Returns the pseudo-legal captures en passant.
    generate_pseudo_legal_ep: pseudo_legal_ep;
    /// Returns the castling moves, all of which are legal.
    generate_castling_moves: castling;
}

/// Defines methods that ask the method of the same name about a move.
macro_rules! about_moves {
    ($($(#[$doc:meta])* $name:ident;)+) => {
        #[pymethods]
        impl Board {$(
            $(#[$doc])*
            fn $name(slf: &Bound<'_, Self>, r#move: Move) -> bool {
                sketch(slf).$name(r#move.sketch())
            }
        )+}
    };
}

about_moves! {
    /// Returns true if a pseudo-legal move gives check.
    gives_check;
    /// Returns true if a pseudo-legal move leaves or puts the own king in check.
    is_into_check;
    /// Returns true if the pieces can make a move, checks aside.
    is_pseudo_legal;
    /// Returns true if a move is legal.
    is_legal;
    /// Returns true if a pawn captures in passing.
    is_en_passant;
    /// Returns true if a move captures.
    is_capture;
    /// Returns true if a move captures or is one of a pawn.
    is_zeroing;
    /// Returns true if the position cannot come back after a move.
    is_irreversible;
    /// Returns true if a move is castling.
    is_castling;
    /// Returns true if a move is castling to the king's side.
    is_kingside_castling;
    /// Returns true if a move is castling to the queen's side.
    is_queenside_castling;
}

#[pymethods]
impl Board {
    /// Returns the legal moves: to iterate, to count, and to ask whether a move is among them.
    #[getter]
    fn legal_moves(slf: &Bound<'_, Self>) -> LegalMoveGenerator {
        LegalMoveGenerator { board: slf.clone().into_any().unbind() }
    }

    /// Returns the pseudo-legal moves, which may leave the king in check.
    #[getter]
    fn pseudo_legal_moves<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        CLASS.import(slf.py(), "gardez.chess", "PseudoLegalMoveGenerator")?.call1((slf,))
    }

    /// Returns the drops of crazyhouse on squares of a set, whether or not they answer a check.
    fn _drops<'py>(slf: &Bound<'py, Self>, to_mask: MaskArg) -> PyResult<Bound<'py, PyAny>> {
        iterator(slf.py(), sketch(slf).drops(to_mask.0))
    }

    /// Returns the squares where a drop answers the check, as a number: all of them if there is none.
    fn _answers(slf: &Bound<'_, Self>) -> u64 {
        sketch(slf).check_mask().bits()
    }

    /// Returns the pieces that give check, as a number.
    fn checkers_mask(slf: &Bound<'_, Self>) -> u64 {
        sketch(slf).checkers().bits()
    }

    /// Returns the pieces that give check.
    fn checkers(slf: &Bound<'_, Self>) -> PyResult<Py<SquareSet>> {
        SquareSet::object(slf.py(), Self::checkers_mask(slf))
    }

    /// Returns true if the side to move is in check.
    fn is_check(slf: &Bound<'_, Self>) -> bool {
        sketch(slf).in_check()
    }

    /// Returns true if the king of the side that has just moved is in check.
    fn was_into_check(slf: &Bound<'_, Self>) -> bool {
        sketch(slf).was_into_check()
    }

    /// Returns true if a pawn could capture en passant, checks aside.
    fn has_pseudo_legal_en_passant(slf: &Bound<'_, Self>) -> bool {
        sketch(slf).has_pseudo_legal_en_passant()
    }

    /// Returns true if a pawn can capture en passant.
    fn has_legal_en_passant(slf: &Bound<'_, Self>) -> bool {
        sketch(slf).has_legal_en_passant()
    }
}

/// Returns a board whose class is not a subclass, and not something else that has the same methods.
fn plain<'a, 'py>(board: &'a Bound<'py, PyAny>) -> Option<&'a Bound<'py, Board>> {
    board.cast::<Board>().ok().filter(|board| is_plain(board))
}

/// The legal moves of a board as it is when they are asked for.
#[pyclass(module = "gardez.chess", frozen)]
#[derive(Debug)]
pub(crate) struct LegalMoveGenerator {
    board: Py<PyAny>,
}

#[pymethods]
impl LegalMoveGenerator {
    #[new]
    fn new(board: Py<PyAny>) -> Self {
        Self { board }
    }

    fn __bool__(&self, py: Python<'_>) -> PyResult<bool> {
        if let Some(board) = plain(self.board.bind(py)) {
            return Ok(sketch(board).has_legal_moves());
        }
        Ok(self.__iter__(py)?.try_iter()?.next().transpose()?.is_some())
    }

    /// Returns the number of moves.
    fn count(&self, py: Python<'_>) -> PyResult<usize> {
        if let Some(board) = plain(self.board.bind(py)) {
            return Ok(sketch(board).legal_move_count());
        }
        Ok(self.__iter__(py)?.try_iter()?.count())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        if let Some(board) = plain(self.board.bind(py)) {
            return iterator(py, sketch(board).legal_moves(Bitboard::FULL, Bitboard::FULL));
        }
        self.board.bind(py).call_method0(intern!(py, "generate_legal_moves"))
    }

    fn __contains__(&self, py: Python<'_>, r#move: &Bound<'_, MoveObject>) -> PyResult<bool> {
        self.board.bind(py).call_method1(intern!(py, "is_legal"), (r#move,))?.extract()
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let sketch = sketch(slf.get().board.bind(slf.py()).cast::<Board>()?);
        let moves = sketch.legal_moves(Bitboard::FULL, Bitboard::FULL);
        let texts: Vec<_> = moves.into_iter().filter_map(|m| { sketch }.san_and_play(m, false)).collect();
        Ok(format!("<LegalMoveGenerator at {:#x} ({})>", slf.as_ptr() as usize, texts.join(", ")))
    }
}
