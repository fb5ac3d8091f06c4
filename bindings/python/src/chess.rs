//! The boards, on which nothing is checked, with python-chess's interface.

mod base;
mod board;
mod copies;
mod count;
mod ending;
mod fields;
mod game;
mod moves;
mod pgn;
mod pictures;
mod text;

use pyo3::prelude::*;

pub(crate) use base::BaseBoard;
pub(crate) use board::Board;

/// Adds the classes to the module.
pub(crate) fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<BaseBoard>()?;
    m.add_class::<Board>()?;
    m.add_class::<moves::LegalMoveGenerator>()?;
    board::register(m.py())?;
    copies::register(m)?;
    pgn::register(m)?;
    pictures::register(m)
}
