//! Copies, pickles, comparison and mirror images.

use gardez_position::{EnPassantPolicy, FenStyle};
use gardez_types::{CastlingMode, Move as CoreMove};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes};

use crate::board::{Board, read_fen};
use crate::error;

/// The arguments of [`restore_board`]: FEN, whether it is Chess960, and two bytes for each move.
type Restored<'py> = (String, bool, Bound<'py, PyBytes>);

impl Board {
    /// A copy that begins `kept` moves ago.
    fn copy_last(&self, kept: usize) -> Self {
        if self.moves.len() <= kept {
            return self.clone();
        }
        let mut position = self.position.clone();
        let (_, last) = self.moves.split_at(self.moves.len() - kept);
        for m in last.iter().rev() {
            if m.is_some() {
                position.undo_move();
            } else {
                position.undo_null_move();
            }
        }
        let mut copy = Self::from_core(*position.board());
        for &m in last {
            match m {
                Some(m) => copy.make(m),
                // It was legal when it was made.
                None => _ = copy.pass(),
            }
        }
        copy
    }
}

#[pymethods]
impl Board {
    /// A copy. `stack` is how many of the last moves it keeps and can take back: True for all, False for none.
    ///
    /// Raises ValueError for a negative number.
    ///
    /// >>> import gardez
    /// >>> board = gardez.Board()
    /// >>> copy = board.copy()
    /// >>> copy.push_san("e4")
    /// Move.from_uci('e2e4')
    /// >>> board == copy
    /// False
    #[pyo3(signature = (*, stack = None))]
    fn copy(&self, stack: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let Some(stack) = stack else { return Ok(self.clone()) };
        if let Ok(stack) = stack.cast::<PyBool>() {
            return Ok(if stack.is_true() { self.clone() } else { self.copy_last(0) });
        }
        let kept: i64 = stack.extract()?;
        let kept = usize::try_from(kept).map_err(|_| error::value("stack is a number of moves, True or False"))?;
        Ok(self.copy_last(kept))
    }

    /// The board before the first move, without moves.
    ///
    /// >>> import gardez
    /// >>> board = gardez.Board()
    /// >>> board.push_san("e4")
    /// Move.from_uci('e2e4')
    /// >>> board.root() == gardez.Board()
    /// True
    fn root(&self) -> Self {
        Self::from_core(self.start)
    }

    /// The board with the colors exchanged and flipped vertically, without moves.
    ///
    /// >>> import gardez
    /// >>> board = gardez.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    /// >>> board.mirror().fen()
    /// '4k2r/8/8/8/8/8/8/4K3 b k - 0 1'
    fn mirror(&self) -> Self {
        Self::from_core(self.position.board().swap_colors())
    }

    fn __eq__(&self, other: &Self) -> bool {
        let (ours, theirs) = (self.position.board(), other.position.board());
        ours.same_position(theirs) && ours.same_clocks(theirs)
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Restored<'py>)> {
        let restore = py.import("gardez._gardez")?.getattr("_restore_board")?;
        let fen = self.start.fen(FenStyle::Shredder).with_en_passant(EnPassantPolicy::Always).to_string();
        let numbers: Vec<u8> = self.moves.iter().flat_map(|m| m.map_or(0, CoreMove::raw).to_le_bytes()).collect();
        let chess960 = self.start.castling_mode() == CastlingMode::Chess960;
        Ok((restore, (fen, chess960, PyBytes::new(py, &numbers))))
    }
}

/// Makes the board of a pickle.
#[pyfunction]
#[pyo3(name = "_restore_board")]
fn restore_board(py: Python<'_>, fen: &str, chess960: bool, moves: &[u8]) -> PyResult<Board> {
    let mut board = Board::from_core(read_fen(py, fen, Some(chess960))?);
    if moves.len() % 2 != 0 {
        return Err(error::value("the moves of a pickled board have two bytes each"));
    }
    for bytes in moves.chunks_exact(2) {
        match u16::from_le_bytes([bytes[0], bytes[1]]) {
            0 => board.pass()?,
            raw => {
                let m = CoreMove::from_raw(raw).filter(|&m| board.position.is_legal(m));
                board.make(m.ok_or_else(|| error::illegal(format_args!("the move {raw} of a pickle is not legal")))?);
            }
        }
    }
    Ok(board)
}

/// Adds the function that unpickles.
pub(super) fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_function(wrap_pyfunction!(restore_board, m)?)
}
