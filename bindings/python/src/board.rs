//! `Board`: a game and its position.

use gardez_position::{Board as CoreBoard, FenMode, FenReader, Position};
use gardez_types::Move as CoreMove;
use pyo3::prelude::*;

use crate::error::FenError;

/// A legal position with the moves that led to it.
#[pyclass(module = "gardez")]
#[derive(Clone, Debug)]
pub struct Board {
    pub(crate) position: Position,
    /// The board before the first move.
    pub(crate) start: CoreBoard,
    /// The moves played; `None` is a null move.
    pub(crate) moves: Vec<Option<CoreMove>>,
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", *, chess960 = Some(false)))]
    fn new(fen: &str, chess960: Option<bool>) -> PyResult<Self> {
        let mode = match chess960 {
            None => FenMode::Detect,
            Some(false) => FenMode::Standard,
            Some(true) => FenMode::Chess960,
        };
        let read = FenReader::new().with_mode(mode).read_board(fen).map_err(|e| FenError::new_err(e.to_string()))?;
        Ok(Self { position: Position::from(read.position), start: read.position, moves: Vec::new() })
    }

    fn fen(&self) -> String {
        self.position.to_string()
    }
}

/// Adds `Board` to the module.
pub(crate) fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<Board>()
}
