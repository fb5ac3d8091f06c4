//! Names of openings, for `gardez.openings`.

use gardez_openings::Opening;
use gardez_variants::FreeBoard;
use pyo3::prelude::*;

use crate::chess::Board;
use crate::position::PositionArg;

/// Returns the code and the name of the last position with a name: of the game of a board, or of a position.
#[pyfunction]
fn _opening(position: &Bound<'_, PyAny>) -> PyResult<Option<(String, String)>> {
    let opening = match position.cast::<Board>() {
        Ok(board) => {
            let positions: Vec<_> = {
                let game = board.as_super().get().lock();
                game.past().iter().copied().chain([game.position]).map(FreeBoard::from).collect()
            };
            let boards = positions.iter().rev().filter_map(|free| crate::position::board(board.py(), free).ok());
            { boards }.find_map(|board| Opening::from_board(&board))
        }
        Err(_) => Opening::from_board(position.extract::<PositionArg>()?.0.board()),
    };
    Ok(opening.map(|opening| (opening.eco().to_string(), opening.name().to_string())))
}

pub(crate) fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_function(wrap_pyfunction!(_opening, m)?)
}
