//! Pseudo-legal moves: what the pieces can do, even if it leaves the own king attacked.

use gardez_notation::san::San;
use gardez_types::{CastlingMode, Move as CoreMove, MoveKind};
use pyo3::prelude::*;
use pyo3::types::PyIterator;

use crate::args::MaskArg;
use crate::board::Board;
use crate::board::resolve::guess;
use crate::moves::Move;

/// Returns the moves between two sets of squares, as an iterator.
///
/// `sources` and `targets` are compared with the move as Python sees it, and castling also with its rook.
pub(super) fn among<'py>(
    py: Python<'py>,
    moves: impl IntoIterator<Item = CoreMove>,
    mode: CastlingMode,
    (sources, targets): (MaskArg, MaskArg),
) -> PyResult<Bound<'py, PyIterator>> {
    let is_among = |m: &CoreMove| sources.0.contains(m.from()) && targets.0.contains(m.to());
    let moves: Vec<_> = moves.into_iter().filter(is_among).collect();
    Move::list(py, &moves, mode)?.try_iter()
}

pub(super) fn is_en_passant(m: &CoreMove) -> bool {
    m.kind() == MoveKind::EnPassant
}

/// Defines methods that return the moves from one set of squares to another, each with the moves of a position.
macro_rules! generators {
    ($($(#[$doc:meta])* $name:ident: |$position:ident| $moves:expr;)+) => {
        #[pymethods]
        impl Board {$(
            $(#[$doc])*
            #[pyo3(signature = (from_mask = MaskArg::ALL, to_mask = MaskArg::ALL))]
            fn $name<'py>(
                &self,
                py: Python<'py>,
                from_mask: MaskArg,
                to_mask: MaskArg,
            ) -> PyResult<Bound<'py, PyIterator>> {
                let game = self.game();
                let $position = &game.position;
                among(py, $moves, game.mode(), (from_mask, to_mask))
            }
        )+}
    };
}
pub(super) use generators;

/// The pseudo-legal moves of a board, at the time of each question: a view, not a copy.
///
/// >>> import gardez
/// >>> board = gardez.Board("4k3/8/8/8/8/4r3/4N3/4K3 w - - 0 1")
/// >>> move = gardez.Move.from_uci("e2c3")
/// >>> move in board.pseudo_legal_moves, move in board.legal_moves
/// (True, False)
#[pyclass(module = "gardez", frozen)]
#[derive(Debug)]
pub(crate) struct PseudoLegalMoves {
    board: Py<Board>,
}

#[pymethods]
impl PseudoLegalMoves {
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.board.get().generate_pseudo_legal_moves(py, MaskArg::ALL, MaskArg::ALL)
    }

    fn __len__(&self) -> usize {
        self.board.get().game().position.all_pseudo_legal_moves().len()
    }

    fn __bool__(&self) -> bool {
        self.__len__() != 0
    }

    fn __contains__(&self, r#move: &Bound<'_, PyAny>) -> bool {
        r#move.cast::<Move>().is_ok_and(|m| self.board.get().is_pseudo_legal(m.get()))
    }

    /// Returns the number of pseudo-legal moves.
    fn count(&self) -> usize {
        self.__len__()
    }

    fn __repr__(&self) -> String {
        let game = self.board.get().game();
        let text = |m: &CoreMove| match game.position.is_legal(*m) {
            true => San::new(&game.position, *m).to_string(),
            false => m.uci(game.mode()).to_string(),
        };
        let texts: Vec<_> = game.position.all_pseudo_legal_moves().iter().map(text).collect();
        format!("<PseudoLegalMoves ({})>", texts.join(", "))
    }
}

#[pymethods]
impl Board {
    /// Returns the pseudo-legal moves, as a live view: the moves of all pieces, even if they leave the own king
    /// attacked.
    #[getter]
    fn pseudo_legal_moves(slf: Py<Self>) -> PseudoLegalMoves {
        PseudoLegalMoves { board: slf }
    }

    /// Returns True if the move is pseudo-legal. The null move is not.
    #[pyo3(signature = (r#move))]
    fn is_pseudo_legal(&self, r#move: &Move) -> bool {
        let game = self.game();
        let board = game.position.board();
        guess(board, *r#move).is_some_and(|found| {
            let is_as_written = game.mode() == CastlingMode::Standard || found.to() as u8 == r#move.to;
            is_as_written && board.all_pseudo_legal_moves().contains(&found)
        })
    }
}

generators! {
    /// Returns the pseudo-legal moves from one set of squares to another, as an iterator.
    generate_pseudo_legal_moves: |position| position.all_pseudo_legal_moves();
    /// Returns the pseudo-legal captures from one set of squares to another, as an iterator.
    generate_pseudo_legal_captures: |position| {
        position.all_pseudo_legal_moves().into_iter().filter(|&m| position.is_capture(m))
    };
    /// Returns the pseudo-legal en passant captures from one set of squares to another, as an iterator.
    generate_pseudo_legal_ep: |position| position.all_pseudo_legal_moves().into_iter().filter(is_en_passant);
}
