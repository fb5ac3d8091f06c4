//! `Piece`: a piece type and a color.

use gardez_types::{Color, Piece as CorePiece};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyTuple, PyType};

use crate::args::{ColorArg, PieceTypeArg};
use crate::error;

/// A piece: a type from 1 (pawn) to 6 (king), and a color, True for white.
///
/// Pieces are immutable, hash, compare and pickle.
///
/// >>> import gardez
/// >>> piece = gardez.Board().piece_at(gardez.E1)
/// >>> piece, piece.piece_type == gardez.KING, piece.color == gardez.WHITE
/// (Piece.from_symbol('K'), True, True)
#[pyclass(module = "gardez", frozen, eq, weakref)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Piece(CorePiece);

/// Every piece once, by its index.
static ALL: PyOnceLock<Vec<Py<Piece>>> = PyOnceLock::new();

impl Piece {
    /// Returns the one Python object of this piece.
    pub(crate) fn object(py: Python<'_>, piece: CorePiece) -> PyResult<Py<Self>> {
        let all = ALL.get_or_try_init(py, || {
            CorePiece::ALL.into_iter().map(|piece| Py::new(py, Self(piece))).collect::<PyResult<Vec<_>>>()
        })?;
        Ok(all[piece.index()].clone_ref(py))
    }

    /// Returns the piece of the crates.
    pub(crate) fn core(self) -> CorePiece {
        self.0
    }
}

#[pymethods]
impl Piece {
    #[new]
    fn new(piece_type: PieceTypeArg, color: ColorArg) -> Self {
        Self(CorePiece::new(color.0, piece_type.0))
    }

    /// Returns the piece with a letter: `P` is a white pawn, `p` a black one.
    ///
    /// Raises ValueError for any other text.
    ///
    /// >>> import gardez
    /// >>> gardez.Piece.from_symbol("n").color == gardez.BLACK
    /// True
    #[staticmethod]
    fn from_symbol(py: Python<'_>, symbol: &str) -> PyResult<Py<Self>> {
        let piece: CorePiece = symbol.parse().map_err(error::value)?;
        Self::object(py, piece)
    }

    /// Returns the piece type, from 1 (pawn) to 6 (king).
    #[getter]
    fn piece_type(&self) -> u8 {
        self.0.piece_type().raw()
    }

    /// Returns the color: True for white.
    #[getter]
    fn color(&self) -> bool {
        self.0.color() == Color::White
    }

    /// Returns the letter of the piece: upper case for white, lower case for black.
    ///
    /// >>> import gardez
    /// >>> gardez.Piece(gardez.QUEEN, gardez.BLACK).symbol()
    /// 'q'
    fn symbol(&self) -> char {
        self.0.letter()
    }

    /// Returns the chess symbol of the piece, or of the same piece of the other color.
    ///
    /// >>> import gardez
    /// >>> gardez.Piece.from_symbol("N").unicode_symbol()
    /// '♘'
    #[pyo3(signature = (*, invert_color = false))]
    fn unicode_symbol(&self, invert_color: bool) -> char {
        if invert_color { self.0.swap_colors() } else { self.0 }.figurine()
    }

    fn __hash__(&self) -> usize {
        self.0.index()
    }

    fn __str__(&self) -> char {
        self.0.letter()
    }

    fn __repr__(&self) -> String {
        format!("Piece.from_symbol('{}')", self.0.letter())
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
        Ok((py.get_type::<Self>(), (self.piece_type(), self.color()).into_pyobject(py)?))
    }
}

/// Adds `Piece` to the module.
pub(crate) fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<Piece>()
}

/// Defines getters of the pieces of a type, by the pieces of a board.
macro_rules! by_type {
    ($board:ident: |$this:ident, $wanted:ident| $pieces:expr; $($(#[$doc:meta])* $name:ident: $piece_type:ident;)+) => {
        #[pymethods]
        impl $board {$(
            $(#[$doc])*
            #[getter]
            fn $name(&self) -> u64 {
                let ($this, $wanted) = (self, gardez_types::PieceType::$piece_type);
                $pieces
            }
        )+}
    };
}
pub(crate) use by_type;
