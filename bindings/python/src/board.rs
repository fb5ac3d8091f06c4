//! `Board`: a game and its position.

use gardez_position::{Board as CoreBoard, FenMode, FenReader, Position};
use gardez_types::Move as CoreMove;
use pyo3::prelude::*;

use crate::error::FenError;

/// A legal position with the moves that led to it.
#[pyclass(module = "gardez")]
#[derive(Clone, Debug)]
pub struct Board {
    // In boxes, because both are aligned to 64 bytes, and Python allocates objects at multiples of 16.
    pub(crate) position: Box<Position>,
    /// The board before the first move.
    pub(crate) start: Box<CoreBoard>,
    /// The moves played; `None` is a null move.
    pub(crate) moves: Vec<Option<CoreMove>>,
}

/// An object of Python may be at any multiple of 16 bytes.
const _: () = assert!(align_of::<Board>() <= 16);

impl Board {
    /// A game without moves.
    pub(crate) fn from_core(start: CoreBoard) -> Self {
        Self { position: Box::new(Position::from(start)), start: Box::new(start), moves: Vec::new() }
    }
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
        Ok(Self::from_core(read.position))
    }

    fn fen(&self) -> String {
        self.position.to_string()
    }
}

/// Adds `Board` to the module.
pub(crate) fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<Board>()
}
