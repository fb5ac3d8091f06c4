//! Pseudo-legal moves: those of the pieces, even if they leave the own king attacked.

use gardez_bitboard::{Bitboard, attacks, pawn_attacks};
use gardez_notation::san::San;
use gardez_position::{Board as CoreBoard, EnPassantPolicy};
use gardez_types::{CastlingMode, CastlingSide, Move as CoreMove, PieceType, Rank, Square};
use pyo3::prelude::*;
use pyo3::types::PyIterator;

use crate::args::MaskArg;
use crate::board::Board;
use crate::board::resolve::guess;
use crate::moves::Move;

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
        pseudo_legal(&self.board.get().game().position).len()
    }

    fn __bool__(&self) -> bool {
        self.__len__() != 0
    }

    fn __contains__(&self, r#move: &Bound<'_, PyAny>) -> bool {
        r#move.cast::<Move>().is_ok_and(|m| self.board.get().is_pseudo_legal(m.get()))
    }

    /// The number of pseudo-legal moves.
    fn count(&self) -> usize {
        self.__len__()
    }

    fn __repr__(&self) -> String {
        let game = self.board.get().game();
        let text = |m: &CoreMove| match game.position.is_legal(*m) {
            true => San::new(&game.position, *m).to_string(),
            false => m.uci(game.mode()).to_string(),
        };
        let texts: Vec<_> = pseudo_legal(&game.position).iter().map(text).collect();
        format!("<PseudoLegalMoves ({})>", texts.join(", "))
    }
}

/// The moves of all pieces of the side to move. Castling is included if it is legal.
fn pseudo_legal(board: &CoreBoard) -> Vec<CoreMove> {
    let us = board.side_to_move();
    let mut moves = Vec::with_capacity(64);
    for from in board.by_color(us) {
        match board.piece_on(from).map(|piece| piece.piece_type()) {
            Some(PieceType::Pawn) => of_pawn(board, from, &mut moves),
            Some(piece) => {
                let targets = attacks(piece, from, board.occupied()) - board.by_color(us);
                moves.extend(targets.into_iter().map(|to| CoreMove::normal(from, to)));
            }
            None => {}
        }
    }
    moves.extend(CastlingSide::ALL.iter().filter_map(|&side| board.legal_castling(side)));
    moves
}

fn of_pawn(board: &CoreBoard, from: Square, moves: &mut Vec<CoreMove>) {
    let us = board.side_to_move();
    let empty = !board.occupied();
    let step = Bitboard::from(from).shift(us.up()) & empty;
    let is_home = from.rank() == Rank::Two.relative_to(us);
    let double = if is_home { step.shift(us.up()) & empty } else { Bitboard::EMPTY };
    let captures = pawn_attacks(us, from) & board.by_color(!us);
    for to in step | double | captures {
        if to.rank() == Rank::Eight.relative_to(us) {
            moves.extend(PieceType::PROMOTION_PIECES.map(|piece| CoreMove::promotion(from, to, piece)));
        } else {
            moves.push(CoreMove::normal(from, to));
        }
    }
    let ep_square = board.ep_square_by(EnPassantPolicy::Always);
    moves.extend(ep_square.filter(|&to| pawn_attacks(us, from).contains(to)).map(|to| CoreMove::en_passant(from, to)));
}

/// The moves between two sets of squares, as an iterator.
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

#[pymethods]
impl Board {
    /// The pseudo-legal moves, as a live view: the moves of all pieces, even if they leave the own king attacked.
    #[getter]
    fn pseudo_legal_moves(slf: Py<Self>) -> PseudoLegalMoves {
        PseudoLegalMoves { board: slf }
    }

    /// True if the move is pseudo-legal. The null move is not.
    #[pyo3(signature = (r#move))]
    fn is_pseudo_legal(&self, r#move: &Move) -> bool {
        let game = self.game();
        let board = game.position.board();
        guess(board, *r#move).is_some_and(|found| {
            let is_as_written = game.mode() == CastlingMode::Standard || found.to() as u8 == r#move.to;
            is_as_written && pseudo_legal(board).contains(&found)
        })
    }

    /// The pseudo-legal moves from one set of squares to another, as an iterator.
    #[pyo3(signature = (from_mask = MaskArg::ALL, to_mask = MaskArg::ALL))]
    fn generate_pseudo_legal_moves<'py>(
        &self,
        py: Python<'py>,
        from_mask: MaskArg,
        to_mask: MaskArg,
    ) -> PyResult<Bound<'py, PyIterator>> {
        let game = self.game();
        among(py, pseudo_legal(&game.position), game.mode(), (from_mask, to_mask))
    }

    /// The pseudo-legal captures from one set of squares to another, as an iterator.
    #[pyo3(signature = (from_mask = MaskArg::ALL, to_mask = MaskArg::ALL))]
    fn generate_pseudo_legal_captures<'py>(
        &self,
        py: Python<'py>,
        from_mask: MaskArg,
        to_mask: MaskArg,
    ) -> PyResult<Bound<'py, PyIterator>> {
        let game = self.game();
        let captures = pseudo_legal(&game.position).into_iter().filter(|&m| game.position.is_capture(m));
        among(py, captures, game.mode(), (from_mask, to_mask))
    }

    /// The pseudo-legal en passant captures from one set of squares to another, as an iterator.
    #[pyo3(signature = (from_mask = MaskArg::ALL, to_mask = MaskArg::ALL))]
    fn generate_pseudo_legal_ep<'py>(
        &self,
        py: Python<'py>,
        from_mask: MaskArg,
        to_mask: MaskArg,
    ) -> PyResult<Bound<'py, PyIterator>> {
        let game = self.game();
        let captures = pseudo_legal(&game.position).into_iter();
        let captures = captures.filter(|&m| m.kind() == gardez_types::MoveKind::EnPassant);
        among(py, captures, game.mode(), (from_mask, to_mask))
    }
}
