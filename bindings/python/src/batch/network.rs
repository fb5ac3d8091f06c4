//! What a network sees of a single board.

use gardez_lc0::{CellLayout, PLANES, POLICY_SIZE, PositionHistory};
use pyo3::prelude::*;

use super::moves::{Asked, Numbering};
use super::options::{Fill, Format, Indexing, Scale, encoder};
use super::output::Array;
use super::policy::write_mask;
use crate::chess::Board;
use crate::position::{board_of, position_of};

#[pymethods]
impl Board {
    /// Encodes the board and its earlier positions, since the last null move, as the 112 input planes of a network: a float32
    /// array (112, 8, 8), and for canonical formats, from 3 on, the transform. `batch.planes` describes the options.
    ///
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

    /// Finds the index of a legal move, a Move or a text in UCI notation, among the 1858 outputs of a network.
    /// `batch.policy_index` describes the options.
    ///
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
        let m = Asked::new(r#move)?.on(board).map_err(|error| error.into_exception(""))?;
        Ok(Numbering::new(board, format.0, indexing.0).index(board, m).index())
    }

    /// Marks the legal moves among the 1858 outputs of a network, a bool array (1858,). `batch.legal_mask` describes the options.
    ///
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
