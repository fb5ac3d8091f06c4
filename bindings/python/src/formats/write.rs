//! `write`: arrays of entries as a file.

use std::io::{BufWriter, Write};
use std::path::PathBuf;

use gardez_data::table;
use gardez_formats::{AnyWriter, Entry, Format, Lossy, SideToMove, View, Wdl, White, WriteError, WriteOptions};
use gardez_io::Output;
use gardez_position::{Board, BoardParts};
use numpy::{PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;

use super::columns::unpack;
use super::error::format_of;
use crate::files::os_error;

/// The columns of a table, copied out of Python. They are equally long.
struct Columns {
    boards: PyBackedBytes,
    rule50: Vec<u16>,
    fullmove: Vec<u32>,
    moves: Vec<u16>,
    score: Vec<i16>,
    result: Vec<i8>,
    ply: Option<Vec<u32>>,
}

/// The columns as Python passes them.
type Given<'py> = (
    PyBackedBytes,
    PyReadonlyArray1<'py, u16>,
    PyReadonlyArray1<'py, u32>,
    PyReadonlyArray1<'py, u16>,
    PyReadonlyArray1<'py, i16>,
    PyReadonlyArray1<'py, i8>,
    Option<PyReadonlyArray1<'py, u32>>,
);

impl Columns {
    fn new(table: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (boards, rule50, fullmove, moves, score, result, ply): Given<'_> = table.extract()?;
        Ok(Self {
            boards,
            rule50: rule50.to_vec()?,
            fullmove: fullmove.to_vec()?,
            moves: moves.to_vec()?,
            score: score.to_vec()?,
            result: result.to_vec()?,
            ply: ply.map(|ply| ply.to_vec()).transpose()?,
        })
    }

    /// Returns the entry of a row.
    fn entry<V: View>(&self, row: usize) -> PyResult<Entry<V>> {
        let wrong = |name: &str, value: String| PyValueError::new_err(format!("{name}[{row}]: {value}"));
        let board = unpack(self.boards.get(row * 24..).unwrap_or_default(), row)?;
        let parts = BoardParts {
            halfmove_clock: self.rule50[row],
            fullmove_number: self.fullmove[row],
            ..BoardParts::from(&board)
        };
        let board = Board::from_parts(&parts).map_err(|error| wrong("fullmove", error.to_string()))?;
        let m = match self.moves[row] {
            0 => None,
            raw => {
                Some(gardez_formats::Move::from_raw(raw).ok_or_else(|| wrong("move", format!("{raw} is not a move")))?)
            }
        };
        let sign = self.result[row];
        let result = Wdl::from_sign(sign).ok_or_else(|| wrong("result", format!("{sign} is not -1, 0 or 1")))?;
        let entry = Entry::new(board, m, self.score[row], result);
        Ok(self.ply.as_ref().map_or(entry, |ply| entry.with_ply(ply[row])))
    }
}

/// What `write` does with entries that do not fit.
#[derive(Clone, Copy)]
struct OnUnrepresentable {
    is_lossy: bool,
    skips: bool,
}

/// Writes the rows of tables to a file, and returns how many were written and how many left out. The file appears when it
/// is complete.
#[pyfunction]
#[pyo3(name = "_format_write")]
pub(crate) fn write(
    tables: &Bound<'_, PyAny>,
    path: PathBuf,
    format: Option<&str>,
    is_white: bool,
    is_lossy: bool,
    skips: bool,
) -> PyResult<(u64, u64)> {
    let wrong = |text: &str| PyValueError::new_err(format!("{}: {text}", path.display()));
    if path.extension().is_some_and(|extension| extension == "gz" || extension == "zst") {
        return Err(wrong("files are written without compression"));
    }
    let format = match format {
        Some(name) => format_of(name)?,
        None => table::of_path(&path).ok_or_else(|| wrong("the name does not say which format is meant"))?,
    };
    let (iterator, rule) = (tables.try_iter()?.unbind(), OnUnrepresentable { is_lossy, skips });
    tables.py().detach(|| {
        let failed = |error: std::io::Error| os_error(&error, Some(&path));
        let mut file = BufWriter::new(Output::replace(&path).map_err(failed)?);
        let next = || {
            Python::attach(|py| {
                py.check_signals()?;
                let mut tables = iterator.bind(py).clone();
                tables.next().map(|table| Columns::new(&table?)).transpose()
            })
        };
        let done = match is_white {
            true => write_all::<White>(&mut file, format, rule, next, failed),
            false => write_all::<SideToMove>(&mut file, format, rule, next, failed),
        }?;
        file.into_inner().map_err(|error| failed(error.into_error()))?.finish().map_err(failed)?;
        Ok(done)
    })
}

/// Writes the entries of all tables.
fn write_all<V: View>(
    file: &mut impl Write,
    format: Format,
    rule: OnUnrepresentable,
    next: impl Fn() -> PyResult<Option<Columns>>,
    failed: impl Fn(std::io::Error) -> PyErr,
) -> PyResult<(u64, u64)> {
    let all = Lossy::RULE50_HIGH_BITS | Lossy::CASTLING_RIGHTS | Lossy::FULLMOVE | Lossy::PLY | Lossy::SCORE;
    let lossy = if rule.is_lossy { all } else { Lossy::NONE };
    let writer = format.writer(file, WriteOptions { lossy, ..WriteOptions::default() });
    let mut writer: AnyWriter<'_> =
        writer.ok_or_else(|| PyValueError::new_err(format!("{format} cannot be written entry by entry")))?;
    let (mut number, mut left_out) = (0, 0);
    let failed = |error: WriteError, number: u64| match error {
        WriteError::Stream(error) => failed(error),
        error => PyValueError::new_err(format!("entry {number}: {error}")),
    };
    while let Some(table) = next()? {
        for row in 0..table.rule50.len() {
            match writer.write(&table.entry::<V>(row)?) {
                Err(WriteError::Unrepresentable(_)) if rule.skips => left_out += 1,
                written => written.map_err(|error| failed(error, number))?,
            }
            number += 1;
        }
    }
    writer.finish().map_err(|error| failed(error, number))?;
    Ok((number - left_out, left_out))
}
