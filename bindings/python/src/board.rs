//! `Board`: a game and its position.
//!
//! | file | methods |
//! |---|---|
//! | `board` | set-up, making moves and taking them back |
//! | `resolve` | which move of a position a `Move` is |
//! | `fields` | side to move, counters, keys, castling rights, en passant |
//! | `pieces` | pieces, attacks and pins |
//! | `text` | FEN, SAN and UCI |
//! | `line` | variations, LAN and drawings |
//! | `epd` | positions with operations |
//! | `legal`, `pseudo` | lists and views of legal and pseudo-legal moves |
//! | `kinds` | captures, castling, checks: what a move does |
//! | `ending` | mate, draws and results |
//! | `count` | perft and exchanges |
//! | `copies` | copies, pickles and mirror images |

mod copies;
mod count;
mod ending;
mod epd;
mod fields;
mod kinds;
mod legal;
mod line;
mod pieces;
mod pseudo;
mod resolve;
mod text;

use std::ops::{Deref, DerefMut};

use gardez_position::{Board as CoreBoard, FenMode, FenReader, Position};
use gardez_types::{CastlingMode, Move as CoreMove};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::error;
use crate::moves::Move;

use legal::LegalMoves;
use pseudo::PseudoLegalMoves;

/// The start position.
pub(crate) const STARTING_FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A legal position with the moves that led to it.
///
/// `fen` is read in all three dialects. `chess960` is how castling is written: False for `e1g1`, True for `e1h1`, None to
/// detect it from the castling rights. A FEN that is not that of a position that can be played raises FenError.
///
/// >>> import gardez
/// >>> board = gardez.Board()
/// >>> board.push_san("e4")
/// Move.from_uci('e2e4')
/// >>> board.fen()
/// 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
#[pyclass(module = "gardez", subclass)]
#[derive(Clone, Debug)]
pub(crate) struct Board(Box<Game>);

/// The fields of a [`Board`], which dereferences to them.
///
/// They are in a box because a board of the crates is aligned to 64 bytes, and Python aligns its objects to 16.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub(crate) position: Position,
    /// The board before the first move.
    pub(crate) start: CoreBoard,
    /// The moves played; `None` is a null move.
    pub(crate) moves: Vec<Option<CoreMove>>,
}

impl Deref for Board {
    type Target = Game;

    #[inline]
    fn deref(&self) -> &Game {
        &self.0
    }
}

impl DerefMut for Board {
    #[inline]
    fn deref_mut(&mut self) -> &mut Game {
        &mut self.0
    }
}

impl Board {
    /// A game without moves.
    pub(crate) fn from_core(start: CoreBoard) -> Self {
        Self(Box::new(Game { position: Position::from(start), start, moves: Vec::new() }))
    }

    /// How castling is written.
    #[inline]
    pub(crate) fn mode(&self) -> CastlingMode {
        self.position.board().castling_mode()
    }

    /// Plays a move that was found by [`Board::resolve`].
    #[inline]
    pub(crate) fn make(&mut self, m: CoreMove) {
        self.position.do_move(m);
        self.moves.push(Some(m));
    }

    /// Plays a null move, which is not legal in check.
    pub(crate) fn pass(&mut self) -> PyResult<()> {
        self.position.pass().map_err(error::illegal)?;
        self.moves.push(None);
        Ok(())
    }
}

/// Reads a FEN in a mode; `None` detects the mode.
pub(crate) fn read_fen(py: Python<'_>, fen: &str, chess960: Option<bool>) -> PyResult<CoreBoard> {
    let mode = match chess960 {
        None => FenMode::Detect,
        Some(false) => FenMode::Standard,
        Some(true) => FenMode::Chess960,
    };
    let read = FenReader::new().with_mode(mode).read_board(fen);
    read.map(|read| read.position).map_err(|failure| error::fen(py, fen, &failure))
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(
        signature = (fen = STARTING_FEN, *, chess960 = Some(false)),
        text_signature = "(fen=..., *, chess960=False)"
    )]
    fn new(py: Python<'_>, fen: &str, chess960: Option<bool>) -> PyResult<Self> {
        read_fen(py, fen, chess960).map(Self::from_core)
    }

    /// Makes a move, which must be legal or the null move.
    ///
    /// Castling may be given as the king's step of two squares and as king takes own rook. Raises IllegalMoveError for
    /// any other move that is not legal, and for the null move in check. The board is unchanged then.
    ///
    /// >>> import gardez
    /// >>> board = gardez.Board()
    /// >>> board.push(gardez.Move.from_uci("g1f3"))
    /// >>> board.fen()
    /// 'rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1'
    #[pyo3(signature = (r#move))]
    fn push(&mut self, r#move: &Move) -> PyResult<()> {
        if r#move.is_null() {
            return self.pass();
        }
        let m = self.resolve(r#move)?;
        self.make(m);
        Ok(())
    }

    /// Takes the last move back and returns it.
    ///
    /// Raises IndexError if there is none.
    ///
    /// >>> import gardez
    /// >>> board = gardez.Board()
    /// >>> board.push_san("e4")
    /// Move.from_uci('e2e4')
    /// >>> board.pop()
    /// Move.from_uci('e2e4')
    /// >>> board == gardez.Board()
    /// True
    fn pop(&mut self, py: Python<'_>) -> PyResult<Py<Move>> {
        let last = self.moves.pop().ok_or_else(|| PyIndexError::new_err("pop from a board without moves"))?;
        if last.is_some() {
            self.position.undo_move();
        } else {
            self.position.undo_null_move();
        }
        Move::of_played(last, self.mode()).object(py)
    }

    /// The last move.
    ///
    /// Raises IndexError if there is none.
    fn peek(&self, py: Python<'_>) -> PyResult<Py<Move>> {
        let last = *self.moves.last().ok_or_else(|| PyIndexError::new_err("peek at a board without moves"))?;
        Move::of_played(last, self.mode()).object(py)
    }

    /// The moves that were made, as a new list. Changing the list does not change the board.
    ///
    /// >>> import gardez
    /// >>> board = gardez.Board()
    /// >>> board.push_san("e4")
    /// Move.from_uci('e2e4')
    /// >>> board.move_stack
    /// [Move.from_uci('e2e4')]
    #[getter]
    fn move_stack<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let mode = self.mode();
        let moves = self.moves.iter().map(|&m| Move::of_played(m, mode).object(py));
        PyList::new(py, moves.collect::<PyResult<Vec<_>>>()?)
    }

    /// Sets up another position and forgets the moves; castling is written as before.
    ///
    /// Raises FenError if the text is not the FEN of a position that can be played. The board is unchanged then.
    ///
    /// >>> import gardez
    /// >>> board = gardez.Board()
    /// >>> board.set_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    /// >>> board.fen()
    /// '4k3/8/8/8/8/8/8/4K2R w K - 0 1'
    fn set_fen(&mut self, py: Python<'_>, fen: &str) -> PyResult<()> {
        let chess960 = self.mode() == CastlingMode::Chess960;
        *self = Self::from_core(read_fen(py, fen, Some(chess960))?);
        Ok(())
    }

    /// Sets up the start position and forgets the moves.
    ///
    /// >>> import gardez
    /// >>> board = gardez.Board()
    /// >>> board.push_san("e4")
    /// Move.from_uci('e2e4')
    /// >>> board.reset()
    /// >>> board == gardez.Board()
    /// True
    fn reset(&mut self, py: Python<'_>) -> PyResult<()> {
        self.set_fen(py, STARTING_FEN)
    }
}

/// Adds `Board` to the module.
pub(crate) fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<Board>()?;
    m.add_class::<LegalMoves>()?;
    m.add_class::<PseudoLegalMoves>()?;
    copies::register(m)
}
