//! Events as calls of a visitor in Python.

use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;

use gardez_notation::pgn::{ProblemKind, Verdict};

use super::events::Events;
use super::tree::{MARKS, lenient};
use crate::chess::board::{Board, sketch};

/// A visitor, and the boards of the line that is read and of those before it.
pub(super) struct Visitor<'py> {
    visitor: Bound<'py, PyAny>,
    headers: Option<Bound<'py, PyAny>>,
    boards: Vec<Bound<'py, PyAny>>,
}

impl<'py> Visitor<'py> {
    pub(super) fn new(visitor: &Bound<'py, PyAny>) -> Self {
        Self { visitor: visitor.clone(), headers: None, boards: Vec::new() }
    }

    /// Returns True if a method wants what follows: it returned anything but `SKIP`.
    fn wants(&self, answer: &Bound<'py, PyAny>) -> PyResult<bool> {
        let skip = self.visitor.py().import(intern!(self.visitor.py(), "gardez.chess.pgn"))?.getattr("SKIP")?;
        Ok(!answer.is(&skip))
    }

    fn handle(&self, error: PyErr) -> PyResult<()> {
        let py = self.visitor.py();
        if !error.is_instance_of::<PyValueError>(py) {
            return Err(error);
        }
        self.visitor.call_method1(intern!(py, "handle_error"), (error.into_value(py),)).map(drop)
    }

    fn board(&self) -> PyResult<&Bound<'py, PyAny>> {
        self.boards.last().ok_or_else(|| PyValueError::new_err("there is no board"))
    }
}

impl Events for Visitor<'_> {
    fn begin_game(&mut self) -> PyResult<bool> {
        let answer = self.visitor.call_method0(intern!(self.visitor.py(), "begin_game"))?;
        self.wants(&answer)
    }

    fn begin_headers(&mut self) -> PyResult<()> {
        let py = self.visitor.py();
        let headers = self.visitor.call_method0(intern!(py, "begin_headers"))?;
        self.headers = Some(if headers.is_none() {
            // The visitor keeps none, and the board needs them.
            py.import(intern!(py, "gardez.chess.pgn"))?.getattr("Headers")?.call1((pyo3::types::PyDict::new(py),))?
        } else {
            headers
        });
        Ok(())
    }

    fn header(&mut self, name: &str, value: &str) -> PyResult<()> {
        self.visitor.call_method1(intern!(self.visitor.py(), "visit_header"), (name, value))?;
        match &self.headers {
            Some(headers) => headers.set_item(name, value),
            None => Ok(()),
        }
    }

    fn error(&mut self, error: String) -> PyResult<()> {
        self.handle(PyValueError::new_err(error))
    }

    fn end_headers(&mut self) -> PyResult<bool> {
        let answer = self.visitor.call_method0(intern!(self.visitor.py(), "end_headers"))?;
        self.wants(&answer)
    }

    fn start(&mut self) -> PyResult<bool> {
        let py = self.visitor.py();
        let Some(mut headers) = self.headers.clone() else { return Ok(false) };
        if let Err(error) = headers.call_method0(intern!(py, "variant")) {
            self.handle(error)?;
            // The game is read as one of standard chess.
            headers = headers.call_method0(intern!(py, "copy"))?;
            headers.del_item("Variant")?;
        }
        match headers.call_method0(intern!(py, "board")) {
            Err(error) => self.handle(error).map(|()| false),
            Ok(board) => {
                self.visitor.call_method1(intern!(py, "visit_board"), (&board,))?;
                self.boards.push(board);
                Ok(true)
            }
        }
    }

    fn san(&mut self, san: &str) -> PyResult<Verdict> {
        let py = self.visitor.py();
        let board = self.board()?.clone();
        // A method of the visitor reads the text that means the same in standard form.
        let known = board.cast::<Board>().ok().and_then(|board| lenient(py, &sketch(board), san).ok());
        let san = known.as_ref().map_or(san, |known| known.text.as_deref().unwrap_or(san)).trim_end_matches(MARKS);
        let answer = self.visitor.call_method1(intern!(py, "begin_parse_san"), (&board, san))?;
        let mut is_right = true;
        if self.wants(&answer)? {
            match self.visitor.call_method1(intern!(py, "parse_san"), (&board, san)) {
                Err(error) => {
                    self.handle(error)?;
                    is_right = false;
                }
                Ok(m) => {
                    self.visitor.call_method1(intern!(py, "visit_move"), (&board, &m))?;
                    board.call_method1(intern!(py, "push"), (m,))?;
                }
            }
        }
        self.visitor.call_method1(intern!(py, "visit_board"), (&board,))?;
        Ok(if is_right { Verdict::Take } else { Verdict::refused(ProblemKind::TornLetter) })
    }

    fn has_moves(&self) -> bool {
        let moves = self.boards.last().map(|board| board.getattr(intern!(board.py(), "move_stack")));
        moves.and_then(Result::ok).and_then(|moves| moves.is_truthy().ok()).unwrap_or(false)
    }

    fn begin_variation(&mut self) -> PyResult<bool> {
        let py = self.visitor.py();
        let board = self.board()?.call_method0(intern!(py, "copy"))?;
        let answer = self.visitor.call_method0(intern!(py, "begin_variation"))?;
        board.call_method0(intern!(py, "pop"))?;
        self.boards.push(board);
        self.wants(&answer)
    }

    fn end_variation(&mut self) -> PyResult<()> {
        self.boards.pop();
        self.visitor.call_method0(intern!(self.visitor.py(), "end_variation")).map(drop)
    }

    fn comment(&mut self, comment: &str) -> PyResult<()> {
        self.visitor.call_method1(intern!(self.visitor.py(), "visit_comment"), (comment,)).map(drop)
    }

    fn nag(&mut self, nag: u8) -> PyResult<()> {
        self.visitor.call_method1(intern!(self.visitor.py(), "visit_nag"), (nag,)).map(drop)
    }

    fn result(&mut self, result: &str) -> PyResult<()> {
        self.visitor.call_method1(intern!(self.visitor.py(), "visit_result"), (result,)).map(drop)
    }

    fn end_game(&mut self) -> PyResult<()> {
        self.visitor.call_method0(intern!(self.visitor.py(), "end_game")).map(drop)
    }
}
