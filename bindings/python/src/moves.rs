//! `Move`: two squares and a promotion.

use gardez_types::{CastlingMode, Move as CoreMove, MoveKind};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

/// A move: the squares from 0 (a1) to 63 (h8) between which a piece goes, and the piece that a pawn becomes.
#[pyclass(module = "gardez", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    pub(crate) from: u8,
    pub(crate) to: u8,
    /// 0 for none, 1 to 6 for pawn to king.
    pub(crate) promotion: u8,
}

/// Every move once, by promotion, square of origin and square of destination.
static ALL: PyOnceLock<Vec<Py<Move>>> = PyOnceLock::new();

impl Move {
    /// The move of a board in the words of Python: castling is a step of two squares except in Chess960.
    pub(crate) fn of(m: CoreMove, mode: CastlingMode) -> Self {
        let (from, mut to) = (m.from() as u8, m.to() as u8);
        if m.kind() == MoveKind::Castling && mode == CastlingMode::Standard {
            to = if to > from { from + 2 } else { from - 2 };
        }
        let promotion = m.promotion_piece().map_or(0, |piece| piece as u8);
        Self { from, to, promotion }
    }

    /// The one Python object of this move.
    pub(crate) fn object(self, py: Python<'_>) -> PyResult<Py<Self>> {
        let all = ALL.get_or_try_init(py, || {
            let moves = (0..7_u8).flat_map(|promotion| {
                (0..64_u8).flat_map(move |from| (0..64_u8).map(move |to| Self { from, to, promotion }))
            });
            moves.map(|m| Py::new(py, m)).collect::<PyResult<Vec<_>>>()
        })?;
        let index = usize::from(self.promotion) << 12 | usize::from(self.from) << 6 | usize::from(self.to);
        Ok(all[index].clone_ref(py))
    }
}

/// Adds `Move` to the module.
pub(crate) fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<Move>()
}
