//! The moves of a call, and their indices.

use gardez_lc0::{InputFormat, Move as Lc0Move, PolicyIndex, PolicyIndexing, Transform};
use gardez_position::Board;
use gardez_types::{Move as CoreMove, UciText};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use super::options::{integer, type_name};
use super::source::{Sequence, uci};
use super::trouble::{MoveError, at};
use crate::error::{self, InvalidMoveError};

/// A move that a caller gives, before it is looked up on a board.
#[derive(Clone, Copy)]
pub(super) enum Asked {
    Text(UciText),
    /// The 16 bits of `gardez_types::Move`.
    Encoded(CoreMove),
}

impl Asked {
    pub(super) fn on(self, board: &Board) -> Result<CoreMove, MoveError> {
        match self {
            Self::Text(text) => board.find_move(text.from(), text.to(), text.promotion()).map_err(MoveError::Text),
            Self::Encoded(m) if board.is_legal(m) => Ok(m),
            // Making the move gives the reason.
            Self::Encoded(m) => match { *board }.play(m) {
                Ok(()) => Ok(m),
                Err(error) => Err(MoveError::Encoded(error)),
            },
        }
    }

    /// Returns one move of Python: a `Move`, or a text in UCI notation.
    pub(super) fn new(obj: &Bound<'_, PyAny>) -> PyResult<Self> {
        match uci(obj) {
            Some(Ok(text)) => Ok(Self::Text(text)),
            Some(Err(error)) => Err(InvalidMoveError::new_err(error)),
            None => Err(PyTypeError::new_err(format!("expected a move, found {}", type_name(obj)))),
        }
    }

    /// Returns a move for each of `n` positions: a sequence of Moves or texts, or an array of encoded moves.
    pub(super) fn list(obj: &Bound<'_, PyAny>, n: usize) -> PyResult<Vec<Self>> {
        let moves = Sequence::new(obj, "moves", "moves")?;
        check_len("moves", moves.len(), n)?;
        let mut list = Vec::with_capacity(n);
        if let Ok(encoded) = obj.cast::<PyArray1<u16>>() {
            let encoded = encoded.try_readonly().map_err(|error| error::array("moves", error))?;
            for (index, &raw) in encoded.as_array().iter().enumerate() {
                let Some(m) = CoreMove::from_raw(raw) else {
                    let error = InvalidMoveError::new_err(format!("moves[{index}]: no move is encoded as {raw}"));
                    return Err(at(obj.py(), error, index));
                };
                list.push(Self::Encoded(m));
            }
            return Ok(list);
        }
        moves.visit_all(|index, item| {
            let m = match uci(&item) {
                Some(Ok(text)) => Self::Text(text),
                Some(Err(error)) => {
                    let error = InvalidMoveError::new_err(format!("moves[{index}]: {error}"));
                    return Err(at(obj.py(), error, index));
                }
                None => return Err(moves.type_error(index, "a Move or a str", &item)),
            };
            list.push(m);
            Ok(())
        })?;
        Ok(list)
    }
}

/// Returns an index for each of `n` positions: a sequence of integers, or an array of them.
pub(super) fn indices(obj: &Bound<'_, PyAny>, n: usize) -> PyResult<Vec<PolicyIndex>> {
    let indices = Sequence::new(obj, "indices", "integers")?;
    check_len("indices", indices.len(), n)?;
    let mut list = Vec::with_capacity(n);
    indices.visit_all(|index, item| {
        let number = match integer(item.as_borrowed()) {
            Ok(number) => number.and_then(|number| u16::try_from(number).ok()),
            Err(_) => return Err(indices.type_error(index, "an integer", &item)),
        };
        let Some(found) = number.and_then(PolicyIndex::from_index) else {
            let error = PyValueError::new_err(format!("indices[{index}]: expected 0 to 1857, found {item}"));
            return Err(at(obj.py(), error, index));
        };
        list.push(found);
        Ok(())
    })?;
    Ok(list)
}

fn check_len(name: &str, found: usize, expected: usize) -> PyResult<()> {
    if found == expected {
        return Ok(());
    }
    Err(PyValueError::new_err(format!("{name}: expected {expected} elements, found {found}")))
}

/// How the moves of a board become indices.
#[derive(Clone, Copy)]
pub(super) struct Numbering {
    pub(super) transform: Transform,
    pub(super) indexing: PolicyIndexing,
}

impl Numbering {
    /// Returns the numbering of a board's moves in a format. It depends on the board alone, not on the moves before.
    pub(super) fn new(board: &Board, format: InputFormat, indexing: PolicyIndexing) -> Self {
        let transform = match format.is_canonical() {
            true => Transform::canonical(&gardez_lc0::Board::from(board)),
            false => Transform::NONE,
        };
        Self { transform, indexing }
    }

    pub(super) fn index(self, board: &Board, m: CoreMove) -> PolicyIndex {
        let m = Lc0Move::from_absolute(m, board.side_to_move());
        PolicyIndex::from_move(m, self.transform, self.indexing).expect("a legal move has an index")
    }
}
