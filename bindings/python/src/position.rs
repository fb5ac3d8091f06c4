//! One conversion: positions of the crates, of anything in Python that is a position.

use gardez_lc0::SLOTS;
use gardez_position::{Board as CoreBoard, FenReader, PackedBoard, Position};
use gardez_variants::{FreeBoard as Sketch, Variant};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::chess::Board;
use crate::error;
use crate::moves::Move;
use crate::resolve;

/// Returns the board of the crates with a position.
///
/// # Errors
///
/// `FenError` if the position cannot be played, `ValueError` if it is one of a variant.
pub(crate) fn board(py: Python<'_>, sketch: &Sketch) -> PyResult<CoreBoard> {
    match sketch.variant {
        Variant::Chess => sketch.to_board().map_err(|failure| error::board(py, &failure)),
        variant => Err(error::value(format_args!("expected a position of chess, found one of {variant}"))),
    }
}

pub(crate) fn board_of(game: &Bound<'_, Board>) -> PyResult<CoreBoard> {
    board(game.py(), &game.as_super().get().sketch())
}

/// Returns the position of a board with those before it, as far back as any rule or network looks.
///
/// Earlier positions count as long as all moves from there on are legal, and nothing was changed between them.
pub(crate) fn position_of(game: &Bound<'_, Board>) -> PyResult<Position> {
    let py = game.py();
    let base = game.as_super().get();
    let (sketch, past) = {
        let game = base.lock();
        let before = game.past().len();
        // The oldest position that a network sees may repeat one since the capture or pawn move before it.
        let shown = before.saturating_sub(SLOTS);
        let reversible = |plies: u32| usize::try_from(plies).unwrap_or(usize::MAX);
        let oldest = game.past().get(shown).map_or(0, |oldest| reversible(oldest.halfmove_clock));
        let first = shown.saturating_sub(oldest).min(before.saturating_sub(reversible(game.position.halfmove_clock)));
        (game.position.into(), game.past().get(first..).unwrap_or_default().to_vec())
    };
    let last = board(py, &sketch)?;
    if past.is_empty() {
        return Ok(last.into());
    }
    let moves = base.moves(py)?;
    let Some(skipped) = moves.len().checked_sub(past.len()) else { return Ok(last.into()) };
    let mut position = None::<Position>;
    for (before, m) in past.into_iter().zip(moves.iter().skip(skipped)) {
        let before = position.take().or_else(|| Sketch::from(before).to_board().ok().map(Position::from));
        let m = m.extract::<Move>().ok();
        position = before.zip(m).and_then(|(mut position, m)| resolve::play(&mut position, m).map(|_| position));
    }
    let is_last = |position: &Position| *position.board() == last && position.same_clocks(&last);
    Ok(position.filter(is_last).unwrap_or_else(|| last.into()))
}

/// A position with those before it: a board, a FEN, or a packed board.
pub(crate) struct PositionArg(pub(crate) Position);

impl FromPyObject<'_, '_> for PositionArg {
    type Error = PyErr;

    fn extract(argument: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let py = argument.py();
        if let Ok(board) = argument.cast::<Board>() {
            return position_of(&board).map(Self);
        }
        if let Ok(fen) = argument.cast::<PyString>() {
            let fen = fen.to_string_lossy();
            let read = FenReader::new().read_board(&fen).map_err(|failure| error::fen(py, &fen, &failure))?;
            return Ok(Self(read.position.into()));
        }
        let bytes = argument.cast::<PyBytes>().ok().map(|bytes| bytes.as_bytes().to_vec());
        let bytes = match bytes {
            Some(bytes) => bytes,
            None => numpy_bytes(&argument).ok_or_else(|| {
                let kind = argument.get_type().name().map_or_else(|_| String::from("?"), |name| name.to_string());
                PyTypeError::new_err(format!("expected a Board, a FEN (str) or a packed board, found {kind}"))
            })?,
        };
        let packed = bytes.try_into().map_err(|bytes: Vec<u8>| {
            error::value(format_args!("a packed board has {} bytes, not {}", PackedBoard::SIZE, bytes.len()))
        })?;
        let board = CoreBoard::try_from(&PackedBoard::from_bytes(packed)).map_err(error::value)?;
        Ok(Self(board.into()))
    }
}

fn numpy_bytes(argument: &Borrowed<'_, '_, PyAny>) -> Option<Vec<u8>> {
    use numpy::{PyArray1, PyArrayMethods};

    argument.cast::<PyArray1<u8>>().ok()?.to_vec().ok()
}
