//! `Problem`: what does not follow the standard, and where.

use gardez_notation::pgn::{Problem as CoreProblem, Severity};
use pyo3::prelude::*;

/// A part of a PGN that does not follow the standard, with its place.
///
/// >>> import io
/// >>> from gardez import pgn
/// >>> game = next(pgn.Reader(io.StringIO("1. e4 Ke6 *")))
/// >>> problem = game.errors[0]
/// >>> problem.kind, problem.line, problem.column, problem.severity
/// ('illegal', 1, 7, 'error')
#[pyclass(module = "gardez.pgn", frozen, eq)]
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Problem(CoreProblem);

impl Problem {
    pub(super) fn new(problem: &CoreProblem) -> Self {
        Self(problem.clone())
    }
}

#[pymethods]
impl Problem {
    /// Returns the name of the kind, such as "illegal", "ambiguous" or "missing-result". Names are stable.
    #[getter]
    fn kind(&self) -> &'static str {
        self.0.kind.name()
    }

    /// Returns what is wrong, as a clause.
    #[getter]
    fn message(&self) -> String {
        self.0.kind.to_string()
    }

    /// Returns "error" if something could not be read or was dropped, "note" if the meaning is clear.
    #[getter]
    fn severity(&self) -> &'static str {
        if self.0.kind.severity() == Severity::Error { "error" } else { "note" }
    }

    /// Returns the number of the game, from 1.
    #[getter]
    fn game(&self) -> u64 {
        self.0.game
    }

    /// Returns the number of the line, from 1.
    #[getter]
    fn line(&self) -> u64 {
        self.0.line
    }

    /// Returns the number of the byte in the line, from 1.
    #[getter]
    fn column(&self) -> u64 {
        self.0.column
    }

    /// Returns the offset of the byte in the input, from 0. Of a compressed input, the unpacked bytes count.
    #[getter]
    fn offset(&self) -> u64 {
        self.0.offset
    }

    /// Returns the length, in bytes, of the text that the problem is about; 0 where something is missing.
    #[getter]
    fn length(&self) -> u64 {
        self.0.length
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Problem {}: {}>", self.severity(), self.0)
    }
}
