//! `Game`: headers, moves and result, and the tree of its moves.

use std::fmt::Write as _;
use std::sync::Arc;

use gardez_notation::pgn::{ExportStyle, Game as CoreGame, Reader};
use gardez_position::GameResult;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList, PyString};

use crate::chess::Board;
use crate::moves::Move;
use crate::pgn::headers;
use crate::pgn::node::{GameNode, Line};
use crate::pgn::problem::Problem;
use crate::pgn::record::{Collector, Record};
use crate::pgn::shared::Shared;
use crate::position::played;

/// A game: headers, moves, result, and the tree of its moves with variations, comments and glyphs.
///
/// A Reader gives games. Game() is empty, Game.from_board takes the moves of a Board, and Game.from_pgn reads a text.
/// str(game) is the game as PGN, in the export format of the standard.
///
/// >>> from gardez import Board, pgn
/// >>> board = Board()
/// >>> for text in "e4", "e5", "Nf3":
/// ...     _ = board.push_san(text)
/// >>> game = pgn.Game.from_board(board, {"White": "Anna", "Black": "Ben"})
/// >>> [move.uci() for move in game.moves]
/// ['e2e4', 'e7e5', 'g1f3']
/// >>> print(str(game).splitlines()[-1])
/// 1. e4 e5 2. Nf3 *
#[pyclass(module = "gardez.pgn", frozen, weakref)]
pub(crate) struct Game {
    shared: Arc<Shared>,
    headers: PyOnceLock<Py<PyDict>>,
}

impl Game {
    pub(super) fn from_record(record: Record) -> Self {
        Self::from_shared(Shared::from_record(record))
    }

    fn from_shared(shared: Shared) -> Self {
        Self { shared: Arc::new(shared), headers: PyOnceLock::new() }
    }

    /// Returns the game with its headers and result.
    fn whole(&self, py: Python<'_>) -> PyResult<CoreGame> {
        let headers = self.headers(py)?.bind(py).clone();
        let mut game = self.shared.with_tree(|tree| tree.game.clone());
        game.result = self.shared.result();
        game.tags = headers::tags(&headers)?;
        Ok(game)
    }
}

/// Returns a result from its text.
fn parse_result(text: &str) -> PyResult<GameResult> {
    text.parse().map_err(|_| PyValueError::new_err(format!("expected '1-0', '0-1', '1/2-1/2' or '*', found {text:?}")))
}

#[pymethods]
impl Game {
    /// Returns a game without moves, from the start position.
    #[new]
    #[pyo3(signature = (headers = None))]
    fn new(headers: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let game = Self::from_shared(Shared::from_tree(CoreGame::new()));
        game.set_headers(headers)?;
        Ok(game)
    }

    /// Returns a game with the moves of a board, from the position in which the board began.
    ///
    /// The result is that of the header "Result" if there is one, else that of the position.
    ///
    /// >>> from gardez import Board, pgn
    /// >>> print(pgn.Game.from_board(Board("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1")).headers["FEN"])
    /// 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1
    #[staticmethod]
    #[pyo3(signature = (board, headers = None))]
    fn from_board(board: &Bound<'_, Board>, headers: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let (py, board) = (board.py(), played(board)?);
        let mut game = CoreGame::from_board(board.start);
        let mut node = game.root();
        for &m in &board.moves {
            node = game.push(node, m);
        }
        if let Some(outcome) = board.position.outcome().filter(|outcome| !outcome.is_claim()) {
            game.result = outcome.result();
        }
        let known = PyDict::new(py);
        for (name, value) in game.tags.iter() {
            known.set_item(name, value)?;
        }
        let game = Self::from_shared(Shared::from_tree(game));
        if let Some(headers) = headers {
            known.update(headers.as_mapping())?;
        }
        game.set_headers(Some(&known))?;
        Ok(game)
    }

    /// Returns the first game of a PGN text. Raises ValueError if there is none; problems are in its errors.
    ///
    /// >>> from gardez import pgn
    /// >>> pgn.Game.from_pgn("1. e4 (1. d4) e5 *").root.variations[1].san()
    /// 'd4'
    #[staticmethod]
    fn from_pgn(py: Python<'_>, text: &Bound<'_, PyString>) -> PyResult<Self> {
        let text = text.to_str()?;
        let record = py.detach(|| {
            let mut collector = Collector::default();
            let mut reader = Reader::from_bytes(text.as_bytes());
            matches!(reader.read(&mut collector), Ok(true)).then(|| collector.take(reader.game_start()))
        });
        record.map(Self::from_record).ok_or_else(|| PyValueError::new_err("expected a game, found none"))
    }

    /// Returns the tag pairs, as a dict from name to value. Of a name that occurs twice, the last value counts.
    #[getter]
    fn headers(&self, py: Python<'_>) -> PyResult<Py<PyDict>> {
        let headers = self.headers.get_or_try_init(py, || headers::dict(py, self.shared.record.tags()))?;
        Ok(headers.clone_ref(py))
    }

    /// Returns the result after the moves: "1-0", "0-1", "1/2-1/2", or "*" if it is unknown. To set it sets the header,
    /// too.
    #[getter]
    fn result(&self) -> &'static str {
        self.shared.result().as_str()
    }

    #[setter]
    fn set_result(&self, py: Python<'_>, result: &str) -> PyResult<()> {
        let result = parse_result(result)?;
        self.headers(py)?.bind(py).set_item("Result", result.as_str())?;
        self.shared.set_result(result);
        Ok(())
    }

    /// Returns the moves of the main line, as a new list of Move. A null move is Move.null().
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let mode = self.shared.mode();
        Move::objects(py, self.shared.main_line().into_iter().map(|m| Move::of_played(m, mode)))
    }

    /// Returns what does not follow the standard, in the order of the file: the first 1,000 problems, as a new list of
    /// Problem.
    ///
    /// Where severity is "error", something could not be read or was dropped; a "note" has a clear meaning.
    #[getter]
    fn errors(&self) -> Vec<Problem> {
        self.shared.record.problems.iter().map(Problem::new).collect()
    }

    /// Returns the number of all problems, also of those after the first 1,000.
    #[getter]
    fn error_count(&self) -> u64 {
        self.shared.record.problem_count
    }

    /// Returns the offset, in bytes, at which the game begins in its source. Of a compressed source, the unpacked bytes
    /// count.
    #[getter]
    fn offset(&self) -> u64 {
        self.shared.record.offset
    }

    /// Returns the board after this number of plies of the main line: 0 is the start, -1 the end. It has the moves that
    /// lead there. Raises IndexError beyond the end, and ValueError if the headers do not set up a position.
    ///
    /// >>> from gardez import pgn
    /// >>> game = pgn.Game.from_pgn("1. e4 e5 *")
    /// >>> game.board(1).fen()
    /// 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
    /// >>> game.board(-1).fen() == game.board(2).fen()
    /// True
    #[pyo3(signature = (ply = 0))]
    fn board<'py>(&self, py: Python<'py>, ply: isize) -> PyResult<Bound<'py, Board>> {
        self.shared.board(py, ply)
    }

    /// Returns the node before the first move. Its variations are the first moves.
    #[getter]
    fn root(slf: Bound<'_, Self>) -> GameNode {
        let id = slf.get().shared.with_tree(|tree| tree.game.root());
        GameNode::new(slf.get().shared.clone(), slf.clone().into_any().unbind(), id)
    }

    /// Returns the first moves: that of the main line, then its alternatives.
    #[getter]
    fn variations(slf: Bound<'_, Self>) -> PyResult<Vec<GameNode>> {
        let py = slf.py();
        Self::root(slf).variations(py)
    }

    /// Iterates over the nodes of the main line, without the root.
    ///
    /// >>> from gardez import pgn
    /// >>> game = pgn.Game.from_pgn("1. e4 {best} e5! *")
    /// >>> [(node.san(), node.comment, node.nags) for node in game.mainline()]
    /// [('e4', 'best', ()), ('e5', '', (1,))]
    fn mainline(slf: Bound<'_, Self>) -> Line {
        Line::new(Self::root(slf))
    }

    /// Returns the last node of the main line; the root if there is no move.
    fn end(slf: Bound<'_, Self>) -> GameNode {
        let id = slf.get().shared.with_tree(|tree| tree.game.main_line().last().unwrap_or(tree.game.root()));
        GameNode::new(slf.get().shared.clone(), slf.clone().into_any().unbind(), id)
    }

    /// Returns the game as PGN in the export format, with lines of up to width characters; None for one line of moves.
    #[pyo3(signature = (width = Some(79)), text_signature = "($self, width=79)")]
    fn to_pgn(&self, py: Python<'_>, width: Option<usize>) -> PyResult<String> {
        let game = self.whole(py)?;
        Ok(py.detach(|| game.to_pgn(ExportStyle::default().with_width(width))))
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.to_pgn(py, Some(79))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let mut text = String::from("<Game");
        let headers = self.headers(py)?.bind(py).clone();
        for (name, before) in [("White", " "), ("Black", " - ")] {
            let value =
                headers.get_item(name)?.map_or_else(|| Ok("?".into()), |value| value.str().map(|s| s.to_string()))?;
            text = text + before + &value;
        }
        let plies = self.shared.main_line().len();
        let _ = write!(text, ", {} after {plies} {}>", self.result(), if plies == 1 { "ply" } else { "plies" });
        Ok(text)
    }

    /// Pickles the game as PGN; its errors are not kept.
    /// Returns the last position of the main line as a drawing, which notebooks show.
    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let board = slf.get().board(slf.py(), -1)?;
        slf.py().import("gardez.chess.svg")?.getattr("of_board")?.call1((board,))
    }

    fn __reduce__(slf: Bound<'_, Self>) -> PyResult<(Bound<'_, PyAny>, (String,))> {
        let py = slf.py();
        let text = slf.get().to_pgn(py, None)?;
        Ok((slf.get_type().getattr("from_pgn")?, (text,)))
    }
}

impl Game {
    /// Sets the headers, and the result that they contain.
    fn set_headers(&self, headers: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
        let Some(headers) = headers else { return Ok(()) };
        let headers = headers.copy()?;
        headers::tags(&headers)?;
        if let Some(result) = headers.get_item("Result")? {
            let result: String = result.extract().map_err(|_| PyTypeError::new_err("headers are texts"))?;
            self.shared.set_result(parse_result(&result)?);
        }
        let _ = self.headers.set(headers.py(), headers.unbind());
        Ok(())
    }
}
