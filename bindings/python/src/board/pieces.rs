//! Pieces, attacks and pins.
//!
//! Sets of squares are a `SquareSet`, or an int of 64 bits where the name ends in `_mask`.

use gardez_position::Bitboard;
use gardez_types::{Color, PieceType, Square};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::args::{ColorArg, MaskArg, PieceTypeArg, SquareArg};
use crate::board::{Board, Game};
use crate::pieces::Piece;
use crate::square_set::SquareSet;

/// Returns a set of squares as a `SquareSet`.
pub(crate) fn square_set(py: Python<'_>, bits: u64) -> PyResult<Bound<'_, SquareSet>> {
    Bound::new(py, SquareSet::from_bits(bits))
}

impl Game {
    fn attackers_bits(&self, color: Color, square: Square, occupied: Option<Bitboard>) -> u64 {
        let board = self.position.board();
        let attackers = match occupied {
            None => board.attackers_to(square),
            Some(occupied) => board.attackers_through(square, occupied),
        };
        (attackers & board.by_color(color)).bits()
    }

    fn by_type(&self, piece_type: PieceType) -> u64 {
        self.position.by_type(piece_type).bits()
    }
}

crate::pieces::by_type! { Board: |board, piece_type| board.game().by_type(piece_type);
    /// Returns the squares of all pawns, as a set of 64 bits.
    pawns: Pawn;
    /// Returns the squares of all knights, as a set of 64 bits.
    knights: Knight;
    /// Returns the squares of all bishops, as a set of 64 bits.
    bishops: Bishop;
    /// Returns the squares of all rooks, as a set of 64 bits.
    rooks: Rook;
    /// Returns the squares of all queens, as a set of 64 bits.
    queens: Queen;
    /// Returns the squares of both kings, as a set of 64 bits.
    kings: King;
}

#[pymethods]
impl Board {
    /// Returns the piece on a square, or None.
    ///
    /// >>> import gardez
    /// >>> gardez.Board().piece_at(gardez.E8)
    /// Piece.from_symbol('k')
    fn piece_at(&self, py: Python<'_>, square: SquareArg) -> PyResult<Option<Py<Piece>>> {
        self.game().position.piece_on(square.0).map(|piece| Piece::object(py, piece)).transpose()
    }

    /// Returns the type of the piece on a square, from 1 (pawn) to 6 (king), or None.
    fn piece_type_at(&self, square: SquareArg) -> Option<u8> {
        self.game().position.piece_on(square.0).map(|piece| piece.piece_type().raw())
    }

    /// Returns the color of the piece on a square, True for white, or None.
    fn color_at(&self, square: SquareArg) -> Option<bool> {
        self.game().position.piece_on(square.0).map(|piece| piece.color() == Color::White)
    }

    /// Returns the squares of the pieces of a type and color, as a `SquareSet`.
    ///
    /// >>> import gardez
    /// >>> list(gardez.Board().pieces(gardez.ROOK, gardez.WHITE)) == [gardez.A1, gardez.H1]
    /// True
    fn pieces<'py>(
        &self,
        py: Python<'py>,
        piece_type: PieceTypeArg,
        color: ColorArg,
    ) -> PyResult<Bound<'py, SquareSet>> {
        square_set(py, self.pieces_mask(piece_type, color))
    }

    /// Returns the squares of the pieces of a type and color, as a set of 64 bits.
    fn pieces_mask(&self, piece_type: PieceTypeArg, color: ColorArg) -> u64 {
        self.game().position.pieces(color.0, piece_type.0).bits()
    }

    /// Returns the square of the king of a color.
    ///
    /// >>> import gardez
    /// >>> gardez.Board().king(gardez.WHITE) == gardez.E1
    /// True
    fn king(&self, color: ColorArg) -> u8 {
        self.game().position.king(color.0) as u8
    }

    /// Returns the pieces by their squares, as a new dict. `mask` is a set of squares that limits it.
    ///
    /// >>> import gardez
    /// >>> gardez.Board().piece_map(mask=gardez.BB_A1)
    /// {0: Piece.from_symbol('R')}
    #[pyo3(signature = (*, mask = MaskArg::ALL))]
    fn piece_map<'py>(&self, py: Python<'py>, mask: MaskArg) -> PyResult<Bound<'py, PyDict>> {
        let game = self.game();
        let pieces = PyDict::new(py);
        for (square, piece) in game.position.piece_map().filter(|&(square, _)| mask.0.contains(square)) {
            pieces.set_item(square as u8, Piece::object(py, piece)?)?;
        }
        Ok(pieces)
    }

    /// Returns the squares of all pieces, as a set of 64 bits.
    #[getter]
    fn occupied(&self) -> u64 {
        self.game().position.occupied().bits()
    }

    /// Returns the squares of the pieces of black and of white, as a pair of sets of 64 bits, indexed by the color.
    ///
    /// >>> import gardez
    /// >>> hex(gardez.Board().occupied_co[gardez.WHITE])
    /// '0xffff'
    #[getter]
    fn occupied_co(&self) -> (u64, u64) {
        let game = self.game();
        (game.position.by_color(Color::Black).bits(), game.position.by_color(Color::White).bits())
    }

    /// Returns the squares of the pieces of a color that attack a square, as a `SquareSet`.
    ///
    /// A pinned piece attacks, too. `occupied` replaces the squares that block sliders.
    ///
    /// >>> import gardez
    /// >>> [gardez.square_name(square) for square in gardez.Board().attackers(gardez.WHITE, gardez.F3)]
    /// ['g1', 'e2', 'g2']
    #[pyo3(signature = (color, square, occupied = None))]
    fn attackers<'py>(
        &self,
        py: Python<'py>,
        color: ColorArg,
        square: SquareArg,
        occupied: Option<MaskArg>,
    ) -> PyResult<Bound<'py, SquareSet>> {
        square_set(py, self.attackers_mask(color, square, occupied))
    }

    /// Returns the squares of the pieces of a color that attack a square, as a set of 64 bits.
    #[pyo3(signature = (color, square, occupied = None))]
    fn attackers_mask(&self, color: ColorArg, square: SquareArg, occupied: Option<MaskArg>) -> u64 {
        self.game().attackers_bits(color.0, square.0, occupied.map(|mask| mask.0))
    }

    /// Returns True if a piece of a color attacks a square.
    ///
    /// >>> import gardez
    /// >>> gardez.Board().is_attacked_by(gardez.WHITE, gardez.E4)
    /// False
    #[pyo3(signature = (color, square, occupied = None))]
    fn is_attacked_by(&self, color: ColorArg, square: SquareArg, occupied: Option<MaskArg>) -> bool {
        self.attackers_mask(color, square, occupied) != 0
    }

    /// Returns the squares that the piece on a square attacks, as a `SquareSet`; none for an empty square.
    ///
    /// Squares of own pieces count, and pins do not.
    fn attacks<'py>(&self, py: Python<'py>, square: SquareArg) -> PyResult<Bound<'py, SquareSet>> {
        square_set(py, self.attacks_mask(square))
    }

    /// Returns the squares that the piece on a square attacks, as a set of 64 bits.
    ///
    /// >>> import gardez
    /// >>> hex(gardez.Board().attacks_mask(gardez.G1))
    /// '0xa01000'
    fn attacks_mask(&self, square: SquareArg) -> u64 {
        self.game().position.attacks_from(square.0).bits()
    }

    /// Returns the squares of the pieces that give check to the side to move, as a `SquareSet`.
    fn checkers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, SquareSet>> {
        square_set(py, self.checkers_mask())
    }

    /// Returns the squares of the pieces that give check to the side to move, as a set of 64 bits.
    fn checkers_mask(&self) -> u64 {
        self.game().position.checkers().bits()
    }

    /// Returns the line on which a piece of `color` on `square` is pinned to its king, from edge to edge, as a
    /// `SquareSet`. All squares if it is not pinned.
    ///
    /// >>> import gardez
    /// >>> board = gardez.Board("4k3/8/8/8/8/4r3/4N3/4K3 w - - 0 1")
    /// >>> board.pin(gardez.WHITE, gardez.E2) == gardez.BB_FILE_E
    /// True
    fn pin<'py>(&self, py: Python<'py>, color: ColorArg, square: SquareArg) -> PyResult<Bound<'py, SquareSet>> {
        square_set(py, self.pin_mask(color, square))
    }

    /// Returns the line on which a piece of `color` on `square` is pinned to its king, as a set of 64 bits.
    fn pin_mask(&self, color: ColorArg, square: SquareArg) -> u64 {
        self.game().position.pin_mask(color.0, square.0).bits()
    }

    /// Returns True if a piece of `color` on `square` is pinned to its king.
    fn is_pinned(&self, color: ColorArg, square: SquareArg) -> bool {
        self.pin_mask(color, square) != !0
    }
}
