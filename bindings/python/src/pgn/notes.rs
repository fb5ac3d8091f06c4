//! What is written about a move: comments, glyphs, clocks and evaluations.

use std::time::Duration;

use gardez_notation::pgn::{Before, MoveEvaluation, Nag, Node, Score};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::args::Items;
use crate::pgn::node::GameNode;

/// Returns a number of seconds as a time.
fn time(seconds: Option<f64>) -> PyResult<Option<Duration>> {
    let time = |seconds| Duration::try_from_secs_f64(seconds).map_err(|error| PyValueError::new_err(error.to_string()));
    seconds.map(time).transpose()
}

#[pymethods]
impl GameNode {
    /// Returns the comments after the move, joined by blanks; at the root, those before the first move.
    #[getter]
    fn comment(&self) -> String {
        self.node(|node| node.comments.join(" "))
    }

    #[setter]
    pub(super) fn set_comment(&self, comment: &str) {
        self.change(|node| node.comments = if comment.is_empty() { Vec::new() } else { vec![comment.into()] });
    }

    /// Returns the comments after the move, as a tuple.
    #[getter]
    fn comments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.node(|node| node.comments.clone()))
    }

    #[setter]
    fn set_comments(&self, comments: Items<String>) {
        self.change(|node| node.comments = comments.0);
    }

    /// Returns the comments before the move, at the beginning of a variation, joined by blanks.
    #[getter]
    fn starting_comment(&self) -> String {
        self.node(|node| node.before.as_ref().map_or_else(String::new, |before| before.comments.join(" ")))
    }

    #[setter]
    fn set_starting_comment(&self, comment: &str) {
        self.change(|node| {
            let before = node.before.get_or_insert_with(|| Box::new(Before::default()));
            before.comments = if comment.is_empty() { Vec::new() } else { vec![comment.into()] };
        });
    }

    /// Returns the numbers of the glyphs of the move, as a tuple: 1 is "!", 2 is "?", 3 is "!!".
    #[getter]
    fn nags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.node(|node| node.nags.iter().map(|nag| nag.raw()).collect::<Vec<_>>()))
    }

    #[setter]
    pub(super) fn set_nags(&self, nags: &Bound<'_, PyAny>) -> PyResult<()> {
        let nags = nags.try_iter()?.map(|nag| Ok(Nag::from_raw(nag?.extract()?))).collect::<PyResult<Vec<_>>>()?;
        self.change(|node| node.nags = nags);
        Ok(())
    }

    /// Returns the time left to the player who moved, in seconds, from the command %clk of a comment; None without one.
    fn clock(&self) -> Option<f64> {
        self.node(Node::clock).map(|time| time.as_secs_f64())
    }

    /// Writes the time left into the comment, in seconds; None removes it.
    fn set_clock(&self, seconds: Option<f64>) -> PyResult<()> {
        let time = time(seconds)?;
        self.change(|node| node.set_clock(time));
        Ok(())
    }

    /// Returns the time that the move took, in seconds, from the command %emt of a comment; None without one.
    fn emt(&self) -> Option<f64> {
        self.node(Node::move_time).map(|time| time.as_secs_f64())
    }

    /// Writes the time that the move took into the comment, in seconds; None removes it.
    fn set_emt(&self, seconds: Option<f64>) -> PyResult<()> {
        let time = time(seconds)?;
        self.change(|node| node.set_move_time(time));
        Ok(())
    }

    /// Returns the evaluation by a program, from the command %eval of a comment; None without one.
    ///
    /// >>> from gardez import pgn
    /// >>> value = next(pgn.Game.from_pgn("1. e4 {[%eval 0.25,18]} *").mainline()).eval()
    /// >>> value.centipawns, value.mate, value.depth
    /// (25, None, 18)
    fn eval(&self) -> Option<Evaluation> {
        let evaluation = self.node(Node::evaluation)?;
        let (centipawns, mate) = match evaluation.score {
            Score::Centipawns(value) => (Some(value), None),
            Score::Mate(moves) => (None, Some(moves)),
        };
        Some(Evaluation { centipawns, mate, depth: evaluation.depth })
    }

    /// Writes an evaluation into the comment, seen by white: centipawns, or moves until mate. Without both it is removed.
    #[pyo3(signature = (centipawns = None, mate = None, depth = None))]
    fn set_eval(&self, centipawns: Option<i32>, mate: Option<i32>, depth: Option<u32>) -> PyResult<()> {
        let score = match (centipawns, mate) {
            (Some(_), Some(_)) => return Err(PyValueError::new_err("either centipawns or mate")),
            (Some(value), None) => Some(Score::Centipawns(value)),
            (None, mate) => mate.map(Score::Mate),
        };
        let evaluation = score.map(|score| {
            let mut evaluation = MoveEvaluation::from(score);
            evaluation.depth = depth;
            evaluation
        });
        self.change(|node| node.set_evaluation(evaluation));
        Ok(())
    }
}

/// An evaluation by a program, seen by white: hundredths of a pawn, or moves until mate.
#[pyclass(module = "gardez.pgn", frozen, eq, get_all)]
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Evaluation {
    /// Hundredths of a pawn; None if a mate is announced.
    centipawns: Option<i32>,
    /// Moves until mate, negative if black mates; None without one.
    mate: Option<i32>,
    /// The depth of the search in plies, if it is given.
    depth: Option<u32>,
}

#[pymethods]
impl Evaluation {
    fn __repr__(&self) -> String {
        let number = |value: Option<i64>| value.map_or_else(|| "None".into(), |value| value.to_string());
        let (centipawns, mate) = (number(self.centipawns.map(i64::from)), number(self.mate.map(i64::from)));
        format!("Evaluation(centipawns={centipawns}, mate={mate}, depth={})", number(self.depth.map(i64::from)))
    }
}
