//! What a network sees of a single board.

use gardez_lc0::{CellLayout, PLANES, POLICY_SIZE, PositionHistory};
use pyo3::prelude::*;

use super::moves::{Asked, Numbering};
use super::options::{Fill, Format, Indexing, Scale, encoder};
use super::output::Array;
use super::policy::write_mask;
use super::trouble::MoveError;
use crate::chess::Board;
use crate::position::{board_of, position_of};

#[pymethods]
impl Board {
    /// Encode the board and its earlier positions as the 112 input planes of a network.
    ///
    /// Earlier positions are those since the last null move. ``batch.planes`` encodes many boards at once, and describes
    /// the options.
    ///
    /// Parameters
    /// ----------
    /// format : the number of an input format of lc0
    /// fill : "no", "fen_only" or "always"
    /// rule50 : "engine" or "training"
    ///
    /// Returns
    /// -------
    /// planes : float32 array (112, 8, 8)
    /// transform : int, only for canonical formats, from 3 on
    ///
    /// Examples
    /// --------
    /// >>> import gardez
    /// >>> gardez.Board().planes().shape
    /// (112, 8, 8)
    /// >>> planes, transform = gardez.Board("8/8/8/8/8/8/k7/2K4R w - - 0 1").planes(format=4)
    /// >>> transform
    /// 1
    #[pyo3(
        signature = (format=Format::CLASSICAL, fill=Fill::FEN_ONLY, *, rule50=Scale::ENGINE),
        text_signature = "($self, format=1, fill='fen_only', *, rule50='engine')"
    )]
    fn planes<'py>(slf: &Bound<'py, Self>, format: Format, fill: Fill, rule50: Scale) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let history = PositionHistory::from(&position_of(slf)?);
        let (planes, transform) = encoder(format, fill, rule50).encode(&history);
        let mut cells = Array::<f32>::new(py, "planes", None, &[PLANES, 8, 8])?;
        planes.write(CellLayout::PlanesFirst, cells.numbers()?).expect("the array has room for all planes");
        match format.0.is_canonical() {
            false => Ok(cells.into_object()),
            true => Ok((cells.into_object(), transform.raw()).into_pyobject(py)?.into_any()),
        }
    }

    /// Find the index of a legal move among the 1858 outputs of a network.
    ///
    /// Parameters
    /// ----------
    /// move : Move or str
    ///     A move, or its text in UCI notation.
    /// format : the number of an input format of lc0
    ///     The input format of the planes. Canonical formats, from 3 on, may transform the board, and so its moves.
    /// indexing : "lc0" or "geometric"
    ///
    /// Raises
    /// ------
    /// InvalidMoveError, IllegalMoveError
    ///
    /// Examples
    /// --------
    /// >>> import gardez
    /// >>> gardez.Board().policy_index("e2e4")
    /// 322
    #[pyo3(
        signature = (r#move, format=Format::CLASSICAL, indexing=Indexing::LC0),
        text_signature = "($self, move, format=1, indexing='lc0')"
    )]
    fn policy_index(
        slf: &Bound<'_, Self>,
        r#move: &Bound<'_, PyAny>,
        format: Format,
        indexing: Indexing,
    ) -> PyResult<u16> {
        let board = &board_of(slf)?;
        let m = Asked::new(r#move)?.on(board).map_err(MoveError::into_exception)?;
        Ok(Numbering::new(board, format.0, indexing.0).index(board, m).index())
    }

    /// Mark the legal moves among the 1858 outputs of a network.
    ///
    /// Parameters
    /// ----------
    /// format : the number of an input format of lc0
    /// indexing : "lc0" or "geometric"
    ///
    /// Returns
    /// -------
    /// mask : bool array (1858,)
    ///
    /// Examples
    /// --------
    /// >>> import gardez
    /// >>> int(gardez.Board().legal_mask().sum())
    /// 20
    #[pyo3(
        signature = (format=Format::CLASSICAL, indexing=Indexing::LC0),
        text_signature = "($self, format=1, indexing='lc0')"
    )]
    fn legal_mask<'py>(slf: &Bound<'py, Self>, format: Format, indexing: Indexing) -> PyResult<Bound<'py, PyAny>> {
        let mut mask = Array::<bool>::new(slf.py(), "mask", None, &[POLICY_SIZE])?;
        write_mask(&board_of(slf)?, format.0, indexing.0, mask.numbers()?);
        Ok(mask.into_object())
    }
}
