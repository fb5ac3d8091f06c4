//! `SetUp`: a position in the making, which may be illegal.

use std::sync::{Mutex, MutexGuard, PoisonError};

use gardez_position::{FenMode, FenProblems, FenReader, FenStyle, Placement};
use gardez_types::{CastlingMode, Color, Square};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};

use crate::args::{ColorArg, SquareArg};
use crate::board::Board;
use crate::error;
use crate::pieces::Piece;

/// A position in the making: pieces are put down and taken away, and `build` makes a board of them.
///
/// It starts empty with white to move, or as a copy of a board. `turn` is the side to move, True for white. `castling` is
/// the castling field of a FEN in any dialect, `-` for no rights. `ep` is the square that the last move passed with a
/// double step, or None. `halfmove_clock` and `fullmove_number` are the counters. All of them can be assigned, and nothing
/// is checked before `build`.
///
/// >>> import gardez
/// >>> setup = gardez.SetUp()
/// >>> setup.set_piece_at(gardez.E1, gardez.Piece.from_symbol("K"))
/// >>> setup.set_piece_at(gardez.H1, gardez.Piece.from_symbol("R"))
/// >>> setup.set_piece_at(gardez.E8, gardez.Piece.from_symbol("k"))
/// >>> setup.castling = "K"
/// >>> setup.build().fen()
/// '4k3/8/8/8/8/8/8/4K2R w K - 0 1'
#[pyclass(module = "gardez", frozen, weakref)]
#[derive(Debug)]
pub(crate) struct SetUp(Mutex<Parts>);

/// The fields of a [`SetUp`].
#[derive(Clone, PartialEq, Eq, Debug)]
struct Parts {
    placement: Placement,
    turn: Color,
    castling: String,
    ep: Option<Square>,
    halfmove_clock: u16,
    fullmove_number: u32,
    chess960: bool,
}

/// The fields in a pickle: pieces, side to move and castling, then the en passant square, the counters and `chess960`.
type State = ((String, bool, String), (Option<u8>, u16, u32, bool));

impl Parts {
    fn empty() -> Self {
        Self {
            placement: Placement::EMPTY,
            turn: Color::White,
            castling: String::from("-"),
            ep: None,
            halfmove_clock: 0,
            fullmove_number: 1,
            chess960: false,
        }
    }

    /// Returns the pieces and rights in the format of a FEN.
    fn text(&self) -> String {
        let turn = if self.turn == Color::White { 'w' } else { 'b' };
        let ep = self.ep.map_or(String::from("-"), |square| square.to_string());
        format!("{} {turn} {} {ep} {} {}", self.placement, self.castling, self.halfmove_clock, self.fullmove_number)
    }
}

impl From<Parts> for SetUp {
    fn from(parts: Parts) -> Self {
        Self(Mutex::new(parts))
    }
}

impl SetUp {
    /// Returns the fields. No code of Python runs while they are locked.
    fn parts(&self) -> MutexGuard<'_, Parts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl SetUp {
    #[new]
    #[pyo3(signature = (board = None))]
    fn new(board: Option<&Board>) -> Self {
        let Some(board) = board else { return Parts::empty().into() };
        let game = board.game();
        let board = game.position.board();
        let fen = board.fen(FenStyle::XFen).to_string();
        let parts = Parts {
            placement: board.placement(),
            turn: board.side_to_move(),
            castling: fen.split(' ').nth(2).unwrap_or("-").to_owned(),
            ep: board.ep_square_by(gardez_position::EnPassantPolicy::Always),
            halfmove_clock: board.rule50(),
            fullmove_number: board.fullmove(),
            chess960: board.castling_mode() == CastlingMode::Chess960,
        };
        parts.into()
    }

    /// Returns the side to move: True for white.
    #[getter]
    fn turn(&self) -> bool {
        self.parts().turn == Color::White
    }

    #[setter]
    fn set_turn(&self, turn: ColorArg) {
        self.parts().turn = turn.0;
    }

    /// Returns the castling field of a FEN in any dialect, `-` for no rights.
    #[getter]
    fn castling(&self) -> String {
        self.parts().castling.clone()
    }

    #[setter]
    fn set_castling(&self, castling: &str) -> PyResult<()> {
        let is_right = |c: char| matches!(c.to_ascii_lowercase(), 'a'..='h' | 'k' | 'q');
        if castling.is_empty() || (castling != "-" && !castling.chars().all(is_right)) {
            return Err(error::value(format_args!("castling is - or letters such as KQkq and HAha, not {castling:?}")));
        }
        castling.clone_into(&mut self.parts().castling);
        Ok(())
    }

    /// Returns the square that the last move passed with a double step, or None.
    #[getter]
    fn ep(&self) -> Option<u8> {
        self.parts().ep.map(|square| square as u8)
    }

    #[setter]
    fn set_ep(&self, square: Option<SquareArg>) {
        self.parts().ep = square.map(|square| square.0);
    }

    /// Returns the number of plies since the last capture or pawn move, up to 65,535.
    #[getter]
    fn halfmove_clock(&self) -> u16 {
        self.parts().halfmove_clock
    }

    #[setter]
    fn set_halfmove_clock(&self, plies: i64) -> PyResult<()> {
        self.parts().halfmove_clock =
            u16::try_from(plies).map_err(|_| error::value("a halfmove clock is from 0 to 65535"))?;
        Ok(())
    }

    /// Returns the number of the move, from 1 to 1,000,000.
    #[getter]
    fn fullmove_number(&self) -> u32 {
        self.parts().fullmove_number
    }

    #[setter]
    fn set_fullmove_number(&self, number: i64) -> PyResult<()> {
        let in_range = (1..=1_000_000).contains(&number);
        let number = u32::try_from(number).ok().filter(|_| in_range);
        self.parts().fullmove_number = number.ok_or_else(|| error::value("a move number is from 1 to 1000000"))?;
        Ok(())
    }

    /// Puts a piece on a square, in place of what was there; None takes it away.
    #[pyo3(signature = (square, piece))]
    fn set_piece_at(&self, square: SquareArg, piece: Option<&Piece>) {
        let mut parts = self.parts();
        parts.placement = match piece {
            Some(piece) => parts.placement.with_piece(square.0, piece.core()),
            None => parts.placement.without_piece(square.0),
        };
    }

    /// Takes the piece from a square and returns it, or None.
    ///
    /// >>> import gardez
    /// >>> gardez.SetUp(gardez.Board()).remove_piece_at(gardez.D8)
    /// Piece.from_symbol('q')
    fn remove_piece_at(&self, py: Python<'_>, square: SquareArg) -> PyResult<Option<Py<Piece>>> {
        let piece = {
            let mut parts = self.parts();
            let piece = parts.placement.piece_on(square.0);
            parts.placement = parts.placement.without_piece(square.0);
            piece
        };
        piece.map(|piece| Piece::object(py, piece)).transpose()
    }

    /// Returns the piece on a square, or None.
    fn piece_at(&self, py: Python<'_>, square: SquareArg) -> PyResult<Option<Py<Piece>>> {
        let piece = self.parts().placement.piece_on(square.0);
        piece.map(|piece| Piece::object(py, piece)).transpose()
    }

    /// Returns the pieces by their squares, as a new dict.
    fn piece_map<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let pieces = PyDict::new(py);
        let placement = self.parts().placement;
        for (square, piece) in placement.piece_map() {
            pieces.set_item(square as u8, Piece::object(py, piece)?)?;
        }
        Ok(pieces)
    }

    /// Takes all pieces, castling rights and the en passant square away; white is to move and the counters start again.
    fn clear(&self) {
        *self.parts() = Parts::empty();
    }

    /// Makes a board. `chess960` is how castling is written, as for `Board`.
    ///
    /// Raises FenError if the position cannot be played: a king is missing or one of several, a pawn is on the first or last
    /// rank, a king can be captured, or a castling right or the en passant square is impossible.
    ///
    /// >>> import gardez
    /// >>> setup = gardez.SetUp(gardez.Board())
    /// >>> setup.remove_piece_at(gardez.E8)
    /// Piece.from_symbol('k')
    /// >>> setup.build()
    /// Traceback (most recent call last):
    ///     ...
    /// gardez.FenError: black has no king
    #[pyo3(signature = (*, chess960 = None))]
    fn build(&self, py: Python<'_>, chess960: Option<bool>) -> PyResult<Board> {
        let parts = self.parts().clone();
        let mode = match chess960 {
            Some(true) => FenMode::Chess960,
            Some(false) => FenMode::Standard,
            None if parts.chess960 => FenMode::Chess960,
            None => FenMode::Detect,
        };
        let impossible = FenProblems::CASTLING_RIGHTS | FenProblems::STALE_EN_PASSANT;
        let text = parts.text();
        let read = FenReader::new().with_mode(mode).refuse(impossible).read_board(&text);
        read.map(|read| Board::from_core(read.position)).map_err(|failure| error::board(py, &failure.kind))
    }

    fn __eq__(&self, other: &Self) -> bool {
        let other = other.parts().clone();
        *self.parts() == other
    }

    fn __copy__(&self) -> Self {
        self.parts().clone().into()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.parts().clone().into()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyType>, (), State)> {
        let parts = slf.get().parts().clone();
        let pieces = (parts.placement.to_string(), parts.turn == Color::White, parts.castling);
        let rest = (parts.ep.map(|square| square as u8), parts.halfmove_clock, parts.fullmove_number, parts.chess960);
        Ok((slf.get_type(), (), (pieces, rest)))
    }

    fn __setstate__(&self, state: State) -> PyResult<()> {
        let ((placement, is_white, castling), (ep, halfmove_clock, fullmove_number, chess960)) = state;
        let placement = placement.parse().map_err(error::value)?;
        let turn = if is_white { Color::White } else { Color::Black };
        let ep = ep.and_then(Square::from_index);
        *self.parts() = Parts { placement, turn, castling, ep, halfmove_clock, fullmove_number, chess960 };
        Ok(())
    }

    fn __repr__(&self) -> String {
        format!("<SetUp {}>", self.parts().text())
    }
}

/// Adds `SetUp` to the module.
pub(crate) fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<SetUp>()
}
