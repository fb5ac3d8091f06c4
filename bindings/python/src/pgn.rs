//! `gardez.pgn`: games as text.

mod game;
mod headers;
mod node;
mod notes;
mod problem;
mod reader;
mod record;
mod shared;
mod tree;

use pyo3::prelude::*;

// Python aligns its objects to 16 bytes.
const _: () = assert!(align_of::<reader::Reader>() <= 16 && align_of::<game::Game>() <= 16);

/// Adds the classes to the module, under names that the package does not show.
pub(crate) fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = m.py();
    m.add("_PgnReader", py.get_type::<reader::Reader>())?;
    m.add("_PgnGame", py.get_type::<game::Game>())?;
    m.add("_PgnGameNode", py.get_type::<node::GameNode>())?;
    m.add("_PgnEvaluation", py.get_type::<notes::Evaluation>())?;
    m.add("_PgnProblem", py.get_type::<problem::Problem>())
}
