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

/// Adds the classes to the module, below names of their own.
pub(crate) fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    let module = PyModule::new(m.py(), "_chess")?;
    module.add_class::<BaseBoard>()?;
    module.add_class::<Board>()?;
    module.add_class::<moves::LegalMoveGenerator>()?;
    board::register(m.py())?;
    copies::register(&module)?;
    pgn::register(&module)?;
    pictures::register(&module)?;
    m.add("_chess", module)
}
