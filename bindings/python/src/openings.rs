//! Names of openings, for `gardez.openings`.

use gardez_openings::Opening;
use pyo3::prelude::*;

use crate::chess::Board;
use crate::position::PositionArg;

/// Returns the code and the name of the last position with a name: of the game of a board, or of a position.
#[pyfunction]
fn _opening(position: &Bound<'_, PyAny>) -> PyResult<Option<(String, String)>> {
    let opening = match position.cast::<Board>() {
        Ok(board) => {
            let game = board.as_super().get().lock().clone();
            let positions = game.stack.iter().chain([&game.sketch]).rev();
            let boards = positions.filter_map(|sketch| crate::position::board(board.py(), sketch).ok());
            { boards }.find_map(|board| Opening::from_board(&board))
        }
        Err(_) => Opening::from_board(position.extract::<PositionArg>()?.0.board()),
    };
    Ok(opening.map(|opening| (opening.eco().to_string(), opening.name().to_string())))
}

/// Adds the function to the module.
pub(crate) fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_function(wrap_pyfunction!(_opening, m)?)
}
